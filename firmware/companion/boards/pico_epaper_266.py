"""Raspberry Pi Pico or Pico 2 with a Waveshare Pico-ePaper-2.66 and five push buttons to ground.

The numbers come from hardware/pins.toml; a test compares them. All but the panel is the same as for the 2.9"
one.
"""

from companion.boards import pico_epaper_29

NAME = "pico-epaper-2.66"

PANEL = pico_epaper_29.PANEL
BUTTONS = pico_epaper_29.BUTTONS
PRESSED = pico_epaper_29.PRESSED
HERTZ = pico_epaper_29.HERTZ
power = pico_epaper_29.power


def driver():
    """Return the class of the panel's driver."""
    from companion.ssd1680_266 import SSD1680_266

    return SSD1680_266
