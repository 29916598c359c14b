"""Functions for a few boards on a battery: the power of a Badger 2040 and of a Badger 2350, and waiting while
the battery is empty.

It must not know pins by number.
"""

from companion.platform import asyncio, sleep_ms
from companion.power import DIVIDED_BY, SETTLES_MS, Power

try:
    # only the maker's MicroPython of a Badger 2350 has it
    import powman
except ImportError:
    powman = None


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


class LithiumCell(Power):
    """The battery of a Badger 2350, which the maker's MicroPython can switch off.

    usb: the input pin that is 1 on a cable. reference, battery: have read_u16().
    """

    LOW = (3.4,)  # as of the lithium cell of a Badger 2040
    _REFERENCE = 1.1  # volts
    _DIVIDED_BY = 2

    def __init__(self, usb, reference, battery):
        Power.__init__(self)
        self.on_cable = usb
        self._reference = reference
        self._battery = battery

    def measure(self):
        """Return the battery's voltage in V."""
        reference = max(1, self._reference.read_u16())
        return self._REFERENCE * self._DIVIDED_BY * self._battery.read_u16() / reference

    def off(self):
        """Switch the board off until a button is pressed; a cable keeps it on, and so does another image."""
        if powman and not self.on_cable():
            powman.sleep()


async def wait_for_a_cable(app):
    """Empty the panel, let go of its pins, and wait for a cable, which restarts the companion.

    app: an App whose board measures its supply. The game is on the flash already. Raises PanelError.
    """
    board = app.board
    panel = board.panel
    app.log.note("The battery has only %.2f V, so the panel goes off." % board.power.volts)
    app.canvas.clear()
    await panel.show(app.canvas.buffer, True)
    await panel.power_off()
    panel.sleep()
    release(panel)
    while not board.power.on_usb_power():
        board.nap()
        await asyncio.sleep(0)
    board.restart()


def release(panel):
    """Stop driving all pins of a sleeping Panel, so that no pin lies above a falling supply."""
    for pin in (panel.cs, panel.dc, panel.rst, panel.busy) + panel.wires:
        pin.init(panel.busy.IN, None)
