"""Pimoroni Badger 2040 W: a Badger 2040 with wireless.

The numbers come from hardware/pins.toml; a test compares them. It can't be told from the others by reading
pins, so the settings name it.
"""

from companion.boards import badger2040
from companion.platform import const

NAME = "badger2040w"

CHIP = badger2040.CHIP
PANEL = badger2040.PANEL
BUTTONS = badger2040.BUTTONS
PRESSED = badger2040.PRESSED
HERTZ = badger2040.HERTZ
driver = badger2040.driver

POWER_HOLD = badger2040.POWER_HOLD
POWER_LAMP = const(22)  # GPIO 25, which lights a Badger 2040's, leads to the wireless chip


def wake():
    """Keep the power on, and light the LED: the button can be released."""
    badger2040.wake(POWER_LAMP)


def power():
    """Return the Switch of this board, whose battery can't be measured, and switch the LED off."""
    from machine import Pin

    from companion.power import Switch

    Pin(POWER_LAMP, Pin.OUT, value=0)
    return Switch(Pin(POWER_HOLD, Pin.OUT, value=1))
