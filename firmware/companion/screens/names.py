"""Names of players, written letter by letter."""

from companion.canvas import BLACK, MEDIUM, WHITE
from companion.screens import parts
from companion.screens.screen import BACK, Screen, turned
from companion.texts import text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
LONGEST = 12
_X = 20
_Y = 54
_CELL = 20


def table_names(app):
    """Return the five names that the settings keep for the seats at the table."""
    names = app.settings.get("names").split(",")
    return names[:5]


def free_name(app, taken):
    """Return a name of the settings that nobody at the table has."""
    for name in table_names(app):
        if name not in taken:
            return name
    return "Z"


class NameEditor(Screen):
    """UP and DOWN turn the last letter, C adds one, A takes it away, B is done.

    name: what to begin with. done: a callable(name) that gives where to go. longest: letters at the most.
    title: the key of the heading.
    """

    repeats = ("up", "down", "a")

    def __init__(self, app, name, done, longest=LONGEST, title="name"):
        Screen.__init__(self, app)
        self.name = name
        self.done = done
        self.longest = longest
        self.title = title
        self._cell = min(_CELL, (parts.SIDE - _X) // longest)

    def draw(self, canvas):
        parts.heading(canvas, text(self.title))
        for number, letter in enumerate(self.name):
            last = number == len(self.name) - 1
            x = _X + number * self._cell
            if last:
                canvas.fill(x - 2, _Y - 5, self._cell - 2, 22)
            canvas.text(letter, x + 2, _Y, MEDIUM, WHITE if last else BLACK)
        canvas.rule(_Y + 18, _X - 4, self.longest * self._cell)
        full = len(self.name) == self.longest
        parts.keys(
            canvas,
            text("erase" if self.name else "back"),
            text("done") if self.name else "",
            "" if full else text("letter"),
        )
        if self.name:
            parts.side(canvas, turned(LETTERS, self.name[-1], 1), turned(LETTERS, self.name[-1], -1))

    def press(self, name, kind):
        if name == "a":
            if not self.name:
                return None if kind == "repeat" else BACK
            self.name = self.name[:-1]
        elif name == "c":
            if len(self.name) < self.longest:
                self.name += "a" if self.name else "A"
        elif name == "b":
            return self.done(self.name) if self.name else None
        elif self.name:
            self.name = self.name[:-1] + turned(LETTERS, self.name[-1], 1 if name == "up" else -1)
        return None
