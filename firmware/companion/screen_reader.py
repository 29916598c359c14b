"""The panel in words, for players who use a screen reader: a host requests it while it watches.

A screen draws itself on a `Reader` as on a Canvas; the Reader collects the texts instead of showing them. The
position of a text tells what it is, so this knows where `widgets` puts headings and button labels, but it
must not know any single screen. It is in memory only while a host asks for it.
"""

from companion.canvas import (
    BLACK,
    BOX,
    CENTRE,
    CHECKED,
    LARGE,
    LEFT,
    LEFTWARDS,
    MEDIUM,
    MENU,
    POWER,
    RIGHTWARDS,
    SMALL,
    WHITE,
)
from companion.screens.widgets import FOOT, HEAD, SIDE, WITH_B
from companion.texts import text as text_of

_SIGNS = {BOX: "[ ]", CHECKED: "[x]", LEFTWARDS: "<", RIGHTWARDS: ">"}
_LOWER = 91  # the y of the label of DOWN
_ALIKE = 4  # texts are in the same line if their y differs at most by this
_PITCH = 14  # and in successive lines of a sentence if it differs at most by this
_LONG = 100  # a line of a sentence has at least this width; names in a table have less
_EDGE = SIDE - 4  # the x at which sentences are wrapped


def words(app):
    """Return what the players now read on the panel, as the params of the link's notification `words`.

    app: has `screen`, `settings` and `message`, the sentence shown over the screen, or None.
    """
    reader = Reader()
    if app.message is None:
        app.screen.draw(reader)
    else:
        reader.lines.append(app.message)
        reader.keys["b"] = text_of("any_button").strip("– ")
    return {
        "title": ", ".join(reader.title),
        "lines": reader.lines,
        "at": reader.at,
        "keys": reader.keys,
        "written": getattr(app.screen, "top", app.screen).typed_text if app.message is None else None,
        "language": app.settings.get("language"),
    }


class Reader:
    """Stands in for a Canvas and collects its texts.

    title: the texts of the heading. lines: the texts below it, in the order in which they are drawn. at: the
    index of the line at the cursor, or None. keys: {name of a button: what it does}; "<" and ">" are arrows,
    "" moves the cursor.
    """

    def __init__(self):
        self.title = []
        self.lines = []
        self.at = None
        self.keys = {}
        self.frame = self
        self._key = None
        self._last = None

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=None):
        """Collect a text; return an x after it."""
        if not text or font not in (SMALL, MEDIUM, LARGE):
            # the logo is a picture made of letters of a font
            return x
        if y < HEAD:
            self.title.append(text)
        elif y > FOOT:
            if ink == WHITE:
                self._key = text.lower()
            else:
                self.keys[self._key] = text
        elif text in WITH_B:
            # a screen reader need not say which two buttons to press
            return x
        elif x >= SIDE:
            self._at_the_side(text.strip(), y)
        else:
            if self._goes_on(text, x, y, font, ink):
                self.lines[-1] += " " + text
            else:
                self.lines.append(text)
            self._last = (text, x, y, font, ink)
            if ink == WHITE and align != CENTRE:
                self.at = len(self.lines) - 1
        return x + font.width(text)

    def _goes_on(self, text, x, y, font, ink):
        """Return whether a text continues the one before it."""
        if self._last is None:
            return False
        before, left, above, its_font, its_ink = self._last
        if abs(above - y) <= _ALIKE:
            # on the same line, such as a name and its value
            return its_ink == ink
        if (left, its_font, its_ink) != (x, font, ink) or not _ALIKE < y - above <= _PITCH:
            return False
        # a wrapped sentence: its next word did not fit on the line before
        word = text.split(" ")[0]
        return font.width(before) >= _LONG and x + font.width(before + " " + word) > _EDGE

    def symbol(self, name, x, y, ink=BLACK):
        """Collect a symbol that stands for a text."""
        if name in _SIGNS and y > HEAD:
            self.text(_SIGNS[name], x, y, SMALL, BLACK if y > FOOT else ink)
        elif x >= SIDE and name in (MENU, POWER):
            self._at_the_side(text_of("menu" if name == MENU else "powers"), y)

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
    # those of the FrameBuffer
    fill_rect = rect = line = hline = vline = pixel = _nothing

    def _at_the_side(self, label, y):
        self.keys["up" if y < _LOWER else "down"] = label
