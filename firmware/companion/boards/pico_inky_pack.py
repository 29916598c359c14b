"""Raspberry Pi Pico or Pico 2 with a Pimoroni Pico Inky Pack: panel and three buttons on one board.

The numbers come from hardware/pins.toml; a test compares them. It can't be told from the others by reading
pins, so the settings name it.
"""

from companion.boards import badger2040
from companion.platform import const

NAME = "pico-inky-pack"

# the panel is that of a Badger 2040, on the same pins
PANEL = badger2040.PANEL
HERTZ = badger2040.HERTZ
driver = badger2040.driver

BUTTONS = (12, 13, 14)  # a, b, c
PRESSED = const(0)


def power():
    """Return None: this board can't measure or switch its power."""
