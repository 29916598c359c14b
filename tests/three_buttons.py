"""Presses five buttons on a board that has three: UP is B held with A, and DOWN is B held with C."""

from companion.screens import Stack
from panel.test_buttons import ThreeButtons

MEANS = {"up": "a", "down": "c"}
PRESS_MS = 60
LONG_MS = 1700
REPEAT_MS = 510


class Fingers(ThreeButtons):
    """Presses buttons, and records what Chords makes of it."""

    def __init__(self):
        super().__init__()
        self._held = None

    def wait(self, milliseconds, listening=True):
        self.now += milliseconds
        self.listen()

    def give(self, name, kind):
        """Press one of five buttons; return the resulting presses, [(name, kind)]: the last is this one.

        All buttons but B stay held for a repeat, which continues the press before it or begins with one of
        its own.
        """
        if (name, kind) != (self._held, "repeat"):
            self._release_all()
            for button in ("b", MEANS[name]) if name in MEANS else (name,):
                self.press(button)
                self.wait(PRESS_MS)
            self._held = name
        if kind == "long":
            self.wait(LONG_MS)
        elif kind == "repeat":
            self.wait(REPEAT_MS)
        if name == "b":
            self._release_all()
        heard, self.heard = self.heard, []
        assert heard and heard[-1] == (name, kind)
        return heard

    def _release_all(self):
        for button in "acb":
            if self.contacts[button].level == 0:
                self.release(button)
                self.wait(PRESS_MS)
        self._held = None


class StackUnderThreeButtons(Stack):
    """A Stack on a board with three buttons."""

    def __init__(self, app):
        super().__init__(app)
        self._fingers = Fingers()

    def press(self, name, kind):
        """Press one of five buttons; a key of a keyboard needs no button."""
        for heard in [(name, kind)] if name == "key" else self._fingers.give(name, kind):
            super().press(*heard)
