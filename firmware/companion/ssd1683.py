"""Driver for landscape panels with an SSD1683, which takes pictures row by row and has waveforms of its own.

Most commands are those of the SSD1680. The values are those of GxEPD2 and of the maker's driver.
"""

import framebuf

from companion.platform import const
from companion.ssd1680 import SSD1680

_RAM_X_COUNTER = const(0x4E)
_RAM_Y_COUNTER = const(0x4F)


class SSD1683(SSD1680):
    """The panel with this controller, whose waveforms are its own."""

    LAYOUT = framebuf.MONO_HLSB
    _PULSE_US = 10000
    _FULL = (
        b"\x3c\x01\x05"  # border waveform: drive the border white too
        b"\x21\x02\x40\x00"  # display update control 1: take the previous picture for white
        b"\x22\x01\xf7"  # display update control 2: power, temperature, own waveform, mode 1, power off
    )
    _PARTIAL = (
        b"\x3c\x01\x80"  # border waveform: leave the border alone
        b"\x21\x02\x00\x00"  # display update control 1: both pictures as they are
        b"\x22\x01\xfc"  # display update control 2: power, temperature, own waveform, mode 2; the power stays
    )

    def _for_size(self):
        last = bytes(((self.height - 1) & 255, (self.height - 1) >> 8))
        columns = b"\x44\x02\x00" + bytes((self.width // 8 - 1,))
        # data entry mode: X up, then Y up; driver output control: number of lines, from the first; RAM X and
        # Y window: all lines
        return b"\x11\x01\x03\x01\x03" + last + b"\x00" + columns + b"\x45\x04\x00\x00" + last

    def _waveform(self, quick):
        # it has a waveform for partial refreshes
        return b""

    def _load(self, commands, picture, runs):
        picture = memoryview(picture)[: self.width * self.height // 8]
        for command in commands:
            for first, end in runs:
                row = 8 * first
                self._command(_RAM_X_COUNTER, b"\x00")
                self._command(_RAM_Y_COUNTER, bytes((row & 255, row >> 8)))
                self._command(command, picture[first * self.width : end * self.width])
