"""What a board runs on: a cable or a battery, how much is left in that, and switching it off.

It must not know pins by number.
"""

from companion.platform import asyncio, const, sleep_ms

_SETTLES_MS = const(1)
"""Milliseconds after which what a pin feeds can be measured."""

_DIVIDED_BY = const(3)
"""A divider in front of the converter takes the voltage down to a third."""

_FULL_SCALE = const(65535)  # what read_u16() returns for the supply of the converter
_SUPPLY = 3.3  # volts
_LEAST = 1.0  # volts, below which no Pico runs
_CABLE = 4.3  # volts, which after an empty battery only USB has
_RISE = 0.15  # volts more before a battery that was low counts as good again: without a load it recovers


class Power:
    """A board that may run on a battery, which it can't measure.

    hold: the output pin that keeps the power on, None for a board that can't switch itself off.

    Attributes: `volts`, what was measured last, None if nothing was; `low`, whether the battery is nearly
    empty; `empty`, whether it harms the panel. A subclass has `measure()`, `LOW`, and perhaps `EMPTY`, the
    volts below which a battery is empty. LOW: those below which it is nearly empty; with several kinds of
    batteries, the lowest first: one that ever had more than the second number is of the second kind.
    """

    LOW = ()
    EMPTY = 0
    volts = None
    low = empty = False
    _most = 0
    _below = False

    def __init__(self, hold=None):
        self._hold = hold

    def look(self):
        """Measure the voltage, best while a refresh loads the battery.

        Returns whether the picture has to be drawn again: because `low` has changed, or so that it can be
        measured a second time, as one low value does not make a battery empty.
        """
        if not self.LOW:
            return False
        before, below = self.low, self._below
        self.volts = volts = self.measure()
        self._most = max(self._most, volts)
        limit = [each for each in self.LOW if each <= self._most] or self.LOW
        on_battery = not self.on_cable()
        self.low = on_battery and volts < limit[-1] + (_RISE if before else 0)
        self._below = on_battery and volts < self.EMPTY
        self.empty = below and self._below
        return self.low != before or (self._below and not below)

    def on_cable(self):
        """Return whether a cable is known to power the board."""
        return False

    def may_nap(self):
        """Return whether it may sleep for a moment; a board that can switch itself off need not."""
        return False

    def off(self):
        """Switch the board off until a button is pressed; a cable keeps it on."""
        if self._hold and not self.on_cable():
            self._hold(0)


class PicoPower(Power):
    """A Pico's supply, VSYS, which feeds a panel whose inputs stay at 3.3 V.

    usb: the input pin that is 1 on a cable. select: the output pin that a Pico W has to set before it can
    measure. vsys: has read_u16(), relative to 3.3 V.

    hardware/README.md has the arithmetic: below 3.1 V the inputs lie too far above the panel's supply. The
    converter is off by up to 0.1 V.
    """

    LOW = (3.3,)
    EMPTY = 3.2
    _wireless = True  # until it is known

    def __init__(self, usb, select, vsys):
        Power.__init__(self)
        self._usb = usb
        self._select = select
        self._vsys = vsys
        usb.irq(_wake)

    def measure(self):
        """Return the voltage of VSYS in V; takes a millisecond on a Pico W."""
        volts = self._read()
        # on a Pico W these pins belong to the radio chip: it has to be selected, and knows about the cable
        self._wireless = volts < _LEAST
        if self._wireless:
            self._select(1)
            sleep_ms(_SETTLES_MS)
            volts = self._read()
            self._select(0)
        return volts

    def _read(self):
        return self._vsys.read_u16() * _DIVIDED_BY * _SUPPLY / _FULL_SCALE

    def on_cable(self):
        """Return whether a cable powers it; on a Pico W only high volts tell that."""
        return (self.volts or 0) > _CABLE if self._wireless else bool(self._usb())

    def may_nap(self):
        """Return whether it surely runs on a battery: USB stops while it sleeps."""
        return not (self._wireless or self._usb())

    def revived(self):
        """Return whether there is a cable after an empty battery."""
        self.volts = self.measure()
        return self.volts > _CABLE


class BadgerPower(Power):
    """The power switch of a Badger 2040, and its battery.

    hold: as for Power. usb: the input pin that is 1 on a cable. feed: the output pin that feeds the voltage
    reference. reference, battery: have read_u16().

    Two alkaline cells of 1.25 V each have a tenth of their charge left, and so has a lithium cell at 3.4 V.
    As even fresh alkaline cells have less than 3.4 V, a battery that ever had more is a lithium cell.
    """

    LOW = (2.5, 3.4)
    _REFERENCE = 1.24  # volts

    def __init__(self, hold, usb, feed, reference, battery):
        Power.__init__(self, hold)
        self.on_cable = usb
        self._feed = feed
        self._reference = reference
        self._battery = battery

    def measure(self):
        """Return the battery's voltage in V; takes a millisecond."""
        self._feed(1)
        sleep_ms(_SETTLES_MS)
        reference = self._reference.read_u16()
        self._feed(0)
        # both readings are relative to the supply, which falls with the battery: it cancels out
        return self._REFERENCE * _DIVIDED_BY * self._battery.read_u16() / max(1, reference)


def _wake(_pin):
    """Do nothing: an interrupt ends a nap."""


async def wait_for_a_cable(app):
    """Empty the panel, let go of its pins, and wait for a cable, which restarts the companion.

    app: an App whose board measures its supply. The game is on the flash already. Raises PanelError.
    """
    board = app.board
    panel = board.panel
    app.log.note("The battery has only %.2f V, so the panel goes off." % board.power.volts)
    app.canvas.clear()
    await panel.show(app.canvas.buffer, True)
    await panel.rest()
    panel.sleep()
    release(panel)
    while not board.power.revived():
        board.nap()
        await asyncio.sleep(0)
    board.restart()


def release(panel):
    """Drive no pin of a Panel that sleeps any more, so that none lies above a supply that falls."""
    for pin in (panel.cs, panel.dc, panel.rst, panel.busy) + panel.wires:
        pin.init(panel.busy.IN, None)
