"""Three buttons that do what five do: while B is held, A is UP and C is DOWN.

It must not know what a press means. The screens say so at their edge, see `parts.chorded`.
"""

from companion.buttons import Buttons
from companion.platform import const

_LONG_MS = const(1600)  # of B alone: twice as long as elsewhere, as B is also held for UP and DOWN
_MEANS = {"a": "up", "c": "down"}


class Chords(Buttons):
    """The buttons A, B and C of a board that has no others; `pins` and the rest as for Buttons.

    B that was held for another button gives neither a press nor a long one. What a button began as it stays
    until it is released.
    """

    def __init__(self, pins, triggers, pressed=0, **clock):
        Buttons.__init__(self, pins, triggers, pressed, **clock)
        self._b = self._buttons[1]
        self._b.long_ms = _LONG_MS
        self._began = {}
        for button in self._buttons:
            button.say = self._hear

    def _hear(self, name, kind):
        if name in _MEANS:
            if kind == "press":
                self._began[name] = self._b.down and self._b.contact
            if self._began[name]:
                self._b._spent = True
                name = _MEANS[name]
        self.inject(name, kind)
