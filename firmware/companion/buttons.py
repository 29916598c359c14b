"""Five buttons, or three: from the edges on their pins to presses in a queue.

It must not know which pins they are nor what a press means. Interrupts only note when a pin changed; `get`
turns that into presses later, so that none is lost while the processor is busy.
"""

from array import array

from companion.platform import const, ticks_add, ticks_diff, ticks_ms
from shared_rules import BUTTONS

BOUNCE_MS = const(20)
REPEAT_AFTER_MS = const(500)
REPEAT_EVERY_MS = const(120)
LONG_MS = const(800)
_AGAIN_MS = const(50)  # an erase is over by then, in which a contact may have bounced unseen
_HELD_UP_MS = const(30)  # so long nothing looks at the buttons while the flash is erased, and not otherwise
STUCK_MS = const(10000)  # nobody holds a button for so long

CLOSED = const(1)  # in a change: the contact is closed now
BOTH = const(0x80)  # in a change: the contact went both ways before the interrupt could run
_WAITING = const(32)  # presses that wait to be fetched; whoever presses more often meets a stuck app


class _Edges:
    """A ring buffer of pin changes, written in interrupts, which must not allocate memory.

    times, levels: when each change came, and what it was. oldest: the place of the oldest one in both.
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

    def take(self):
        """Return the oldest change as (time, level)."""
        first = self.oldest
        change = self.times[first], self.levels[first]
        self.oldest = (first + 1) % self.SIZE
        return change


class _Button:
    """One button: debounces its pin, and says the presses that result."""

    long_ms = LONG_MS

    def __init__(self, name, index, pin, pressed, edges, say, give_up):
        self._name = name
        self._pin = pin
        self._pressed = pressed
        self._edges = edges
        self.say = say
        self._give_up = give_up
        self._mark = index << 1
        # What can be held for long gives its press at release, or a long press would come after a press
        self._holds_long = name == "b"
        self.contact = self.down = self.closed()
        # A button that is down at boot is jammed, or something lies on it: silent until released
        self._spent = self.down
        self._is_stuck = False
        # As if it had been so for a while: the first press counts at once too
        self.changed = ticks_add(edges._ticks(), -BOUNCE_MS)
        self._since = self._due = self.changed

    def listen(self, triggers):
        self._triggers = triggers
        self._irq = self._pin.irq(None, 0, hard=True)
        # A hard interrupt notes the time at once; a soft one would wait for the end of a flash or SPI write
        self._pin.irq(self._on_change, triggers[0] | triggers[1], hard=True)

    def ignore(self):
        self._pin.irq(None, 0, hard=True)

    def _on_change(self, pin):
        level = pin()
        # Other edges than the one to this level: it has moved on, perhaps in this very moment
        both = 0 if self._irq.flags() == self._triggers[level] else BOTH
        self._edges.add(both | self._mark | (level == self._pressed))

    def closed(self):
        return self._pin() == self._pressed

    def change(self, time, contact):
        """The contact was found closed or open at `time`; everything before that time has been settled."""
        counts = contact != self.down and ticks_diff(time, self.changed) >= BOUNCE_MS
        self.contact = contact
        self.changed = time
        if counts:
            if contact:
                self._go_down(time)
            else:
                # it may open and close on, but says nothing more until it counts as released
                self._say_short()

    def settle(self, now, released):
        """Take into account that nothing was seen to change from the last change until `now`.

        released: for how many milliseconds a contact that opened as soon as it had closed has to be open
        before it counts as released.
        """
        bounced = not self.contact and ticks_diff(self.changed, self._since) < BOUNCE_MS
        enough = released if bounced else BOUNCE_MS
        if self.contact != self.down and ticks_diff(now, self.changed) >= enough:
            if self.contact:
                self._go_down(self.changed)
            else:
                self._go_up()
        if self.down and self.contact and not self._is_stuck:
            if ticks_diff(now, self._since) >= STUCK_MS:
                self._spent = self._is_stuck = True
                self._give_up(self._name)
            elif not self._spent:
                self._hold(now)

    def _go_down(self, time):
        self.down = True
        self._since = time
        self._due = ticks_add(time, REPEAT_AFTER_MS)
        if not self._holds_long:
            self.say(self._name, "press")

    def _hold(self, now):
        if self._holds_long:
            if ticks_diff(now, self._since) >= self.long_ms:
                self.say(self._name, "long")
                self._spent = True
            return
        late = ticks_diff(now, self._due)
        if late >= 0:
            self.say(self._name, "repeat")
            # Repeats that nobody could fetch are not made up for: the cursor would run on after the release
            self._due = ticks_add(self._due if late < REPEAT_EVERY_MS else now, REPEAT_EVERY_MS)

    def _say_short(self):
        if self._holds_long and not self._spent:
            self.say(self._name, "press")
            self._spent = True

    def _go_up(self):
        self._say_short()
        self.down = False
        self._spent = False
        self._is_stuck = False


class Buttons:
    """The buttons of a board.

    `pins` are input pins, five in the order of BUTTONS or three for the last of them, `triggers` what their
    irq() takes for the edges to level 0 and to level 1, `pressed` the level of a pressed one, `ticks` the
    clock in milliseconds.

    stuck: the name of the last one that was found held for longer than anybody would, and says nothing more
    until it is released; None for none. Whoever reads it sets it back.
    """

    def __init__(self, pins, triggers, pressed=0, ticks=ticks_ms):
        self._ticks = ticks
        self._presses = []
        self._asked = ticks()
        self.stuck = None
        self._edges = _Edges(ticks)
        self._buttons = [
            _Button(name, index, pin, pressed, self._edges, self.inject, self._give_up)
            for index, (name, pin) in enumerate(zip(BUTTONS[-len(pins) :], pins))
        ]
        for button in self._buttons:
            button.listen(triggers)

    def get(self):
        """Return the next press as (name, kind), or None.

        The kind is "press", "repeat" (held; not for b) or "long" (b held for 0.8 s; then b gives no "press",
        which it otherwise does at release).
        """
        # Taken first: an edge that comes while the older ones are worked off is later than this
        now = self._ticks()
        self._held_up = held_up = ticks_diff(now, self._asked) >= _HELD_UP_MS
        self._asked = now
        while self._edges:
            time, change = self._edges.take()
            # The erase of the flash may have hidden that a contact which bounced open closed again at once
            self._settle(time, _AGAIN_MS if held_up else BOUNCE_MS)
            button, closed = self._buttons[(change & ~BOTH) >> 1], bool(change & CLOSED)
            # What came and went unseen was a finger if nothing could see it, else a spark; or it bounced
            unseen = change & BOTH and held_up and not (closed or button.down)
            if unseen and ticks_diff(time, button.changed) >= _AGAIN_MS:
                button.change(time, True)
            button.change(time, closed)
        if self._edges.lost:
            self._edges.lost = False
            for button in self._buttons:
                button.change(now, button.closed())
        self._settle(now, BOUNCE_MS)
        return self._presses.pop(0) if self._presses else None

    def inject(self, name, kind="press"):
        """Queue a press as if a button had been pressed; if the queue is full, it is lost."""
        if len(self._presses) < _WAITING:
            self._presses.append((name, kind))

    def close(self):
        """Switch the interrupts off."""
        for button in self._buttons:
            button.ignore()

    def _give_up(self, name):
        self.stuck = name

    def _settle(self, now, released):
        for button in self._buttons:
            button.settle(now, released)
