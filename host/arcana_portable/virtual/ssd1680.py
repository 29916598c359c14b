"""Model of an e-paper panel with an SSD1680 controller, as seen from its wires.

The controller's memory holds two pictures of 176 x 296 bits, 1 = white. The glass
is wired to the first of its lines, one for each pixel of its width, and to the first of its columns, one for
each pixel of its height: the pixel (x, y) of the glass is line x, column height - 1 - y.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Literal

from .panel import ASLEEP_UNDER_VOLTAGE, HEIGHT, MIRRORED, WIDTH, PanelModel

_FEW = 20  # columns; a glass with at most this width is wired to the outputs from S8 on, a wider glass to all

_NEW_PICTURE = 0x24
_PREVIOUS_PICTURE = 0x26

# Bytes that follow each command; None: a picture
PARAMETERS: dict[int, int | None] = {
    0x01: 3,  # driver output control
    0x03: 1,  # gate driving voltage
    0x04: 3,  # source driving voltage
    0x0C: 4,  # booster soft start
    0x10: 1,  # deep sleep mode
    0x11: 1,  # data entry mode
    0x12: 0,  # software reset
    0x18: 1,  # temperature sensor
    0x1A: 2,  # write temperature
    0x1B: 0,  # read temperature
    0x20: 0,  # master activation
    0x21: 2,  # display update control 1
    0x22: 1,  # display update control 2
    _NEW_PICTURE: None,
    _PREVIOUS_PICTURE: None,
    0x2C: 1,  # VCOM
    0x32: 153,  # waveform table
    0x37: 10,  # display option
    0x3C: 1,  # border
    0x3F: 1,  # end option
    0x44: 2,  # RAM X window
    0x45: 4,  # RAM Y window
    0x4E: 1,  # RAM X counter
    0x4F: 2,  # RAM Y counter
    0x7F: 0,  # no operation
}
_POWER_ON_RESET: dict[int, bytes] = {
    0x10: b"\x00",
    0x11: b"\x03",
    0x18: b"\x48",
    0x21: b"\x00\x00",
    0x22: b"\xff",
    0x37: bytes(10),
    0x44: b"\x00\x15",
    0x45: b"\x00\x00\x27\x01",
    0x4E: b"\x00",
    0x4F: b"\x00\x00",
}

# Bits of display update control 2: the steps of an update sequence
_CLOCK_ON, _ANALOG_ON, _LOAD_TEMPERATURE, _LOAD_WAVEFORM = 0x80, 0x40, 0x20, 0x10
_MODE_2, _DISPLAY, _ANALOG_OFF, _CLOCK_OFF = 0x08, 0x04, 0x02, 0x01

_OWN_SENSOR = b"\x80"
_NEVER_MEASURED = 127.0

# Microseconds
_POWER_ON, _POWER_OFF = 95_900, 140_000  # measured by GxEPD2's author
_LOADING = 2_000
_FULL_REFRESH = 3_350_000  # so that it takes 3.6 s with the rest, in the middle of the measured range
_RESET = 10_000

# the parts of a waveform table
_GROUPS = 12
_TIMING = 5 * _GROUPS
_FRAME_RATES = _TIMING + 7 * _GROUPS

# By the table's code for the frame rate; 0 is undocumented: it lasts so long that somebody notices
_HERTZ = (1, 25, 50, 75, 100, 125, 150, 200)

# Volts of the two bits of a phase: VSS, VSH1, VSL, VSH2
_VOLTS = (0, 15, -15, 5)


class Ssd1680(PanelModel):
    """The controller and its glass."""

    PARAMETERS: ClassVar[Mapping[int, int | None]] = PARAMETERS
    BUSY_LEVEL = 1
    LINES = 296
    COLUMNS = 22  # of eight pixels each
    SHORTEST_RESET_PULSE = 2_000
    AFTER_RESET = _RESET

    def __init__(self, clock: Callable[[], int], width: int = WIDTH, height: int = HEIGHT) -> None:
        super().__init__(clock, width, height)
        # The initial contents of memory and glass are undefined, but differ
        self._ram = {
            _NEW_PICTURE: bytearray(b"\x5a" * (self.COLUMNS * self.LINES)),
            _PREVIOUS_PICTURE: bytearray(b"\xa5" * (self.COLUMNS * self.LINES)),
        }
        self._order: list[int] = []
        self._order_of: tuple[bytes, ...] = ()
        self._registers: dict[int, bytes] = {}
        self._waveform: Waveform | Literal["built in"] | None = None
        self._clock_on = False
        self._temperature = _NEVER_MEASURED
        self._power_up()

    def _power_up(self) -> None:
        if self._asleep and self._registers[0x10] == b"\x03":
            for ram in self._ram.values():
                ram[:] = b"\xa5" * len(ram)
        super()._power_up()
        self._registers = dict(_POWER_ON_RESET)
        self._waveform = None
        self._clock_on = False
        self._temperature = _NEVER_MEASURED

    def _execute(self, command: int, data: bytes) -> None:
        if command == 0x12:
            self._registers.update(_POWER_ON_RESET)
            self._waveform = None
            self._be_busy(_RESET)
        elif command == 0x1B:
            # twelve bits, in sixteenths of a degree
            self._answer_bits = f"{round(self._temperature * 16) & 0xFFF:012b}0000"
        elif command == 0x20:
            self._update()
        elif command == 0x32:
            self._waveform = Waveform(data)
        else:
            self._registers[command] = data
            if command == 0x10 and data[0] & 0x03:
                if self.powered:
                    self._fault(ASLEEP_UNDER_VOLTAGE)
                self._asleep = True

    # Memory

    def _write_memory(self, command: int, data: bytes) -> None:
        ram = self._ram[command]
        order = self._writing_order()
        if not order or not data:
            return
        columns, lines = self._window_size()
        x, y = self._steps_into_window()
        if not (0 <= x < columns and 0 <= y < lines):
            self._fault("A picture was written from counters that lie outside the window.")
            return
        y_first = self._registers[0x11][0] & 0x04
        first = x * lines + y if y_first else y * columns + x
        past = first + len(data) - len(order)
        if past > 0:
            self._fault(f"A picture ran {past} bytes past the end of the window.")
        for place, byte in enumerate(data, first):
            ram[order[place % len(order)]] = byte
        end = (first + len(data)) % len(order)
        if y_first:
            x, y = divmod(end, lines)
        else:
            y, x = divmod(end, columns)
        step_x, step_y = self._directions()
        self._registers[0x4E] = bytes([self._registers[0x44][0] + step_x * x])
        line = int.from_bytes(self._registers[0x45][:2], "little") + step_y * y
        self._registers[0x4F] = line.to_bytes(2, "little")

    def _writing_order(self) -> list[int]:
        """Return the memory addresses in the order of the counters; [] for an impossible window."""
        made_of = tuple(self._registers[command] for command in (0x11, 0x44, 0x45))
        if made_of != self._order_of:
            self._order_of = made_of
            self._order = []
            columns, lines = self._window_size()
            x, y = self._window_start()
            step_x, step_y = self._directions()
            xs = [x + step_x * i for i in range(columns)]
            ys = [y + step_y * i for i in range(lines)]
            if not xs or not ys:
                self._fault("Start and end of the window do not fit the direction of the counters.")
            elif not (0 <= min(xs) <= max(xs) < self.COLUMNS and 0 <= min(ys) <= max(ys) < self.LINES):
                self._fault("The window reaches beyond the memory.")
            elif self._registers[0x11][0] & 0x04:
                self._order = [x * self.LINES + y for x in xs for y in ys]
            else:
                self._order = [x * self.LINES + y for y in ys for x in xs]
        return self._order

    def _directions(self) -> tuple[int, int]:
        mode = self._registers[0x11][0]
        return (1 if mode & 0x01 else -1), (1 if mode & 0x02 else -1)

    def _window_start(self) -> tuple[int, int]:
        return self._registers[0x44][0], int.from_bytes(self._registers[0x45][:2], "little")

    def _window_size(self) -> tuple[int, int]:
        x, y = self._window_start()
        step_x, step_y = self._directions()
        end_x = self._registers[0x44][1]
        end_y = int.from_bytes(self._registers[0x45][2:], "little")
        return max(0, (end_x - x) * step_x + 1), max(0, (end_y - y) * step_y + 1)

    def _steps_into_window(self) -> tuple[int, int]:
        x, y = self._window_start()
        step_x, step_y = self._directions()
        counter_y = int.from_bytes(self._registers[0x4F], "little")
        return (self._registers[0x4E][0] - x) * step_x, (counter_y - y) * step_y

    # Updates

    def _update(self) -> None:
        sequence = self._registers[0x22][0]
        duration = sum(_LOADING for step in (_LOAD_TEMPERATURE, _LOAD_WAVEFORM) if sequence & step)
        if sequence & _CLOCK_ON:
            self._clock_on = True
        if sequence & _ANALOG_ON:
            duration += 0 if self.powered else _POWER_ON
            self.powered = True
        if sequence & _LOAD_TEMPERATURE and self._registers[0x18] == _OWN_SENSOR:
            self._temperature = self.celsius
        if sequence & _LOAD_WAVEFORM:
            self._waveform = "built in"
        if sequence & _DISPLAY:
            duration += self._display(bool(sequence & _MODE_2))
        if sequence & _ANALOG_OFF:
            duration += _POWER_OFF if self.powered else 0
            self.powered = False
        if sequence & _CLOCK_OFF:
            self._clock_on = False
        self._be_busy(duration)

    def _display(self, mode_2: bool) -> int:
        """Start a refresh; return how many microseconds it takes."""
        if not (self._clock_on and self.powered):
            self._fault("A refresh was started without clock and voltages: the glass keeps its picture.")
            return 0
        new = self._picture_for_refresh(_NEW_PICTURE, self._registers[0x21][0] & 0x0F)
        if isinstance(self._waveform, Waveform):
            self.partial_refreshes += 1
            previous = self._picture_for_refresh(_PREVIOUS_PICTURE, self._registers[0x21][0] >> 4)
            self._next_glass = self._after_partial_refresh(self._waveform.pushes, previous, new)
            if mode_2 and self._registers[0x37][5] & 0x40:
                ram = self._ram
                ram[_NEW_PICTURE], ram[_PREVIOUS_PICTURE] = ram[_PREVIOUS_PICTURE], ram[_NEW_PICTURE]
            return self._waveform.microseconds
        if self._waveform is None:
            self._fault("A refresh was started without a waveform: the glass keeps its picture.")
            return 0
        if mode_2:
            return self._refresh_with_own_waveform(new)
        return self._refresh_fully(new)

    def _refresh_with_own_waveform(self, new: int) -> int:
        """Start a partial refresh without a loaded waveform; return how many microseconds it takes."""
        self._fault(
            "A partial refresh was started without a waveform for it: "
            "this panel has none built in and flickers as in a full one."
        )
        return self._refresh_fully(new)

    def _refresh_fully(self, new: int) -> int:
        self.full_refreshes += 1
        self._next_glass = self._after_full_refresh(new ^ self._all)
        return _FULL_REFRESH

    def _picture_for_refresh(self, picture: int, option: int) -> int:
        """Return a picture as the update reads it, in the order of the glass, 1 = white."""
        if option == 0x04:
            return 0
        ram = self._ram[picture]
        # With the option, the first column of the memory is the output S8's, otherwise S0's
        glass_columns = self.height // 8
        shift = (glass_columns <= _FEW) - bool(self._registers[0x21][1] & 0x80)
        columns = [
            bytes(ram[column * self.LINES :][: self.width] if 0 <= column < self.COLUMNS else self.width)
            for column in range(shift, glass_columns + shift)
        ]
        seen = int.from_bytes(b"".join(self._on_glass(columns)), "little")
        return seen ^ self._all if option == 0x08 else seen

    def _on_glass(self, columns: list[bytes]) -> list[bytes]:
        """Return the memory's columns, from the first output on, as the pages of the glass from above."""
        return columns[::-1]


class Ssd1680Turned(Ssd1680):
    """The controller with its glass turned round, as in a Badger 2350."""

    def _on_glass(self, columns: list[bytes]) -> list[bytes]:
        return [column[::-1].translate(MIRRORED) for column in columns]


class Waveform:
    """A waveform table of 153 bytes, decoded: the push of each row on its pixels, and the duration.

    Attributes: `pushes`, volts times microseconds of the four rows black to black, black to white, white to
    black, white to white; `microseconds`, how long the pixels are driven.
    """

    def __init__(self, table: bytes) -> None:
        self.microseconds = 0
        pushes = [0, 0, 0, 0]
        for group in range(_GROUPS):
            a, b, repeat_ab, c, d, repeat_cd, repeat = table[_TIMING + 7 * group : _TIMING + 7 * group + 7]
            nibbles = table[_FRAME_RATES + group // 2]
            frame = 1_000_000 // _HERTZ[(nibbles & 0x07) if group % 2 else (nibbles >> 4 & 0x07)]
            runs_ab = (repeat_ab + 1) * (repeat + 1)
            runs_cd = (repeat_cd + 1) * (repeat + 1)
            frames = (a * runs_ab, b * runs_ab, c * runs_cd, d * runs_cd)
            self.microseconds += sum(frames) * frame
            for row in range(4):
                levels = table[row * _GROUPS + group]
                for phase, count in enumerate(frames):
                    pushes[row] += count * frame * _VOLTS[levels >> (6 - 2 * phase) & 0x03]
        self.pushes = tuple(pushes)
