"""The supply of a board: a cable or a battery, its charge, and switching it off.

It must not know pins by number.
"""

from machine import ADC, mem32

from companion.platform import const, sleep_ms

SETTLES_MS = const(1)
"""Milliseconds after which the voltage fed by a pin can be measured."""

DIVIDED_BY = const(3)
"""A divider in front of the converter takes the voltage down to a third."""

_FULL_SCALE = const(65535)  # result of read_u16() for the supply of the converter
_SUPPLY = 3.3  # volts
_LEAST, _MOST = 1.7, 5.7  # volts between which a Pico runs: 1.8 to 5.5, and the error of the converter
# volts that the pin seems to have with its pull-up: 9.9 if nothing drives it, but at most 8.5 if a Pico's
# divider of 200 and 100 kilohms does, for a pull-up of 32 kilohms and 5.5 V
_ORDINARY = 9.3
_CABLE = 4.3  # volts, which after an empty battery only USB has
# SOF_RD of an RP2040 and an RP2350: the number of the last frame that a USB host began. SIE_STATUS does not
# tell that a cable was pulled, as TinyUSB forces VBUS_DETECT and clears SUSPENDED
_LAST_FRAME = const(0x50110048)
_FRAME_MS = const(2)  # duration of a frame
_RISE = 0.15  # volts more before a battery that was low counts as good again: without a load it recovers


class Power:
    """A board that may run on a battery, which it can't measure.

    hold: the output pin that keeps the power on, None for a board that can't switch itself off.

    Attributes: `volts`, the last measurement, or None; `low`, whether the battery is nearly empty; `empty`,
    whether it harms the panel. A subclass has `measure()`, `LOW`, and perhaps `EMPTY`, the volts below which
    a battery is empty. LOW: the volts below which it is nearly empty; with several kinds of batteries, the
    lowest first: a battery that ever had more than the second number is of the second kind.
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

        Returns whether the picture has to be drawn again: because `low` has changed, or for a second
        measurement, as a single low value does not make a battery empty.
        """
        if not self.LOW:
            return False
        before, below = self.low, self._below
        self.volts = volts = self.measure()
        self._most = max(self._most, volts or 0)
        limit = [each for each in self.LOW if each <= self._most] or self.LOW
        on_battery = volts is not None and not self.on_cable()
        self.low = on_battery and volts < limit[-1] + (_RISE if before else 0)
        self._below = on_battery and volts < self.EMPTY
        self.empty = below and self._below
        return self.low != before or (self._below and not below)

    def on_cable(self):
        """Return whether a cable is known to power the board; takes two milliseconds if there is no host."""
        frame = mem32[_LAST_FRAME]
        sleep_ms(_FRAME_MS)
        return mem32[_LAST_FRAME] != frame

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
    measure. vsys: the pin to measure.

    hardware/README.md has the arithmetic: below 3.1 V the inputs lie too far above the panel's supply. The
    converter is off by up to 0.1 V. Not every board with a Pico's pins has these three: a voltage at which no
    Pico runs is not its supply, so it is not measurable, and then only a host shows that there is a cable.
    """

    LOW = (3.3,)
    EMPTY = 3.2

    def __init__(self, usb, select, vsys):
        Power.__init__(self)
        self._usb = usb
        self._select = select
        self._vsys = vsys
        self._reading = ADC(vsys)

    def measure(self):
        """Return the voltage of VSYS in V, or None if it is not measurable; takes 2 to 3 milliseconds."""
        volts = self._read()
        # on a Pico W these pins belong to the radio chip: it has to be selected, and knows about the cable
        self._wireless = volts < _LEAST
        if self._wireless:
            self._select(1)
            volts = self._read()
        self._vsys.init(self._vsys.IN, self._vsys.PULL_UP)
        ordinary = self._read() > _ORDINARY
        ADC(self._vsys)  # ends the pull
        self._select(0)
        return None if ordinary or not _LEAST < volts < _MOST else volts

    def _read(self):
        sleep_ms(SETTLES_MS)
        return self._reading.read_u16() * DIVIDED_BY * _SUPPLY / _FULL_SCALE

    def on_cable(self):
        """Return whether a cable is known to power it: on a Pico W only high volts and a host tell that."""
        if self.volts and (self.volts > _CABLE if self._wireless else self._usb()):
            return True
        return Power.on_cable(self)

    def may_nap(self):
        """Return True only if battery power is certain: USB stops while it sleeps."""
        may = self.volts is not None and not (self._wireless or self.on_cable())
        if may:
            # not before, as on a Pico W the pin is not ours
            self._usb.irq(_wake)
        return may

    def on_usb_power(self):
        """Return whether there is a cable after an empty battery."""
        self.volts = self.measure()
        return (self.volts or 0) > _CABLE or Power.on_cable(self)


def _wake(_pin):
    """Do nothing: an interrupt ends a nap."""
