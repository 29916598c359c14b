"""The tables of all games' statistics in the terminal."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text


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
