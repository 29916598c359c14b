"""Draws the panel's picture in a terminal, in braille.

It must not know the subject or the source of the picture.
"""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from rich.text import Text

PAPER_AND_INK = "#1b1c1e on #e6e3d8"

_BRAILLE = 0x2800
_ALL_DOTS = 0xFF
# the bit of each dot of a braille sign, (column, row)
_DOTS = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}


def draw_braille(picture: bytes, width: int, height: int) -> Text:
    """Return the picture as braille: a column for two of it, and a line for four rows.

    picture: eight rows a page, bit 0 the topmost, 1 = black. width, height: in pixels.

    Areas with more ink than paper are drawn in reverse, as dots of paper, so that black looks black and a
    letter is never half reversed.
    """
    black = partial(_black, picture, width)
    grid = [[_dots(black, x, y) for x in range(0, width, 2)] for y in range(0, height, 4)]
    text = Text(style=PAPER_AND_INK, no_wrap=True)
    for line, signs in enumerate(grid):
        turned = [_ALL_DOTS if _is_ink(grid, column, line) else 0 for column in range(len(signs))]
        for turn, run in groupby(zip(signs, turned, strict=True), lambda pair: pair[1]):
            text.append("".join(chr(_BRAILLE + (sign ^ turn)) for sign, _ in run), "reverse" if turn else "")
        text.append("\n")
    text.right_crop()
    return text


def _is_ink(grid: list[list[int]], column: int, line: int) -> bool:
    around = [
        sign.bit_count()
        for signs in grid[max(0, line - 1) : line + 2]
        for sign in signs[max(0, column - 3) : column + 4]
    ]
    return sum(around) > len(around) * 4


def _dots(black: Callable[[int, int], int], x: int, y: int) -> int:
    return sum(bit for (dx, dy), bit in _DOTS.items() if black(x + dx, y + dy))


def _black(picture: bytes, width: int, x: int, y: int) -> int:
    return picture[y // 8 * width + x] >> y % 8 & 1
