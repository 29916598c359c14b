"""Pimoroni Badger 2350, which has no companion, as its panel is too narrow: none of its pins is driven.

It is found by its voltage reference of 1.1 V on GPIO 28, which GPIO 27 may switch. Source: the maker's board
definition. Nobody has tried on a real one whether the chip's own pull-ups are enough.
"""

from companion.boards import unknown
from companion.platform import const, sleep_ms

NAME = "badger2350"
BUTTONS = unknown.BUTTONS
PRESSED = unknown.PRESSED
power = unknown.power

_FEED, _REFERENCE = const(27), const(28)
# 16-bit readings, of which 65535 is 3.3 V; if the pin is unconnected, its pull-up wins
_LEAST, _MOST = const(20000), const(23500)


class NoPanel(unknown.NoPanel):
    """Stands in for a Panel, and says why this board has none."""

    WHY = (
        "This is a Badger 2350, whose panel is too narrow for the companion, so it drives no panel and hears "
        "no button."
    )


def is_this():
    """Return whether this is a Badger 2350, on a board with an RP2350."""
    from machine import ADC, Pin

    reading = ADC(Pin(_REFERENCE))
    for gpio in (_FEED, _REFERENCE):
        Pin(gpio, Pin.IN, Pin.PULL_UP)
    sleep_ms(1)
    return _LEAST < reading.read_u16() < _MOST


def wake():
    """Do nothing: no companion runs here that needs the power."""


def driver():
    """Return the class that stands in for the panel's driver."""
    return NoPanel
