"""The boards that the companion runs on, one module of pins each, and how to tell which of them this is.

A pin that is an output on one board is the contact of a button, or the switch of the power, on another, so a
board is found before any of those is touched. The Badger 2040 is the one that is found: it has a voltage
reference of 1.24 V on GPIO 28, fed from GPIO 27. With GPIO 27 high for three milliseconds, GPIO 28 has to
stay near 1.24 V against the Pico's own weak pull in either direction; nothing else does that. Both pins lead
nowhere on the reference board, which is what it is otherwise. What is in the panel, asleep or busy, makes no
difference.
"""

from companion.platform import const, sleep_ms

REFERENCE_BOARD = "pico-epaper-2.9"
BADGER = "badger2040"

_FEED = const(27)
_REFERENCE = const(28)
_SETTLES_MS = const(1)
# of a 16-bit reading, whose whole is the supply: 1.24 V of 3.7 V down to 1.9 V, which is more than there can
# be
_LEAST = const(21900)
_MOST = const(42700)


def wake():
    """Hold the power of a board that otherwise lets go of it; the first thing to do after power-up."""
    if _is_badger():
        from companion.boards import badger2040

        badger2040.wake()


def find(told=""):
    """Return the module of this board's pins, and what is wrong with `told`: a sentence, or None.

    told: the name of the board in the settings, "" for none. It only counts where no board is found, so that
    settings that came from another device do no harm.
    """
    found = BADGER if _is_badger() else ""
    wrong = None
    if told not in ("", REFERENCE_BOARD, BADGER):
        names = (told, REFERENCE_BOARD, BADGER)
        wrong = "There is no board %s, which the settings name, only %s and %s." % names
        told = ""
    elif found and told and told != found:
        wrong = "The settings say that this is a %s, but it is a %s." % (told, found)
    elif told == BADGER and not found:
        wrong = "The settings say that this is a %s, but it does not look like one." % told
    if (found or told) == BADGER:
        from companion.boards import badger2040

        return badger2040, wrong
    from companion.boards import pico_epaper_29

    return pico_epaper_29, wrong


def panel(pins):
    """Return the driver of a board's panel."""
    from machine import SPI, Pin

    driver = pins.driver()
    spi = SPI(pins.PANEL_SPI, baudrate=pins.HERTZ, sck=Pin(pins.PANEL_CLK), mosi=Pin(pins.PANEL_DIN))
    # After the SPI, which takes GPIO 8 for its input unless told otherwise
    return driver(
        spi,
        cs=Pin(pins.PANEL_CS, Pin.OUT, value=1),
        dc=Pin(pins.PANEL_DC, Pin.OUT, value=0),
        rst=Pin(pins.PANEL_RST, Pin.OUT, value=1),
        # a panel that is not there is never busy
        busy=Pin(pins.PANEL_BUSY, Pin.IN, Pin.PULL_DOWN if driver.BUSY else Pin.PULL_UP),
    )


def buttons(pins):
    """Return a board's five buttons."""
    from machine import Pin

    from companion.buttons import Buttons

    gpios = (pins.BUTTON_UP, pins.BUTTON_DOWN, pins.BUTTON_A, pins.BUTTON_B, pins.BUTTON_C)
    pull = Pin.PULL_DOWN if pins.PRESSED else Pin.PULL_UP
    contacts = [Pin(gpio, Pin.IN, pull) for gpio in gpios]
    return Buttons(contacts, Pin.IRQ_FALLING | Pin.IRQ_RISING, pressed=pins.PRESSED)


def _is_badger():
    from machine import ADC, Pin

    feed = Pin(_FEED, Pin.OUT, value=1)
    reading = ADC(Pin(_REFERENCE))
    held = True
    for pull in (Pin.PULL_UP, Pin.PULL_DOWN):
        Pin(_REFERENCE, Pin.IN, pull)
        sleep_ms(_SETTLES_MS)
        held = held and _LEAST < reading.read_u16() < _MOST
    Pin(_REFERENCE, Pin.IN, None)
    feed(0)
    if not held:
        Pin(_FEED, Pin.IN)
    return held
