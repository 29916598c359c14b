"""The statistics as pictures: PNG, SVG, and a page that carries its picture with it.

The pictures are drawn by matplotlib, which comes with the extra `charts`. It lays out what
`arcana_host.games.shipwreck.statistics` has added up and must not know where that came from.
"""

import io
import warnings
from pathlib import Path
from typing import Any

from arcana_host.errors import ArcanaError
from arcana_host.games.shipwreck.naming import card_name, power_title
from arcana_host.games.shipwreck.statistics import Hits, Statistics, Tally
from arcana_host.games.shipwreck.tables import headline, sentences, win_tables
from arcana_host.html import render
from arcana_host.translation import N_, _
from arcana_host.wording import percent

MOST = 12
"""How many players a chart shows: those with the most games, or the most predictions."""

_INK = "#1f2933"
_GOOD = "#2a7f62"
_BAD = "#b23a48"
_PALE = "#cbd2d9"
_PALER = "#eceff2"
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "text.color": _INK,
    # names are names, whatever is in them
    "text.parse_math": False,
    # the same statistics make the same file
    "svg.hashsalt": "arcana",
    "svg.fonttype": "none",
}
"""What matplotlib has to be told before a figure is drawn and saved."""
_BAR = 0.2
"""Inches for a bar, and as much for each line of what stands around a chart."""
_LEAST = 9
"""Bars for which a chart has room at least."""


def png(statistics: Statistics) -> bytes:
    """Return the charts as a PNG file. Raises ArcanaError when matplotlib is missing."""
    return _saved(statistics, "png", dpi=150)


def svg(statistics: Statistics) -> bytes:
    """Return the charts as an SVG file. Raises ArcanaError when matplotlib is missing."""
    return _saved(statistics, "svg", metadata={"Date": None})


def html(statistics: Statistics) -> bytes:
    """Return one HTML page with the charts and the tables in it, which needs no other file.

    Raises ArcanaError when matplotlib is missing.
    """
    drawing = svg(statistics).decode()
    return render(
        Path(__file__).parent,
        "statistics.html",
        headline=headline(statistics),
        sentences=sentences(statistics),
        drawing=drawing[drawing.index("<svg") :],
        tables=_tables(statistics),
    ).encode()


def _saved(statistics: Statistics, kind: str, **options: Any) -> bytes:
    try:
        import matplotlib
    except ImportError as error:
        from arcana_host.installation import install_extra

        raise ArcanaError(
            _(
                "The charts are drawn by matplotlib, which is missing: `{command}` adds it.",
                command=install_extra("charts"),
            )
        ) from error
    with matplotlib.rc_context(STYLE), warnings.catch_warnings():
        # a name in letters that the font lacks shows as boxes
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        file = io.BytesIO()
        drawn(statistics).savefig(file, format=kind, **options)
    return file.getvalue()


def drawn(statistics: Statistics) -> Any:
    """Return the charts as a matplotlib Figure, to be called and saved in the STYLE."""
    from matplotlib.figure import Figure

    wins = win_tables(statistics)
    wins["Player"] = _most(wins["Player"], lambda tally: tally.games)
    hits = _most(statistics.predictions_by_player, lambda made: made.hits + made.misses)
    heights = [
        _height(wins["Doom at the start"], wins["Players"]),
        _height(wins["Card set"], wins["Mode"]),
        _height(wins["Player"], hits),
        _height(statistics.powers),
    ]
    heights.append(max(_LEAST, _height(statistics.cards) - heights[-1]))
    figure = Figure(figsize=(11, _BAR * (sum(heights) + 2)), layout="constrained")
    axes = figure.subplot_mosaic(
        [
            ["Doom at the start", "Players"],
            ["Card set", "Mode"],
            ["Player", "hits"],
            ["cards", "powers"],
            ["cards", "doom"],
        ],
        height_ratios=heights,
    )
    figure.suptitle(headline(statistics), x=0.01, ha="left", fontsize=13)
    for heading, tallies in wins.items():
        _draw_wins(axes[heading], _(_GAMES[heading]), tallies)
    _draw_hits(axes["hits"], hits)
    _draw_cards(axes["cards"], statistics)
    _draw_powers(axes["powers"], statistics)
    _draw_doom(axes["doom"], statistics)
    return figure


_GAMES = {
    "Doom at the start": N_("Games by doom at the start"),
    "Players": N_("Games by number of players"),
    "Card set": N_("Games by card set"),
    "Mode": N_("Games by mode"),
    "Player": N_("Games by player"),
}
_STEPS = (1, 2, 5, 10)
"""What the numbers on an axis are multiples of, or ten times them, and so on."""


def _height(*charts: dict) -> int:
    """How high charts side by side have to be, in bars: the longest one, its title and its axis."""
    return max(_LEAST, max(map(len, charts)) + 4)


def _most(found: dict, count: Any) -> dict:
    kept = sorted(found, key=lambda key: (-count(found[key]), key))[:MOST]
    return {key: found[key] for key in sorted(kept)}


def _draw_bars(axes: Any, title: str, names: list[str], parts: list[tuple], ends: list[str]) -> None:
    """Draw a row of bars for each name, the first at the top.

    parts: [(label, colour, lengths)], one after the other along each bar. ends: what stands at its end.
    """
    from matplotlib.ticker import MaxNLocator

    axes.set_title(title)
    rows = range(len(names))
    reached = [0] * len(names)
    for label, colour, lengths in parts:
        axes.barh(rows, lengths, left=reached, color=colour, label=label)
        reached = [start + length for start, length in zip(reached, lengths, strict=True)]
    for row, (end, text) in enumerate(zip(reached, ends, strict=True)):
        axes.annotate(text, (end, row), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_yticks(rows, names)
    # a single bar shall not fill the chart
    axes.set_ylim(max(len(names), 3) - 0.4, -0.6)
    axes.set_xlim(0, max([1, *reached]) * 1.12)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=_STEPS))
    if len(parts) > 1 and names:
        beside_the_title = {"loc": "lower right", "bbox_to_anchor": (1, 1), "borderaxespad": 0.2}
        narrow = {"handlelength": 1.2, "handletextpad": 0.5, "columnspacing": 1}
        axes.legend(frameon=False, fontsize=8, ncols=len(parts), **beside_the_title, **narrow)


def _draw_wins(axes: Any, title: str, tallies: dict[str, Tally]) -> None:
    made = tallies.values()
    parts = [(_("won"), _GOOD, [one.won for one in made]), (_("lost"), _PALE, [one.lost for one in made])]
    if any(one.abandoned + one.unfinished for one in made):
        parts.append((_("not finished"), _PALER, [one.abandoned + one.unfinished for one in made]))
    _draw_bars(axes, title, list(tallies), parts, [percent(one.rate) for one in made])


def _draw_hits(axes: Any, hits: dict[str, Hits]) -> None:
    made = hits.values()
    parts = [
        (_("hit"), _GOOD, [one.hits for one in made]),
        (_("missed"), _PALE, [one.misses for one in made]),
    ]
    _draw_bars(
        axes, _("Predictions by whose fate it was"), list(hits), parts, [percent(one.rate) for one in made]
    )


def _draw_cards(axes: Any, statistics: Statistics) -> None:
    made = statistics.cards.values()
    parts = [(_("faded"), _INK, [one.faded for one in made])]
    parts.append((_("stayed"), _PALE, [one.laid - one.faded for one in made]))
    names = [card_name(card) for card in statistics.cards]
    _draw_bars(axes, _("Cards laid into the row"), names, parts, [percent(one.rate) for one in made])


def _draw_powers(axes: Any, statistics: Statistics) -> None:
    made = statistics.powers.values()
    parts = [(_("used"), _INK, [one.used for one in made])]
    parts.append((_("not used"), _PALE, [max(0, one.faded - one.used) for one in made]))
    names = [power_title(power) for power in statistics.powers]
    _draw_bars(axes, _("Faded powers"), names, parts, [percent(one.rate) for one in made])


def _draw_doom(axes: Any, statistics: Statistics) -> None:
    from matplotlib.ticker import MaxNLocator

    rises = [rise for rise, games in statistics.doom.by_turn]
    axes.set_title(_("Average rise of doom in each turn"))
    axes.bar(range(1, len(rises) + 1), rises, color=_BAD)
    if not rises:
        axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=_STEPS))
    axes.set_xlim(0.4, max(5, len(rises)) + 0.6)
    axes.set_xlabel(_("turn"))


def _tables(statistics: Statistics) -> list[tuple[tuple, list[tuple]]]:
    """Return the tables below the charts: (headings, rows)."""
    made: list[tuple[tuple, list[tuple]]] = [
        (
            (_(heading), _("Games"), _("Won"), _("Lost"), _("Rate")),
            [(key, one.games, one.won, one.lost, percent(one.rate)) for key, one in tallies.items()],
        )
        for heading, tallies in win_tables(statistics).items()
    ]
    hits = statistics.predictions_by_player.items()
    cards, powers = statistics.cards.items(), statistics.powers.items()
    return [
        *made,
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
