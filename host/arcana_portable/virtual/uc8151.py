"""Model of a 2.9" e-paper panel with a UC8151 controller, as seen from its wires.

The controller's memory holds two pictures of 128 x 296 bits, 16 bytes a line. Line 0 is the left end of the
glass; the driver decides whether a line begins at the upper or the lower edge. The sources disagree on the
contents of both after a refresh, so the model can behave like any of the controllers that they describe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from arcana_portable.virtual.panel import ASLEEP_UNDER_VOLTAGE, HEIGHT, MIRRORED, WIDTH, PanelModel

_LINES = WIDTH
_BANKS = HEIGHT // 8

_OLD_PICTURE = 0x10
_NEW_PICTURE = 0x13
_VCOM_TABLE = 0x20
# White to white, black to white, white to black, black to black
_TABLES = (0x21, 0x22, 0x23, 0x24)

# Bytes that follow each command; None: a picture
_PARAMETERS: dict[int, int | None] = {
    0x00: 1,  # panel setting
    0x01: 5,  # power setting
    0x02: 0,  # power off
    0x03: 1,  # power off sequence
    0x04: 0,  # power on
    0x06: 3,  # booster soft start
    0x07: 1,  # deep sleep
    _OLD_PICTURE: None,
    0x11: 0,  # data stop
    0x12: 0,  # display refresh
    _NEW_PICTURE: None,
    _VCOM_TABLE: 44,
    0x21: 42,
    0x22: 42,
    0x23: 42,
    0x24: 42,
    0x30: 1,  # PLL control
    0x40: 0,  # read temperature
    0x41: 1,  # temperature sensor
    0x50: 1,  # VCOM and data interval
    0x60: 1,  # TCON setting
    0x61: 3,  # resolution
    0x82: 1,  # VCOM voltage
    0x90: 7,  # partial window
    0x91: 0,  # partial in
    0x92: 0,  # partial out
}
_POWER_ON_RESET: dict[int, bytes] = {
    0x00: b"\x0f",
    0x01: b"\x03\x00\x26\x26\x03",
    0x30: b"\x3c",
    0x50: b"\xd7",
    0x90: b"\x00\x7f\x00\x00\x01\x27\x01",
}

# Bits of the panel setting
_RESOLUTION, _128_BY_296 = 0xC0, 0x80
_OWN_WAVEFORM, _BLACK_AND_WHITE, _SCAN_UP, _FROM_ABOVE, _NO_RESET = 0x20, 0x10, 0x08, 0x04, 0x01

_CHECK_CODE = b"\xa5"

# Microseconds
_POWER_ON = 40_000
_POWER_OFF = 20_000
_FULL_REFRESH = 4_500_000
_MEASURES = 5_000  # assumed
_FRAMES = {0x39: 5_000, 0x3A: 10_000, 0x3B: 15_000, 0x3C: 20_000}


class Uc8151(PanelModel):
    """The controller and its glass.

    after_refresh: the effect on the two pictures in memory: they "swap", the new one is "copied" over the old
    one, or both are "kept".
    """

    PARAMETERS = _PARAMETERS
    BUSY_LEVEL = 0
    SHORTEST_RESET_PULSE = 50
    AFTER_RESET = 1_000

    def __init__(
        self,
        clock: Callable[[], int],
        width: int = WIDTH,
        height: int = HEIGHT,
        after_refresh: Literal["swap", "copied", "kept"] = "swap",
    ) -> None:
        super().__init__(clock, width, height)
        self._after_refresh = after_refresh
        # The initial contents of memory and glass are undefined, but differ
        self._ram = {
            _OLD_PICTURE: bytearray(b"\xa5" * (_BANKS * _LINES)),
            _NEW_PICTURE: bytearray(b"\x5a" * (_BANKS * _LINES)),
        }
        self._registers: dict[int, bytes] = {}
        self._tables: dict[int, bytes] = {}
        self._partial = False
        self._power_up()

    def _power_up(self) -> None:
        super()._power_up()
        self._registers = dict(_POWER_ON_RESET)
        self._tables = {}
        self._partial = False

    def _execute(self, command: int, data: bytes) -> None:
        if command == _VCOM_TABLE or command in _TABLES:
            self._tables[command] = data
        elif command == 0x00 and not data[0] & _NO_RESET:
            self._power_up()
            self._be_busy(self.AFTER_RESET)
        elif command in (0x02, 0x04):
            self.powered = command == 0x04
            self._be_busy(_POWER_ON if self.powered else _POWER_OFF)
        elif command == 0x07:
            self._sleep(data)
        elif command == 0x12:
            self._refresh()
        elif command == 0x40:
            # eleven bits, in eighths of a degree, after the measurement
            self._answer_bits = f"{round(self.celsius * 8) & 0x7FF:011b}00000"
            self._be_busy(_MEASURES)
        elif command in (0x91, 0x92):
            self._partial = command == 0x91
        else:
            self._registers[command] = data

    def _sleep(self, code: bytes) -> None:
        if code != _CHECK_CODE:
            self._fault("Deep sleep was asked for without its check code: the controller stays awake.")
            return
        if self.powered:
            self._fault(ASLEEP_UNDER_VOLTAGE)
        self._asleep = True

    # Memory

    def _write_memory(self, command: int, data: bytes) -> None:
        if not self._is_for_this_panel():
            self._fault("A picture was written for another panel than this one.")
            return
        window = self._window()
        if not window:
            return
        banks, lines = window
        past = len(data) - len(lines) * len(banks)
        if past > 0:
            self._fault(f"A picture ran {past} bytes past the end of the window.")
        ram = self._ram[command]
        places = [line * _BANKS + bank for line in lines for bank in banks]
        for number, byte in enumerate(data[: len(places)]):
            ram[places[number]] = byte

    def _is_for_this_panel(self) -> bool:
        setting = self._registers[0x00][0]
        return setting & _RESOLUTION == _128_BY_296 and bool(setting & _BLACK_AND_WHITE)

    def _window(self) -> tuple[range, range] | None:
        """Return the banks and the lines that are written and driven; None for an impossible window."""
        if not self._partial:
            return range(_BANKS), range(_LINES)
        about = self._registers[0x90]
        first, last = about[0] >> 3, about[1] >> 3
        top, bottom = int.from_bytes(about[2:4], "big"), int.from_bytes(about[4:6], "big")
        if first > last or top > bottom:
            self._fault("The window ends before it begins.")
        elif last >= _BANKS or bottom >= _LINES:
            self._fault("The window reaches beyond the memory.")
        else:
            return range(first, last + 1), range(top, bottom + 1)
        return None

    # Refreshes

    def _refresh(self) -> None:
        """Start a refresh."""
        if not self.powered:
            self._fault("A refresh was started with the power off: the glass keeps its picture.")
            return
        if not self._is_for_this_panel():
            self._fault("A refresh was started for another panel than this one.")
            return
        polarity = self._registers[0x50][0] >> 4 & 0x03
        if polarity > 1:
            self._fault("A refresh was started that takes no notice of the old picture.")
            return
        window = self._window()
        if not window:
            return
        old, new = (
            self._picture_for_refresh(picture, not polarity) for picture in (_OLD_PICTURE, _NEW_PICTURE)
        )
        if self._registers[0x00][0] & _OWN_WAVEFORM:
            self._refresh_with_tables(old, new, self._mask(*window))
        else:
            self.full_refreshes += 1
            self._tables = {}
            self._move(self._after_full_refresh(new ^ self._all), self._mask(*window), _FULL_REFRESH)

    def _refresh_with_tables(self, old: int, new: int, mask: int) -> None:
        if len(self._tables) < 1 + len(_TABLES):
            self._fault("A refresh was started without a waveform: the glass keeps its picture.")
            return
        self.partial_refreshes += 1
        white_white, black_white, white_black, black_black = (self._push(table) for table in _TABLES)
        # Pixels outside the window are not driven, regardless of the memory
        outside = self._all ^ mask
        glass = self._glass ^ self._all
        old, new = (picture & mask | glass & outside for picture in (old, new))
        coming = self._after_partial_refresh((black_black, black_white, white_black, white_white), old, new)
        self._move(coming, mask, max(self._duration(table) for table in self._tables))

    def _move(self, coming: int, mask: int, duration: int) -> None:
        self._next_glass = self._glass & (self._all ^ mask) | coming & mask
        self._be_busy(duration)
        ram = self._ram
        if self._after_refresh == "swap":
            ram[_NEW_PICTURE], ram[_OLD_PICTURE] = ram[_OLD_PICTURE], ram[_NEW_PICTURE]
        elif self._after_refresh == "copied":
            ram[_OLD_PICTURE][:] = ram[_NEW_PICTURE]

    def _push(self, command: int) -> int:
        """Return the push of a table on its pixels, in volts times microseconds."""
        high, low = (2.4 + 0.2 * code for code in self._registers[0x01][2:4])
        volts = (0, round(high), -round(low), 0)
        push = sum(volts[level] * frames for level, frames in self._phases(command))
        return push * self._frame

    def _duration(self, command: int) -> int:
        return self._frame * sum(frames for _, frames in self._phases(command))

    @property
    def _frame(self) -> int:
        # other codes are undocumented: make them last so long that somebody notices
        return _FRAMES.get(self._registers[0x30][0], 1_000_000)

    def _phases(self, command: int) -> list[tuple[int, int]]:
        """Return (level, frames) of a table, phase after phase: seven groups of six bytes."""
        table = self._tables[command]
        phases = []
        for group in range(0, 42, 6):
            levels, *frames, times = table[group : group + 6]
            phases += [(levels >> (6 - 2 * phase) & 0x03, frames[phase]) for phase in range(4)] * times
        return phases

    def _picture_for_refresh(self, picture: int, one_is_black: bool) -> int:
        """Return a picture as a refresh reads it, in the order of the glass, 1 = white."""
        seen = self._as_on_glass(self._ram[picture])
        return seen ^ self._all if one_is_black else seen

    def _mask(self, banks: range, lines: range) -> int:
        """Return the pixels of a window, in the order of the glass."""
        picture = bytearray(_BANKS * _LINES)
        for line in lines:
            for bank in banks:
                picture[line * _BANKS + bank] = 0xFF
        return self._as_on_glass(picture)

    def _as_on_glass(self, picture: bytearray) -> int:
        setting = self._registers[0x00][0]
        glass = bytearray()
        for page in range(_BANKS):
            # A byte's first pixel is its highest bit; in a byte of the glass that is the lowest row
            bank = page if setting & _FROM_ABOVE else _BANKS - 1 - page
            column = picture[bank::_BANKS]
            if setting & _FROM_ABOVE:
                column = column.translate(MIRRORED)
            glass += column[::-1] if setting & _SCAN_UP else column
        return int.from_bytes(glass, "little")
