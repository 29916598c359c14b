"""The parts wired to an emulated RP2040: the panel on its SPI, the buttons, and a battery.

It carries levels and bytes between the pins and the model of the panel's controller. It must not know the
controller's commands.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from shared_rules import BUTTONS

from .chip import Chip

_POLL_NANOS = 1_000_000


class PanelWires:
    """The panel's controller on one of the chip's SPI.

    chip: the Chip it is wired to. pins: a board of companion.boards.
    model: the controller's: `.reset(level)`, `.cs(level)`, `.dc(level)`, `.clk(level)`, `.write(bytes)`,
    `.busy`, `.busy_line`, `.data_line`.
    """

    def __init__(self, chip: Chip, pins: Any, model):
        self._chip = chip
        self.model = model
        spi, clk, din, cs, dc, rst, busy = pins.PANEL
        self._spi = chip.mcu.spi[spi]
        self._data_pin = chip.mcu.gpio[din]
        self._busy_pin = chip.mcu.gpio[busy]
        self._byte_done = chip.clock.create_alarm(self._complete)
        self._look_again = chip.clock.create_alarm(self._follow_busy)
        self._bytes = bytearray()
        self._line: int | None = None
        self._spi.on_transmit = self._transmit
        for gpio, line in ((rst, model.reset), (cs, model.cs), (dc, model.dc), (clk, model.clk)):
            self._wire(chip.mcu.gpio[gpio], line)
        self._follow_busy()

    def _wire(self, pin, line) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        high = (GPIOPinState.HIGH, GPIOPinState.INPUT_PULL_UP)

        def changed(state, _before) -> None:
            # The controller gets the bytes of a block together, before the level that ends the block
            self._deliver_bytes()
            line(state in high)
            self._follow_busy()
            if self.model.data_line is not None:
                self._data_pin.set_input_value(bool(self.model.data_line))

        pin.add_listener(changed)
        line(pin.value in high)

    @property
    def hertz(self) -> float:
        """The frequency of the bus."""
        return self._spi.clock_frequency

    def _transmit(self, value: int) -> None:
        self._bytes.append(value)
        rate = self._spi.clock_frequency or 1_000_000
        self._byte_done.schedule(self._spi.data_bits * 1e9 / rate)

    def _complete(self) -> None:
        self._spi.complete_transmit(0)

    def _deliver_bytes(self) -> None:
        if self._bytes:
            self.model.write(bytes(self._bytes))
            self._bytes.clear()

    def _follow_busy(self) -> None:
        line = self.model.busy_line
        if line != self._line:
            self._line = line
            self._busy_pin.set_input_value(bool(line))
        if self.model.busy:
            self._look_again.schedule(_POLL_NANOS)


class Buttons:
    """Push buttons between a GPIO and a rail; the firmware has to enable the pulls to the other rail."""

    _BOUNCE_NANOS = 700_000

    def __init__(self, chip: Chip, pins: Any):
        from rp2040py.external.key_mock import KeyMock

        self._chip = chip
        keys = [KeyMock(gpio, active_high=bool(pins.PRESSED)) for gpio in pins.BUTTONS]
        self._keys = dict(zip(BUTTONS[-len(keys) :], keys, strict=True))
        for key in self._keys.values():
            key.attach(chip.mcu)

    def set(self, name: str, down: bool, bounces: int = 0) -> None:
        """Push or release a button. bounces: how often its contact bounces.

        Raises ValueError for a name that no button has.
        """
        if name not in self._keys:
            raise ValueError(f"There is no button {name!r}, only {', '.join(self._keys)}.")
        self._contact(name, down)
        for turn in range(2 * bounces):
            level = down if turn % 2 else not down
            self._chip.after((turn + 1) * self._BOUNCE_NANOS, partial(self._contact, name, level))

    def _contact(self, name: str, down: bool) -> None:
        key = self._keys[name]
        key.press() if down else key.release()


class Battery:
    """A board's battery, voltage reference, lamp and power switch.

    chip: the Chip that it powers. pins: a board of companion.boards; one without power pins has no battery.
    volts: of the battery or, on a Pico, of VSYS; None for a good one. cable: whether USB powers the board.

    held: whether the firmware keeps the power on. lamp: whether the lamp is lit.
    """

    _SUPPLY = 3.3
    _REFERENCE = 1.24
    _FULL_SCALE = 4095
    _FIRST_CHANNEL = 26
    _DIVIDED_BY = 3

    def __init__(self, chip: Chip, pins: Any, volts: float | None = None, cable: bool = True):
        self._channels, self._gpio = chip.mcu.adc.channel_values, chip.mcu.gpio
        self._power = pins.POWER
        self.held = self.lamp = False
        self._usb = chip.mcu.gpio[self._power["usb"]] if "usb" in self._power else None
        self.plug(cable)
        self.set(volts or (3.0 if "battery" in self._power else 4.8))
        if "battery" in self._power:
            self._wire(chip.mcu.gpio[self._power["feed"]], self._fed, pulled_up=True)
        for name, follow in (("hold", self._hold), ("lamp", self._light)):
            if name in self._power:
                self._wire(chip.mcu.gpio[self._power[name]], follow)

    def plug(self, cable: bool) -> None:
        """Power the board by USB, or end that."""
        if self._usb:
            self._usb.set_input_value(cable)

    def set(self, volts: float) -> None:
        """Change the voltage of the battery or of VSYS."""
        for name in ("battery", "vsys"):
            if name in self._power:
                self._put(name, volts / self._DIVIDED_BY)

    def make_ordinary(self, level: float) -> None:
        """Make this a board whose pins of a Pico's supply are ordinary ones.

        level: the share of 3.3 V at a pin that nothing drives; its pull-up wins.
        """

        def pulled(up: bool) -> None:
            self._put("vsys", (1 if up else level) * self._SUPPLY)

        pulled(False)
        self.plug(level > 0.5)
        self._wire(self._gpio[self._power["vsys"]], pulled, pulled_up=True)

    def _wire(self, pin, follow, pulled_up: bool = False) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        # a weak pull is enough for the reference
        high = (GPIOPinState.HIGH, *[GPIOPinState.INPUT_PULL_UP] * pulled_up)
        pin.add_listener(lambda state, _before: follow(state in high))

    def _put(self, name: str, volts: float) -> None:
        channel = self._power[name] - self._FIRST_CHANNEL
        self._channels[channel] = round(volts / self._SUPPLY * self._FULL_SCALE)

    def _fed(self, on: bool) -> None:
        self._put("reference", self._REFERENCE if on else 0)

    def _hold(self, on: bool) -> None:
        self.held = on

    def _light(self, on: bool) -> None:
        self.lamp = on
