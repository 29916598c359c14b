"""Pimoroni Badger 2040: panel, buttons, battery and all on one board.

The numbers come from hardware/pins.toml; a test compares them.
"""

from companion.platform import const

NAME = "badger2040"

PANEL_SPI = const(0)
PANEL_CLK = const(18)
PANEL_DIN = const(19)
PANEL_CS = const(17)
PANEL_DC = const(20)
PANEL_RST = const(21)
PANEL_BUSY = const(26)

BUTTON_UP = const(15)
BUTTON_DOWN = const(11)
BUTTON_A = const(12)
BUTTON_B = const(13)
BUTTON_C = const(14)

POWER_HOLD = const(10)
POWER_USB = const(24)
POWER_LAMP = const(25)
POWER_FEED = const(27)
POWER_REFERENCE = const(28)
POWER_BATTERY = const(29)

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
    """Return what looks after the battery; the lamp goes out."""
    from machine import ADC, Pin

    from companion.power import Power

    Pin(POWER_LAMP, Pin.OUT, value=0)
    return Power(
        hold=Pin(POWER_HOLD, Pin.OUT, value=1),
        usb=Pin(POWER_USB, Pin.IN),
        feed=Pin(POWER_FEED, Pin.OUT, value=0),
        reference=ADC(Pin(POWER_REFERENCE)),
        battery=ADC(Pin(POWER_BATTERY)),
    )
