"""Pimoroni Badger 2040 W: a Badger 2040 with wireless on it.

The numbers come from hardware/pins.toml; a test compares them. It can't be told from the others by reading,
so the settings name it.
"""

from companion.platform import const

NAME = "badger2040w"

PANEL_SPI = const(0)
PANEL_CLK = const(18)
PANEL_DIN = const(19)
PANEL_CS = const(17)
PANEL_DC = const(20)
PANEL_RST = const(21)
PANEL_BUSY = const(26)

POWER_HOLD = const(10)
POWER_LAMP = const(22)

BUTTONS = (15, 11, 12, 13, 14)  # up, down, a, b, c
PRESSED = const(1)
HERTZ = const(12000000)  # what the maker's own driver asks of this panel


def wake():
    """Hold the power, and light the lamp: the finger that switched it on may go."""
    from machine import Pin

    Pin(POWER_HOLD, Pin.OUT, value=1)
    Pin(POWER_LAMP, Pin.OUT, value=1)


def driver():
    """Return the class of the panel's driver."""
    from companion.uc8151 import UC8151

    return UC8151


def power():
    """Return what switches the board off; its battery can't be measured. The lamp goes out."""
    from machine import Pin

    from companion.power import Switch

    Pin(POWER_LAMP, Pin.OUT, value=0)
    return Switch(Pin(POWER_HOLD, Pin.OUT, value=1))
