"""The picture in memory: text, boxes and symbols in black and white.

It must not know the game, nor how the picture gets onto the panel.
"""

import framebuf

from companion import fonts

if False:  # for the type checker only
    from typing import Any

WIDTH = 296
HEIGHT = 128
"""The size of the reference board's panel."""

LEAST_LARGE = 376, 264
"""The smallest size of a canvas that has room for the large forms."""

BLACK = 0
WHITE = 1

SMALL = fonts.Font("SMALL", "SMALL_LETTERS")
MEDIUM = fonts.Font("MEDIUM", "MEDIUM_LETTERS", SMALL)
LARGE = fonts.Font("LARGE")
SYMBOLS = fonts.Symbols("SYMBOLS")

_LARGE_FONTS: "list[Any]" = []  # as `large.large_fonts` returns them, once there is a large canvas

LEFT, CENTRE, RIGHT = range(3)

# the numbers of the symbols in firmware/tools/symbols.txt, as a text equals no number
MOON, FULL, FILLING, SCORE, DOOM, UP, DOWN = range(7)
LEFTWARDS, RIGHTWARDS, MENU, POWER, BOX, CHECKED, WAVES = range(7, 14)


def _inverted():
    """Return the palette that makes ink white and paper black."""
    palette = framebuf.FrameBuffer(bytearray(2), 2, 1, framebuf.MONO_VLSB)
    palette.pixel(WHITE, 0, BLACK)
    palette.pixel(BLACK, 0, WHITE)
    return palette


_INVERTED = _inverted()


class Layout:
    """Where things stand on a picture of a size, and in which fonts.

    width, height: in pixels.

    Attributes: `large`, whether it has room for the large forms; its fonts: `note` for labels and sentences,
    `normal` for lists, `heading` for headings and names, `digits` for numbers, `symbols` in a heading,
    `scale` times as large as in SYMBOLS; `head`, the y of the first row below the heading; `top`, the y of
    the first row between the heading and the bottom line; `side`, the left end of the column at the right
    with the labels of UP and DOWN; `foot`, the y of the line above the labels of A, B and C; `line_height`,
    of a list; `detail`, the x of the line between a list and the details of a line.
    """

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.large = width >= LEAST_LARGE[0] and height >= LEAST_LARGE[1]
        if self.large:
            if not _LARGE_FONTS:
                from companion.large import large_fonts

                _LARGE_FONTS.extend(large_fonts(MEDIUM, SYMBOLS))
            self.normal, self.heading, self.symbols = _LARGE_FONTS
            self.note, self.digits, self.scale = self.normal, self.heading, 2
        else:
            self.note, self.normal, self.heading, self.digits = SMALL, MEDIUM, MEDIUM, LARGE
            self.symbols, self.scale = SYMBOLS, 1
        font = self.heading
        self.head = font.above - 1 + font.cap + font.cap // 4
        self.top = self.head + 2
        self.side = width - 8 - 8 * self.scale
        self.foot = height - self.note.cap - 6
        self.line_height = self.normal.cap * 3 // 2
        self.detail = 108 + self.note.cap + 30 * (self.scale - 1)


class Canvas(Layout):
    """A landscape picture, 1 is white, as it is in the controllers' memory.

    width, height: in pixels; the width is a multiple of 8. layout: of the bytes, framebuf's MONO_VLSB or
    MONO_HLSB.

    Attributes: `size`, these three; `buffer`, as many bytes for each eight rows as the picture is wide;
    `frame`, its FrameBuffer; `say`, None or, in a substitute for a Canvas, a callable(words) that takes a
    picture in words instead of drawing it.
    """

    say = None

    def __init__(self, width=WIDTH, height=HEIGHT, layout=framebuf.MONO_VLSB):
        Layout.__init__(self, width, height)
        self.size = width, height, layout
        self.buffer = bytearray((height + 7) // 8 * width)
        self.frame = framebuf.FrameBuffer(self.buffer, width, height, layout)
        self._parts = {}
        self._parts_of = None
        self.clear()

    def clear(self, parts=None):
        """Clear the Canvas for the next picture.

        parts: a name for the parts between the heading and the bottom line that the next picture draws with
        `part_changed`, or None. If the last picture had the same parts, they stay until they change.
        """
        same, self._parts_of = parts == self._parts_of, parts
        if parts and same and self._parts:
            self.fill(0, 0, self.width, self.top, WHITE)
            self.fill(0, self.foot, self.width, self.height, WHITE)
            self.fill(self.side, self.top, self.width, self.height, WHITE)
            return
        self.invalidate()
        buffer, white = self.buffer, b"\xff" * self.width
        # ten times as fast as the FrameBuffer's own fill
        for start in range(0, len(buffer), len(white)):
            buffer[start : start + len(white)] = white

    def part_changed(self, name, appearance, x, y, width, height):
        """Return whether a part of the picture has to be drawn again; if so, its area has been cleared.

        name: of the part. appearance: all values that its picture depends on, never None. x, y, width,
        height: its area.
        """
        if self._parts.get(name) == appearance:
            return False
        self._parts[name] = appearance
        self.fill(x, y, width, height, WHITE)
        return True

    def invalidate(self):
        """Mark all parts as changed, as something else was drawn over them."""
        self._parts.clear()

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=None):
        """Write one line; return the x after it.

        x: of the left end, the middle or the right end, according to `align`. y: of the top of the capitals.
        width: the most pixels it may take, None for no limit. A longer text is written in a smaller font,
        with the middle of its capitals at the same height; text that is still too long is cut and gets an
        ellipsis.
        """
        cap = font.cap
        font = font.that_has(text)
        if align != LEFT or width is not None:
            if width is not None:
                font = that_fits(text, font, width)
            taken = font.width(text)
            if width is not None and taken > width:
                text = cut(text, font, width)
                taken = font.width(text)
            if align == CENTRE:
                x -= taken // 2
            elif align == RIGHT:
                x -= taken
        return self._draw(font, text, x, y + (cap - font.cap + 1) // 2, ink)

    def symbol(self, name, x, y, ink=BLACK, font=SYMBOLS):
        """Draw a symbol of this module with its top left corner at x, y; return the x after it."""
        return self._draw(font, name, x, y, ink)

    def _draw(self, font, text, x, y, ink):
        if ink == BLACK:
            return font.draw(self.frame, text, x, y, WHITE, None)
        return font.draw(self.frame, text, x, y, BLACK, _INVERTED)

    def fill(self, x, y, width, height, ink=BLACK):
        """Fill a rectangle."""
        self.frame.fill_rect(x, y, width, height, ink)

    def outline(self, x, y, width, height, ink=BLACK):
        """Draw the outline of a rectangle, one pixel thick."""
        self.frame.rect(x, y, width, height, ink)

    def chip(self, x, y, width, height, ink=BLACK):
        """Fill a rectangle with rounded corners."""
        fill = self.frame.fill_rect
        fill(x, y + 2, width, height - 4, ink)
        fill(x + 1, y + 1, width - 2, height - 2, ink)
        fill(x + 2, y, width - 4, height, ink)

    def rule(self, y, x=0, width=None):
        """Draw a horizontal line. width: None for the width of the picture."""
        self.frame.hline(x, y, width or self.width, BLACK)


def that_fits(text, font, width):
    """Return the font in which a text fits into a width in pixels: this font, or the first smaller font."""
    while font.smaller and font.width(text) > width:
        font = font.smaller.that_has(text)
    return font


def cut(text, font, width):
    """Return the start of a text that fits into a width in pixels together with an ellipsis."""
    while text and font.width(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text, font, width):
    """Return the lines of a text, broken at spaces to fit into a width in pixels."""
    lines, line, taken, space = [], [], 0, font.width(" ")
    for word in text.split(" "):
        more = font.width(word)
        if line and taken + more > width:
            lines.append(" ".join(line))
            line, taken = [], 0
        if line or word:
            line.append(word)
            taken += more + space
    lines.append(" ".join(line))
    return lines
