"""Pictures that show whether a panel works, for `arcana test`: while one is up, a press does nothing.

It must not know the game.
"""

from companion.canvas import HEIGHT, WIDTH
from companion.platform import const, ticks_diff
from companion.screens.stack import Stack

NAMES = ("black", "white", "chequered", "frame")
_LEAVES_MS = const(120000)  # a press counts again when no host has asked for a pattern for so long
_SQUARE = const(8)
_CORNER = const(16)


def show(app, name):
    """Show a pattern, None for the companion's own screen again. Raises ValueError with a sentence."""
    if name is None:
        app.screen = Stack(app)
    elif name in NAMES:
        app.screen = Pattern(app, name)
    else:
        raise ValueError("There is no pattern %s, only %s." % (name, ", ".join(NAMES)))
    app.refresh()


class Pattern:
    """One picture, which is there until a host asks for another, or nobody does any more."""

    written = None

    def __init__(self, app, name):
        self._app = app
        self._name = name
        self._since = app.board.ticks_ms()

    def draw(self, canvas):
        canvas.clear()
        if self._name == "black":
            canvas.fill(0, 0, WIDTH, HEIGHT)
        elif self._name == "chequered":
            for y in range(0, HEIGHT, _SQUARE):
                for x in range(y % (2 * _SQUARE), WIDTH, 2 * _SQUARE):
                    canvas.fill(x, y, _SQUARE, _SQUARE)
        elif self._name == "frame":
            canvas.outline(0, 0, WIDTH, HEIGHT)
            canvas.fill(0, 0, _CORNER, _CORNER)

    def tidy(self):
        """Nothing is left over from before."""

    def press(self, name, kind):
        if ticks_diff(self._app.board.ticks_ms(), self._since) > _LEAVES_MS:
            show(self._app, None)
