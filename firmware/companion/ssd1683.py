"""Drivers for landscape panels that take pictures in other ways than the SSD1680 of the reference board.

An SSD1683 takes them row by row and has waveforms of its own; the glass of a Badger 2350, with an SSD1680, is
turned round. Most commands are those of the SSD1680. The values are those of GxEPD2 and of the makers'
drivers; hardware/boards.md lists the exceptions with the reasons.
"""

import framebuf

from companion.platform import const
from companion.ssd1680 import SSD1680

_RAM_X_COUNTER = const(0x4E)
_RAM_Y_COUNTER = const(0x4F)

_VOLTAGES = (
    b"\x3f\x01\x22"  # end option
    b"\x03\x01\x17"  # gate driving voltage: 20 V
    b"\x04\x03\x41\xae\x32"  # source driving voltage: VSH1 15 V, VSH2 is not used, VSL -15 V
    b"\x2c\x01\x28"  # VCOM register: -1 V
)


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


class SSD1680_Turned(SSD1680):
    """The panel with this controller; its first native line is at the right, its first column above.

    So the bits of its bytes are in the opposite order of a picture's.
    """

    _PULSE_US = 10000
    _VOLTAGES = _VOLTAGES

    def _for_size(self):
        self._top = 0
        self._line = last = bytes(((self.width - 1) & 255, (self.width - 1) >> 8))
        self._turned = memoryview(bytearray(self.width * self.pages))
        # the palette of the bytes with their bits in the opposite order
        reverse = [sum([128 >> bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)]
        self._reversed = bytes(reverse), 256, 1, framebuf.GS8
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
            frame.blit((picture[start:stop],) + shape, 0, 0, -1, self._reversed)
        SSD1680._load(self, commands, turned, runs)
