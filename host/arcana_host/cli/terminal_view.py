"""What `arcana live` draws in a terminal: the panel where there is room for it, and the table.

It must not know the link nor commands.
"""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.cli.braille import SIZES
from arcana_host.cli.table_view import table

_GAP = 2


def terminal_view(
    console: Console, state: dict | None, picture: bytes | None, note: str | None
) -> RenderableType:
    """Return as much as fits into the console.

    state: as `Game.state()` gives it, None for no game. picture: the panel's, None when it is not known.
    note: what is wrong, above everything else; None when all is well.
    """
    words = [] if note is None else [Text(note, style="bold yellow")]
    lying = table(state)
    if picture is None:
        return Group(*words, lying)
    # the line that the cursor is on is lost
    room = console.height - 1 - sum(_height(console, each) for each in words)
    for columns, lines, draw in SIZES:
        wide = columns + _GAP + console.measure(lying).maximum <= console.width
        if wide and max(lines, _height(console, lying)) <= room:
            beside = Table.grid(padding=(0, _GAP, 0, 0))
            beside.add_row(draw(picture), lying)
            return Group(*words, beside)
        if columns <= console.width and lines + _height(console, lying) <= room:
            return Group(*words, draw(picture), lying)
    return Group(*words, lying)


def _height(console: Console, part: RenderableType) -> int:
    return len(console.render_lines(part))
