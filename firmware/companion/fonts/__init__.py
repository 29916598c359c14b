"""The fonts and symbols of the panel: glyph tables, and how to draw a text with them.

It must not know the texts on a screen. Letters for names only are read when they are needed, which saves
memory in a game without such names. `firmware/tools/make_fonts.py` makes the tables, in `glyphs.txt` beside
this module.
"""

from array import array
from binascii import a2b_base64

import framebuf

from companion.platform import const, folder_of
from shared_rules.record import is_letter

MOST = 24
"""Letters of names that stay in memory; more only if a single text has more."""

_PART = const(768)
"""Bytes that are read at once, a multiple of 3."""

_TABLE_ATTRIBUTES = ("cap", "above", "_first", "_more", "_metrics", "_pixels", "_own")
"""The attributes of a Font that its table gives."""

FIELDS = const(7)  # bytes of a glyph's metrics: advance, left, top, width, height, where its pixels are (2)


def open_tables():
    """Return a stream of the file with all tables."""
    return open(folder_of("companion.fonts") + "/glyphs.txt", "rb")


def read_table(name, read_pixels=True):
    """Return [rows of a capital, rows above it, first code, characters beyond ASCII, metrics, pixels].

    name: of the table, such as "LARGE". read_pixels: whether to read the pixels, or to return where in the
    file they begin instead. The characters are two bytes each.
    """
    with open_tables() as stream:
        while True:
            head = stream.readline().split()
            metrics, pixels = int(head[4]), int(head[5])
            if head[0] == name.encode():
                sizes = [int(each) for each in head[1:4]]
                more = b"".join([_pair(point) for point in _points(b"".join(head[6:]))])
                metrics = bytes(_decoded(stream, metrics))
                return sizes + [more, metrics, _decoded(stream, pixels) if read_pixels else stream.tell()]
            stream.seek(encoded(metrics) + encoded(pixels) + 2, 1)


def encoded(size):
    """Return the length of a number of bytes in Base64."""
    return (size + 2) // 3 * 4


def _decoded(stream, size):
    """Read a line of Base64 as a bytearray of this size, in parts, as no free block may be as large."""
    data = bytearray(size)
    for start in range(0, size, _PART):
        end = min(start + _PART, size)
        data[start:end] = a2b_base64(stream.read(encoded(end - start)))
    stream.read(1)
    return data


def _points(codes):
    """Return the code points of a text in UTF-8: a Pico takes 0.2 ms to create a text of each character."""
    points = array("I")
    for code in codes:
        if code < 0x80:
            points.append(code)
        elif code < 0xC0:
            points[-1] = points[-1] << 6 | code & 0x3F
        else:
            points.append(code & (0x1F if code < 0xE0 else 0x0F))
    return points


def _pair(point):
    return bytes((point & 255, point >> 8 & 255))


def _index(characters, point):
    """Return the index of a character among others of two bytes each, or -1."""
    pair = _pair(point)
    at = characters.find(pair) if point <= 0xFFFF else -1
    while at > 0 and at % 2:
        at = characters.find(pair, at + 1)
    return at // 2


class Font:
    """Glyphs of one size.

    table, letters: the names of two tables: the glyphs, and the letters for names only, or "". smaller: the
    fallback font for text too wide for this one, or None. stand_in: the fallback font for text with letters
    that this one lacks, or None. cap: height of the capitals in pixels. above: rows above them that accents
    may take.

    The table is read when the font is first used, as no game and canvas uses all fonts.
    """

    def __init__(self, table, letters="", smaller=None, stand_in=None):
        self._name = table
        self._letters = letters
        self.smaller = smaller
        self._stand_in = stand_in

    def __getattr__(self, name):
        if name not in _TABLE_ATTRIBUTES:
            raise AttributeError(name)
        self._read()
        return getattr(self, name)

    def _read(self):
        self.cap, self.above, self._first, self._more, self._metrics, pixels = read_table(self._name)
        self._pixels = memoryview(pixels)
        self._own = len(self._more), len(self._metrics), len(pixels)

    def _codes(self, text):
        """Return a byte for each character: its ASCII code, or from 127 on the index of another glyph."""
        codes = text.encode()
        if len(codes) == len(text):
            return codes
        points, codes = _points(codes), bytearray()
        for point in points:
            if point < 127:
                codes.append(point)
                continue
            further = _index(self._more, point)
            if further < 0 and self._letters and is_letter(chr(point)):
                self._read_letters(points)
                return self._codes(text)
            codes.append(63 if further < 0 else 127 + further)
        return codes

    def _read_letters(self, points):
        """Add the letters of a text that are not in memory, and drop others if these are too many."""
        more, metrics, pixels = self._more, self._metrics, bytes(self._pixels)
        wanted = _missing(points, more)
        if len(more) + 2 * len(wanted) > self._own[0] + 2 * MOST:
            # drop the letters of names that were shown before
            more, metrics, pixels = more[: self._own[0]], metrics[: self._own[1]], pixels[: self._own[2]]
            wanted = _missing(points, more)
        letters, their_metrics, their_pixels = read_table(self._letters)[3:]
        for letter in wanted:
            more += _pair(letter)
            at = _index(letters, letter) * FIELDS
            glyph = their_metrics[at : at + FIELDS]
            start = glyph[5] + 256 * glyph[6]
            metrics += glyph[:5] + bytes((len(pixels) & 255, len(pixels) >> 8))
            pixels += their_pixels[start : start + glyph[3] * ((glyph[4] + 7) // 8)]
        self._more, self._metrics, self._pixels = more, metrics, memoryview(bytearray(pixels))

    def that_has(self, text):
        """Return the font to write a text with: this font, or another with all its letters."""
        codes = text.encode() if self._stand_in else ()
        if len(codes) > len(text):
            for point in _points(codes):
                if point >= 127 and _index(self._more, point) < 0:
                    return self._stand_in
        return self

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
        # looked up once
        make, layout, blit = framebuf.FrameBuffer, framebuf.MONO_VLSB, frame.blit
        y -= self.above
        for code in codes:
            at = (code - first) * FIELDS
            width = metrics[at + 3]
            if width:
                # made each time, as keeping a hundred of them would take more memory than all pixels
                start = metrics[at + 5] + 256 * metrics[at + 6]
                glyph = make(pixels[start:], width, metrics[at + 4], layout)
                if palette:
                    blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key, palette)
                else:
                    blit(glyph, x + metrics[at + 1], y + metrics[at + 2], key)
            x += metrics[at]
        return x


class Symbols(Font):
    """Symbols of one size: in the place of a text, its methods take the number of a symbol."""

    def _codes(self, symbol):
        return bytes((self._first + symbol,))


def _missing(points, more):
    """Return the letters among code points that are not in `more`, each once."""
    wanted = []
    for point in points:
        if point >= 127 and is_letter(chr(point)) and _index(more, point) < 0 and point not in wanted:
            wanted.append(point)
    return wanted
