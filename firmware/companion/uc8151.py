"""Driver for a 2.9" black and white panel of 296 x 128 pixels with a UC8151 (native 128 wide, 296 high).

It turns the bytes of a picture into commands, named as in the data sheet. It must not know pins, boards or
the content of a picture.

This controller takes a picture line by line, and each line is a column of the landscape picture, which is
stored page by page. A window of one byte in width solves that: it takes a page as it is, in one SPI write.
The lines are set to begin at the lower edge, so that the bits of a byte are in the right order, too.
"""

import framebuf

from companion import modules, waveform
from companion.panel import Panel
from companion.platform import const

_WRITE_OLD_PICTURE = const(0x10)
_WRITE_NEW_PICTURE = const(0x13)
_PARTIAL_WINDOW = const(0x90)
_PARTIAL_IN = const(0x91)
_PARTIAL_OUT = const(0x92)


class UC8151(Panel):
    """The panel with this controller."""

    LAYOUT = framebuf.MONO_VLSB
    BUSY = 0
    TEMPERATURE = const(0x40)
    _PULSE_US = 10000
    _FULL_MS = 4500  # its voltages stay on
    _STUCK_MS = 20000
    _RESET = b""
    # Panel setting: 128 x 296, black and white, first line at the left, lines from their lower end, booster
    # on
    _SETUP = (
        b"\x00\x01\x93"  # panel setting, before any picture, as it determines where each byte goes
        b"\x01\x05\x03\x00\x2b\x2b\x2b"  # power setting: internal; gates 16 V, sources 11 V and -11 V
        b"\x06\x03\x17\x17\x17"  # booster soft start
        b"\x03\x01\x00"  # power off sequence
        b"\x41\x01\x00"  # temperature sensor: the internal sensor, for the waveform of the full refresh
        b"\x60\x01\x22"  # TCON setting
        b"\x30\x01\x3a"  # PLL control: 100 frames a second
    )
    _FULL = (
        b"\x00\x01\x93"  # panel setting: the controller's own waveform
        b"\x50\x01\x9c"  # VCOM and data interval: 1 is white; drive the border white too
        b"\x04\x00"  # power on
    )
    # A full refresh replaces the waveform with the controller's own, so ours is sent again after each
    _CLEAR = b"\x00\x01\xb3" + waveform.for_uc8151()  # panel setting: our waveform
    _QUICK = b"\x00\x01\xb3" + waveform.for_uc8151(waveform.UC8151_QUICK)
    _PARTIAL = (
        b"\x50\x01\x1c"  # VCOM and data interval: 1 is white; leave the border alone
        b"\x04\x00"  # power on
    )
    _START = b"\x12\x00"  # display refresh
    OFF = b"\x02\x00"  # power off
    _STAYS_POWERED = False  # no data sheet says that its tables may change while the voltages are on
    _SLEEP = b"\x07\x01\xa5"  # deep sleep, with its check code
    _NEW = (_WRITE_NEW_PICTURE,)
    # Data sheets and drivers disagree on the content of its memories after a refresh, so both are written
    _SHOWN = (_WRITE_OLD_PICTURE, _WRITE_NEW_PICTURE)

    def _waveform(self, quick):
        return self._QUICK if quick else self._CLEAR

    def _load(self, commands, picture, runs):
        picture = memoryview(picture)
        window = bytearray(b"\x00\x00\x00\x00\x01\x27\x01")  # all 296 lines
        self._command(_PARTIAL_IN)
        for first, end in runs:
            for page in range(first, end):
                window[0] = (self.pages - 1 - page) << 3
                window[1] = window[0] | 7
                self._command(_PARTIAL_WINDOW, window)
                for command in commands:
                    self._command(command, picture[page * self.width : (page + 1) * self.width])
        self._command(_PARTIAL_OUT)


# the tables are made, and its functions take 1.5 KB
del waveform
modules.leave("panel")
