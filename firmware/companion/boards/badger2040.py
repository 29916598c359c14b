"""Pimoroni Badger 2040: panel, buttons, battery and all on one board.

The numbers come from hardware/pins.toml; a test compares them. The board is found by its voltage reference of
1.24 V on GPIO 28, fed from GPIO 27. The chip's own weak pull-ups on both pins feed it here, so that no pin is
driven: GPIO 28 has to stay near 1.24 V then, and to fall when both are pulled down. Both pins lead nowhere on
the other boards; that of a Badger 2350, whose chip is another one, is nearly as high. Nobody has tried on a
real one whether the pull-ups are enough; where they are not, the settings have to name the board.
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
HERTZ = const(12000000)  # what the maker's own driver asks of this panel

_SETTLES_MS = const(1)
# of a 16-bit reading, whose whole is the supply: 1.24 V of 3.7 V down to 1.9 V, which is more than there can
# be
_LEAST = const(21900)
_MOST = const(42700)


def is_this():
    """Return whether this board, whose chip is an RP2040, is a Badger 2040."""
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
    """Hold the power, and light the lamp: the finger that switched it on may go. lamp: its pin."""
    from machine import Pin

    Pin(POWER_HOLD, Pin.OUT, value=1)
    Pin(lamp, Pin.OUT, value=1)


def driver():
    """Return the class of the panel's driver."""
    from companion.uc8151 import UC8151

    return UC8151


def power():
    """Return the object that watches the battery; the lamp goes out."""
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
