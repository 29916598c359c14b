"""Driver for a 2.9" black and white panel of 296 x 128 pixels with an SSD1680 (native 128 wide, 296 high).

It turns picture bytes into commands and waits for the glass. It must not know pins, boards or what a picture
shows. Command names are the data sheet's.

Pictures are landscape framebuf.MONO_VLSB, 1 = black. A byte of that is eight pixels of one native line, so a
picture needs no turning: with the address counters stepping along Y first, X downwards, its bytes go out as
they are, in one SPI write. The controller holds 1 for white and is told to read its memory inverted.
"""

from companion import waveform
from companion.platform import asyncio, const, forget, ticks_diff, ticks_ms

DRIVER_OUTPUT_CONTROL = const(0x01)
GATE_DRIVING_VOLTAGE = const(0x03)
SOURCE_DRIVING_VOLTAGE = const(0x04)
DEEP_SLEEP_MODE = const(0x10)
DATA_ENTRY_MODE = const(0x11)
SOFTWARE_RESET = const(0x12)
TEMPERATURE_SENSOR = const(0x18)
MASTER_ACTIVATION = const(0x20)
DISPLAY_UPDATE_CONTROL_1 = const(0x21)
DISPLAY_UPDATE_CONTROL_2 = const(0x22)
WRITE_NEW_PICTURE = const(0x24)
WRITE_PREVIOUS_PICTURE = const(0x26)
VCOM_REGISTER = const(0x2C)
WRITE_LUT_REGISTER = const(0x32)
BORDER_WAVEFORM = const(0x3C)
END_OPTION = const(0x3F)
RAM_X_WINDOW = const(0x44)
RAM_Y_WINDOW = const(0x45)
RAM_X_COUNTER = const(0x4E)
RAM_Y_COUNTER = const(0x4F)

_RESET_SECONDS = 0.005  # twice what the maker asks for
_POLL_SECONDS = 0.01
_STUCK_MS = const(10000)  # a full refresh in the cold takes four seconds

_SETUP = (
    (DRIVER_OUTPUT_CONTROL, b"\x27\x01\x00"),  # 296 lines, from the first
    (DATA_ENTRY_MODE, b"\x06"),  # Y first; Y up, X down
    (RAM_X_WINDOW, b"\x0f\x00"),
    (RAM_Y_WINDOW, b"\x00\x00\x27\x01"),
    (TEMPERATURE_SENSOR, b"\x80"),  # the one inside, for the waveform of the full refresh
)
_HOME = (
    (RAM_X_COUNTER, b"\x0f"),
    (RAM_Y_COUNTER, b"\x00\x00"),
)
_FULL = (
    (DISPLAY_UPDATE_CONTROL_1, b"\x48\x80"),  # previous picture taken as 0, new one inverted; S8 to S167
    (BORDER_WAVEFORM, b"\x05"),  # drive the border white too
    (DISPLAY_UPDATE_CONTROL_2, b"\xf7"),  # power, temperature, its own waveform, mode 1, power off
    (MASTER_ACTIVATION, b""),
)
_PARTIAL = (
    (DISPLAY_UPDATE_CONTROL_1, b"\x88\x80"),  # both pictures inverted; S8 to S167
    (BORDER_WAVEFORM, b"\x80"),  # leave the border alone
    (DISPLAY_UPDATE_CONTROL_2, b"\xcf"),  # power, our waveform, mode 2, power off
    (MASTER_ACTIVATION, b""),
)
# A full refresh replaces waveform and voltages by the controller's own: ours go out again after each
_WAVEFORM = (
    (WRITE_LUT_REGISTER, waveform.table(waveform.PARTIAL)),
    (END_OPTION, b"\x22"),
    (GATE_DRIVING_VOLTAGE, b"\x17"),  # 20 V
    (SOURCE_DRIVING_VOLTAGE, b"\x41\xa8\x32"),  # VSH1 15 V, VSH2 5 V, VSL -15 V
    (VCOM_REGISTER, b"\x36"),  # -1.35 V
)
# its table is made; it is not needed again
forget(waveform.__name__)
del waveform


class PanelError(Exception):
    """The panel does not answer; the message is a sentence for the user."""


class SSD1680:
    """The panel behind an SPI bus and four pins.

    `spi` has write(bytes); `cs`, `dc` and `rst` are output pins and `busy` is an input pin, each called
    with a level or for one. `ticks` is a clock in milliseconds. One task at a time may call `show`.

    Attributes: `width`, `height` in pixels; `partials`, the partial refreshes since the last full one;
    `FULL_EVERY`, the number of them after which the maker wants a full one.
    """

    width = 296
    height = 128
    FULL_EVERY = 40

    def __init__(self, spi, cs, dc, rst, busy, ticks=ticks_ms):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._rst = rst
        self._busy = busy
        self._ticks = ticks
        self._byte = bytearray(1)
        self._shown = None
        self._awake = False
        self._previous_due = False
        self._waveform_loaded = False
        self.partials = 0

    async def show(self, buffer, full=False):
        """Hand a picture to the glass; return when its refresh has started.

        `buffer` is 4,736 bytes of landscape MONO_VLSB, 1 = black, and must stay as it is until `idle` has
        returned: it is told to the controller as the previous picture then. The refresh is a
        full one (about 2 s, flickers) when asked for and whenever the controller cannot know what is on the
        glass, else a partial one (about 0.3 s). Waits for the refresh before it.

        Raises PanelError when the panel stays busy; the next call then resets it and tries again.
        """
        size = self.width * self.height // 8
        if len(buffer) != size:
            raise ValueError("a picture has %d bytes, not %d" % (size, len(buffer)))
        await self.idle()
        if not self._awake:
            await self._wake()
            full = True
        self._load(WRITE_NEW_PICTURE, buffer)
        self._shown = buffer
        if full:
            self._send(_FULL)
            self._waveform_loaded = False
            self.partials = 0
        else:
            if not self._waveform_loaded:
                self._send(_WAVEFORM)
                self._waveform_loaded = True
            self._send(_PARTIAL)
            self.partials += 1
        self._previous_due = True

    async def idle(self):
        """Wait until the glass is at rest. Raises PanelError when it stays busy for ten seconds."""
        if not self._awake:
            return
        await self._until_free()
        if self._previous_due:
            # A partial refresh drives what differs from this: were it older than the glass, ghosts would stay
            self._load(WRITE_PREVIOUS_PICTURE, self._shown)
            self._previous_due = False

    def sleep(self):
        """Send the controller into deep sleep; return False, and do nothing, while the glass is busy.

        The picture stays on the glass. The next `show` wakes the controller and is a full refresh.
        """
        if self._awake:
            if self._busy():
                return False
            self._command(DEEP_SLEEP_MODE, b"\x01")
            self._awake = False
        return True

    async def _wake(self):
        self._previous_due = False
        self._waveform_loaded = False
        self._rst(0)
        await asyncio.sleep(_RESET_SECONDS)
        self._rst(1)
        await asyncio.sleep(_POLL_SECONDS)
        await self._until_free()
        self._command(SOFTWARE_RESET)
        await asyncio.sleep(_POLL_SECONDS)
        await self._until_free()
        self._send(_SETUP)
        self._awake = True

    async def _until_free(self):
        since = self._ticks()
        while self._busy():
            if ticks_diff(self._ticks(), since) > _STUCK_MS:
                self._awake = False
                raise PanelError("The panel has been busy for 10 seconds: check how it sits on the Pico.")
            await asyncio.sleep(_POLL_SECONDS)

    def _load(self, command, picture):
        self._send(_HOME)
        self._command(command, picture)

    def _send(self, commands):
        for command, data in commands:
            self._command(command, data)

    def _command(self, command, data=b""):
        self._byte[0] = command
        self._cs(0)
        self._dc(0)
        self._spi.write(self._byte)
        if data:
            self._dc(1)
            self._spi.write(data)
        self._cs(1)
