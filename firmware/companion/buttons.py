"""The buttons: turns the edges on their pins into a queue of debounced presses.

Interrupts only record when a pin changed; `get` turns these edges into presses later, so that no press is
lost while the processor is busy. It must not know the pins, nor the meaning of a press.
"""

from array import array

from companion.platform import const, ticks_add, ticks_diff, ticks_ms
from shared_rules import BUTTONS

BOUNCE_MS = const(20)
REPEAT_AFTER_MS = const(500)
REPEAT_EVERY_MS = const(120)
LONG_MS = const(800)
_ERASE_MS = const(50)  # longer than an erase of the flash, during which a contact may bounce unseen
_BLOCKED_MS = const(30)  # so much time without a `get` means that the flash was being erased
STUCK_MS = const(10000)  # nobody holds a button for this long

CLOSED = const(1)  # in a change: the contact is closed now
BOTH = const(0x80)  # in a change: the contact went both ways before the interrupt could run
_MOST_WAITING = const(32)  # presses in the queue; there are more only if the app hangs


class _Edges:
    """A ring buffer of pin changes, written in interrupts, which must not allocate memory.

    times: when each change came, in ms. levels: the kind of each change: the index of the button times 2,
    with CLOSED and BOTH. oldest: the index of the oldest change in both. lost: whether the buffer was full
    and a change got lost.
    """

    SIZE = const(64)

    def __init__(self, ticks):
        self._ticks = ticks
        self.times = array("I", [0] * self.SIZE)
        self.levels = bytearray(self.SIZE)
        self.oldest = 0
        self._end = 0
        self.lost = False

    def add(self, level):
        """Add a change that happens now; called in an interrupt."""
        end = self._end
        after = (end + 1) % self.SIZE
        if after == self.oldest:
            self.lost = True
            return
        self.times[end] = self._ticks()
        self.levels[end] = level
        self._end = after

    def __bool__(self):
        return self.oldest != self._end

    def pop(self):
        """Remove the oldest change and return it as (time, level)."""
        first = self.oldest
        change = self.times[first], self.levels[first]
        self.oldest = (first + 1) % self.SIZE
        return change


class _Button:
    """A button: debounces its pin, and emits the resulting presses.

    emit: a callable(name, kind) for each press. report_stuck: a callable(name), called if it is held for too
    long. contact: whether the contact is closed. down: whether the button counts as pressed. silent: whether
    it emits nothing more until it is released. changed_at, pressed_at: when the contact last changed, and
    when the last press began, in ms. long_ms: how long a long press takes.
    """

    long_ms = LONG_MS

    def __init__(self, name, index, pin, pressed, edges, emit, report_stuck):
        self._name = name
        self._pin = pin
        self._pressed = pressed
        self._edges = edges
        self.emit = emit
        self._report_stuck = report_stuck
        self._index_bits = index << 1
        # A button with a long press emits its press at release, or a long press would follow a press
        self._has_long_press = name == "b"
        self.contact = self.down = self.is_closed()
        # A button that is down at boot is jammed, or something lies on it
        self.silent = self.down
        self._is_stuck = False
        # As if the last change were long ago, so that the first press counts at once, too
        self.changed_at = ticks_add(edges._ticks(), -BOUNCE_MS)
        self.pressed_at = self._repeat_at = self.changed_at

    def enable_interrupt(self, triggers):
        self._triggers = triggers
        self._irq = self._pin.irq(None, 0, hard=True)
        # A hard interrupt records the time at once; a soft interrupt would wait for a flash or SPI write
        self._pin.irq(self._on_edge, triggers[0] | triggers[1], hard=True)

    def disable_interrupt(self):
        self._pin.irq(None, 0, hard=True)

    def _on_edge(self, pin):
        level = pin()
        # If the edges are not just the edge to this level, the contact has changed more than once
        both = 0 if self._irq.flags() == self._triggers[level] else BOTH
        self._edges.add(both | self._index_bits | (level == self._pressed))

    def is_closed(self):
        return self._pin() == self._pressed

    def change(self, time, contact):
        """Set the contact closed or open at `time`; `advance` must have been called for the time before."""
        counts = contact != self.down and ticks_diff(time, self.changed_at) >= BOUNCE_MS
        self.contact = contact
        self.changed_at = time
        if counts:
            if contact:
                self._begin_press(time)
            else:
                # it may go on opening and closing, but emits nothing more until it counts as released
                self._emit_short_press()

    def advance(self, now, released_ms):
        """Advance the debouncer to `now`; no edge occurred since the last call.

        released_ms: how long a contact that opened right after it had closed has to stay open before it
        counts as released.
        """
        bounced = not self.contact and ticks_diff(self.changed_at, self.pressed_at) < BOUNCE_MS
        enough = released_ms if bounced else BOUNCE_MS
        if self.contact != self.down and ticks_diff(now, self.changed_at) >= enough:
            if self.contact:
                self._begin_press(self.changed_at)
            else:
                self._end_press()
        if self.down and self.contact and not self._is_stuck:
            if ticks_diff(now, self.pressed_at) >= STUCK_MS:
                self.silent = self._is_stuck = True
                self._report_stuck(self._name)
            elif not self.silent:
                self._emit_while_held(now)

    def _begin_press(self, time):
        self.down = True
        self.pressed_at = time
        self._repeat_at = ticks_add(time, REPEAT_AFTER_MS)
        if not self._has_long_press:
            self.emit(self._name, "press")

    def _emit_while_held(self, now):
        if self._has_long_press:
            if ticks_diff(now, self.pressed_at) >= self.long_ms:
                self.emit(self._name, "long")
                self.silent = True
            return
        late = ticks_diff(now, self._repeat_at)
        if late >= 0:
            self.emit(self._name, "repeat")
            # Repeats that were missed are not made up for: the cursor would move on after the release
            self._repeat_at = ticks_add(self._repeat_at if late < REPEAT_EVERY_MS else now, REPEAT_EVERY_MS)

    def _emit_short_press(self):
        if self._has_long_press and not self.silent:
            self.emit(self._name, "press")
            self.silent = True

    def _end_press(self):
        self._emit_short_press()
        self.down = False
        self.silent = False
        self._is_stuck = False


class Buttons:
    """The buttons of a board.

    pins: input pins, five in the order of BUTTONS, or three for A, B and C. triggers: arguments of the pins'
    irq() for the edges to level 0 and to level 1. pressed: the level of a pressed button. ticks: the clock in
    milliseconds.

    stuck: the name of the last button that was held unusually long and emits nothing until it is released, or
    None. The reader sets it back to None.
    """

    def __init__(self, pins, triggers, pressed=0, ticks=ticks_ms):
        self._ticks = ticks
        self._presses = []
        self._last_get = ticks()
        self.stuck = None
        self._edges = _Edges(ticks)
        self._buttons = [
            _Button(name, index, pin, pressed, self._edges, self.inject, self._report_stuck)
            for index, (name, pin) in enumerate(zip(BUTTONS[-len(pins) :], pins))
        ]
        for button in self._buttons:
            button.enable_interrupt(triggers)

    def get(self):
        """Return the next press as (name, kind), with a third item if a host has sent it, or None.

        The kind is "press", "repeat" (held; not for b) or "long" (b held for 0.8 s; without it, b gives
        "press" at its release).
        """
        # before anything else: edges that arrive while older edges are processed are later than this
        now = self._ticks()
        self._was_blocked = blocked = ticks_diff(now, self._last_get) >= _BLOCKED_MS
        self._last_get = now
        while self._edges:
            time, change = self._edges.pop()
            # an erase of the flash may have hidden that a contact which bounced open closed again at once
            self._advance(time, _ERASE_MS if blocked else BOUNCE_MS)
            button, closed = self._buttons[(change & ~BOTH) >> 1], bool(change & CLOSED)
            # a press that came and went unseen is real if interrupts were blocked, and else noise or a bounce
            unseen = change & BOTH and blocked and not (closed or button.down)
            if unseen and ticks_diff(time, button.changed_at) >= _ERASE_MS:
                button.change(time, True)
            button.change(time, closed)
        if self._edges.lost:
            self._edges.lost = False
            for button in self._buttons:
                button.change(now, button.is_closed())
        self._advance(now, BOUNCE_MS)
        return self._presses.pop(0) if self._presses else None

    def rest(self):
        """Return whether `get` need not be called yet: no button is pressed or was since the last call."""
        now = self._ticks()
        if self._edges or self._presses:
            return False
        for button in self._buttons:
            if button.down or button.contact:
                return False
        self._last_get = now
        return True

    def inject(self, name, kind="press", *from_host):
        """Queue a press, as `get` returns it. If the queue is full, the press is lost."""
        if len(self._presses) < _MOST_WAITING:
            self._presses.append((name, kind) + from_host)

    def close(self):
        """Disable the interrupts."""
        for button in self._buttons:
            button.disable_interrupt()

    def _report_stuck(self, name):
        self.stuck = name

    def _advance(self, now, released_ms):
        for button in self._buttons:
            button.advance(now, released_ms)
