"""The words of a screen: what a screen reader says of it.

It is in memory only while a host watches.
"""

from companion.canvas import (
    BLACK,
    BOX,
    CENTRE,
    CHECKED,
    LEFT,
    LEFTWARDS,
    MENU,
    POWER,
    RIGHTWARDS,
    SMALL,
    WHITE,
    Layout,
)
from companion.texts import text as text_of

_SIGNS = {BOX: "[ ]", CHECKED: "[x]", LEFTWARDS: "<", RIGHTWARDS: ">"}
_LABELS = {MENU: "menu", POWER: "powers", LEFTWARDS: "back"}
_ALIKE = 4  # texts are in the same line if their y differs at most by this
_BETWEEN = 6  # and in successive lines of a sentence if it differs at most by this and a capital's height
_LONG = 100  # a line of a sentence has at least this width; names in a table have less
_EDGE = 4  # sentences are wrapped this many pixels left of the labels of UP and DOWN


def words(app):
    """Return the words that the players now read on the panel, as the params of the link's notification
    `words`.

    app: has `canvas`, `screen`, `settings` and `message`, the sentence shown over the screen, or None.
    """
    reader = Reader(app.canvas)
    if app.message is None:
        app.screen.draw(reader)
    else:
        reader.lines.append(app.message)
        reader.keys["b"] = text_of("any_button").strip("– ")
    return {
        "title": _with_minus(", ".join(reader.title)),
        "lines": [_with_minus(line) for line in reader.lines],
        "at": reader.at,
        "keys": reader.keys,
        "asks": reader.asks,
        "written": app.screen.top.typed_text if app.message is None else None,
        "language": app.settings.get("language"),
    }


def _with_minus(line):
    """Return a line with a minus sign before negative numbers, as other dashes are not read out."""
    return " ".join(
        [
            "\u2212" + word[1:] if word[:1] in ("–", "-") and word[1:].isdigit() else word
            for word in line.split(" ")
        ]
    )


class Reader(Layout):
    """Stands in for a Canvas of the same size and collects its texts.

    title: the texts of the heading. lines: the texts below it, in the order in which they are drawn. at: the
    index of the line at the cursor, or None. keys: {name of a button: its effect}; "<" and ">" are arrows, ""
    moves the cursor. asks: whether the heading is white on black, as that of a question is.
    """

    def __init__(self, canvas):
        Layout.__init__(self, canvas.width, canvas.height)
        self.title = []
        self.lines = []
        self.at = None
        self.asks = False
        self.keys = {}
        self.frame = self
        self._key = None
        self._last = None

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=None):
        """Collect a text; return an x after it."""
        if not text:
            return x
        if y < self.head:
            self.title.append(text)
            self.asks = ink == WHITE
        elif y > self.foot:
            if ink == WHITE:
                self._key = text.lower()
            else:
                self.keys[self._key] = text
        elif x >= self.side:
            # in white, which two buttons to press, as a screen reader need not say
            if ink == BLACK:
                self._at_the_side(text.strip(), y)
        else:
            if self._last and self._last[0] in ("+", "–") and text.isdigit():
                self.lines[-1] += text
            elif self._goes_on(text, x, y, font, ink):
                self.lines[-1] += " " + text
            else:
                self.lines.append(text)
            self._last = (text, x, y, font, ink)
            if ink == WHITE and align != CENTRE:
                self.at = len(self.lines) - 1
        return x + font.width(text)

    def _goes_on(self, text, x, y, font, ink):
        """Return whether a text continues the text before it."""
        if self._last is None:
            return False
        before, left, above, its_font, its_ink = self._last
        if abs(above - y) <= _ALIKE:
            # on the same line, such as a name and its value
            return its_ink == ink
        if (left, its_font, its_ink) != (x, font, ink) or not _ALIKE < y - above <= self.note.cap + _BETWEEN:
            return False
        # a wrapped sentence: its next word did not fit on the line before
        word = text.split(" ")[0]
        return font.width(before) >= _LONG and x + font.width(before + " " + word) > self.side - _EDGE

    def symbol(self, name, x, y, ink=BLACK, font=None):
        """Collect a symbol that stands for a text."""
        if x >= self.side and name in _LABELS and y < self.foot:
            self._at_the_side(text_of(_LABELS[name]), y)
        elif name in _SIGNS and y > self.head:
            self.text(_SIGNS[name], x, y, SMALL, BLACK if y > self.foot else ink)

    def say(self, words):
        """Collect a picture in words, "" if there is nothing to say."""
        if words:
            self.lines.append(words)
        self.at = 0 if self.lines else None

    def part_changed(self, name, appearance, x, y, width, height):
        """Return True: every part has to be drawn."""
        return True

    def _nothing(self, *area):
        """Do nothing: this draws no text."""

    clear = invalidate = fill = outline = chip = rule = _nothing
    # the methods of the FrameBuffer
    fill_rect = rect = line = hline = vline = pixel = blit = _nothing

    def _at_the_side(self, label, y):
        self.keys["up" if y < self.height // 2 else "down"] = label
