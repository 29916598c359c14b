"""Stand-in for MicroPython's module `machine`, as far as the firmware's board code uses it.

It must not know the parts that are connected to the pins: everything goes to the wiring object given to
`connect`, which has to come before the first pin. A wiring has level(gpio, pull), drive(gpio, level),
release_pin(gpio, pull), enable_input(gpio, on), adc_share(gpio) of the supply's voltage, listen(gpio, call,
trigger), attach_to_bus(*gpios), attach_input(spi, gpio), leave_bus(gpio), transfer(spi, clk, din, data),
frame(), now() and set_now(datetime), reset(), power_off(), sleep(milliseconds) and the attributes unique_id
(bytes) and machine, what MicroPython calls the board.

It is as strict as the strictest build of `tests/builds.py`.
"""

import sys
from datetime import datetime

_wiring = None


def connect(wiring):
    """Connect everything that is made from now on to this wiring."""
    global _wiring
    _wiring = wiring
    # in a browser, the same board stands for every chip
    if wiring and sys.implementation.name == "cpython":
        sys.implementation._machine = wiring.machine


def _connected():
    if _wiring is None:
        raise RuntimeError("machine.connect(wiring) comes before the first use of the hardware")
    return _wiring


class Pin:
    """A GPIO, numbered as on the RP2040."""

    IN = 0
    OUT = 1
    ALT = 3
    ALT_SPI = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.gpio = id
        self._wiring = _connected()
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=0):
        self._mode = mode
        self._pull = pull
        if mode == Pin.OUT:
            self._wiring.leave_bus(self.gpio)
            self._level = 0
            self.value(value or 0)
        elif mode == Pin.IN:
            self._wiring.release_pin(self.gpio, pull)
        elif mode == Pin.ALT:
            self._wiring.attach_to_bus(self.gpio)

    def value(self, level=None):
        if level is not None:
            self._level = int(bool(level))
            if self._mode == Pin.OUT:
                self._wiring.drive(self.gpio, self._level)
            return None
        return self._level if self._mode == Pin.OUT else self._wiring.level(self.gpio, self._pull)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, hard=False):
        """Call handler(pin) on the edges in `trigger`, in the thread that moves the level.

        Returns an object whose flags() say which edges there were.
        """
        self._wiring.listen(self.gpio, handler and (lambda: handler(self)), trigger)
        return self

    def flags(self):
        return Pin.IRQ_RISING if self.value() else Pin.IRQ_FALLING


class _Registers:
    """An RP2350's pad registers that switch inputs on and off, and the USB controller's last frame."""

    _SET = 0x4003A004
    _CLEAR = 0x4003B004
    _INPUT_ENABLE = 0x40
    _LAST_FRAME = 0x50110048

    def __getitem__(self, address):
        if address != self._LAST_FRAME:
            raise ValueError("Only the last frame is read here.")
        return _connected().frame()

    def __setitem__(self, address, value):
        on = address < self._CLEAR
        if value != self._INPUT_ENABLE:
            raise ValueError("Only inputs are switched here.")
        _connected().enable_input((address - (self._SET if on else self._CLEAR)) // 4, on)


mem32 = _Registers()


class ADC:
    """The converter, on a pin."""

    def __init__(self, pin):
        self._pin = pin
        self._wiring = _connected()
        self._wiring.release_pin(pin.gpio, None)
        self._wiring.enable_input(pin.gpio, False)

    def read_u16(self):
        return round(65535 * self._wiring.adc_share(self._pin.gpio))


class SPI:
    """A bus that only writes: the panel answers nothing."""

    MSB = 0

    def __init__(self, id, baudrate=1_000_000, *, polarity=0, phase=0, bits=8, firstbit=MSB, sck, mosi, miso):
        self._wiring = _connected()
        for pin, number, name in ((sck, 2, "SCK"), (mosi, 3, "MOSI")):
            if (pin.gpio & 3, pin.gpio >> 3 & 1) != (number, id):
                raise ValueError(f"bad {name} pin")
        self._pins = id, sck.gpio, mosi.gpio
        self._wiring.attach_to_bus(sck.gpio, mosi.gpio)
        self._wiring.attach_input(id, miso and miso.gpio)

    def init(self, baudrate):
        """Do nothing: this bus is as fast as it can."""

    def write(self, data):
        self._wiring.transfer(*self._pins, data)


class RTC:
    """The clock; a tuple is (year, month, day, weekday, hours, minutes, seconds, subseconds)."""

    def __init__(self):
        self._wiring = _connected()

    def datetime(self, moment=None):
        if moment is None:
            now = self._wiring.now()
            return (now.year, now.month, now.day, now.weekday(), now.hour, now.minute, now.second, 0)
        year, month, day, weekday, hour, minute, second, _ = moment
        if weekday not in range(7):
            raise ValueError("there is no such weekday")
        self._wiring.set_now(datetime(year, month, day, hour, minute, second))
        return None


def unique_id():
    return _connected().unique_id


def reset():
    _connected().reset()


soft_reset = reset


def power_off():
    """Switch the board off: for the stand-in of `powman`."""
    _connected().power_off()


def lightsleep(milliseconds):
    _connected().sleep(milliseconds)
