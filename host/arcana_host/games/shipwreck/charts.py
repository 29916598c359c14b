"""The statistics as charts: PNG, SVG, and a self-contained HTML page.

It draws the results of `arcana_host.games.shipwreck.statistics`, and must not know where they came from.
"""

from typing import Any

from arcana_host.games import drawing
from arcana_host.games.drawing import (
    BAD,
    BAR,
    GOOD,
    INK,
    LEAST,
    PALE,
    STEPS,
    draw_bars,
    draw_wins,
    height,
    lay_out,
    most,
    shown_tables,
    win_rows,
)
from arcana_host.games.shipwreck.about import TITLE
from arcana_host.games.shipwreck.naming import card_name, power_title
from arcana_host.games.shipwreck.statistics import Hits, Statistics
from arcana_host.games.shipwreck.tables import sentences
from arcana_host.translation import _
from arcana_host.wording import percent


def png(statistics: Statistics) -> bytes:
    """Return the charts as a PNG file. Raises ArcanaError when matplotlib is missing."""
    return drawing.save_figure(lambda: drawn(statistics), "png")


def svg(statistics: Statistics) -> bytes:
    """Return the charts as an SVG file. Raises ArcanaError when matplotlib is missing."""
    return drawing.save_figure(lambda: drawn(statistics), "svg")


def html(statistics: Statistics) -> bytes:
    """Return one HTML page with the charts and the tables in it. Raises ArcanaError as `svg` does."""
    picture, tables = svg(statistics), _tables(statistics)
    return drawing.page(TITLE, statistics.headline(), sentences(statistics), picture, tables)


def drawn(statistics: Statistics) -> Any:
    """Return the charts as a matplotlib Figure, to be called and saved in the STYLE."""
    from matplotlib.figure import Figure

    tables = shown_tables(statistics)
    hits = most(statistics.predictions_by_player, lambda made: made.hits + made.misses)
    rows, heights = lay_out([*((table.key, table.tallies) for table in tables), ("hits", hits)])
    heights.append(height(statistics.powers))
    heights.append(max(LEAST, height(statistics.cards) - heights[-1]))
    figure = Figure(figsize=(11, BAR * (sum(heights) + 2)), layout="constrained")
    axes = figure.subplot_mosaic([*rows, ["cards", "powers"], ["cards", "doom"]], height_ratios=heights)
    figure.suptitle(statistics.headline(), x=0.01, ha="left", fontsize=13)
    for table in tables:
        draw_wins(axes[table.key], table)
    _draw_hits(axes["hits"], hits)
    _draw_cards(axes["cards"], statistics)
    _draw_powers(axes["powers"], statistics)
    _draw_doom(axes["doom"], statistics)
    return figure


def _draw_hits(axes: Any, hits: dict[str, Hits]) -> None:
    made = hits.values()
    parts = [
        (_("hit"), GOOD, [one.hits for one in made]),
        (_("missed"), PALE, [one.misses for one in made]),
    ]
    draw_bars(
        axes, _("Predictions by whose fate it was"), list(hits), parts, [percent(one.rate) for one in made]
    )


def _draw_cards(axes: Any, statistics: Statistics) -> None:
    made = statistics.cards.values()
    parts = [(_("faded"), INK, [one.faded for one in made])]
    parts.append((_("stayed"), PALE, [one.laid - one.faded for one in made]))
    names = [card_name(card) for card in statistics.cards]
    draw_bars(axes, _("Cards dealt to the row"), names, parts, [percent(one.rate) for one in made])


def _draw_powers(axes: Any, statistics: Statistics) -> None:
    made = statistics.powers.values()
    parts = [(_("used"), INK, [one.used for one in made])]
    parts.append((_("not used"), PALE, [max(0, one.faded - one.used) for one in made]))
    names = [power_title(power) for power in statistics.powers]
    draw_bars(axes, _("Faded powers"), names, parts, [percent(one.rate) for one in made])


def _draw_doom(axes: Any, statistics: Statistics) -> None:
    from matplotlib.ticker import MaxNLocator

    rises = [rise for rise, games in statistics.doom.by_turn]
    axes.set_title(_("Average rise of doom in each turn"))
    axes.bar(range(1, len(rises) + 1), rises, color=BAD)
    if not rises:
        axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=STEPS))
    axes.set_xlim(0.4, max(5, len(rises)) + 0.6)
    axes.set_xlabel(_("turn"))


def _tables(statistics: Statistics) -> list[tuple]:
    """Return the tables below the charts: (headings, rows)."""
    hits = statistics.predictions_by_player.items()
    cards, powers = statistics.cards.items(), statistics.powers.items()
    return [
        *map(win_rows, statistics.win_tables()),
        (
            (_("Fate of"), _("Hits"), _("Misses"), _("Rate")),
            [(player, one.hits, one.misses, percent(one.rate)) for player, one in hits],
        ),
        (
            (_("Card"), _("Laid"), _("Faded"), _("Rate")),
            [(card_name(card), one.laid, one.faded, percent(one.rate)) for card, one in cards],
        ),
        (
            (_("Power"), _("Faded"), _("Used"), _("Rate")),
            [(power_title(power), one.faded, one.used, percent(one.rate)) for power, one in powers],
        ),
    ]
