"""What the models of all panels share: the wires, how commands and their data come in, and the glass.

A model is what the driver of the real controller talks to: what it is sent becomes a picture, and what would
go wrong on glass goes wrong here too and is put in words in `faults`. It must not know the driver, nor
anything of the machine it hangs on. Which commands there are, and what they do, is in the subclasses.

The glass is given as one sees it, landscape: 296 lines of 128 columns of a native picture, turned.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from .ink import Effect, driven, effect

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 296
HEIGHT = 128
PAGES = HEIGHT // 8

_MOST_FAULTS = 200

# Degrees Celsius between which a partial refresh may be
_COLDEST, _WARMEST = 10, 35
ASLEEP_UNDER_VOLTAGE = "The controller went to sleep with the voltages on: the glass stays under them."


def picture(glass: bytes) -> Image:
    """Return landscape MONO_VLSB, 296 bytes a page, 1 = black, as a grey-scale Pillow image."""
    from PIL import Image

    rows = bytearray()
    height = len(glass) // WIDTH * 8
    for y in range(height):
        page = glass[y // 8 * WIDTH : (y // 8 + 1) * WIDTH]
        rows += page.translate(_GREY[y % 8])
    return Image.frombytes("L", (WIDTH, height), bytes(rows))


class PanelModel(ABC):
    """A controller and its glass.

    `clock` returns microseconds and decides how long the model is busy. The wires are `reset`, `cs` and `dc`
    (called with a level), `write` (called with the bytes of the SPI bus, one or many), `busy_line`, and for
    what the controller answers `clk` (called with a level) and `data_line`.

    Attributes: `celsius`, the temperature, which may be changed; `busy`, whether it takes no commands;
    `powered`, whether its voltages are on; `faults`,
    sentences saying what would have gone wrong on glass;
    `full_refreshes` and `partial_refreshes`, how many were started.
    """

    PARAMETERS: ClassVar[Mapping[int, int | None]]
    """Bytes that follow each command; None: a picture."""

    BUSY_LEVEL: ClassVar[int]
    """Of the BUSY line, when the controller is busy."""

    SHORTEST_RESET_PULSE: ClassVar[int]
    AFTER_RESET: ClassVar[int]
    """Microseconds."""

    ABOVE: ClassVar[int] = 0
    BELOW: ClassVar[int] = 0
    """Pages of eight rows that the glass has above and below the firmware's picture."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.faults: list[str] = []
        self.full_refreshes = 0
        self.partial_refreshes = 0
        self.celsius = 21.0
        self._clock = clock
        self._cs = 1
        self._dc = 0
        self._clk = 0
        self._reset_since: int | None = None
        self._jammed = False
        self._busy_until: int | None = None
        self._asleep = False
        self.powered = False
        self._size = WIDTH * (self.ABOVE + PAGES + self.BELOW)
        self._all = (1 << 8 * self._size) - 1
        self._stripes = int.from_bytes(b"\x55" * self._size, "little")
        self._glass = 0
        # what the partial refreshes since the last full one did: the pixels of each row, and its push
        self._drives: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self._full_glass = 0
        # those whose ink has moved already, how many they were, and the shades after them
        self._inked: tuple[object, int, Image | None] = (None, 0, None)
        # the glass as it was asked for last, and what the answer was: pages ask fifty times a second
        self._pictured: tuple[int | None, bytes] = (None, b"")
        self._shaded: tuple[object, bytes] = (None, b"")
        self._coming: int | None = None
        # The command that is being given, and what came of its data
        self._command: int | None = None
        self._ignoring = False
        self._parameters = bytearray()
        self._run: bytearray | None = None
        # What it answers, the bits that are still to come
        self._answer = ""

    # What one sees

    @property
    def glass(self) -> bytes:
        """The firmware's picture on the glass: 4,736 bytes of landscape MONO_VLSB, 1 = black."""
        self._rest()
        ink, picture = self._pictured
        if ink is not self._glass:
            picture = self._bytes(self._glass)[WIDTH * self.ABOVE :][: WIDTH * PAGES]
            self._pictured = self._glass, picture
        return picture

    def image(self) -> Image:
        """Return all of the glass as a grey-scale Pillow image, 296 pixels wide."""
        self._rest()
        return picture(self._bytes(self._glass))

    def shades(self) -> Image:
        """Return the glass as it may look, by `ink`, as a grey-scale Pillow image.

        It is pale where it was driven too shortly, and grey where it was not driven for long.
        """
        return self._ink().point(lambda shade: shade * -255 + 255).convert("L")

    @property
    def shaded_glass(self) -> bytes:
        """The firmware's picture as `shades` has it: 296 bytes a row, from 0 for black to 255 for white."""
        ink = self._ink()
        if ink is not self._shaded[0]:
            top = 8 * self.ABOVE
            self._shaded = ink, self.shades().crop((0, top, WIDTH, top + HEIGHT)).tobytes()
        return self._shaded[1]

    def _ink(self) -> Image:
        """Return the shades of the glass at rest, in mode F, from 0 for white to 1 for black."""
        self._rest()
        drives, moved, ink = self._inked
        if ink is None or self._coming is None:
            if ink is None or drives is not self._drives:
                moved, ink = 0, self._mask_of(self._full_glass).convert("F").point(lambda shade: shade / 255)
            for rows, pushes in self._drives[moved:]:
                ink = driven(ink, [self._mask_of(row) for row in rows], pushes)
            self._inked = self._drives, len(self._drives), ink
        return ink

    def png(self, path: str | Path, scale: int = 1) -> None:
        """Write all of the glass to a PNG file, each pixel `scale` x `scale` large."""
        image = self.image()
        image.resize((image.width * scale, image.height * scale), resample=0).save(path)

    # The wires

    @property
    def busy(self) -> bool:
        """Whether it takes no commands."""
        self._rest()
        return self._jammed or self._asleep or self._reset_since is not None or self._busy_until is not None

    @property
    def busy_line(self) -> int:
        """The level of the BUSY line."""
        return self.BUSY_LEVEL if self.busy else 1 - self.BUSY_LEVEL

    def jam(self, jammed: bool = True) -> None:
        """Keep the BUSY line as when busy, whatever happens, until called with False: a broken contact."""
        self._jammed = jammed

    def reset(self, level: int) -> None:
        """Move the RST line; it resets when low for long enough."""
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
        self._finish()
        self._rest()
        if self._coming is not None:
            # In the middle of a refresh: some of the ink has moved
            self._glass = self._cleaned((self._glass & self._stripes) | (self._coming & ~self._stripes))
            self._coming = None
        self._power_up()
        self._busy_until = now + self.AFTER_RESET

    def cs(self, level: int) -> None:
        """Move the chip select line, active low."""
        self._cs = level
        if level:
            self._answer = ""

    def dc(self, level: int) -> None:
        """Move the line that says what a byte is: low for a command, high for data."""
        self._dc = level

    @property
    def data_line(self) -> int | None:
        """The level at which it holds the data line, None where it does not."""
        return int(self._answer[0]) if self._answer and self._dc else None

    def clk(self, level: int) -> None:
        """Move the clock line where no bus does; as it falls, the next bit of an answer comes."""
        if self._clk and not level and self._dc:
            if self._answer and self.busy:
                self._fault("An answer was read while the controller was busy.")
            self._answer = self._answer[1:]
        self._clk = level

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes from the bus."""
        if self.data_line is not None:
            self._fault("Bytes came while the controller held the data line: both drive it.")
        elif self._cs:
            self._fault("Bytes came while the chip select line was high.")
        elif not self._dc:
            for command in data:
                self._begin(command)
        elif self._run is not None:
            self._run += data
        elif not self._ignoring:
            self._parameters += data
            self._parameters_came()

    # What a controller does

    @abstractmethod
    def _obey(self, command: int, data: bytes) -> None:
        """Do what a command says, now that all its data is there."""

    @abstractmethod
    def _store(self, command: int, data: bytes) -> None:
        """Take the picture that came after a command into memory."""

    def _power_up(self) -> None:
        """Be as after power-up or a reset; the pictures stay."""
        self.powered = False
        self._asleep = False
        self._command = None
        self._ignoring = False
        self._parameters = bytearray()
        self._run = None
        self._answer = ""

    # Commands

    def _begin(self, command: int) -> None:
        self._finish()
        self._command = command
        self._parameters = bytearray()
        self._ignoring = True
        if self._asleep:
            self._fault(f"Command 0x{command:02X} came in deep sleep, where only a hardware reset is heard.")
        elif self.busy:
            self._fault(f"Command 0x{command:02X} came while the controller was busy.")
        elif command not in self.PARAMETERS:
            self._fault(f"0x{command:02X} is not a command.")
        else:
            self._ignoring = False
            if self.PARAMETERS[command] is None:
                self._run = bytearray()
            elif self.PARAMETERS[command] == 0:
                self._obey(command, b"")

    def _parameters_came(self) -> None:
        if self._command is None:
            self._fault("Data came without a command.")
            self._ignoring = True
            return
        expected = self.PARAMETERS[self._command] or 0
        if expected and len(self._parameters) == expected:
            self._obey(self._command, bytes(self._parameters))
        elif len(self._parameters) > expected:
            self._fault(f"Command 0x{self._command:02X} takes {expected} bytes of data; more came.")
            self._ignoring = True

    def _finish(self) -> None:
        """End the command that is being given: the next one begins, or a reset."""
        if self._command is None or self._ignoring:
            return
        if self._run is not None:
            data, self._run = bytes(self._run), None
            self._store(self._command, data)
            return
        expected = self.PARAMETERS[self._command] or 0
        if len(self._parameters) < expected:
            self._fault(
                f"Command 0x{self._command:02X} takes {expected} bytes of data; {len(self._parameters)} came."
            )

    # The glass

    def _driven(self, pushes: tuple[int, ...], previous: int, new: int) -> int:
        """Return the glass (1 = black) after each pixel went through its row of a waveform.

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
        self._drives.append((pixels, pushes))
        for number, row in enumerate(pixels):
            does = effect(pushes[number])
            if does is Effect.BLACK:
                glass |= row
            elif does is Effect.WHITE:
                glass &= row ^ self._all
            elif does is Effect.GREY and row:
                self._fault("The waveform drives pixels too shortly to turn them over.")
        return glass

    def _cleaned(self, glass: int) -> int:
        """Return the glass after a full refresh, of which every pixel has its colour."""
        self._drives = []
        self._full_glass = glass
        return glass

    def _rest(self) -> None:
        """Come to rest if the time for it has passed."""
        if self._busy_until is not None and self._clock() >= self._busy_until:
            self._busy_until = None
            if self._coming is not None:
                self._glass = self._coming
                self._coming = None

    def _bytes(self, pixels: int) -> bytes:
        """Return pixels in the order of the glass as MONO_VLSB."""
        return pixels.to_bytes(self._size, "little")

    def _mask_of(self, pixels: int) -> Image:
        """Return pixels in the order of the glass as a Pillow image of mode 1."""
        return picture(self._bytes(pixels ^ self._all)).convert("1")

    def _fault(self, sentence: str) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(sentence)


_GREY = [bytes(0 if byte >> bit & 1 else 255 for byte in range(256)) for bit in range(8)]
