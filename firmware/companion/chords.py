"""Three buttons that do the same as five: while B is held, A is UP and C is DOWN."""

from companion.buttons import BOTH, CLOSED, Buttons
from companion.platform import const, ticks_diff

_LONG_CHORD_MS = const(1600)  # twice as long, as B is also held for UP and DOWN
_MOMENT_MS = const(1)  # changes hidden by the same erase of the flash are at most so far apart
CHORDS = {"a": "up", "c": "down"}
"""{button: what it is while B is held}"""


class Chords(Buttons):
    """The buttons A, B and C of a board with only three; the parameters are those of Buttons.

    While B is held, A is UP and C is DOWN; the screens show that at their edge, see `widgets.set_chords`.

    If B was held for another button, it emits neither a press nor a long press. A button that began as UP or
    DOWN stays that until it is released.

    While the flash is erased, no interrupt runs, and everything that B and another button did in the meantime
    is recorded at the same moment, so their order is unknown. The other button then counts as pressed while B
    was held, as UP and DOWN do the least harm: B may enter something.
    """

    def __init__(self, pins, triggers, pressed=0, **clock):
        Buttons.__init__(self, pins, triggers, pressed, **clock)
        self._b = self._buttons[1]
        self._b.long_ms = _LONG_CHORD_MS
        # {"a" or "c": whether its press began as a chord}
        self._is_chord = {}
        for button in self._buttons:
            button.emit = self._on_press

    def _on_press(self, name, kind):
        if name in CHORDS:
            if kind == "press":
                self._is_chord[name] = self._is_with_b(self._buttons[0 if name == "a" else 2].pressed_at)
            if self._is_chord[name]:
                self._b.silent = True
                name = CHORDS[name]
        elif kind == "press" and self._another_follows():
            return
        self.inject(name, kind)

    def _is_with_b(self, moment):
        """Return whether B is held when another button closes. moment: that time in ms."""
        b = self._b
        if self._next_pressed(moment) is b:
            b.change(moment, True)
        return b.down and (b.contact or ticks_diff(moment, b.changed_at) <= _MOMENT_MS)

    def _another_follows(self):
        """Return whether another button is pressed at the same moment at which B opened."""
        other = self._next_pressed(self._b.changed_at)
        return other and not other.down

    def _next_pressed(self, moment):
        """Return the button of the next change if it closed, perhaps unseen, at this moment, else None."""
        edges = self._edges
        if edges and ticks_diff(edges.times[edges.oldest], moment) <= _MOMENT_MS:
            change = edges.levels[edges.oldest]
            if change & CLOSED or (change & BOTH and self._was_blocked):
                return self._buttons[(change & ~BOTH) >> 1]
        return None
