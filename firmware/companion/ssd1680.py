"""Driver for black and white panels with an SSD1680, of any size up to 296 x 176 pixels.

It turns the bytes of a picture into commands, named as in the data sheet. It must not know pins, boards or
the content of a picture.

A byte of a picture is eight pixels of one native line, and the controller takes the bytes of a page one line
after the other, so a picture need not be rotated.

All commands and their values are from the makers' drivers; hardware/boards.md lists the exceptions with the
reasons; a test compares them.
"""

import framebuf

from companion import modules
from companion.panel import Panel
from companion.platform import const

_WRITE_NEW_PICTURE = const(0x24)
_WRITE_PREVIOUS_PICTURE = const(0x26)
_RAM_X_WINDOW = const(0x44)
_RAM_X_COUNTER = const(0x4E)
_RAM_Y_COUNTER = const(0x4F)

_SOURCES = const(160)  # a glass with more rows is connected to all outputs, others to the outputs from S8 on

_VOLTAGES = (
    b"\x3f\x01\x22"  # end option
    b"\x03\x01\x17"  # gate driving voltage: 20 V
    b"\x04\x03\x41\xb0\x32"  # source driving voltage: VSH1 15 V, VSH2 is not used, VSL -15 V
    b"\x2c\x01\x36"  # VCOM register: -1.35 V
)


class SSD1680(Panel):
    """The panel with this controller; a row of the landscape picture is a native column."""

    LAYOUT = framebuf.MONO_VLSB
    BUSY = 1
    TEMPERATURE = const(0x1B)
    _PULSE_US = 2000  # as the maker's driver has it; some of his modules cut the power when it lasts longer
    _RESET = b"\x12\x00"  # software reset
    _SETUP = b"\x18\x01\x80"  # temperature sensor: the internal sensor, for the waveform of the full refresh
    _FULL = (
        b"\x3c\x01\x05"  # border waveform: drive the border white too
        b"\x22\x01\xf7"  # display update control 2: power, temperature, own waveform, mode 1, power off
    )
    _VOLTAGES = _VOLTAGES
    _PARTIAL = (
        b"\x3c\x01\x80"  # border waveform: leave the border alone
        b"\x22\x01\xcc"  # display update control 2: power, our waveform, mode 2; the power stays on
    )
    _START = b"\x20\x00"  # master activation
    OFF = b"\x22\x01\x83\x20\x00"  # display update control 2: power off; master activation
    _STAYS_POWERED = True
    _SLEEP = b"\x10\x01\x01"  # deep sleep mode 1
    _NEW = (_WRITE_NEW_PICTURE,)
    _SHOWN = (_WRITE_PREVIOUS_PICTURE,)

    def __init__(self, size, *wiring, **more):
        Panel.__init__(self, size, *wiring, **more)
        self._top = self.pages - 1  # RAM X of the uppermost page
        self._line = b"\x00\x00"  # RAM Y of the left end
        # our waveform and voltages, and the byte in which the two waveforms differ
        self._table = self._at = self._frames = None
        self._SETUP += self._for_size()

    def _for_size(self):
        """Return the commands of the setup that depend on the size and the position of the glass."""
        last = bytes(((self.width - 1) & 255, (self.width - 1) >> 8))
        # display update control 1: both pictures as they are; S8 to S167, or all
        outputs = b"\x21\x02\x00\x80" if self.height <= _SOURCES else b"\x21\x02\x00\x00"
        # data entry mode: Y up, then X down; driver output control: number of lines, from the first; RAM Y
        # window: all lines
        return b"\x11\x01\x06\x01\x03" + last + b"\x00\x45\x04\x00\x00" + last + outputs

    def _waveform(self, quick):
        # A full refresh replaces waveform and voltages with the controller's own, so ours are sent again
        # after it. They are made after the first picture, for which a player waits
        if self._table is None:
            from companion import waveform

            self._table = bytearray(waveform.for_ssd1680() + self._VOLTAGES)
            self._at = waveform.SSD1680_AT
            self._frames = waveform.SSD1680[0][0], waveform.SSD1680_QUICK[0][0]
            del waveform
            modules.leave("panel")
        self._table[self._at] = self._frames[quick]
        return self._table

    def _load(self, commands, picture, runs):
        picture, width, top = memoryview(picture), self.width, self._top
        for first, end in runs:
            window = bytes((abs(top - first), abs(top - end + 1)))
            self._command(_RAM_X_WINDOW, window)
            for command in commands:
                self._command(_RAM_X_COUNTER, window[:1])
                self._command(_RAM_Y_COUNTER, self._line)
                self._command(command, picture[first * width : end * width])
