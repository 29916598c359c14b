"""The power of a board that can run on a battery: how much is left, and switching it off.

It must not know pins by number, nor what the companion does about an empty battery.
"""

from companion.platform import const, sleep_ms

_SETTLES_MS = const(1)
_REFERENCE = 1.24  # volts
_DIVIDED_BY = const(3)  # a divider in front of the converter takes the battery's voltage down to a third

# Two alkaline cells of 1.25 V each have a tenth of their charge left, and so has a lithium cell at 3.4 V. As
# even fresh alkaline cells have less than 3.4 V, a battery that ever had more is a lithium cell.
_LITHIUM = 3.4
_ALKALINE = 2.5


class Switch:
    """The power switch of a board that can't measure its battery. hold: as for Power."""

    def __init__(self, hold):
        self._hold = hold

    def warns(self):
        """Return False, as the battery can't be measured."""
        return False

    def off(self):
        """Switch the board off; a cable keeps it on."""
        self._hold(0)


class Power:
    """The power switch of a board, and its battery.

    hold: the output pin that keeps the power on. usb: the input pin that is 1 on a cable. feed: the output
    pin that feeds the voltage reference. reference, battery: have read_u16(), which returns 65535 for the
    supply voltage.
    """

    def __init__(self, hold, usb, feed, reference, battery):
        self._hold = hold
        self._usb = usb
        self._feed = feed
        self._reference = reference
        self._battery = battery
        self._most = 0
        self._told = False

    def volts(self):
        """Return the battery's voltage in V; takes a millisecond."""
        self._feed(1)
        sleep_ms(_SETTLES_MS)
        reference = self._reference.read_u16()
        self._feed(0)
        # both readings are relative to the supply, which falls with the battery: it cancels out
        return _REFERENCE * _DIVIDED_BY * self._battery.read_u16() / max(1, reference)

    def low(self):
        """Return whether the board runs on its battery, and the battery is nearly empty."""
        if self._usb():
            return False
        volts = self.volts()
        self._most = max(self._most, volts)
        return volts < (_LITHIUM if self._most >= _LITHIUM else _ALKALINE)

    def warns(self):
        """Return whether it is low for the first time since the board was switched on."""
        told, self._told = self._told, self._told or self.low()
        return self._told and not told

    def off(self):
        """Switch the board off until a button is pressed; on a cable, which keeps it on, do nothing."""
        if not self._usb():
            self._hold(0)
