"""Three buttons that do what five do: while B is held, A is UP and C is DOWN.

It must not know what a press means. The screens say so at their edge, see `widgets.set_chords`.
"""

from companion.buttons import BOTH, CLOSED, Buttons
from companion.platform import const, ticks_diff

_LONG_MS = const(1600)  # of B alone: twice as long as elsewhere, as B is also held for UP and DOWN
_MOMENT_MS = const(1)  # so close to each other are the changes that one erase of the flash has hidden
_MEANS = {"a": "up", "c": "down"}


class Chords(Buttons):
    """The buttons A, B and C of a board that has no others; `pins` and the rest as for Buttons.

    B that was held for another button gives neither a press nor a long one. What a button began as it stays
    until it is released.

    While the flash is erased, no interrupt runs, and what B and another button did meanwhile is noted in one
    moment: nobody can tell the order. The other one then counts as pressed while B was held, as UP and DOWN
    do the least harm: B may enter something.
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
                self._began[name] = self._is_with_b(self._buttons[0 if name == "a" else 2]._since)
            if self._began[name]:
                self._b._spent = True
                name = _MEANS[name]
        elif kind == "press" and self._another_follows():
            return
        self.inject(name, kind)

    def _is_with_b(self, moment):
        """Return whether a button that closed at a moment is pressed while B is held."""
        b = self._b
        if self._next(moment) is b:
            b.change(moment, True)
        return b.down and (b.contact or ticks_diff(moment, b.changed) <= _MOMENT_MS)

    def _another_follows(self):
        """Return whether another button is pressed in the moment in which B opened."""
        other = self._next(self._b.changed)
        return other and not other.down

    def _next(self, moment):
        """Return the button of the next change, if it closed then, or meanwhile, in this same moment."""
        edges = self._edges
        if edges and ticks_diff(edges.times[edges.oldest], moment) <= _MOMENT_MS:
            change = edges.levels[edges.oldest]
            if change & CLOSED or (change & BOTH and self._held_up):
                return self._buttons[(change & ~BOTH) >> 1]
        return None
