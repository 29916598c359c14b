"""The boards of virtual devices: the firmware's boards, each with a model of its panel.

Pins come from the firmware; a test compares them with hardware/pins.toml.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from arcana_portable.firmware import use_firmware
from arcana_portable.translation import _
from arcana_portable.virtual.panel import PanelModel
from arcana_portable.virtual.ssd1680 import Ssd1680, Ssd1680Turned
from arcana_portable.virtual.ssd1683 import Ssd1683
from arcana_portable.virtual.uc8151 import Uc8151

from arcana_host import board_names

NAMES = board_names()
REFERENCE_BOARD = NAMES[0]
_MODELS: dict[str, Callable[[Callable[[], int], int, int], PanelModel]] = {
    "SSD1680": Ssd1680,
    "SSD1680_Turned": Ssd1680Turned,
    "SSD1683": Ssd1683,
    "UC8151": Uc8151,
}
"""{class of a driver: model of its controller}"""


class VirtualBoard(NamedTuple):
    """A board.

    pins: a board of companion.boards. controller: makes a model of its panel from clock and size.
    """

    pins: Any
    controller: Callable[[Callable[[], int], int, int], PanelModel]


def virtual_board(name: str) -> VirtualBoard:
    """Return a board by its name. Raises ValueError, which lists the boards, for an unknown name."""
    if name not in NAMES:
        raise ValueError(_("There is no board {name}, only {names}.", name=name, names=" and ".join(NAMES)))
    use_firmware()
    pins = import_module("companion.boards").named(name)
    return VirtualBoard(pins, _MODELS[pins.driver().__name__])
