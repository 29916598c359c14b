"""The screens that lie on each other, and what is common to all: going back, taking back, messages."""

from companion.canvas import BLACK, CENTRE, HEIGHT, SMALL, WHITE, WIDTH, wrap
from companion.screens.screen import BACK, GAME, HOME, Screen
from companion.texts import text


class Stack(Screen):
    """The title at the bottom, the game above it, and what lies above that."""

    def __init__(self, app):
        from companion.screens.title import Title

        Screen.__init__(self, app)
        self._screens = [Title(app)]

    @property
    def top(self):
        """The screen that is shown and gets the presses."""
        if self._screens[-1].outdated():
            self._to_game()
        return self._screens[-1]

    def draw(self, canvas):
        """Draw the screen on top."""
        self.top.draw(canvas)

    def press(self, name, kind):
        """Hand a press to the screen on top; a long press on B takes back, wherever a game is shown."""
        top = self.top
        if kind == "long":
            where = self._take_back()
        elif kind == "repeat" and name not in top.repeats:
            where = None
        else:
            where = top.press(name, kind)
        self._go(where)

    def _go(self, where):
        if where == BACK:
            if len(self._screens) > 1:
                self._screens.pop()
        elif where == HOME:
            del self._screens[1:]
        elif where == GAME:
            self._to_game()
        elif where is not None:
            self._screens.append(where)

    def _to_game(self):
        from companion.screens.turn import Turn

        del self._screens[1:]
        if self.app.session.game:
            self._screens.append(Turn(self.app))

    def _take_back(self):
        from companion.screens.turn import Turn
        from companion.screens.undo import Undo

        if len(self._screens) < 2 or not isinstance(self._screens[1], Turn):
            return None
        if isinstance(self._screens[-1], Undo):
            return None
        if len(self.app.session.game.events) < 2:
            self.app.say(text("nothing_to_undo"))
            return None
        return Undo(self.app)


def draw_message(canvas, sentence):
    """Draw a sentence in a box over whatever is on the Canvas."""
    lines = wrap(sentence, SMALL, 230)[:7]
    height = 14 * len(lines) + 24
    x, y, width = 22, (HEIGHT - height) // 2, WIDTH - 44
    canvas.fill(x - 3, y - 3, width + 6, height + 6, WHITE)
    canvas.fill(x, y, width, height)
    canvas.fill(x + 2, y + 2, width - 4, height - 4, WHITE)
    for number, line in enumerate(lines):
        canvas.text(line, WIDTH // 2, y + 8 + 14 * number, SMALL, BLACK, CENTRE)
    canvas.text(text("any_button"), WIDTH // 2, y + height - 13, SMALL, BLACK, CENTRE)
