"""The charts of every game: nothing on them lies on anything else, or leaves the picture."""

import html
import io
import re
from functools import cache
from itertools import combinations, cycle, product

import matplotlib
import pytest
from arcana_host.games import drawing, load
from arcana_host.library.store import Library
from arcana_portable.translation import languages, speaking
from chromium import AXE
from rich.console import Console
from rules import random_games, spirit_island_games
from rules.vectors import vectors

from shared_rules.games import NAMES

RANDOM = {
    "shipwreck": lambda seed: random_games.random_game(seed, mode=MODES[seed % len(MODES)], hit_rate=0.9),
    "spirit_island": spirit_island_games.random_game,
}
MODES = ("standard", "duel", "restless", "restless-duel", "creatures")
LONG = ("Jörg", "Zoé", "Bartholomew", "WWWWWWWWWWWW", "$x^2$")
MANY = 40

# which of the games are on the charts, and whether some or all of them were not finished
LIBRARIES = {"none": (0, 0), "one unfinished": (1, 1), "28, some unfinished": (28, 3), "many": (MANY, 0)}


@cache
def records(name):
    """The records of many games: [(the whole one, one that stops in the middle)]."""
    if name in RANDOM:
        whole = [list(getattr(game, "events", game)) for game in map(RANDOM[name], range(MANY))]
    else:
        whole = [events for _name, events, _states in vectors(name)]
    return [("\n".join(events), "\n".join(events[: len(events) // 2 + 1])) for events in whole]


@cache
def statistics(name, kind, folder):
    """The statistics of a library, with names that are long or have letters beyond ASCII."""
    count, every = LIBRARIES[kind]
    with Library(folder) as library:
        for number, (whole, half) in enumerate(records(name)[:count]):
            library.add(half if every and number % every == 0 else whole)
        found = load(name).statistics((game.entry, game.facts) for game in library.stored(game=name))
    counted = getattr(found, "counted", {})
    if counted:
        counted["by_player"].update(zip(LONG, list(counted["by_player"].values()), strict=False))
    return found


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    return {(name, kind): tmp_path_factory.mktemp("charts") for name in NAMES for kind in LIBRARIES}


def written(axes):
    """Everything that is written on a chart: [(words, where)]."""
    ticks = [*axes.xaxis._update_ticks(), *axes.yaxis._update_ticks()]  # without those out of sight
    texts = [axes._left_title, axes.xaxis.label, *axes.texts, *(tick.label1 for tick in ticks)]
    found = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    legend = axes.get_legend()
    return found + ([("legend", legend.get_window_extent())] if legend else [])


@pytest.mark.parametrize(("kind", "language"), list(zip(LIBRARIES, cycle(languages()))))
@pytest.mark.parametrize("name", NAMES)
def test_nothing_on_a_chart_lies_on_anything_else(name, kind, language, folders):
    found = statistics(name, kind, folders[name, kind])
    with speaking(language), matplotlib.rc_context(drawing.STYLE):
        figure = drawing.drawn(load(name).shown_title, found)
        figure.draw_without_rendering()
    heading = figure._suptitle
    words = [(heading.get_text(), heading.get_window_extent())]
    words += [each for axes in figure.axes for each in written(axes)]
    bars = [bar.get_window_extent() for axes in figure.axes for bar in axes.patches]
    # those without a length are not seen
    things = words + [("bar", bar) for bar in bars if bar.width and bar.height]
    lying = [
        (one, other)
        for (one, here), (other, there) in combinations(things, 2)
        if here.overlaps(there) and (one, other) != ("bar", "bar")
    ]
    assert lying == []
    picture = figure.bbox
    assert [
        text for text, box in words if box.x0 < 0 or box.y0 < 0 or box.x1 > picture.x1 or box.y1 > picture.y1
    ] == []


# the same numbers in the terminal, on the page and in JSON, which add up


@pytest.mark.parametrize("name", NAMES)
def test_every_table_of_wins_adds_up_and_is_the_same_everywhere(name, folders):
    found = statistics(name, "28, some unfinished", folders[name, "28, some unfinished"])
    console = Console(file=io.StringIO(), width=300)
    console.print(load(name).tables(found))
    shown = " ".join(console.file.getvalue().split())
    page = load(name).chart(found, "html").decode()
    tables = [
        [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in re.findall(r"<tr>.*?</tr>", table, flags=re.S)]
        for table in re.findall(r"<table.*?</table>", page, flags=re.S)
    ]
    charts = [chart for chart in found.charts() if chart.rows]
    assert [[list(map(html.unescape, row)) for row in table] for table in tables] == [
        [chart.headings, *chart.rows] for chart in charts
    ]
    for chart in charts:
        assert [row for row in chart.rows if " ".join(" ".join(row).split()) not in shown] == []
        for row in chart.rows if "Lost" in chart.headings else ():
            cells = dict(zip(chart.headings, row, strict=True))
            parts = [int(cells.get(part, 0)) for part in ("Won", "Lost", "Not finished")]
            assert int(cells["Games"]) == sum(parts), row


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_the_rate_at_the_end_of_each_bar(name, folders):
    found = statistics(name, "many", folders[name, "many"])
    with matplotlib.rc_context(drawing.STYLE):
        figure = drawing.drawn(load(name).shown_title, found)
    shown = {axes.get_title("left"): [text.get_text() for text in axes.texts] for axes in figure.axes}
    for chart in found.charts():
        if chart.title in shown and "Rate" in chart.headings and not chart.of_people:
            assert shown[chart.title] == [row[chart.headings.index("Rate")] for row in chart.rows]


def test_unfinished_games_are_said_and_counted(tmp_path):
    with Library(tmp_path) as library:
        for number, (whole, half) in enumerate(records("spirit_island")[:7]):
            library.add(whole if number < 4 else half)
        found = load("spirit_island").statistics((game.entry, game.facts) for game in library.stored())
    assert found.games.unfinished >= 3 and f"{found.games.unfinished} not finished" in found.headline()
    counted = found.as_json()["by_number_of_players"].values()
    assert sum(each["unfinished"] for each in counted) == found.games.unfinished
    assert all("Not finished" in chart.headings for chart in found.charts() if chart.key == "by_terror")


@pytest.mark.parametrize("language", languages())
def test_spirits_and_adversaries_are_sorted_by_the_names_that_people_read(language, folders):
    found = statistics("spirit_island", "many", folders["spirit_island", "many"])
    with speaking(language):
        for chart in found.charts():
            if chart.key in ("by_spirit", "by_adversary", "by_level"):
                names = [row[0] for row in chart.rows]
                assert names == sorted(names, key=str.casefold) and len(names) > 5


CRAMPED = """() => [...document.querySelectorAll("html, figure, th, td, li, h1, p")]
    .filter((each) => each.scrollWidth > Math.ceil(each.getBoundingClientRect().width) + 1)
    .map((each) => each.tagName + " " + each.textContent.trim().slice(0, 40))"""


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: run 'make vm'")
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_page_fits_a_phone_and_keeps_nobody_out(chromium, folders, scheme):
    context = await chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = await context.new_page()
    for (name, language), kind in zip(product(NAMES, languages()), cycle(LIBRARIES)):
        with speaking(language):
            written = load(name).chart(statistics(name, kind, folders[name, kind]), "html")
        await page.set_content(written.decode())
        assert await page.evaluate(CRAMPED) == [], (name, language, kind)
        await page.evaluate(AXE.read_text())
        found = await page.evaluate("axe.run()")
        wrong = [(each["id"], [node["html"] for node in each["nodes"][:3]]) for each in found["violations"]]
        assert wrong == [], (name, language, kind)
    await context.close()
