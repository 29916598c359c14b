"""What hangs on the pins of a virtual device that runs under CPython: the panel's model and five buttons.

The stand-in for `machine` acts on it, as the copper tracks of a board would. It must not know the firmware;
which pin is which it is told.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from .ssd1680 import Ssd1680

_IRQ_FALLING = 4
_IRQ_RISING = 8
_PULL_UP = 1

# What the RP2040's clock says after power-up
_NEVER_SET = datetime(2021, 1, 1)


def _microseconds() -> int:
    return time.monotonic_ns() // 1000


class Wiring:
    """A board without the board.

    `pins` has the constants of a module of companion.boards. `clock` gives microseconds. `unique_id` is the
    device's eight bytes. `on_reset` is called for machine.reset(); without it that raises SystemExit.
    """

    def __init__(
        self,
        pins: Any,
        clock: Callable[[], int] = _microseconds,
        unique_id: bytes = b"virtual\0",
        on_reset: Callable[[], None] | None = None,
    ) -> None:
        self.unique_id = unique_id
        self.panel = Ssd1680(clock)
        self._on_reset = on_reset
        self._clock = clock
        self._bus = (pins.PANEL_SPI, pins.PANEL_CLK, pins.PANEL_DIN)
        self._busy = pins.PANEL_BUSY
        self._outputs = {
            pins.PANEL_CS: self.panel.cs,
            pins.PANEL_DC: self.panel.dc,
            pins.PANEL_RST: self.panel.reset,
        }
        self._buttons = {
            "up": pins.BUTTON_UP,
            "down": pins.BUTTON_DOWN,
            "a": pins.BUTTON_A,
            "b": pins.BUTTON_B,
            "c": pins.BUTTON_C,
        }
        self._pressed: set[int] = set()
        self._listeners: dict[int, tuple[Callable[[], None], int]] = {}
        self._set_at = clock()
        self._set_to = _NEVER_SET

    # For whoever uses the device

    def press(self, name: str) -> None:
        """Close the contact of a button ("up", "down", "a", "b", "c")."""
        self._move(self._buttons[name], True)

    def release(self, name: str) -> None:
        """Open the contact of a button."""
        self._move(self._buttons[name], False)

    # For the stand-in of `machine`

    def level(self, gpio: int, pull: int) -> int:
        if gpio == self._busy:
            return int(self.panel.busy)
        if gpio in self._pressed:
            return 0
        return int(pull == _PULL_UP)

    def drive(self, gpio: int, level: int) -> None:
        if gpio in self._outputs:
            self._outputs[gpio](level)

    def listen(self, gpio: int, call: Callable[[], None] | None, trigger: int) -> None:
        if call is None:
            self._listeners.pop(gpio, None)
        else:
            self._listeners[gpio] = call, trigger

    def transfer(self, spi: int, clk: int, din: int, data: bytes) -> None:
        if (spi, clk, din) == self._bus:
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

    def _move(self, gpio: int, pressed: bool) -> None:
        if pressed == (gpio in self._pressed):
            return
        if pressed:
            self._pressed.add(gpio)
        else:
            self._pressed.remove(gpio)
        call, trigger = self._listeners.get(gpio, (None, 0))
        if call and trigger & (_IRQ_FALLING if pressed else _IRQ_RISING):
            call()
