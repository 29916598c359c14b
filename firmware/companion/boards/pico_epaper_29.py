"""Raspberry Pi Pico or Pico 2 with a Waveshare Pico-ePaper-2.9 and five push buttons to ground.

The numbers come from hardware/pins.toml; a test compares them.
"""

from companion.platform import const

NAME = "pico-epaper-2.9"

PANEL = (1, 10, 11, 9, 8, 12, 13)  # spi, clk, din, cs, dc, rst, busy

BUTTONS = (2, 3, 4, 5, 6)  # up, down, a, b, c

PRESSED = const(0)
HERTZ = const(8000000)  # jumper wires carry it; the maker's driver takes 4 MHz, the controller up to 20


def driver():
    """Return the class of the panel's driver."""
    from companion.ssd1680 import SSD1680

    return SSD1680


def power():
    """Return None: this board can't measure or switch its power."""
