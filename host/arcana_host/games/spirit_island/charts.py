"""The statistics of Spirit Island as charts: PNG, SVG, and a self-contained HTML page.

It draws the results of `arcana_host.games.spirit_island.statistics`.
"""

from typing import Any

from arcana_host.games import drawing
from arcana_host.games.drawing import BAR, GOOD, PALE, PALER, draw_bars, height, most
from arcana_host.games.spirit_island.statistics import Statistics, Tally
from arcana_host.games.spirit_island.tables import headline, level_table, win_rows, win_tables
from arcana_host.translation import N_, _
from arcana_host.wording import percent

_TITLES = {
    "Adversary": N_("Games by adversary"),
    "Spirit": N_("Games by spirit"),
    "Players": N_("Games by number of players"),
    "Terror level": N_("Games by terror level at the end"),
    "Player": N_("Games by player"),
}


def png(statistics: Statistics) -> bytes:
    """Return the charts as a PNG file. Raises ArcanaError when matplotlib is missing."""
    return drawing.save_figure(lambda: drawn(statistics), "png")


def svg(statistics: Statistics) -> bytes:
    """Return the charts as an SVG file. Raises ArcanaError when matplotlib is missing."""
    return drawing.save_figure(lambda: drawn(statistics), "svg")


def html(statistics: Statistics) -> bytes:
    """Return one HTML page with the charts and the tables in it. Raises ArcanaError as `svg` does."""
    found = [win_rows(heading, tallies) for heading, tallies in win_tables(statistics).items()]
    headings, *rows = level_table(statistics)
    tables = [*found, (headings, rows)]
    return drawing.page("Spirit Island", headline(statistics), [], svg(statistics), tables)


def drawn(statistics: Statistics) -> Any:
    """Return the charts as a matplotlib Figure, to be called and saved in `drawing.STYLE`."""
    from matplotlib.figure import Figure

    wins = win_tables(statistics)
    wins["Player"] = most(wins["Player"], lambda tally: tally.games)
    heights = [
        height(wins["Adversary"], wins["Spirit"]),
        height(wins["Players"], wins["Terror level"]),
        height(wins["Player"]),
    ]
    figure = Figure(figsize=(12, BAR * (sum(heights) + 2)), layout="constrained")
    axes = figure.subplot_mosaic(
        [["Adversary", "Spirit"], ["Players", "Terror level"], ["Player", "."]], height_ratios=heights
    )
    figure.suptitle(headline(statistics), x=0.01, ha="left", fontsize=13)
    for heading, tallies in wins.items():
        _draw_wins(axes[heading], _(_TITLES[heading]), tallies)
    return figure


def _draw_wins(axes: Any, title: str, tallies: dict[str, Tally]) -> None:
    made = tallies.values()
    parts = [(_("won"), GOOD, [one.won for one in made]), (_("lost"), PALE, [one.lost for one in made])]
    rest = [one.games - one.won - one.lost for one in made]
    if any(rest):
        parts.append((_("not finished"), PALER, rest))
    draw_bars(axes, title, list(tallies), parts, [percent(one.rate) for one in made])
