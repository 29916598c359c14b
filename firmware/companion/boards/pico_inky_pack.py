"""Raspberry Pi Pico with a Pimoroni Pico Inky Pack: panel and three buttons on one board.

The numbers come from hardware/pins.toml; a test compares them. It can't be told from the others by reading,
so the settings name it.
"""

from companion.platform import const

NAME = "pico-inky-pack"

PANEL_SPI = const(0)
PANEL_CLK = const(18)
PANEL_DIN = const(19)
PANEL_CS = const(17)
PANEL_DC = const(20)
PANEL_RST = const(21)
PANEL_BUSY = const(26)

BUTTONS = (12, 13, 14)  # a, b, c
PRESSED = const(0)
HERTZ = const(12000000)  # what the maker's own driver asks of this panel


def driver():
    """Return the class of the panel's driver."""
    from companion.uc8151 import UC8151

    return UC8151


def power():
    """Return None: whoever feeds the Pico switches it."""
    return None
