"""Pimoroni Badger 2350, which has no companion, as its panel is too narrow: none of its pins is driven.

It is found by its voltage reference of 1.1 V on GPIO 28, which GPIO 27 may switch. Source: its maker's
definition of the board. Nobody has tried on a real one whether the chip's own pull-ups are enough.
"""

from companion.boards import unknown
from companion.platform import const, sleep_ms

NAME = "badger2350"
BUTTONS = unknown.BUTTONS
PRESSED = unknown.PRESSED
power = unknown.power

_FEED, _REFERENCE = const(27), const(28)
# of a 16-bit reading, whose whole is 3.3 V; where the pin leads nowhere, its pull-up wins
_LEAST, _MOST = const(20000), const(23500)


class NoPanel(unknown.NoPanel):
    """Stands in for a Panel, and says why there is none."""

    WHY = (
        "This is a Badger 2350, whose panel is too narrow for the companion, so it drives no panel and hears "
        "no button."
    )


def is_this():
    """Return whether this board, whose chip is an RP2350, is a Badger 2350."""
    from machine import ADC, Pin

    reading = ADC(Pin(_REFERENCE))
    for gpio in (_FEED, _REFERENCE):
        Pin(gpio, Pin.IN, Pin.PULL_UP)
    sleep_ms(1)
    return _LEAST < reading.read_u16() < _MOST


def wake():
    """Do nothing: nobody has to hold the power of what does not run."""


def driver():
    """Return a stand-in for the class of a driver."""
    return NoPanel
