"""The parts of a large canvas only: its fonts, and symbols and letters of names at twice their size.

A panel without room for it never imports this.
"""

from binascii import a2b_base64

import framebuf

from companion.fonts import FIELDS, Font, encoded, open_tables, read_table


class FlashFont(Font):
    """A font whose pixels stay on the flash, as large letters take 5.5 KB; only its digits are in memory."""

    def _read(self):
        self.cap, self.above, self._first, self._more, self._metrics, self._at = read_table(self._name, False)
        self._own = None
        self._zero = self._start(ord("0"))
        with open_tables() as stream:
            self._pixels = memoryview(self._part(stream, self._zero, self._start(ord("9") + 1)))

    def _start(self, code):
        """Return where the pixels of a glyph begin."""
        at = (code - self._first) * FIELDS
        return self._metrics[at + 5] + 256 * self._metrics[at + 6]

    def _part(self, stream, start, end):
        """Return the pixels from `start` to `end`; in the file, four characters are three bytes."""
        stream.seek(self._at + start // 3 * 4)
        return bytearray(a2b_base64(stream.read(encoded(end - start // 3 * 3)))[start % 3 :])

    def draw(self, frame, text, x, y, key, palette):
        """Draw a text as a Font does; the params are a Font's. Letters are read from the flash."""
        codes = self._codes(text)
        if not codes.strip(b"0123456789"):
            return self._draw(codes, None, frame, x, y, key, palette)
        with open_tables() as stream:
            return self._draw(codes, stream, frame, x, y, key, palette)

    def _draw(self, codes, stream, frame, x, y, key, palette):
        metrics = self._metrics
        y -= self.above
        for code in codes:
            at = (code - self._first) * FIELDS
            width, height = metrics[at + 3], metrics[at + 4]
            if width:
                start = self._start(code)
                if stream:
                    pixels = self._part(stream, start, start + width * ((height + 7) // 8))
                else:
                    pixels = self._pixels[start - self._zero :]
                glyph = framebuf.FrameBuffer(pixels, width, height, framebuf.MONO_VLSB)
                frame.blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key, palette)
            x += metrics[at]
        return x


class Doubled:
    """A font at twice its size, which takes no memory of its own and four times as long to draw."""

    def __init__(self, font):
        self._font = self.smaller = font

    # worked out when they are needed, as the font may not be in memory

    @property
    def cap(self):
        """The height of its capitals in pixels."""
        return 2 * self._font.cap

    @property
    def above(self):
        """The rows above them that accents may take."""
        return 2 * self._font.above

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
    heading = FlashFont("HEADING", smaller=normal, stand_in=Doubled(medium))
    return normal, heading, Doubled(symbols)
