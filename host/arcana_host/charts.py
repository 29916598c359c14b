"""The statistics as pictures: PNG, SVG, and a page that carries its picture with it.

The pictures are drawn by matplotlib, which comes with the extra `charts`. It lays out what
`arcana_host.statistics` has added up and must not know where that came from.
"""

import io
from html import escape
from typing import Any

from arcana_host.errors import ArcanaError
from arcana_host.statistics import Statistics
from arcana_host.tables import headline, percent, sentences
from arcana_host.view import card_name

MOST = 12
"""How many players a chart shows: those with the most games, or the most predictions."""

_INK = "#1f2933"
_GOOD = "#2a7f62"
_BAD = "#b23a48"
_PALE = "#cbd2d9"
_STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "text.color": _INK,
    # the same statistics make the same file
    "svg.hashsalt": "arcana",
    "svg.fonttype": "none",
}


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
    parts = [f"<p>{escape(sentence)}</p>" for sentence in sentences(statistics)]
    page = _PAGE.format(
        headline=escape(headline(statistics)),
        drawing=drawing[drawing.index("<svg") :],
        sentences="\n".join(parts),
        tables="\n".join(_html_tables(statistics)),
    )
    return page.encode()


def _saved(statistics: Statistics, kind: str, **options: Any) -> bytes:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        from arcana_host.installation import install_extra

        raise ArcanaError(
            f"The charts are drawn by matplotlib, which is not installed: {install_extra('charts')}"
        ) from error
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(11, 14), layout="constrained")
        _draw(figure, statistics)
        file = io.BytesIO()
        figure.savefig(file, format=kind, **options)
    return file.getvalue()


def _draw(figure: Any, statistics: Statistics) -> None:
    axes = figure.subplot_mosaic(
        [["difficulty", "players"], ["sets", "player"], ["hits", "doom"], ["cards", "cards"]],
        height_ratios=(1, 1, 1, 2),
    )
    figure.suptitle(headline(statistics), x=0.02, ha="left")
    _draw_wins(axes["difficulty"], "Won and lost by doom at the start", statistics.by_difficulty)
    _draw_wins(axes["players"], "… by number of players", statistics.by_number_of_players)
    _draw_wins(axes["sets"], "… by card set", statistics.by_set)
    _draw_wins(axes["player"], "… by player", _most(statistics.by_player, lambda tally: tally.games))
    _draw_hits(axes["hits"], statistics)
    _draw_doom(axes["doom"], statistics)
    _draw_cards(axes["cards"], statistics)


def _most(found: dict, count: Any) -> dict:
    kept = sorted(found, key=lambda key: (-count(found[key]), key))[:MOST]
    return {key: found[key] for key in sorted(kept)}


def _draw_wins(axes: Any, title: str, tallies: dict) -> None:
    names = list(tallies)
    won = [tally.won for tally in tallies.values()]
    lost = [tally.lost for tally in tallies.values()]
    axes.set_title(title)
    axes.bar(names, won, color=_GOOD, label="won")
    axes.bar(names, lost, bottom=won, color=_PALE, label="lost")
    for place, tally in enumerate(tallies.values()):
        axes.annotate(percent(tally.rate), (place, tally.won + tally.lost), ha="center", va="bottom")
    axes.margins(y=0.15)
    if names:
        axes.legend(frameon=False, fontsize=8)


def _draw_hits(axes: Any, statistics: Statistics) -> None:
    made = _most(statistics.predictions_by_player, lambda made: made.hits + made.misses)
    axes.set_title("Share of right predictions, by whose fate it was")
    names = [f"{player}\n({one.hits + one.misses})" for player, one in made.items()]
    bars = axes.bar(names, [one.rate * 100 for one in made.values()], color=_GOOD)
    axes.bar_label(bars, [percent(one.rate) for one in made.values()])
    axes.set_ylim(0, 110)
    axes.set_ylabel("%")


def _draw_doom(axes: Any, statistics: Statistics) -> None:
    rises = [rise for rise, _ in statistics.doom.by_turn]
    axes.set_title("How much doom rises, on average, in each turn of a game")
    axes.bar(range(1, len(rises) + 1), rises, color=_BAD)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("turn")


def _draw_cards(axes: Any, statistics: Statistics) -> None:
    cards = dict(reversed(statistics.cards.items()))
    axes.set_title("How often a card fades that came to the row")
    bars = axes.barh(
        [card_name(card) for card in cards], [one.rate * 100 for one in cards.values()], color=_INK
    )
    axes.bar_label(bars, [f" {one.faded} of {one.laid}" for one in cards.values()], fontsize=7)
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("%")
    axes.margins(x=0.08, y=0.01)


def _html_tables(statistics: Statistics) -> list[str]:
    wins = (
        ("Doom at the start", statistics.by_difficulty),
        ("Players", statistics.by_number_of_players),
        ("Card set", statistics.by_set),
        ("Mode", statistics.by_mode),
        ("Player", statistics.by_player),
    )
    made = [
        _html_table(
            (heading, "Games", "Won", "Lost", "Rate"),
            [(key, one.games, one.won, one.lost, percent(one.rate)) for key, one in tallies.items()],
        )
        for heading, tallies in wins
    ]
    hits = statistics.predictions_by_player.items()
    made.append(
        _html_table(
            ("Fate of", "Hits", "Misses", "Rate"),
            [(player, one.hits, one.misses, percent(one.rate)) for player, one in hits],
        )
    )
    cards = statistics.cards.items()
    made.append(
        _html_table(
            ("Card", "Laid", "Faded", "Rate", "Power used"),
            [(card_name(card), one.laid, one.faded, percent(one.rate), one.used) for card, one in cards],
        )
    )
    return made


def _html_table(headings: tuple, rows: list[tuple]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in headings)
    body = "\n".join(
        f'<tr><th scope="row">{escape(str(first))}</th>'
        + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in rows
    )
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The Shipwreck Arcana: {headline}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fff; max-width: 70rem;
  margin: 2rem auto; padding: 0 1rem; }}
svg {{ max-width: 100%; height: auto; }}
.tables {{ display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .1rem .8rem .1rem 0; text-align: right; }}
th:first-child {{ text-align: left; }}
thead th {{ border-bottom: 1px solid #1f2933; }}
</style>
</head>
<body>
<h1>{headline}</h1>
{sentences}
<figure aria-label="Charts; the tables below have their numbers.">
{drawing}
</figure>
<div class="tables">
{tables}
</div>
</body>
</html>
"""
