"""Driver for a 2.9" black and white panel of 296 x 128 pixels with a UC8151 (native 128 wide, 296 high).

It turns picture bytes into commands. It must not know pins, boards or what a picture shows. Command names are
the data sheet's.

This controller takes a picture line by line, a column of the landscape picture each, where a picture here is
kept page by page. A window as wide as one byte puts that right: into it a page goes as it is, in one SPI
write. Lines are told to begin at the lower edge, so that the bits of a byte are in order too.
"""

from companion import waveform
from companion.panel import Panel
from companion.platform import const, forget

_PANEL_SETTING = const(0x00)
_POWER_SETTING = const(0x01)
_POWER_OFF = const(0x02)
_POWER_OFF_SEQUENCE = const(0x03)
_POWER_ON = const(0x04)
_BOOSTER_SOFT_START = const(0x06)
_DEEP_SLEEP = const(0x07)
_WRITE_OLD_PICTURE = const(0x10)
_DISPLAY_REFRESH = const(0x12)
_WRITE_NEW_PICTURE = const(0x13)
_PLL_CONTROL = const(0x30)
_TEMPERATURE_SENSOR = const(0x41)
_VCOM_AND_DATA_INTERVAL = const(0x50)
_TCON_SETTING = const(0x60)
_PARTIAL_WINDOW = const(0x90)
_PARTIAL_IN = const(0x91)
_PARTIAL_OUT = const(0x92)

_LAST_BANK = const(15)

_SETUP = (
    (_POWER_SETTING, b"\x03\x00\x2b\x2b\x2b"),  # made inside: gates 16 V, sources 11 V and -11 V
    (_BOOSTER_SOFT_START, b"\x17\x17\x17"),
    (_POWER_OFF_SEQUENCE, b"\x00"),
    (_TEMPERATURE_SENSOR, b"\x00"),  # the one inside, for the waveform of the full refresh
    (_TCON_SETTING, b"\x22"),
    (_PLL_CONTROL, b"\x3a"),  # 100 frames a second
)
# Panel setting: 128 x 296, black and white, first line at the left, each from its lower end; booster on
_FULL = (
    (_PANEL_SETTING, b"\x93"),  # the controller's own waveform
    (_VCOM_AND_DATA_INTERVAL, b"\x4c"),  # 1 is black; drive the border white too
)
_PARTIAL = (
    (_PANEL_SETTING, b"\xb3"),  # our waveform
    (_VCOM_AND_DATA_INTERVAL, b"\x0c"),  # 1 is black; leave the border alone
)
# A full refresh replaces the waveform by the controller's own: ours goes out again after each
_WAVEFORM = waveform.for_uc8151()
# its tables are made; it is not needed again
forget(waveform.__name__)
del waveform


class UC8151(Panel):
    """The panel with this controller."""

    BUSY = 0
    STUCK_MS = 20000  # its full refresh is the slower one: 4.5 s, and more in the cold
    NEW = (_WRITE_NEW_PICTURE,)
    # Data sheets and drivers do not agree on what is in its memories after a refresh; after this they do
    SHOWN = (_WRITE_OLD_PICTURE, _WRITE_NEW_PICTURE)
    SLEEP = ((_DEEP_SLEEP, b"\xa5"),)

    async def _set_up(self):
        self._window = bytearray(b"\x00\x00\x00\x00\x01\x27\x01")  # all 296 lines
        self._send(_FULL)
        self._send(_SETUP)

    def _load(self, commands, picture, runs):
        picture = memoryview(picture)
        self._command(_PARTIAL_IN)
        for first, end in runs:
            for page in range(first, end):
                self._window[0] = (_LAST_BANK - page) << 3
                self._window[1] = self._window[0] | 7
                self._command(_PARTIAL_WINDOW, self._window)
                for command in commands:
                    self._command(command, picture[page * self.width : (page + 1) * self.width])
        self._command(_PARTIAL_OUT)

    async def _begin(self, full):
        self._send(_FULL if full else _PARTIAL)
        if not (full or self._waveform_loaded):
            self._send(_WAVEFORM)
        self._command(_POWER_ON)
        await self._until_free()
        self._command(_DISPLAY_REFRESH)

    async def _end(self):
        self._command(_POWER_OFF)
        await self._until_free()
