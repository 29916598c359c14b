"""What is soldered to an emulated Pico: the panel on its SPI and the five push buttons.

The panel's controller is a model that any virtual device can use; this file carries levels and
bytes between it and the pins, and knows no command of it.
"""

from __future__ import annotations

from functools import partial

from .pico_chip import Chip

# As in hardware/pins.toml, which a test compares them with
PANEL_SPI = 1
PANEL_PINS = {"rst": 12, "dc": 8, "cs": 9, "busy": 13}
BUTTON_PINS = {"up": 2, "down": 3, "a": 4, "b": 5, "c": 6}

_POLL_NANOS = 1_000_000


class PanelWires:
    """The panel's controller on SPI1.

    chip: the Chip it is wired to.
    model: the controller: `.reset(level)`, `.cs(level)`, `.dc(level)`, `.write(bytes)`, `.busy`.
    """

    def __init__(self, chip: Chip, model):
        self._chip = chip
        self.model = model
        self._spi = chip.mcu.spi[PANEL_SPI]
        self._busy_pin = chip.mcu.gpio[PANEL_PINS["busy"]]
        self._byte_done = chip.clock.create_alarm(self._complete)
        self._look_again = chip.clock.create_alarm(self._follow_busy)
        self._bytes = bytearray()
        self._was_busy: bool | None = None
        self._spi.on_transmit = self._transmit
        for name, line in (("rst", model.reset), ("cs", model.cs), ("dc", model.dc)):
            self._wire(chip.mcu.gpio[PANEL_PINS[name]], line)
        self._follow_busy()

    def _wire(self, pin, line) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        high = (GPIOPinState.HIGH, GPIOPinState.INPUT_PULL_UP)

        def changed(state, _before) -> None:
            # The controller sees the bytes of a block at once, before the level that ends it
            self._hand_over()
            line(state in high)
            self._follow_busy()

        pin.add_listener(changed)
        line(pin.value in high)

    def _transmit(self, value: int) -> None:
        self._bytes.append(value)
        rate = self._spi.clock_frequency or 1_000_000
        self._byte_done.schedule(self._spi.data_bits * 1e9 / rate)

    def _complete(self) -> None:
        self._spi.complete_transmit(0)

    def _hand_over(self) -> None:
        if self._bytes:
            self.model.write(bytes(self._bytes))
            self._bytes.clear()

    def _follow_busy(self) -> None:
        busy = bool(self.model.busy)
        if busy != self._was_busy:
            self._was_busy = busy
            self._busy_pin.set_input_value(busy)
        if busy:
            self._look_again.schedule(_POLL_NANOS)


class Buttons:
    """Push buttons between a GPIO and ground; the firmware has to switch the pull-ups on."""

    _BOUNCE_NANOS = 700_000

    def __init__(self, chip: Chip):
        from rp2040py.external.key_mock import KeyMock

        self._chip = chip
        self._keys = {name: KeyMock(gpio, active_high=False) for name, gpio in BUTTON_PINS.items()}
        for key in self._keys.values():
            key.attach(chip.mcu)

    def set(self, name: str, down: bool, bounces: int = 0) -> None:
        """Push a button down or let it go; its contact opens and closes `bounces` times before it rests.

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
