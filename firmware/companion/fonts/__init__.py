"""The fonts and symbols of the panel: glyph tables and how to find a glyph in them.

It must not know what is written where. The tables are made by `firmware/tools/make_fonts.py`.
"""

import framebuf

ACCENT = 3
"""Rows above the capitals that every font keeps free for accents."""

_FIELDS = 5
_ADVANCE, _LEFT, _TOP, _WIDTH, _HEIGHT = range(_FIELDS)


class Font:
    """Glyphs of one size.

    table: a module of this package with CHARACTERS, METRICS, PIXELS and CAP.
    cap: height of the capitals in pixels.
    """

    def __init__(self, table):
        self.cap = table.CAP
        self._characters = table.CHARACTERS
        self._metrics = table.METRICS
        # a FrameBuffer of MicroPython 1.18 takes writable memory only
        self._pixels = memoryview(bytearray(table.PIXELS))
        self._offsets = {}
        self._glyphs = {}
        offset = 0
        for index in range(len(self._characters)):
            if index % 8 == 0:
                self._offsets[index] = offset
            offset += self._size(index)

    def _size(self, index):
        at = index * _FIELDS
        return self._metrics[at + _WIDTH] * ((self._metrics[at + _HEIGHT] + 7) // 8)

    def index(self, character):
        """Return the number of a character's glyph; that of "?" (or the first one) where it has none."""
        index = ord(character) - 32
        if 0 <= index < 95 and len(self._characters) > 95:
            return index
        index = self._characters.find(character)
        return index if index >= 0 else max(self._characters.find("?"), 0)

    def width(self, text):
        """Return the width of a text in pixels."""
        total = 0
        for character in text:
            total += self._metrics[self.index(character) * _FIELDS]
        return total

    def glyph(self, index):
        """Return the FrameBuffer of a glyph, None for a blank; it is made once."""
        if index not in self._glyphs:
            self._glyphs[index] = self._make(index)
        return self._glyphs[index]

    def _make(self, index):
        first = index - index % 8
        offset = self._offsets[first]
        for before in range(first, index):
            offset += self._size(before)
        size = self._size(index)
        if not size:
            return None
        at = index * _FIELDS
        width, height = self._metrics[at + _WIDTH], self._metrics[at + _HEIGHT]
        return framebuf.FrameBuffer(self._pixels[offset : offset + size], width, height, framebuf.MONO_VLSB)

    def draw(self, frame, text, x, y, palette):
        """Draw a text with the top of its capitals at y; return the x after it.

        frame: a FrameBuffer. palette: of two colours; drawn is what it turns into the second one's ink.
        """
        metrics = self._metrics
        key = palette.pixel(0, 0)
        y -= ACCENT
        for character in text:
            index = self.index(character)
            glyph = self.glyph(index)
            at = index * _FIELDS
            if glyph:
                frame.blit(glyph, x + metrics[at + _LEFT], y + metrics[at + _TOP], key, palette)
            x += metrics[at]
        return x
