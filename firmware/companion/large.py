"""The parts of a large canvas only: its fonts, and symbols and letters of names at twice their size.

A panel without room for it never imports this.
"""

from binascii import a2b_base64

import framebuf

from companion.fonts import FIELDS, Font, encoded, open_tables, read_table


class OnFlash(Font):
    """A font whose pixels stay on the flash, as those of large letters take 5.5 KB of memory."""

    def _read(self):
        self.cap, self.above, self._first, self._more, self._metrics, self._at = read_table(self._name, False)

    def draw(self, frame, text, x, y, key, palette):
        """Read the letters of a text and draw them as a Font does; the params are a Font's."""
        metrics = self._metrics
        y -= self.above
        with open_tables() as stream:
            for code in self._codes(text):
                at = (code - self._first) * FIELDS
                width, height = metrics[at + 3], metrics[at + 4]
                if width:
                    start = metrics[at + 5] + 256 * metrics[at + 6]
                    # three bytes are four characters
                    stream.seek(self._at + start // 3 * 4)
                    pixels = a2b_base64(stream.read(encoded(start % 3 + width * ((height + 7) // 8))))
                    pixels = bytearray(pixels[start % 3 :])
                    glyph = framebuf.FrameBuffer(pixels, width, height, framebuf.MONO_VLSB)
                    frame.blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key, palette)
                x += metrics[at]
        return x


class Doubled:
    """A font at twice its size, which takes no memory of its own and four times as long to draw."""

    def __init__(self, font):
        self._font = self.smaller = font

    def __getattr__(self, name):
        # `cap` and `above`; not before they are needed, as the font may not be in memory
        return 2 * getattr(self._font, name)

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
    normal = Font("NORMAL", smaller=medium, stand_in=medium)
    heading = OnFlash("HEADING", smaller=normal, stand_in=Doubled(medium))
    return normal, heading, Doubled(symbols)
