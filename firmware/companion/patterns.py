"""Test patterns for the panel, for `arcana test`: while one is shown, a press does nothing.

It must not know the game.
"""

from companion.canvas import CENTRE, HEIGHT, MEDIUM, WIDTH
from companion.platform import const, ticks_diff
from companion.screens.stack import Stack

NAMES = ("black", "white", "chequered", "orientation", "left", "both")
REFRESHES = ("full", "partial", "quick")
_TIMEOUT_MS = const(120000)  # a press leaves the pattern if no host has asked for another for this long
_SQUARE = const(8)
_EDGE = const(8)  # of the triangle, from the edges of the picture
_SLOPE = const(5)  # how far it goes to the right in two rows
_BOX = const(96)


def show(app, name, refresh):
    """Show a pattern, one of `NAMES`, or None to go back to the companion's own screen.

    refresh: one of `REFRESHES`, None for a full one. Raises ValueError with a sentence for any other name.
    """
    if refresh and refresh not in REFRESHES:
        raise ValueError("There is no refresh %s, only %s." % (refresh, ", ".join(REFRESHES)))
    if name is None:
        app.screen = Stack(app)
    elif name in NAMES:
        app.screen = Pattern(app, name)
    else:
        raise ValueError("There is no pattern %s, only %s." % (name, ", ".join(NAMES)))
    app.message = None
    app.board.panel.took = None
    if refresh in (None, "full"):
        app.refresh()
    else:
        app.redraw(refresh == "quick")


class Pattern:
    """One pattern, shown until a host asks for another, or for none."""

    typed_text = None
    is_bare = True  # no message is shown over it

    def __init__(self, app, name):
        self._app = app
        self._name = name
        self._since = app.board.ticks_ms()

    def draw(self, canvas):
        canvas.clear()
        getattr(self, "_draw_" + self._name)(canvas)

    def _draw_black(self, canvas):
        canvas.fill(0, 0, WIDTH, HEIGHT)

    def _draw_white(self, canvas):
        """Draw nothing: the canvas is white."""

    def _draw_chequered(self, canvas):
        for y in range(0, HEIGHT, _SQUARE):
            for x in range(y % (2 * _SQUARE), WIDTH, 2 * _SQUARE):
                canvas.fill(x, y, _SQUARE, _SQUARE)

    def _draw_orientation(self, canvas):
        """Draw a picture that looks different if mirrored or rotated, and broken if rows or columns move."""
        canvas.outline(0, 0, WIDTH, HEIGHT)
        for row in range(HEIGHT - 2 * _EDGE):
            canvas.fill(_EDGE, _EDGE + row, 1 + row * _SLOPE // 2, 1)
        canvas.text("Arcana", WIDTH * 3 // 4, HEIGHT // 4, MEDIUM, align=CENTRE)

    def _draw_left(self, canvas):
        canvas.fill(WIDTH // 4 - _BOX // 2, (HEIGHT - _BOX) // 2, _BOX, _BOX)

    def _draw_both(self, canvas):
        self._draw_left(canvas)
        canvas.fill(WIDTH * 3 // 4 - _BOX // 2, (HEIGHT - _BOX) // 2, _BOX, _BOX)

    def tidy(self):
        """Do nothing: a pattern leaves nothing behind."""

    def press(self, name, kind):
        if ticks_diff(self._app.board.ticks_ms(), self._since) > _TIMEOUT_MS:
            show(self._app, None, None)
