"""The view of `arcana live` in a terminal: the panel, if there is room for it, and the table.

It must not know the link or commands.
"""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.cli.braille import draw_braille
from arcana_host.cli.table_view import table

_GAP = 2


def terminal_view(
    console: Console, state: dict | None, picture: tuple[tuple[int, int], bytes] | None, note: str | None
) -> RenderableType:
    """Return as much as fits into the console.

    state: the result of `Game.state()`, or None without a game. picture: the panel's picture, with its width
    and height, or None if unknown. note: the problem, shown at the top; None if there is no problem.
    """
    words = [] if note is None else [Text(note, style="bold yellow")]
    shown = table(state)
    if picture is None:
        return Group(*words, shown)
    size, dots = picture
    # the cursor needs one line
    room = console.height - 1 - sum(_height(console, each) for each in words)
    columns, lines = size[0] // 2, -(-size[1] // 4)
    wide = columns + _GAP + console.measure(shown).maximum <= console.width
    if wide and max(lines, _height(console, shown)) <= room:
        beside = Table.grid(padding=(0, _GAP, 0, 0))
        beside.add_row(draw_braille(dots, *size), shown)
        return Group(*words, beside)
    if columns <= console.width and lines + _height(console, shown) <= room:
        return Group(*words, draw_braille(dots, *size), shown)
    return Group(*words, shown)


def _height(console: Console, part: RenderableType) -> int:
    return len(console.render_lines(part))
