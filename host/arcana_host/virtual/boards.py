"""The boards that a virtual device can be: the firmware's pins of each, and the model of its panel.

Pins come from the firmware; a test compares them with hardware/pins.toml.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from . import use_firmware
from .panel import PanelModel
from .ssd1680 import Ssd1680
from .uc8151 import Uc8151

REFERENCE_BOARD = "pico-epaper-2.9"
_BOARDS: dict[str, tuple[str, Callable[[Callable[[], int]], PanelModel]]] = {
    REFERENCE_BOARD: ("pico_epaper_29", Ssd1680),
    "badger2040": ("badger2040", Uc8151),
}
NAMES = tuple(_BOARDS)


class VirtualBoard(NamedTuple):
    """`pins` is a module of companion.boards; `controller` makes the panel's model from a clock."""

    pins: Any
    controller: Callable[[Callable[[], int]], PanelModel]


def virtual_board(name: str) -> VirtualBoard:
    """Return a board by its name. Raises ValueError with those that there are."""
    if name not in _BOARDS:
        raise ValueError(f"There is no board {name}, only {' and '.join(NAMES)}.")
    use_firmware()
    module, controller = _BOARDS[name]
    return VirtualBoard(import_module("companion.boards." + module), controller)
