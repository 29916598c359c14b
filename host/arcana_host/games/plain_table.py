"""The tables of all games' statistics in the terminal."""

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.games.statistics import Statistics


def tables(statistics: Statistics) -> RenderableType:
    """Return all tables of some statistics, side by side if there is room, and their sentences."""
    found = []
    for chart in statistics.charts():
        if chart.rows:
            found.append(plain_table(chart.headings, chart.rows))
            found[-1].title, found[-1].title_justify = Text(chart.title, style="italic"), "left"
    sentences = [Text(sentence) for sentence in statistics.sentences()]
    headline = Text(statistics.headline(), style="bold")
    return Group(headline, Text(""), Columns(found, padding=(0, 4)), *sentences)


def plain_table(headings: Sequence[str], rows: Iterable[Sequence[str]], gap: bool = True) -> Table:
    """Return a table without lines: the first column in bold at the left, all others at the right.

    gap: whether an empty row follows, for tables below each other.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", style=None if number else "bold")
    for row in rows:
        table.add_row(*map(Text, row))
    if gap:
        table.add_row()
    return table
