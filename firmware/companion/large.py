"""The parts of a large canvas only: its fonts, and symbols and letters of names at twice their size.

A panel without room for it never imports this.
"""

import framebuf

from companion.fonts import Font


class Doubled:
    """A font at twice its size, which takes no memory of its own and four times as long to draw."""

    def __init__(self, font):
        self._font = self.smaller = font
        self.cap, self.above = 2 * font.cap, 2 * font.above

    def that_has(self, text):
        """Return the font to write a text with: this font."""
        return self

    def width(self, text):
        """Return the width of a text in pixels."""
        return 2 * self._font.width(text)

    def draw(self, frame, text, x, y, key, palette):
        """Draw a text with the top of its capitals at y; return the x after it. The params are a Font's."""
        font = self._font
        width, ink = font.width(text) + 1, 1 if palette else 0
        plain = framebuf.FrameBuffer(bytearray(3 * width), width, 24, framebuf.MONO_VLSB)
        plain.fill(1)
        font.draw(plain, text, 0, font.above, -1, None)
        y -= self.above
        for column in range(width):
            for row in range(24):
                if not plain.pixel(column, row):
                    frame.fill_rect(x + 2 * column, y + 2 * row, 2, 2, ink)
        return x + self.width(text)


def large_fonts(medium, symbols):
    """Return the fonts of a large canvas: for lists, for headings, and the symbols.

    medium, symbols: the fonts of other canvases.
    """
    normal = Font("large.NORMAL", smaller=medium, stand_in=medium)
    heading = Font("large.LARGE", smaller=normal, stand_in=Doubled(medium))
    return normal, heading, Doubled(symbols)
