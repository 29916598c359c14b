"""Reads the panel's temperature from the sensor in its controller; imported again for each reading.

The controllers answer on the wire on which they receive data, so the SPI releases that wire and the clock for
a moment. SSD1680 and UC8151 both answer with two bytes; the first is the temperature in whole degrees
Celsius, in two's complement. It must not know pins by number, nor what the temperature is used for elsewhere.
"""

from companion.platform import const

_LEAST, _MOST = const(10), const(35)  # degrees Celsius; colder or warmer, partial refreshes leave ghosts
_COLDEST, _WARMEST = const(-30), const(70)  # anything beyond can't be a real answer
_BITS = const(16)
_MEASURES_MS = const(100)
_SPI = const(1)  # the function of a pin: Pin.ALT_SPI, which MicroPython 1.18 does not have


def measure(panel):
    """Set `celsius`, None if there is no answer, and `only_full` of a panel that is idle.

    panel: a Panel with wires.
    """
    _, data = panel.wires
    # Without an answer the two readings differ: the line follows the pull, or keeps its level on an RP2350
    answer = _answer(panel, data.PULL_DOWN)
    panel.celsius = None
    if answer == _answer(panel, data.PULL_UP) and 0 < answer < (1 << _BITS) - 1:
        celsius = answer >> 8
        celsius -= (celsius & 0x80) << 1
        if _COLDEST <= celsius <= _WARMEST:
            panel.celsius = celsius
    panel.only_full = panel.celsius is not None and not _LEAST <= panel.celsius <= _MOST


def _answer(panel, pull):
    """Return the sixteen bits of the answer, read with this pull on the data line."""
    clock, data = panel.wires
    panel.cs(0)
    panel.dc(0)
    panel.write(bytes((panel.TEMPERATURE,)))
    # Release the line before the controller drives it, and vice versa
    data.init(data.IN, pull)
    clock.init(clock.OUT, value=0)
    panel.dc(1)
    # One of the controllers measures only now
    panel.sleep_us(1000)
    for _ in range(_MEASURES_MS):
        if panel.busy() != panel.BUSY:
            break
        panel.sleep_us(1000)
    answer = 0
    for _ in range(_BITS):
        clock(1)
        answer = answer << 1 | data()
        clock(0)
    panel.cs(1)
    clock.init(clock.ALT, alt=_SPI)
    data.init(data.ALT, alt=_SPI)
    return answer
