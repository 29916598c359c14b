"""The picture in memory: text, boxes and symbols in black and white.

It must not know the game, nor how the picture gets onto the glass.
"""

import framebuf

from companion import fonts
from companion.fonts import large, medium, small, symbols

WIDTH = 296
HEIGHT = 128
BLACK = 1
WHITE = 0

SMALL = fonts.Font(small)
MEDIUM = fonts.Font(medium)
LARGE = fonts.Font(large)
_SYMBOLS = fonts.Font(symbols)

LEFT, CENTRE, RIGHT = range(3)


def _palette(paper, ink):
    palette = framebuf.FrameBuffer(bytearray(2), 2, 1, framebuf.MONO_VLSB)
    palette.pixel(0, 0, paper)
    palette.pixel(1, 0, ink)
    return palette


# by ink: what paper and ink of a glyph become
_PALETTES = (_palette(BLACK, WHITE), _palette(WHITE, BLACK))


class Canvas:
    """A landscape picture of 296 by 128 pixels, 1 is black.

    buffer: 4736 bytes, framebuf's MONO_VLSB. frame: the FrameBuffer over it.
    """

    def __init__(self):
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        self.frame = framebuf.FrameBuffer(self.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)

    def clear(self):
        """Make the whole picture white."""
        self.frame.fill(WHITE)

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=WIDTH):
        """Write one line; return the x after it.

        x, y: the top of the capitals; x is the left end, the middle or the right end by `align`.
        width: pixels it may take; a longer text loses its end to three dots.
        """
        taken = font.width(text)
        if taken > width:
            text = cut(text, font, width)
            taken = font.width(text)
        if align == CENTRE:
            x -= taken // 2
        elif align == RIGHT:
            x -= taken
        return font.draw(self.frame, text, x, y, _PALETTES[ink])

    def symbol(self, name, x, y, ink=BLACK):
        """Draw the symbol that firmware/tools/symbols.txt calls by this character, its corner at x, y."""
        return _SYMBOLS.draw(self.frame, name, x, y + fonts.ACCENT, _PALETTES[ink])

    def fill(self, x, y, width, height, ink=BLACK):
        """Fill a rectangle."""
        self.frame.fill_rect(x, y, width, height, ink)

    def outline(self, x, y, width, height, ink=BLACK):
        """Draw the edge of a rectangle, one pixel thick."""
        self.frame.rect(x, y, width, height, ink)

    def chip(self, x, y, width, height, ink=BLACK):
        """Fill a rectangle with its corners taken off."""
        self.frame.fill_rect(x, y + 2, width, height - 4, ink)
        self.frame.fill_rect(x + 1, y + 1, width - 2, 1, ink)
        self.frame.fill_rect(x + 1, y + height - 2, width - 2, 1, ink)
        self.frame.fill_rect(x + 2, y, width - 4, 1, ink)
        self.frame.fill_rect(x + 2, y + height - 1, width - 4, 1, ink)

    def rule(self, y, x=0, width=WIDTH):
        """Draw a line from the left to the right."""
        self.frame.hline(x, y, width, BLACK)


def cut(text, font, width):
    """Return the longest beginning of a text that fits into a width with three dots after it."""
    while text and font.width(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text, font, width):
    """Return a text as a list of lines that fit into a width, broken at spaces."""
    lines, line = [], ""
    for word in text.split(" "):
        longer = line + " " + word if line else word
        if line and font.width(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    return lines
