"""A hand at a board with three buttons: it presses UP as B held and then A, and DOWN as B held and then C."""

from companion.screens.stack import Stack
from panel.test_buttons import ThreeButtons

MEANS = {"up": "a", "down": "c"}
LOOK_MS = 10
PRESS_MS = 60
LONG_MS = 1700
REPEAT_MS = 510


class Fingers(ThreeButtons):
    """Give a press, and hear what the buttons make of it."""

    def __init__(self):
        super().__init__()
        self._held = None

    def wait(self, milliseconds, listening=True):
        self.now += milliseconds
        self.listen()

    def give(self, name, kind):
        """Return what is heard of a press of one of five buttons, as [(name, kind)]: in the end, that press.

        A repeat goes on from the press before it, so all but B stay held, or begins with a press of its own.
        """
        if (name, kind) != (self._held, "repeat"):
            self._let_go()
            for button in ("b", MEANS[name]) if name in MEANS else (name,):
                self.press(button)
                self.wait(PRESS_MS)
            self._held = name
        if kind == "long":
            self.wait(LONG_MS)
        elif kind == "repeat":
            self.wait(REPEAT_MS)
        if name == "b":
            self._let_go()
        heard, self.heard = self.heard, []
        assert heard and heard[-1] == (name, kind)
        return heard

    def _let_go(self):
        for button in "acb":
            if self.contacts[button].level == 0:
                self.release(button)
                self.wait(PRESS_MS)
        self._held = None


class StackUnderThreeButtons(Stack):
    """The screens of a board with three buttons."""

    def __init__(self, app):
        super().__init__(app)
        self._fingers = Fingers()

    def press(self, name, kind):
        """Press as five buttons would; what a keyboard writes needs none."""
        for heard in [(name, kind)] if name == "key" else self._fingers.give(name, kind):
            super().press(*heard)
