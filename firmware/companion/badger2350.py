"""The parts that only a Badger 2350 has: an SSD1680 with its glass turned round, and its battery.

The commands are those of the SSD1680, with the values of the maker's driver; hardware/boards.md lists the
exceptions with the reasons. It must not know pins by number.
"""

import framebuf

from companion.power import Power
from companion.ssd1680 import SSD1680

try:
    # only the maker's MicroPython has it
    import powman
except ImportError:
    powman = None

_VOLTAGES = (
    b"\x3f\x01\x22"  # end option
    b"\x03\x01\x17"  # gate driving voltage: 20 V
    b"\x04\x03\x41\xae\x32"  # source driving voltage: VSH1 15 V, VSH2 is not used, VSL -15 V
    b"\x2c\x01\x28"  # VCOM register: -1 V
)

_REVERSED = (
    bytes([sum([128 >> bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)]),
    256,
    1,
    framebuf.GS8,
)
"""The palette of the bytes with their bits in the opposite order."""


class SSD1680_Turned(SSD1680):
    """The panel with this controller; its first native line is at the right, its first column above.

    So the bits of its bytes are in the opposite order of a picture's.
    """

    _PULSE_US = 10000
    _TABLE = SSD1680._TABLE[: -len(_VOLTAGES)] + _VOLTAGES

    def _for_size(self):
        self._top = 0
        self._line = last = bytes(((self.width - 1) & 255, (self.width - 1) >> 8))
        self._turned = memoryview(bytearray(self.width * self.pages))
        return (
            b"\x11\x01\x05"  # data entry mode: Y down, then X up
            b"\x21\x02\x00\x00"  # display update control 1: both pictures as they are; all outputs
            # driver output control: number of lines, from the first; RAM Y window: all lines, from the last
            b"\x01\x03" + last + b"\x00\x45\x04" + last + b"\x00\x00"
        )

    def _load(self, commands, picture, runs):
        picture, turned, width = memoryview(picture), self._turned, self.width
        for first, end in runs:
            # a palette of bytes translates them ten times as fast as a loop
            start, stop, shape = first * width, end * width, (width, end - first, framebuf.GS8)
            frame = framebuf.FrameBuffer(turned[start:stop], *shape)
            frame.blit((picture[start:stop],) + shape, 0, 0, -1, _REVERSED)
        SSD1680._load(self, commands, turned, runs)


class LithiumCell(Power):
    """The battery, which the maker's MicroPython can switch off.

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
