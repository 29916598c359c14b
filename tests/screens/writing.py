"""A canvas that records its texts, and the texts that are cut off or overlap."""

from companion.canvas import BLACK, SYMBOLS, WAVES, Canvas
from companion.fonts import FIELDS

DESCENDERS, ACCENTS = 2, 1
"""Rows of a text into which the descenders of the line above and the accents of the one below may reach."""


def lacks_a_sign(font, text):
    """Whether a font has no glyph for a sign of a text, and would draw another one."""
    font = getattr(font, "_font", font)  # of a font at twice its size
    places = [(code - font._first) * FIELDS for code in font._codes(text)]
    return not all(0 <= place < len(font._metrics) for place in places)


class Frame:
    """A FrameBuffer whose slanting lines strike out the texts under them. written: as in WritingCanvas."""

    def __init__(self, frame, written):
        self._frame = frame
        self._written = written

    def __getattr__(self, name):
        return getattr(self._frame, name)

    def line(self, x, y, to_x, to_y, ink):
        self._frame.line(x, y, to_x, to_y, ink)
        for each in self._written[:]:
            left, top, right, bottom = each[1]
            if x < left < right < to_x and min(y, to_y) < top < bottom < max(y, to_y):
                self._written.remove(each)


class WritingCanvas(Canvas):
    """A canvas that remembers every text and symbol that was written on it, and where.

    Where something is written has to be plain before, so that it crosses no frame, rule or other text, and
    has to look the same in the end, so that nothing is drawn over it. texts: (text, left, top, right, bottom)
    of each text.
    """

    def __init__(self, *size):
        super().__init__(*size)
        self.texts = []
        self._faults = []
        self._written = []
        self.frame = Frame(self.frame, self._written)

    def _draw(self, font, text, x, y, ink):
        is_text = font not in (SYMBOLS, self.symbols)
        # the waves are a picture
        if (is_text and not text.strip()) or text == WAVES:
            return super()._draw(font, text, x, y, ink)
        what, right, bottom = f"'{text}' at {x}, {y}", x + font.width(text), y + (font.cap or 8)
        if lacks_a_sign(font, text):
            self._faults.append(f"{what} has a sign that its font lacks")
        if is_text:
            self.texts.append((text, x, y, right, bottom))
            if text.endswith("…") and text[-2] != " ":
                self._faults.append(f"{what} is cut off")
        box = max(x, 0), max(y + DESCENDERS, 0), right, bottom - ACCENTS
        if x < 0 or y < 0 or right > self.width or bottom > self.height:
            self._faults.append(f"{what} leaves the glass")
        elif y < self.foot < bottom:
            self._faults.append(f"{what} leaves its part")
        elif set(self._dots(*box)) != {255 if ink == BLACK else 0}:
            self._faults.append(f"{what} lies on something")
        end = super()._draw(font, text, x, y, ink)
        self._written.append((what, box, self._dots(*box)))
        return end

    def faults(self, cut=True):
        """The faults, as sentences. cut: whether texts may not be cut off."""
        over = [f"something lies on {what}" for what, box, dots in self._written if self._dots(*box) != dots]
        return [fault for fault in self._faults if cut or not fault.endswith("is cut off")] + over

    def cover(self):
        """Begin a layer: later texts may cover the present ones."""
        self._faults = self.faults()
        self._written.clear()

    def _dots(self, left, top, right, bottom):
        """The dots of a rectangle, page by page; a byte whose bits in it are all set is 255."""
        found = bytearray()
        for page in range(top // 8, (bottom + 7) // 8):
            rows = range(max(top - 8 * page, 0), min(bottom - 8 * page, 8))
            mask = sum(1 << row for row in rows)
            for byte in self.buffer[page * self.width + left : page * self.width + right]:
                found.append(255 if byte & mask == mask else byte & mask)
        return bytes(found)
