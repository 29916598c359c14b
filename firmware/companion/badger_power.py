"""The battery and the power switch of a Badger 2040.

It must not know pins by number.
"""

from companion.platform import sleep_ms
from companion.power import DIVIDED_BY, SETTLES_MS, Power


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
        sleep_ms(SETTLES_MS)
        reference = self._reference.read_u16()
        self._feed(0)
        # both readings are relative to the supply, which falls with the battery: it cancels out
        return self._REFERENCE * DIVIDED_BY * self._battery.read_u16() / max(1, reference)
