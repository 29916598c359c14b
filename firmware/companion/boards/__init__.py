"""The boards that the companion runs on, and how to tell which of them this is.

Each has a module of its own: its pins, and `is_this()`, which tells the board from all others. A pin that is
an output on one board is the contact of a button, or the switch of the power, on another, so nothing but what
tells them apart may be driven before the board is known.
"""

from companion.platform import forget

NAMES = ("pico-epaper-2.9", "badger2040")
"""All boards. The first is what a board is that is none of the others."""

# what `wake` found, for `find`, which need not look again: a board's module, or None
_woken = []


def wake():
    """Hold the power of a board that otherwise lets go of it; the first thing to do after power-up."""
    pins = _found()
    _woken.append(pins)
    if pins:
        pins.wake()


def find(told=""):
    """Return the module of this board's pins, and what is wrong with `told`: a sentence, or None.

    told: the name of the board in the settings, "" for none. It only counts where no board is found, so that
    settings that came from another device do no harm.
    """
    pins = _woken.pop() if _woken else _found()
    found = pins.NAME if pins else ""
    wrong = None
    if told and told not in NAMES:
        wrong = "There is no board %s, which the settings name, only %s." % (told, " and ".join(NAMES))
        told = ""
    elif told and found and told != found:
        wrong = "The settings say that this is a %s, but it is a %s." % (told, found)
    elif told and not found and told != NAMES[0]:
        wrong = "The settings say that this is a %s, but it does not look like one." % told
    return pins or _module(told or NAMES[0]), wrong


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

    pull = Pin.PULL_DOWN if pins.PRESSED else Pin.PULL_UP
    contacts = [Pin(gpio, Pin.IN, pull) for gpio in pins.BUTTONS]
    return Buttons(contacts, Pin.IRQ_FALLING | Pin.IRQ_RISING, pressed=pins.PRESSED)


def module_name(name):
    """Return the name of a board's module, as it is imported."""
    return "companion.boards." + name.replace("-", "_").replace(".", "")


def _found():
    """Return the module of the board that this is, None where it is none that can be told from the others."""
    for name in NAMES[1:]:
        pins = _module(name)
        if pins.is_this():
            return pins
        forget(pins.__name__)
    return None


def _module(name):
    return __import__(module_name(name), None, None, ("NAME",))
