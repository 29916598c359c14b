"""The boards on which the companion runs, and how to find out which of them this is.

Each has a module of its own: NAME; CHIP, if it comes with one; PANEL, the number of its SPI and the panel's
pins; HERTZ, the frequency of that SPI; BUTTONS, their pins, and PRESSED, the level of a pressed one;
POWER_..., the pins that control its power, and `wake()`, if it has such pins; `driver()` and `power()`; and
`is_this()`, if it can be told from all others only by reading pins. A pin that is an output on one board may
be a button or the power switch on another, so no pin is driven before the board is known, from `is_this()` or
from `board.txt`. On an unknown board, none is driven at all.
"""

import sys

from companion.platform import const, forget

NAMES = ("pico-epaper-2.9", "badger2040", "badger2040w", "pico-inky-pack", "pico-epaper-2.66")
"""All boards, the reference board first."""

FOUND = ("badger2040",)
"""Those with `is_this()`."""

UNKNOWN = "unknown"

UNFIT = "badger2350"
"""A board without a companion. It has `is_this()`, so that it is not taken for one of the others."""

PANELS = (13, 26)
"""The BUSY pins of all boards, which a panel's controller drives."""

# Registers of an RP2350 that clear and set bits of the pad of GPIO 0. Source: its data sheet
_PADS_CLEAR = const(0x4003B004)
_PADS_SET = const(0x4003A004)
_INPUT_ENABLE = const(0x40)

# the board's module that `wake` found, or None, for `find`, which need not look again
_woken = []


def wake():
    """Keep the power of a battery-powered board on; the first thing to do after power-up."""
    pins = _found()
    _woken.append(pins)
    if pins:
        pins.wake()


def find(told=""):
    """Return the module of this board's pins, and a sentence about what is wrong with `told`, or None.

    told: the name of the board in `board.txt`, "" for none. It counts only if no board is found by
    `is_this()`, so that a file from another device does no harm, and if no panel is on the pins of another
    board.
    """
    pins = _woken.pop() if _woken else _found()
    but = None
    if told and told not in NAMES:
        but = "there is no such board, only " + " and ".join(NAMES)
    elif pins:
        if told and told != pins.NAME:
            but = "it is a " + pins.NAME
    elif told:
        pins = _module(told)
        busy = pins.PANEL[-1]
        other = [gpio for gpio in PANELS if gpio != busy and _held(gpio)]
        if is_rp2350() and getattr(pins, "CHIP", "RP2350") != "RP2350":
            but = "its chip is not that of one"
            pins = None
        elif other and not _held(busy):
            but = "its panel is that of another board"
            pins = None
        elif told in FOUND:
            but = "it does not look like one"
        if pins and hasattr(pins, "wake"):
            pins.wake()
    wrong = "board.txt says that this is a %s, but %s." % (told, but) if but else None
    return pins or _module(UNKNOWN), wrong


def is_rp2350():
    """Return whether the chip is an RP2350."""
    return "RP2350" in getattr(sys.implementation, "_machine", "")


def _held(gpio):
    """Return whether something drives a pin against the chip's own weak pull in either direction."""
    return _pulled(gpio, 0)() == _pulled(gpio, 1)()


def _pulled(gpio, level):
    """Return an input pin with the chip's own weak pull to a level, 0 or 1.

    By erratum E9 of the RP2350, a pin that was high stays at about 2.2 V against the pull-down while its
    input is enabled. Disabled for a moment, it falls, and stays low until something raises it.
    """
    from machine import Pin

    pin = Pin(gpio, Pin.IN, Pin.PULL_UP if level else Pin.PULL_DOWN)
    if not level and is_rp2350():
        from machine import mem32

        mem32[_PADS_CLEAR + 4 * gpio] = _INPUT_ENABLE
        mem32[_PADS_SET + 4 * gpio] = _INPUT_ENABLE
    return pin


def panel(pins):
    """Return the driver of a board's panel."""
    from machine import SPI, Pin

    driver = pins.driver()
    if not driver.width:
        return driver()
    number, clk, din, cs, dc, rst, busy = pins.PANEL
    wires = Pin(clk), Pin(din)
    spi = SPI(number, baudrate=pins.HERTZ, sck=wires[0], mosi=wires[1])
    # After the SPI, which uses GPIO 8 as its input by default
    return driver(
        spi,
        cs=Pin(cs, Pin.OUT, value=1),
        dc=Pin(dc, Pin.OUT, value=0),
        rst=Pin(rst, Pin.OUT, value=1),
        # a panel that is not there is never busy
        busy=_pulled(busy, 1 - driver.BUSY),
        wires=wires,
    )


def buttons(pins):
    """Return a board's buttons."""
    from machine import Pin

    if len(pins.BUTTONS) == 3:
        from companion.chords import Chords as Buttons
    else:
        from companion.buttons import Buttons

    contacts = [_pulled(gpio, 1 - pins.PRESSED) for gpio in pins.BUTTONS]
    return Buttons(contacts, (Pin.IRQ_FALLING, Pin.IRQ_RISING), pressed=pins.PRESSED)


def module_name(name):
    """Return the full name of a board's module. name: one of NAMES, UNKNOWN or UNFIT."""
    return "companion.boards." + name.replace("-", "_").replace(".", "")


def _found():
    """Return the module of the board that is found by `is_this()`, None if there is none."""
    for name in (UNFIT,) if is_rp2350() else FOUND:
        pins = _module(name)
        if pins.is_this():
            return pins
        forget(pins.__name__)
    return None


def _module(name):
    return __import__(module_name(name), None, None, ("NAME",))
