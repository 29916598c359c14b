"""The common part of all models of panels: the wires, the decoding of commands and their data, and the glass.

A driver talks to a model as to the real controller: its data becomes a picture, and faults of a real panel
occur here too, and are described in `faults`. The subclasses have the commands. It must not know the driver,
or the machine that it is wired to.

The glass is given in landscape, as a viewer sees it: a native picture of as many lines as it is wide, turned.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 296
HEIGHT = 128
"""The size of the reference board's panel."""

_MOST_FAULTS = 200

# Degrees Celsius at which partial refreshes work
_COLDEST, _WARMEST = 10, 35

# Volts times microseconds from which a pixel counts as turned over, and from which a change is visible
_FLIPS_FROM = 15 * 180_000
_VISIBLE_FROM = 15 * 60_000

MIRRORED = bytes(int("".join(reversed(f"{byte:08b}")), 2) for byte in range(256))
"""Each byte with its bits in the opposite order."""

ASLEEP_UNDER_VOLTAGE = "The controller went to sleep with the voltages on: the glass stays under them."


def picture(glass: bytes, width: int = WIDTH) -> Image:
    """Return landscape MONO_VLSB, `width` bytes a page, 1 = black, as a grey-scale Pillow image."""
    from PIL import Image

    rows = bytearray()
    height = len(glass) // width * 8
    for y in range(height):
        page = glass[y // 8 * width : (y // 8 + 1) * width]
        rows += page.translate(_GREY[y % 8])
    return Image.frombytes("L", (width, height), bytes(rows))


def inverted(picture: bytes) -> bytes:
    """Return a picture of the firmware (1 = white) as the models tell it (1 = black), or vice versa."""
    return picture.translate(_INVERTED)


class PanelModel(ABC):
    """A controller and its glass.

    clock: returns microseconds; the model is busy by it. width, height: of the glass in pixels. The wires are
    `reset`, `cs` and `dc` (called with a level), `write` (called with bytes from the SPI bus, one or many),
    `busy_line`, and for the controller's answers `clk` (called with a level) and `data_line`.

    celsius: the temperature, which may be changed. busy_after: how many microseconds after a command the BUSY
    line says that the controller is busy, which may be changed. powered: whether its voltages are on. faults:
    sentences that describe the faults on a real panel. full_refreshes, partial_refreshes: how many were
    started.
    """

    PARAMETERS: ClassVar[Mapping[int, int | None]]
    """Bytes that follow each command; None: a picture."""

    BUSY_LEVEL: ClassVar[int]
    """The level of the BUSY line while the controller is busy."""

    SHORTEST_RESET_PULSE: ClassVar[int]
    AFTER_RESET: ClassVar[int]
    """Microseconds."""

    def __init__(self, clock: Callable[[], int], width: int = WIDTH, height: int = HEIGHT) -> None:
        self.width = width
        self.height = height
        self.faults: list[str] = []
        self.full_refreshes = 0
        self.partial_refreshes = 0
        self.celsius = 21.0
        self.busy_after = 0
        self._clock = clock
        self._cs = 1
        self._dc = 0
        self._clk = 0
        self._reset_since: int | None = None
        self._jammed = False
        self._busy_since = 0
        self._busy_until: int | None = None
        self._asleep = False
        self.powered = False
        self._size = width * -(-height // 8)
        self._all = (1 << 8 * self._size) - 1
        self._stripes = int.from_bytes(b"\x55" * self._size, "little")
        self._glass = 0
        # a cache, as pages ask fifty times a second
        self._pictured: tuple[int | None, bytes] = (None, b"")
        self._next_glass: int | None = None
        # The current command, and its data so far
        self._command: int | None = None
        self._is_ignoring = False
        self._parameters = bytearray()
        self._picture_data: bytearray | None = None
        # The bits of an answer that are not read yet
        self._answer_bits = ""

    # The panel's contents

    @property
    def glass(self) -> bytes:
        """The picture on the glass: landscape MONO_VLSB, 1 = black."""
        self._settle()
        glass, picture = self._pictured
        if glass is not self._glass:
            picture = self._bytes(self._glass)
            self._pictured = self._glass, picture
        return picture

    def image(self) -> Image:
        """Return the glass as a grey-scale Pillow image."""
        return picture(self.glass, self.width).crop((0, 0, self.width, self.height))

    # The wires

    @property
    def in_reset(self) -> bool:
        """Whether RST is low, which switches all voltages off."""
        return self._reset_since is not None

    @property
    def asleep(self) -> bool:
        """Whether the controller is in deep sleep."""
        return self._asleep

    @property
    def busy(self) -> bool:
        """Whether it takes no commands."""
        self._settle()
        return self._jammed or self._asleep or self._reset_since is not None or self._busy_until is not None

    @property
    def busy_line(self) -> int:
        """The level of the BUSY line."""
        late = self._busy_until is not None and self._clock() < self._busy_since + self.busy_after
        return self.BUSY_LEVEL if self.busy and (self._jammed or not late) else 1 - self.BUSY_LEVEL

    def jam(self, jammed: bool = True) -> None:
        """Hold the BUSY line at busy, as a broken contact would, until called with False."""
        self._jammed = jammed

    def reset(self, level: int) -> None:
        """Set the level of the RST line; a low pulse that is long enough resets."""
        now = self._clock()
        if not level:
            if self._reset_since is None:
                self._reset_since = now
            return
        if self._reset_since is None:
            return
        pulse = now - self._reset_since
        self._reset_since = None
        if pulse < self.SHORTEST_RESET_PULSE:
            self._fault(f"A reset pulse of {pulse} µs is too short.")
            return
        self._finish_command()
        self._settle()
        if self._next_glass is not None:
            # In the middle of a refresh: some of the ink has moved
            self._glass = self._after_full_refresh(
                (self._glass & self._stripes) | (self._next_glass & ~self._stripes)
            )
            self._next_glass = None
        self._power_up()
        self._be_busy(self.AFTER_RESET)

    def cs(self, level: int) -> None:
        """Set the level of the chip select line, active low."""
        self._cs = level
        if level:
            self._answer_bits = ""

    def dc(self, level: int) -> None:
        """Set the level of the D/C line: low for a command, high for data."""
        self._dc = level

    @property
    def data_line(self) -> int | None:
        """The level at which the controller drives the data line, or None if it does not."""
        return int(self._answer_bits[0]) if self._answer_bits and self._dc else None

    def clk(self, level: int) -> None:
        """Set the level of the clock line without a bus; a falling edge brings an answer's next bit."""
        if self._clk and not level and self._dc:
            if self._answer_bits and self.busy:
                self._fault("An answer was read while the controller was busy.")
            self._answer_bits = self._answer_bits[1:]
        self._clk = level

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Receive bytes from the bus."""
        if self.data_line is not None:
            self._fault("Bytes came while the controller held the data line: both drive it.")
        elif self._cs:
            self._fault("Bytes came while the chip select line was high.")
        elif not self._dc:
            for command in data:
                self._start_command(command)
        elif self._picture_data is not None:
            self._picture_data += data
        elif not self._is_ignoring:
            self._parameters += data
            self._check_parameters()

    # The controller

    @abstractmethod
    def _execute(self, command: int, data: bytes) -> None:
        """Execute a command whose data is complete."""

    @abstractmethod
    def _write_memory(self, command: int, data: bytes) -> None:
        """Write the picture that followed a command to memory."""

    def _power_up(self) -> None:
        """Set the state after power-up or a reset; the pictures stay."""
        self.powered = False
        self._asleep = False
        self._command = None
        self._is_ignoring = False
        self._parameters = bytearray()
        self._picture_data = None
        self._answer_bits = ""

    # Commands

    def _start_command(self, command: int) -> None:
        self._finish_command()
        self._command = command
        self._parameters = bytearray()
        self._is_ignoring = True
        if self._asleep:
            self._fault(f"Command 0x{command:02X} came in deep sleep, where only a hardware reset is heard.")
        elif self.busy:
            self._fault(f"Command 0x{command:02X} came while the controller was busy.")
        elif command not in self.PARAMETERS:
            self._fault(f"0x{command:02X} is not a command.")
        else:
            self._is_ignoring = False
            if self.PARAMETERS[command] is None:
                self._picture_data = bytearray()
            elif self.PARAMETERS[command] == 0:
                self._execute(command, b"")

    def _check_parameters(self) -> None:
        if self._command is None:
            self._fault("Data came without a command.")
            self._is_ignoring = True
            return
        expected = self.PARAMETERS[self._command] or 0
        if expected and len(self._parameters) == expected:
            self._execute(self._command, bytes(self._parameters))
        elif len(self._parameters) > expected:
            self._fault(f"Command 0x{self._command:02X} takes {expected} bytes of data; more came.")
            self._is_ignoring = True

    def _finish_command(self) -> None:
        """End the current command, because the next command or a reset begins."""
        if self._command is None or self._is_ignoring:
            return
        if self._picture_data is not None:
            data, self._picture_data = bytes(self._picture_data), None
            self._write_memory(self._command, data)
            return
        expected = self.PARAMETERS[self._command] or 0
        if len(self._parameters) < expected:
            self._fault(
                f"Command 0x{self._command:02X} takes {expected} bytes of data; {len(self._parameters)} came."
            )

    # The glass

    def _after_partial_refresh(self, pushes: tuple[int, ...], previous: int, new: int) -> int:
        """Return the glass (1 = black) after a partial refresh.

        pushes: volts times microseconds of the rows black to black, black to white, white to black, white to
        white.
        previous, new: the pictures as the controller takes them, in the order of the glass, 1 = white.
        """
        if not _COLDEST <= self.celsius < _WARMEST + 1:
            self._fault(f"A partial refresh at {self.celsius:g} °C, where it leaves ghosts.")
        wrong = bin(previous ^ self._glass ^ self._all).count("1")
        if wrong:
            self._fault(
                f"A partial refresh against a stale previous picture: {wrong} pixels are not "
                "what the controller takes them for, and ghosts stay."
            )
        glass = self._glass
        black, white = new ^ self._all, new
        was_black = previous ^ self._all
        pixels = (was_black & black, was_black & white, previous & black, previous & white)
        for number, row in enumerate(pixels):
            push = pushes[number]
            if push >= _FLIPS_FROM:
                glass |= row
            elif push <= -_FLIPS_FROM:
                glass &= row ^ self._all
            elif abs(push) >= _VISIBLE_FROM and row:
                self._fault("The waveform drives pixels too shortly to turn them over.")
        return glass

    def _after_full_refresh(self, glass: int) -> int:
        """Return the glass after a full refresh, which gives each pixel its full colour."""
        return glass

    def _be_busy(self, microseconds: int) -> None:
        """Make BUSY active for a number of microseconds."""
        self._busy_since = self._clock()
        self._busy_until = self._busy_since + microseconds

    def _settle(self) -> None:
        """End the busy time, and the refresh, if they are over by the clock."""
        if self._busy_until is not None and self._clock() >= self._busy_until:
            self._busy_until = None
            if self._next_glass is not None:
                self._glass = self._next_glass
                self._next_glass = None

    def _bytes(self, pixels: int) -> bytes:
        """Return pixels in the order of the glass as MONO_VLSB."""
        return pixels.to_bytes(self._size, "little")

    def _fault(self, sentence: str) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(sentence)


_INVERTED = bytes(range(255, -1, -1))
_GREY = [bytes(0 if byte >> bit & 1 else 255 for byte in range(256)) for bit in range(8)]
