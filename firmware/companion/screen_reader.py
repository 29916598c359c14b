"""The panel in words, for players who hear it: a host asks for it while it watches.

A screen draws itself on a `Reader` as on a Canvas, and what it writes there is gathered instead of shown.
Where a text stands tells what it is, so this knows the places that `widgets` gives to heading and buttons; it
must not know a single screen. Nothing of it stays in memory while nobody asks.
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
_LOWER = 91  # the row of what DOWN does
_ALIKE = 4  # rows of the picture by which texts of one row may differ
_PITCH = 14  # and those of the rows of a sentence
_LONG = 100  # columns that a row of a sentence takes at least; names in a table take fewer
_EDGE = SIDE - 4  # where sentences are broken


def words(app):
    """Return what the players read on the panel now, as the notification `words` of the link has it.

    app: has `screen`, `settings` and `message`, the sentence that lies over the screen, or None.
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
    """Stands in for a Canvas.

    title: the texts of the heading. lines: what stands below it, in the order in which it is drawn; at: the
    number of the one at the cursor, or None. keys: what a button does, by its name; "<" and ">" are arrows,
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
        """Take one line in; return an x after it."""
        if not text or font not in (SMALL, MEDIUM, LARGE):
            # the logo is a picture made of letters
            return x
        if y < HEAD:
            self.title.append(text)
        elif y > FOOT:
            if ink == WHITE:
                self._key = text.lower()
            else:
                self.keys[self._key] = text
        elif text in WITH_B:
            # which buttons it takes is nothing to be heard
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
        """Return whether a text belongs to the one before it."""
        if self._last is None:
            return False
        before, left, above, its_font, its_ink = self._last
        if abs(above - y) <= _ALIKE:
            # of one row, as a name and its value
            return its_ink == ink
        if (left, its_font, its_ink) != (x, font, ink) or not _ALIKE < y - above <= _PITCH:
            return False
        # a sentence of several rows: there was no room for its next word
        word = text.split(" ")[0]
        return font.width(before) >= _LONG and x + font.width(before + " " + word) > _EDGE

    def symbol(self, name, x, y, ink=BLACK):
        """Take in a symbol that says something in place of a text."""
        if name in _SIGNS and y > HEAD:
            self.text(_SIGNS[name], x, y, SMALL, BLACK if y > FOOT else ink)
        elif x >= SIDE and name in (MENU, POWER):
            self._at_the_side(text_of("menu" if name == MENU else "powers"), y)

    def say(self, words):
        """Take in a picture in words, "" where there is nothing to say of it."""
        if words:
            self.lines.append(words)
        self.at = 0 if self.lines else None

    def part_changed(self, name, appearance, x, y, width, height):
        """Say that every part has to be drawn."""
        return True

    def _nothing(self, *area):
        """Only eyes can tell what this draws."""

    clear = invalidate = fill = outline = chip = rule = _nothing
    # and those of the FrameBuffer
    fill_rect = rect = line = hline = vline = pixel = _nothing

    def _at_the_side(self, label, y):
        self.keys["up" if y < _LOWER else "down"] = label
