"""The fonts and symbols of the panel: glyph tables, and how to draw a text with them.

It must not know what is written where. Letters that only names have are read when they are needed, which
saves memory in a game without such names. The tables are made by `firmware/tools/make_fonts.py`.
"""

import framebuf

from companion.platform import const, forget
from shared_rules.record_lines import is_letter

ACCENT = const(3)
"""Rows above the capitals that every font reserves for accents."""

FIELDS = const(7)  # bytes of a glyph's metrics: advance, left, top, width, height, where its pixels are (2)


class Font:
    """Glyphs of one size.

    name: of a table in this package. cap: height of the capitals in pixels. letters: whether there is another
    table with the letters that only names have, which are read when they are needed.
    """

    def __init__(self, name, letters=False):
        path = "companion.fonts." + name
        table = __import__(path, None, None, ("PIXELS",))
        self._letters = path + "_letters" if letters else None
        self.cap = table.CAP
        self._first = table.FIRST
        self._more = table.MORE
        self._metrics = table.METRICS
        # a copy, as a FrameBuffer needs writable memory; the original is freed
        self._pixels = memoryview(bytearray(table.PIXELS))
        forget(path)
        self._own = len(self._more), len(self._metrics), len(self._pixels)

    def _codes(self, text):
        """Return a byte for each character: its ASCII code, or from 127 on one of the other glyphs."""
        codes = text.encode()
        if len(codes) == len(text):
            return codes
        codes = bytearray()
        for character in text:
            if character < "\x7f":
                codes.append(ord(character))
                continue
            further = self._more.find(character)
            if further < 0 and self._letters and is_letter(character):
                self._read_letters(text)
                return self._codes(text)
            codes.append(63 if further < 0 else 127 + further)
        return codes

    def _read_letters(self, text):
        from companion.fonts.letters import with_letters

        tables = with_letters(self._letters, text, self._own, self._more, self._metrics, self._pixels, FIELDS)
        self._more, self._metrics, self._pixels = tables
        forget("companion.fonts.letters")

    def width(self, text):
        """Return the width of a text in pixels."""
        codes = self._codes(text)
        metrics, first = self._metrics, self._first
        total = 0
        for code in codes:
            total += metrics[(code - first) * FIELDS]
        return total

    def draw(self, frame, text, x, y, key, palette):
        """Draw a text with the top of its capitals at y; return the x after it.

        frame: a FrameBuffer. key, palette: as `FrameBuffer.blit` takes them.
        """
        codes = self._codes(text)
        metrics, pixels, first = self._metrics, self._pixels, self._first
        y -= ACCENT
        for code in codes:
            at = (code - first) * FIELDS
            width = metrics[at + 3]
            if width:
                # made each time, as keeping a hundred of them would take more memory than all pixels
                glyph = framebuf.FrameBuffer(
                    pixels[metrics[at + 5] + 256 * metrics[at + 6] :],
                    width,
                    metrics[at + 4],
                    framebuf.MONO_VLSB,
                )
                if palette:
                    frame.blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key, palette)
                else:
                    frame.blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key)
            x += metrics[at]
        return x
