"""The common part of the charts of all games: their style, bars, files, and the page that shows them.

The page needs only a browser: its bars, below their numbers, are as wide as the window allows. The pictures
are drawn by matplotlib, which comes with the extra `charts`. It must not know any game.
"""

import io
import warnings
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _

from arcana_host.games.statistics import Chart, Statistics
from arcana_host.html import render

INK = "#1f2933"
COLOURS = {"good": "#2a7f62", "bad": "#b23a48", "mark": INK, "pale": "#cbd2d9", "paler": "#eceff2"}
"""The colours of the kinds of a `Chart`'s parts on white paper."""
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "text.color": INK,
    # a $ in a name is not mathematics
    "text.parse_math": False,
    # the same statistics make the same file
    "svg.hashsalt": "arcana",
    "svg.fonttype": "none",
}
"""The settings of matplotlib for drawing and saving a figure."""
BAR = 0.2
"""Inches for a bar, and for each line of text around a chart."""
LEAST = 9
"""The least height of a chart, in bars."""
LEGEND = 18
"""The points from a chart to its title if there is a legend between them."""
MOST = 12
"""How many rows a picture shows of a chart of people: those with the longest bars."""
STEPS = (1, 2, 5, 10)
"""The steps of an axis, times a power of ten."""

_OPTIONS: dict[str, dict[str, Any]] = {"png": {"dpi": 150}, "svg": {"metadata": {"Date": None}}}


def save_figure(draw: Callable[[], Any], kind: str) -> bytes:
    """Return a matplotlib Figure as a file. Raises ArcanaError when matplotlib is missing.

    draw: makes the Figure, in the STYLE. kind: "png" or "svg".
    """
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
        draw().savefig(file, format=kind, **_OPTIONS[kind])
    return file.getvalue()


def page(title: str, statistics: Statistics) -> bytes:
    """Return one self-contained HTML page with the tables and their bars. title: of the game."""
    return render(
        Path(__file__).parent,
        "statistics.html",
        title=title,
        headline=statistics.headline(),
        sentences=statistics.sentences(),
        charts=[(chart, _scale(chart)) for chart in statistics.charts() if chart.rows],
    ).encode()


def _scale(chart: Chart) -> float:
    """Return the length of the longest bar of a chart, 1 without any."""
    return max((sum(lengths) for lengths in chart.lengths), default=0) or 1


def height(*charts: Collection) -> int:
    """Return the height in bars for charts side by side: of the longest, with its title, legend and axis."""
    return max(LEAST, max(map(len, charts)) + 5)


def _shown(chart: Chart) -> Chart:
    """Return a chart with the MOST rows that have the longest bars, in their order."""
    order = sorted(range(len(chart.rows)), key=lambda row: (-sum(chart.lengths[row]), row))
    kept = sorted(order[:MOST])
    return chart._replace(
        rows=[chart.rows[row] for row in kept], lengths=[chart.lengths[row] for row in kept]
    )


def draw_bars(axes: Any, title: str, names: list[str], parts: list[tuple], ends: list[str]) -> None:
    """Draw a row of bars for each name, the first at the top.

    parts: [(label, colour, lengths)], stacked along each bar. ends: the text at the end of each bar.
    """
    from matplotlib.ticker import MaxNLocator

    explained = len(parts) > 1 and bool(names)
    axes.set_title(title, pad=LEGEND if explained else None)
    rows = range(len(names))
    reached = [0] * len(names)
    for label, colour, lengths in parts:
        axes.barh(rows, lengths, left=reached, color=colour, label=label)
        reached = [start + length for start, length in zip(reached, lengths, strict=True)]
    for row, (end, text) in enumerate(zip(reached, ends, strict=True)):
        axes.annotate(text, (end, row), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_yticks(rows, names)
    # so that a single bar does not fill the chart
    axes.set_ylim(max(len(names), 3) - 0.4, -0.6)
    axes.set_xlim(0, max([1, *reached]) * 1.12)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=STEPS))
    if explained:
        # in a line of its own: a title may take the whole width
        above = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2, "borderpad": 0}
        narrow = {"handlelength": 1.2, "handletextpad": 0.5, "columnspacing": 1}
        axes.legend(frameon=False, fontsize=8, ncols=len(parts), **above, **narrow)


def lay_out(charts: Sequence[tuple[str, Collection]]) -> tuple[list[Any], list[int]]:
    """Return the rows of a mosaic with two charts in each, and the height of each row in bars.

    charts: (name, the rows with a bar each).
    """
    pairs = [charts[start : start + 2] for start in range(0, len(charts), 2)]
    rows = [[name for name, _bars in pair] + ["."] * (2 - len(pair)) for pair in pairs]
    return rows, [height(*(bars for _name, bars in pair)) for pair in pairs]


def drawn(title: str, statistics: Statistics) -> Any:
    """Return all charts with bars as a matplotlib Figure, to be called and saved in the STYLE.

    title: of the game.
    """
    from matplotlib.figure import Figure

    charts = [_shown(chart) if chart.of_people else chart for chart in statistics.charts() if chart.parts]
    rows, heights = lay_out([(chart.key, chart.rows) for chart in charts])
    figure = Figure(figsize=(12, BAR * (sum(heights) + 2)), layout="constrained")
    figure.suptitle(f"{title}: {statistics.headline()}", x=0.01, ha="left", fontsize=13)
    if charts:
        axes = figure.subplot_mosaic(rows, height_ratios=heights)
        for chart in charts:
            parts = [
                (label, COLOURS[kind], [lengths[number] for lengths in chart.lengths])
                for number, (label, kind) in enumerate(chart.parts)
            ]
            names, ends = [row[0] for row in chart.rows], [row[chart.end] for row in chart.rows]
            draw_bars(axes[chart.key], chart.title, names, parts, ends)
    return figure


def chart(title: str, statistics: Statistics, kind: str) -> bytes:
    """Return all charts as a file.

    title: of the game. kind: "png", "svg", or "html". Raises ArcanaError when matplotlib is missing, which
    only draws the pictures.
    """
    return page(title, statistics) if kind == "html" else save_figure(lambda: drawn(title, statistics), kind)
