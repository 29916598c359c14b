"""Driver for a 2.9" black and white panel of 296 x 128 pixels with an SSD1680 (native 128 wide, 296 high).

It turns picture bytes into commands. It must not know pins, boards or what a picture shows. Command names are
the data sheet's.

A byte of a picture is eight pixels of one native line, so a picture needs no turning: with the address
counters stepping along Y first, X downwards, its bytes go out as they are, any run of pages in one SPI write.
The controller holds 1 for white and is told to read its memory inverted.
"""

from companion import waveform
from companion.panel import Panel
from companion.platform import asyncio, const, forget

_DRIVER_OUTPUT_CONTROL = const(0x01)
_GATE_DRIVING_VOLTAGE = const(0x03)
_SOURCE_DRIVING_VOLTAGE = const(0x04)
_DEEP_SLEEP_MODE = const(0x10)
_DATA_ENTRY_MODE = const(0x11)
_SOFTWARE_RESET = const(0x12)
_TEMPERATURE_SENSOR = const(0x18)
_MASTER_ACTIVATION = const(0x20)
_DISPLAY_UPDATE_CONTROL_1 = const(0x21)
_DISPLAY_UPDATE_CONTROL_2 = const(0x22)
_WRITE_NEW_PICTURE = const(0x24)
_WRITE_PREVIOUS_PICTURE = const(0x26)
_VCOM_REGISTER = const(0x2C)
_WRITE_LUT_REGISTER = const(0x32)
_BORDER_WAVEFORM = const(0x3C)
_END_OPTION = const(0x3F)
_RAM_X_WINDOW = const(0x44)
_RAM_Y_WINDOW = const(0x45)
_RAM_X_COUNTER = const(0x4E)
_RAM_Y_COUNTER = const(0x4F)

_LAST_COLUMN = const(15)
_AFTER_RESET_SECONDS = 0.01

_SETUP = (
    (_DRIVER_OUTPUT_CONTROL, b"\x27\x01\x00"),  # 296 lines, from the first
    (_DATA_ENTRY_MODE, b"\x06"),  # Y first; Y up, X down
    (_RAM_X_WINDOW, b"\x0f\x00"),
    (_RAM_Y_WINDOW, b"\x00\x00\x27\x01"),
    (_TEMPERATURE_SENSOR, b"\x80"),  # the one inside, for the waveform of the full refresh
)
_FULL = (
    (_DISPLAY_UPDATE_CONTROL_1, b"\x48\x80"),  # previous picture taken as 0, new one inverted; S8 to S167
    (_BORDER_WAVEFORM, b"\x05"),  # drive the border white too
    (_DISPLAY_UPDATE_CONTROL_2, b"\xf7"),  # power, temperature, its own waveform, mode 1, power off
    (_MASTER_ACTIVATION, b""),
)
_PARTIAL = (
    (_DISPLAY_UPDATE_CONTROL_1, b"\x88\x80"),  # both pictures inverted; S8 to S167
    (_BORDER_WAVEFORM, b"\x80"),  # leave the border alone
    (_DISPLAY_UPDATE_CONTROL_2, b"\xcf"),  # power, our waveform, mode 2, power off
    (_MASTER_ACTIVATION, b""),
)
# A full refresh replaces waveform and voltages by the controller's own: ours go out again after each
_WAVEFORM = (
    (_WRITE_LUT_REGISTER, waveform.for_ssd1680()),
    (_END_OPTION, b"\x22"),
    (_GATE_DRIVING_VOLTAGE, b"\x17"),  # 20 V
    (_SOURCE_DRIVING_VOLTAGE, b"\x41\xa8\x32"),  # VSH1 15 V, VSH2 5 V, VSL -15 V
    (_VCOM_REGISTER, b"\x36"),  # -1.35 V
)
# its table is made; it is not needed again
forget(waveform.__name__)
del waveform


class SSD1680(Panel):
    """The panel with this controller."""

    BUSY = 1
    NEW = (_WRITE_NEW_PICTURE,)
    SHOWN = (_WRITE_PREVIOUS_PICTURE,)
    SLEEP = ((_DEEP_SLEEP_MODE, b"\x01"),)

    async def _set_up(self):
        self._command(_SOFTWARE_RESET)
        await asyncio.sleep(_AFTER_RESET_SECONDS)
        await self._until_free()
        self._send(_SETUP)

    def _load(self, commands, picture, runs):
        picture = memoryview(picture)
        for first, end in runs:
            for command in commands:
                self._command(_RAM_X_COUNTER, bytes((_LAST_COLUMN - first,)))
                self._command(_RAM_Y_COUNTER, b"\x00\x00")
                self._command(command, picture[first * self.width : end * self.width])

    async def _begin(self, full):
        if full:
            self._send(_FULL)
            return
        if not self._waveform_loaded:
            self._send(_WAVEFORM)
        self._send(_PARTIAL)

    async def _end(self):
        """It goes off by itself."""
