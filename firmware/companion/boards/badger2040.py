"""Pimoroni Badger 2040: panel, buttons, battery and all on one board.

The numbers come from hardware/pins.toml; a test compares them. The board is found by its voltage reference of
1.24 V on GPIO 28, fed from GPIO 27. Here the chip's own weak pull-ups on both pins feed it, so that no pin is
driven: GPIO 28 then has to stay near 1.24 V, and to fall when both are pulled down. On the other boards both
pins are unconnected; the reference of a Badger 2350, which has another chip, is nearly as high. Nobody has
tried on a real one whether the pull-ups are enough; if they are not, the settings have to name the board.
"""

from companion.platform import const, sleep_ms

NAME = "badger2040"
CHIP = "RP2040"

PANEL = (0, 18, 19, 17, 20, 21, 26)  # spi, clk, din, cs, dc, rst, busy

BUTTONS = (15, 11, 12, 13, 14)  # up, down, a, b, c

POWER_HOLD = const(10)
POWER_USB = const(24)
POWER_LAMP = const(25)
POWER_FEED = const(27)
POWER_REFERENCE = const(28)
POWER_BATTERY = const(29)

PRESSED = const(1)
HERTZ = const(12000000)  # as in the maker's own driver

_SETTLES_MS = const(1)
# 16-bit readings, of which 65535 is the supply voltage: 1.24 V at 3.7 V and at 1.9 V, more than the range of
# the supply
_LEAST = const(21900)
_MOST = const(42700)


def is_this():
    """Return whether this is a Badger 2040, on a board with an RP2040."""
    from machine import ADC, Pin

    reading = ADC(Pin(POWER_REFERENCE))
    seen = []
    for pull in (Pin.PULL_UP, Pin.PULL_DOWN, None):
        Pin(POWER_FEED, Pin.IN, pull)
        Pin(POWER_REFERENCE, Pin.IN, pull)
        sleep_ms(_SETTLES_MS)
        seen.append(reading.read_u16())
    return seen[1] < _LEAST < seen[0] < _MOST


def wake(lamp=POWER_LAMP):
    """Keep the power on, and light the LED: the button can be released. lamp: the LED's pin."""
    from machine import Pin

    Pin(POWER_HOLD, Pin.OUT, value=1)
    Pin(lamp, Pin.OUT, value=1)


def driver():
    """Return the class of the panel's driver."""
    from companion.uc8151 import UC8151

    return UC8151


def power():
    """Return the Power of this board, and switch the LED off."""
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
