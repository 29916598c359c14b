"""The panel in the signs of a terminal, and what of panel and table fits into one."""

import io
import random

import pytest
from arcana_host.cli import live
from arcana_host.cli.braille import HEIGHT, WIDTH, draw_braille, draw_half_blocks
from arcana_host.cli.table_view import table
from arcana_host.cli.terminal_view import terminal_view
from arcana_host.link import following
from rich.console import Console

from shared_rules.games import rules_of
from shared_rules.shipwreck import Game


def test_no_cell_of_a_wide_table_is_cut_off():
    """Thirteen rounds of six players and their totals, on a panel of 78 columns."""
    setup = "setup score-pad players=Ann,Bo,Cy,Di,Ed,Maximiliana goal=0 wins=high rounds=0"
    state = rules_of(setup).Game.replay([setup, *["round 10,-5,100,7,-1200,7000"] * 13]).state()
    for width in (60, 78, 120):
        out = io.StringIO()
        Console(file=out, width=width).print(table(state))
        drawn = out.getvalue()
        assert "…" not in drawn, width
        assert max(map(len, drawn.splitlines())) <= 78
        assert drawn.count("7000") == 13 and "91000" in drawn and "-15600" in drawn


SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
STATE = Game.replay([SETUP]).state()


def blots(seed):
    """A picture with areas of ink, areas of paper, and speckles in both."""
    rng = random.Random(seed)
    picture = bytearray(
        rng.choice((0, 0, 0xFF, 0xFF, rng.randrange(256))) for _ in range(WIDTH * HEIGHT // 8)
    )
    picture[:2000] = bytes(1000) + b"\xff" * 1000
    return bytes(picture)


def black(picture):
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if picture[y // 8 * WIDTH + x] >> y % 8 & 1}


def turned(text):
    """The places of the signs that show paper on ink."""
    return {at for span in text.spans if span.style == "reverse" for at in range(span.start, span.end)}


PICTURES = [bytes(4736), b"\xff" * 4736, blots(1), blots(2)]


@pytest.mark.parametrize("picture", PICTURES)
def test_half_blocks_have_every_pixel(picture):
    rows = draw_half_blocks(picture).plain.split("\n")
    assert {len(row) for row in rows} == {WIDTH}
    upper = {(x, 2 * y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "▀█"}
    lower = {(x, 2 * y + 1) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "▄█"}
    assert upper | lower == black(picture)


@pytest.mark.parametrize("picture", PICTURES)
def test_braille_has_every_pixel_whether_it_is_turned_or_not(picture):
    text = draw_braille(picture)
    paper_on_ink = turned(text)
    columns = WIDTH // 2
    # the numbers of the eight dots, as the standard has them, by column and row
    numbers = {(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 0): 4, (1, 1): 5, (1, 2): 6, (0, 3): 7, (1, 3): 8}
    found = set()
    for at, sign in enumerate(text.plain):
        if sign == "\n":
            continue
        line, column = divmod(at, columns + 1)
        for (dx, dy), number in numbers.items():
            dot = ord(sign) - 0x2800 >> (number - 1) & 1
            if dot != (at in paper_on_ink):
                found.add((2 * column + dx, 4 * line + dy))
    assert found == black(picture)


def shown(width, height, picture=PICTURES[2], state=STATE, note=None):
    console = Console(width=width, height=height, file=io.StringIO(), color_system=None)
    console.print(terminal_view(console, state, picture, note))
    return console.file.getvalue()


def has_dots(text):
    return any(0x2800 <= ord(sign) < 0x2900 for sign in text)


@pytest.mark.parametrize(
    ("width", "height", "halves", "dots", "beside"),
    [
        (80, 24, False, False, False),
        (150, 30, False, False, False),
        (150, 50, False, True, False),
        (240, 40, False, True, True),
        (300, 90, True, False, False),
        (400, 70, True, False, True),
    ],
)
def test_the_panel_is_drawn_where_there_is_room(width, height, halves, dots, beside):
    text = shown(width, height)
    rows = text.split("\n")
    assert ("▀" in text, has_dots(text)) == (halves, dots)
    assert ("Score" in rows[1]) == (beside or not (halves or dots))
    assert "Ann plays a fate." in text
    assert len(rows) <= height and max(map(len, rows)) <= width


CROWDED = (
    "setup duel doom=2 sets=base,promo,stars players=Bartholomew,Wilhelmina assist=oracle "
    "row=the-north-wind,the-pallbearers,the-blind-man,the-thief"
)


def crowded():
    state = Game.replay([CROWDED]).state()
    for place, fates in zip(state["row"], ([1, 2, 3], [7, 4], [], [5]), strict=True):
        place["fates"] = fates
    state["row"][1]["attached"] = ["the-fall"]
    return {**state, "powers": ["dawn", "leviathan"]}


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_a_narrow_terminal_shows_all_four_cards(width):
    text = shown(width, 60, picture=None, state=crowded())
    rows = text.split("\n")
    assert max(map(len, rows)) <= width and "…" not in text
    words = " ".join(" ".join(row.strip("│╭╮╰╯─ ").split()) for row in rows)
    names = ["The North Wind", "The Pallbearers", "The Blind Man", "The Thief", "Sands (Amplify)"]
    for part in (*names, "1 2 3", "7 4", "Saints (Higher than?), Sinners (Discard lower)"):
        assert part in words
    assert "Bartholomew A plays a fate." in words


def test_what_only_a_newer_companion_knows_is_shown_by_its_own_word():
    text = shown(80, 30, picture=None, state={**crowded(), "phase": "dream", "assist": "seer"})
    assert "dream" in text and "Number lines (seer)" in text


def test_a_dumb_terminal_reads_lines(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(following, "follow", lambda port, **wanted: iter([("state", {"state": STATE})]))
    live._show(None)
    assert "Place 1: Dawn (Higher), no fates, moons 0 of 3.\n" in capsys.readouterr().out


def test_what_is_waited_for_stands_above_what_was_last_known():
    rows = shown(150, 50, note="The cable is out.\nWaiting.").split("\n")
    assert [row.strip() for row in rows[:2]] == ["The cable is out.", "Waiting."]
    assert "Turn 1" in "".join(rows)


def test_a_table_without_a_game_is_said_too():
    assert "No game is on the table." in shown(80, 24, state=None)


def test_a_terminal_shows_the_table_as_it_is_played():
    console = Console(width=150, height=50, file=io.StringIO(), force_terminal=True, color_system=None)
    later = Game.replay([SETUP, "play 4 1"]).state()
    news = [("picture", PICTURES[2]), None, *[("gone", "The cable is out.")] * 2, ("state", {"state": later})]
    live._draw(console, ("state", {"state": STATE}), iter(news))
    pictures = console.file.getvalue().split("Turn 1")
    assert [("plays a fate" in text, "has played" in text) for text in pictures[1:5]] == [
        (True, False),
        (True, False),
        (True, False),
        (False, True),
    ]
    assert has_dots(pictures[1]) and "Waiting for the companion" in pictures[2]
    assert "Waiting for the companion" not in pictures[3]
