"""The parts on the pins of a virtual device under CPython: the panel, the buttons, and optionally a battery.

The stand-in for `machine` drives and reads it. It must not know the firmware, which only gives it the pins.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from shared_rules import BUTTONS

if TYPE_CHECKING:
    from arcana_host.virtual.boards import VirtualBoard

_IRQ_FALLING = 4
_IRQ_RISING = 8
_PULL_UP = 1

# The RP2040's clock after power-up
_NEVER_SET = datetime(2021, 1, 1)

_SUPPLY = 3.3
_BETWEEN = 2.2  # to which an input rises by erratum E9
_DIVIDED_BY = 3
"""Volts, and the ratio of the divider between battery and converter."""
_DIVIDER, _PULL = 67, 50  # kilohms: a Pico's divider of 200 and 100, and the strongest pull-up of an RP2040

_FED = 1.24, _DIVIDED_BY
_BUILT_IN = 1.1, 2
"""The volts of a Badger's reference, and its divider: with a pin that feeds the reference, and without."""


def _microseconds() -> int:
    return time.monotonic_ns() // 1000


class Wiring:
    """The wiring of a virtual board.

    board: its VirtualBoard. clock: returns microseconds. speed: of the panel, as a multiple of the real
    speed. unique_id: the device's eight bytes. on_reset: called for machine.reset(), which raises SystemExit
    without it. on_power_off: called when a board that runs on its battery switches its power off.

    buttons: {name: pin}. driven_ever: the pins that the firmware ever drove. conflicts: a sentence for each
    time that it drove a pin that something else drives. data: the pin of the panel's data line.

    slept: for how many milliseconds the firmware has slept.

    Attributes that may be changed: battery: the volts of a Badger's battery, or of a Pico's VSYS. cable:
    whether USB powers the board. host: whether a computer is at its other end. wireless: whether a Pico is a
    Pico W. ordinary: None, or for a board with a Pico's pins that is not a Pico, the share of 3.3 V at an
    undriven pin: GPIO 24 and 29 are ordinary pins there. machine: MicroPython's name of the board and its
    chip. spi_inputs: {number of an SPI: the pin that it reads without `miso`}. reserved: {pin: to what
    MicroPython has given it}. has_erratum_e9: whether a pin that was high stays high against a pull-down
    while its input is enabled (RP2350), and a voltage between the levels rises.
    without_panel: whether no panel is connected, so that nothing drives BUSY.
    """

    def __init__(
        self,
        board: VirtualBoard,
        clock: Callable[[], int] = _microseconds,
        speed: float = 1.0,
        unique_id: bytes = b"virtual\0",
        on_reset: Callable[[], None] | None = None,
        on_power_off: Callable[[], None] = lambda: None,
    ) -> None:
        pins = board.pins
        self.unique_id = unique_id
        self.panel = board.controller(lambda: int(clock() * speed), *pins.SIZE)
        self.battery = 3.0 if "battery" in board.pins.POWER else 4.8
        self.cable = self.host = True
        self.wireless = False
        self.ordinary: float | None = None
        # MicroPython 1.24 takes its default pins, which later versions leave alone
        self.spi_inputs = {0: 16, 1: 8}
        self.reserved: dict[int, str] = {}
        self.slept = 0
        # a module for both chips is used with the first chip
        chip = pins.CHIP.split(" or ")[0]
        self.machine = f"Raspberry Pi Pico with {chip}"
        self.has_erratum_e9 = chip == "RP2350"
        self.without_panel = False
        self._on_reset = on_reset
        self._on_power_off = on_power_off
        self._clock = clock
        spi, clk, din, cs, dc, rst, self._busy = pins.PANEL
        self._bus = (spi, clk, din)
        self._outputs: dict[int, Callable[[int], None]] = {
            cs: self.panel.cs,
            dc: self.panel.dc,
            rst: self.panel.reset,
            clk: self.panel.clk,
        }
        self.data = din
        self.buttons = dict(zip(BUTTONS[-len(pins.BUTTONS) :], pins.BUTTONS))
        self._closed = pins.PRESSED
        self._power = pins.POWER
        if "hold" in self._power:
            self._outputs[self._power["hold"]] = self._hold
        self.conflicts: list[str] = []
        self.driven_ever: set[int] = set()
        self._taken = {self._busy: "the panel's BUSY"}
        for name, gpio in self.buttons.items():
            self._taken[gpio] = f"button {name.upper()}"
        for name, gpio in self._power.items():
            if name in ("usb", "battery", "reference", "vsys"):
                self._taken[gpio] = name
        # only as an output, never by a bus
        self._own = {self._power["hold"]: "the switch of the power"} if "hold" in self._power else {}
        self._driven: dict[int, int] = {}
        self._on_bus: set[int] = set()
        self._bus_inputs: set[int] = set()
        self._frames = 0
        self._pulls: dict[int, int] = {}
        self._stuck: set[int] = set()
        self._inputs: set[int] = set()
        self._pressed: set[int] = set()
        self._listeners: dict[int, tuple[Callable[[], None], int]] = {}
        self._refreshes_seen = 0
        self._set_at = clock()
        self._set_to = _NEVER_SET

    # For the user of the device

    def press(self, name: str) -> None:
        """Close the contact of a button ("up", "down", "a", "b", "c")."""
        self._set_contact(self.buttons[name], True)

    def release(self, name: str) -> None:
        """Open the contact of a button."""
        self._set_contact(self.buttons[name], False)

    @property
    def lamp(self) -> bool:
        """Whether the lamp is lit; False for a board without a lamp."""
        return bool(self._driven.get(self._power.get("lamp", -1)))

    @property
    def driven(self) -> set[int]:
        """The pins that the firmware drives now."""
        return set(self._driven) | self._on_bus

    @property
    def held(self) -> bool:
        """Whether the firmware keeps the board's power on."""
        return bool(self._driven.get(self._power.get("hold", -1)))

    # For the stand-in of `machine`

    def level(self, gpio: int, pull: int) -> int:
        if gpio == self._busy and not self.without_panel:
            return self._busy_line()
        if gpio == self.data and self.panel.data_line is not None:
            return self.panel.data_line
        if gpio in self._pressed:
            return self._closed
        if gpio == self._power.get("usb") and self.ordinary is None:
            return int(self.cable)
        if pull is None and self.ordinary is not None:
            return round(self.ordinary)
        if pull == _PULL_UP:
            self._stuck.add(gpio)
        return int(pull == _PULL_UP or (self.has_erratum_e9 and gpio in self._stuck))

    def _busy_line(self) -> int:
        refreshes = self.panel.full_refreshes + self.panel.partial_refreshes
        if refreshes == self._refreshes_seen:
            return self.panel.busy_line
        # a clock that runs a thousand times as fast as the firmware may be past the whole refresh already
        self._refreshes_seen = refreshes
        return self.panel.BUSY_LEVEL

    def enable_input(self, gpio: int, on: bool) -> None:
        if on:
            self._inputs.add(gpio)
        else:
            self._inputs.discard(gpio)
            self._stuck.discard(gpio)

    def attach_to_bus(self, *gpios: int) -> None:
        """Let a bus, for example SPI, drive pins."""
        self.driven_ever.update(gpios)
        self._on_bus.update(gpios)
        for gpio in gpios:
            what = self._taken.get(gpio) or self._own.get(gpio)
            if what:
                self.conflicts.append(f"GPIO {gpio} is driven by a bus: it is {what}.")

    def attach_input(self, spi: int, gpio: int | None) -> None:
        """Let an SPI read a pin, which nothing else can drive then. gpio: None for its default, if any."""
        gpio = self.spi_inputs.get(spi) if gpio is None else gpio
        if gpio is not None:
            self._driven.pop(gpio, None)
            self._bus_inputs.add(gpio)

    def leave_bus(self, gpio: int) -> None:
        """Take a pin from the buses."""
        self._on_bus.discard(gpio)
        self._bus_inputs.discard(gpio)

    def drive(self, gpio: int, level: int) -> None:
        if gpio in self._on_bus | self._bus_inputs:
            return
        self.driven_ever.add(gpio)
        if gpio in self._taken:
            self.conflicts.append(f"GPIO {gpio} is driven: it is {self._taken[gpio]}.")
        self._driven[gpio] = level
        if gpio in self._outputs:
            self._outputs[gpio](level)

    def release_pin(self, gpio: int, pull: int) -> None:
        self._driven.pop(gpio, None)
        self.leave_bus(gpio)
        self._pulls[gpio] = pull
        self._inputs.add(gpio)

    def adc_share(self, gpio: int) -> float:
        """Return the voltage at a pin as a share of the supply's."""
        if gpio == self._power.get("vsys"):
            return self._vsys_share(gpio)
        feed = self._power.get("feed")
        reference, divided_by = _FED if feed else _BUILT_IN
        if gpio == self._power.get("battery"):
            return self.battery / divided_by / _SUPPLY
        if gpio == self._power.get("reference"):
            if feed and not (self._driven.get(feed) or self._pulls.get(feed) == _PULL_UP):
                return 0.0
            return (_BETWEEN if self.has_erratum_e9 and gpio in self._inputs else reference) / _SUPPLY
        return float(self._pulls.get(gpio) == _PULL_UP)

    def _vsys_share(self, gpio: int) -> float:
        pulled = self._pulls.get(gpio) == _PULL_UP
        if self.ordinary is not None:
            return 1.0 if pulled else self.ordinary
        if self.wireless and not self._driven.get(self._power["select"]):
            return 1.0 if pulled else 0.03
        share = self.battery / _DIVIDED_BY / _SUPPLY
        return (share / _DIVIDER + 1 / _PULL) / (1 / _DIVIDER + 1 / _PULL) if pulled else share

    def frame(self) -> int:
        """Return the number of the last USB frame; a host begins a frame every millisecond."""
        # between two calls a host begins at least one frame
        self._frames += self.cable and self.host
        return self._frames & 0x7FF

    def listen(self, gpio: int, call: Callable[[], None] | None, trigger: int) -> None:
        if gpio in self.reserved:
            self.conflicts.append(f"GPIO {gpio} is listened to: it is {self.reserved[gpio]}.")
        if call is None:
            self._listeners.pop(gpio, None)
        else:
            self._listeners[gpio] = call, trigger

    def transfer(self, spi: int, clk: int, din: int, data: bytes) -> None:
        if (spi, clk, din) == self._bus and {clk, din} <= self._on_bus:
            self.panel.write(data)

    def now(self) -> datetime:
        return self._set_to + timedelta(microseconds=self._clock() - self._set_at)

    def set_now(self, moment: datetime) -> None:
        self._set_at = self._clock()
        self._set_to = moment

    def reset(self) -> None:
        if self._on_reset is None:
            raise SystemExit("The virtual device was reset.")
        self._on_reset()

    def sleep(self, milliseconds: int) -> None:
        self.slept += milliseconds
        time.sleep(0.001)

    def power_off(self) -> None:
        """Switch the board off until somebody presses a button."""
        self._on_power_off()

    def _hold(self, level: int) -> None:
        if not level and not self.cable:
            self.power_off()

    def _set_contact(self, gpio: int, pressed: bool) -> None:
        if pressed == (gpio in self._pressed):
            return
        if pressed:
            self._pressed.add(gpio)
        else:
            self._pressed.remove(gpio)
        call, trigger = self._listeners.get(gpio, (None, 0))
        if call and trigger & (_IRQ_RISING if pressed == bool(self._closed) else _IRQ_FALLING):
            call()
