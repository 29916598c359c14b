"""The boards on which the companion runs: a class for each, and how to find out which of them this is.

The pins come from hardware/pins.toml; a test compares them. A pin that is an output on one board may be a
button or the power switch on another board, so no pin is driven before `is_this()` or `board.txt` has
identified the board. On an unknown board, no pin is driven at all.

A board needs only one driver, and `wake()` must not wait for the others, so each driver is imported where it
is used.
"""

import sys

from machine import ADC, SPI, Pin, mem32

from companion.platform import const, sleep_ms

if False:  # for the type checker only, and names for the assembler
    from collections.abc import Callable

    from rp2.asm_pio import jmp, label, mov, noblock, osr, pins, pull, x, x_dec

# Registers of an RP2350 that clear and set bits of the pad of GPIO 0. Source: its data sheet
_PADS_CLEAR = const(0x4003B004)
_PADS_SET = const(0x4003A004)
_INPUT_ENABLE = const(0x40)

_GUARD_HERTZ = const(3000)  # three instructions for a millisecond
_SETTLES_MS = const(1)
# 16-bit readings, of which 65535 is the supply voltage. The reference of a Badger 2040: 1.24 V at 3.7 V and
# at 1.9 V, more than the range of the supply
_LEAST_2040, _MOST_2040 = const(21900), const(42700)
# Range for a Badger 2350, 1.1 V at 3.3 V; if the pin is unconnected, its pull-up wins
_LEAST_2350, _MOST_2350 = const(20000), const(23500)


class Unknown:
    """An unknown board: none of its pins is driven, and it has only a link.

    The other boards inherit from it. NAME: as in `board.txt`. CHIP: the chip that the board comes with, or
    the chips that it works with. SIZE: width and height of the panel in pixels. PANEL: the number of the SPI,
    and the panel's pins. HERTZ: the frequency of that SPI. BUTTONS: their pins. PRESSED: the level of a
    pressed button. POWER: the pins that control its power, by name. is_this: a method that returns whether
    this is the board, None if reading pins can't tell it from all others.
    """

    NAME = "unknown"
    CHIP = ""
    SIZE = 296, 128
    PANEL: "tuple" = ()  # spi, clk, din, cs, dc, rst, busy
    HERTZ = 0
    BUTTONS = ()  # up, down, a, b, c; or a, b, c
    PRESSED = 0
    POWER = {}
    is_this: "Callable" = None
    WHY = (
        "This device has not been told which board it is, so it drives no panel and hears no button: "
        "`arcana flash --board` with its name tells it."
    )

    def wake(self):
        """Keep the power on, on a board that runs on a battery."""

    def driver(self):
        """Return the class of the panel's driver, or None for a board without a panel."""
        return None

    def panel(self):
        """Return the Panel."""
        driver = self.driver()
        if driver is None:
            return NoPanel(self.WHY)
        number, clk, din, cs, dc, rst, busy = self.PANEL
        wires = Pin(clk), Pin(din)
        # Some images require every pin as an argument. MicroPython 1.24 then still reads GPIO 8 or 16, so the
        # other pins are made after it.
        spi = SPI(number, baudrate=self.HERTZ, sck=wires[0], mosi=wires[1], miso=None)
        return driver(
            self.SIZE,
            spi,
            hertz=self.HERTZ,
            cs=Pin(cs, Pin.OUT, value=1),
            dc=Pin(dc, Pin.OUT, value=0),
            rst=_guarded(rst),
            # a panel that is not there is never busy
            busy=_pulled(busy, 1 - driver.BUSY),
            wires=wires,
        )

    def buttons(self):
        """Return the Buttons."""
        if len(self.BUTTONS) == 3:
            from companion.chords import Chords as Buttons
        else:
            from companion.buttons import Buttons

        contacts = [_pulled(gpio, 1 - self.PRESSED) for gpio in self.BUTTONS]
        return Buttons(contacts, (Pin.IRQ_FALLING, Pin.IRQ_RISING), pressed=self.PRESSED)

    def power(self):
        """Return the Power, or None for a board that can't measure or switch it."""
        return None


class PicoEpaper29(Unknown):
    """Raspberry Pi Pico or Pico 2 with a Waveshare Pico-ePaper-2.9 and five push buttons to ground."""

    NAME = "pico-epaper-2.9"
    CHIP = "RP2040 or RP2350"
    PANEL = (1, 10, 11, 9, 8, 12, 13)
    HERTZ = 8000000  # jumper wires carry it; the maker's driver takes 4 MHz, the controller up to 20
    BUTTONS = (2, 3, 4, 5, 6)
    POWER = {"usb": 24, "select": 25, "vsys": 29}  # on the Pico itself

    def driver(self):
        from companion.ssd1680 import SSD1680

        return SSD1680

    def power(self):
        """Return the Power of the Pico; GPIO 25 switches its LED, which stays off."""
        from companion.power import PicoPower

        return PicoPower(
            usb=Pin(self.POWER["usb"], Pin.IN),
            select=Pin(self.POWER["select"], Pin.OUT, value=0),
            vsys=Pin(self.POWER["vsys"]),
        )


class Badger2040(Unknown):
    """Pimoroni Badger 2040: panel, buttons, battery and all on one board.

    It is found by its voltage reference of 1.24 V on GPIO 28, fed from GPIO 27. Here the chip's own weak
    pull-ups on both pins feed it, so that no pin is driven: GPIO 28 then has to stay near 1.24 V, and to fall
    when both are pulled down. On the other boards both pins are unconnected; the reference of a Badger 2350,
    which has another chip, is nearly as high. Untested on a real board: if the pull-ups are not enough,
    `board.txt` has to name the board.
    """

    NAME = "badger2040"
    CHIP = "RP2040"
    PANEL = (0, 18, 19, 17, 20, 21, 26)
    HERTZ = 12000000  # as in the maker's own driver
    BUTTONS = (15, 11, 12, 13, 14)
    PRESSED = 1
    POWER = {"hold": 10, "usb": 24, "lamp": 25, "feed": 27, "reference": 28, "battery": 29}

    def is_this(self):
        reading = ADC(Pin(self.POWER["reference"]))
        seen = []
        for pull in (Pin.PULL_UP, Pin.PULL_DOWN, None):
            Pin(self.POWER["feed"], Pin.IN, pull)
            Pin(self.POWER["reference"], Pin.IN, pull)
            sleep_ms(_SETTLES_MS)
            seen.append(reading.read_u16())
        return seen[1] < _LEAST_2040 < seen[0] < _MOST_2040

    def wake(self):
        """Keep the power on, and light the LED: the button can be released."""
        Pin(self.POWER["hold"], Pin.OUT, value=1)
        Pin(self.POWER["lamp"], Pin.OUT, value=1)

    def driver(self):
        from companion.uc8151 import UC8151

        return UC8151

    def power(self):
        """Return the Power, and switch the LED off."""
        from companion.battery import BadgerPower

        Pin(self.POWER["lamp"], Pin.OUT, value=0)
        return BadgerPower(
            hold=Pin(self.POWER["hold"], Pin.OUT, value=1),
            usb=Pin(self.POWER["usb"], Pin.IN),
            feed=Pin(self.POWER["feed"], Pin.OUT, value=0),
            reference=ADC(Pin(self.POWER["reference"])),
            battery=ADC(Pin(self.POWER["battery"])),
        )


class Badger2040W(Badger2040):
    """Pimoroni Badger 2040 W: a Badger 2040 with wireless."""

    NAME = "badger2040w"
    POWER = {"hold": 10, "lamp": 22}  # GPIO 25, which lights a Badger 2040's, leads to the wireless chip
    is_this = None

    def power(self):
        """Return the Power, which can't be measured, and switch the LED off."""
        from companion.power import Power

        Pin(self.POWER["lamp"], Pin.OUT, value=0)
        return Power(Pin(self.POWER["hold"], Pin.OUT, value=1))


class PicoInkyPack(Unknown):
    """Raspberry Pi Pico or Pico 2 with a Pimoroni Pico Inky Pack: panel and three buttons on one board."""

    NAME = "pico-inky-pack"
    CHIP = "RP2040 or RP2350"
    # the panel is that of a Badger 2040, on the same pins
    PANEL = Badger2040.PANEL
    HERTZ = Badger2040.HERTZ
    driver = Badger2040.driver
    BUTTONS = (12, 13, 14)
    POWER = PicoEpaper29.POWER
    power = PicoEpaper29.power


class PicoEpaper266(PicoEpaper29):
    """Raspberry Pi Pico or Pico 2 with a Waveshare Pico-ePaper-2.66 and five push buttons to ground."""

    NAME = "pico-epaper-2.66"
    SIZE = 296, 152


class PicoEpaper42(PicoEpaper29):
    """Raspberry Pi Pico or Pico 2 with a Waveshare Pico-ePaper-4.2 V2 and five push buttons to ground."""

    NAME = "pico-epaper-4.2"
    SIZE = 400, 300

    def driver(self):
        from companion.ssd1683 import SSD1683

        return SSD1683


class Badger2350(Unknown):
    """Pimoroni Badger 2350: panel, buttons, battery and all on one board.

    It is found by the name that its maker's MicroPython gives it, and under any other by its voltage
    reference of 1.1 V on GPIO 28, which GPIO 27 may switch. Untested on a real board: if the chip's own
    pull-ups are not enough, `board.txt` has to name the board.
    """

    NAME = "badger2350"
    CHIP = "RP2350"
    SIZE = 264, 176
    PANEL = (0, 18, 19, 17, 20, 21, 16)
    HERTZ = 12000000  # as in the maker's own driver
    BUTTONS = (11, 6, 7, 9, 10)
    POWER = {"usb": 12, "battery": 26, "reference": 28}

    def is_this(self):
        if "Badger 2350" in _machine():
            return True
        reading = ADC(Pin(self.POWER["reference"]))
        for gpio in (27, self.POWER["reference"]):
            Pin(gpio, Pin.IN, Pin.PULL_UP)
            # by erratum E9, a voltage between the levels rises at an enabled input
            mem32[_PADS_CLEAR + 4 * gpio] = _INPUT_ENABLE
        sleep_ms(_SETTLES_MS)
        return _LEAST_2350 < reading.read_u16() < _MOST_2350

    def driver(self):
        from companion.ssd1683 import SSD1680_Turned

        return SSD1680_Turned

    def power(self):
        """Return the Power."""
        from companion.battery import LithiumCell

        return LithiumCell(
            usb=Pin(self.POWER["usb"], Pin.IN),
            reference=ADC(Pin(self.POWER["reference"])),
            battery=ADC(Pin(self.POWER["battery"])),
        )


CONFIRMED = " confirmed"
"""The mark after the name in `board.txt`: the owner has pressed a button of that board."""

BOARDS = (PicoEpaper29, Badger2040, Badger2040W, PicoInkyPack, PicoEpaper266, PicoEpaper42, Badger2350)
"""All boards with a companion, the reference board first."""


def wake():
    """Keep the power of a battery-powered board on; the first thing to do after power-up."""
    found = _found()
    if found:
        found.wake()


def make(folder="", link=None, default=""):
    """Return the Board on which this runs.

    folder: where games and settings are. link: a stream to use instead of the USB serial port. default: the
    name of the board if there is no `board.txt`.
    """
    # not before `wake`
    from companion import modules
    from companion.board import Board, UsbLink

    pins, trouble = find(_board_file(folder) or default)
    made = Board(
        pins.NAME,
        pins.panel(),
        pins.buttons(),
        link or UsbLink(),
        folder,
        pins.power,
        trouble,
        len(pins.BUTTONS) == 3,
    )
    modules.leave("boot")
    return made


def find(text=""):
    """Return this board, and a sentence about the fault in `text`, or None.

    text: the line of `board.txt`, or "": the name of the board, see `named`, and perhaps CONFIRMED. The name
    counts only if `is_this()` finds no board, so that a file from another device does no harm; without
    CONFIRMED also only if the panel is where the board has it.
    """
    board = _found()
    but = None
    confirmed = text.strip().endswith(CONFIRMED)
    if confirmed:
        text = text.strip()[: -len(CONFIRMED)]
    name = text.strip()
    meant = named(text)
    if meant and meant.NAME != name:
        but = "that is a damaged %s: `arcana flash --board %s` mends it" % (meant.NAME, meant.NAME)
    if name and meant is None:
        but = "there is no such board, only " + " and ".join([each.NAME for each in BOARDS])
    elif board:
        if name and name != board.NAME:
            but = "it is a " + board.NAME
    elif name:
        board = meant
        if _chip() not in board.CHIP:
            but = "its chip is not that of one"
            board = None
        elif not confirmed and _doubt(board):
            but = _doubt(board) + ": `arcana flash --board %s` asks for a press of a button" % board.NAME
            board = None
        elif board.is_this:
            but = "it does not look like one"
        if board:
            board.wake()
    wrong = "board.txt says that this is a %s, but %s." % (name, but) if but else None
    return board or Unknown(), wrong


def _board_file(folder):
    """Return the first line of `board.txt`, which `arcana flash` writes, or ""."""
    try:
        with open(folder.rstrip("/") + "/board.txt", "rb") as file:
            # a damaged byte may be no UTF-8
            return "".join([chr(byte) for byte in file.read(64).split(b"\n")[0]])
    except OSError:
        return ""


def named(text):
    """Return the board of a name, or None for an unknown name.

    text: the line of `board.txt`, in which a fault of the flash may have changed one bit: no two names are
    that close.
    """
    for board in BOARDS:
        if board.NAME == text.strip():
            return board()
    for board in BOARDS:
        line = board.NAME + "\n"
        if len(line) - 1 <= len(text) <= len(line):
            wrong = [ord(a) ^ ord(b) for a, b in zip(text + "\n", line) if a != b]
            if len(wrong) == 1 and not wrong[0] & (wrong[0] - 1):
                return board()
    return None


def _found():
    """Return the board that `is_this()` finds, or None."""
    for board in BOARDS:
        if board.is_this and _chip() in board.CHIP and board().is_this():
            return board()
    return None


def _chip():
    return "RP2350" if "RP2350" in _machine() else "RP2040"


def _machine():
    """Return the names that MicroPython has for this board and its chip."""
    return getattr(sys.implementation, "_machine", "")


def _doubt(board):
    """Return the reason why this may be another board than the named board, or None.

    A panel drives its BUSY pin all the time, but a finger may hold a button: if this board has a button on
    the BUSY pin of another board, the panel has to be found on this board's own pins.
    """
    own = board.PANEL[-1]
    others = {each.PANEL[-1] for each in BOARDS} - {own}
    hidden = others & set(board.BUTTONS)
    if any([_held(gpio) for gpio in others - hidden]):
        return "its panel is that of another board"
    if hidden and not _held(own):
        return "no panel is where one has it"
    return None


def _held(gpio):
    """Return whether something drives a pin against the chip's own weak pull in either direction."""
    return _pulled(gpio, 0)() == _pulled(gpio, 1)()


def _pulled(gpio, level):
    """Return an input pin with the chip's own weak pull to a level, 0 or 1.

    By erratum E9 of the RP2350, a pin that was high stays at about 2.2 V against the pull-down while its
    input is enabled. Disabled for a moment, it falls, and stays low until something raises it.
    """
    pin = Pin(gpio, Pin.IN, Pin.PULL_UP if level else Pin.PULL_DOWN)
    if not level and _chip() == "RP2350":
        mem32[_PADS_CLEAR + 4 * gpio] = _INPUT_ENABLE
        mem32[_PADS_SET + 4 * gpio] = _INPUT_ENABLE
    return pin


def _guarded(rst):
    """Return the Guard of a panel that is reset by this pin, which is high.

    A state machine of the PIO counts the milliseconds, and goes on if the program hangs.
    """
    from rp2 import PIO, StateMachine, asm_pio

    from companion.panel import Guard

    @asm_pio(set_init=PIO.OUT_HIGH)
    def countdown():
        label("count")
        pull(noblock)  # a new number if any, else x
        mov(x, osr)
        jmp(x_dec, "count")
        set(pins, 0)  # type: ignore[call-overload]

    pin = Pin(rst)
    counter = StateMachine(0, countdown, freq=_GUARD_HERTZ, set_base=pin)
    return Guard(counter, pin)


class NoPanel:
    """Replaces the Panel on a board without a panel. why: the sentence of its error."""

    size = ()
    partials = 0
    powered = False
    took = celsius = quick = None
    only_full = needs_full = False

    def __init__(self, why):
        self._why = why

    async def idle(self):
        """Return at once."""

    async def show(self, buffer, full=False, quick=False):
        """Raise PanelError."""
        from companion.panel import PanelError

        raise PanelError(self._why)

    def sleep(self):
        """Return True: there is nothing to put to sleep."""
        return True

    def stop(self):
        """Do nothing: there are no voltages."""
