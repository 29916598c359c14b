"""Raspberry Pi Pico with a Waveshare Pico-ePaper-2.9 and five push buttons to ground.

The numbers come from hardware/pins.toml; a test compares them.
"""

from companion.platform import const

NAME = "pico-epaper-2.9"

PANEL_SPI = const(1)
PANEL_CLK = const(10)
PANEL_DIN = const(11)
PANEL_CS = const(9)
PANEL_DC = const(8)
PANEL_RST = const(12)
PANEL_BUSY = const(13)

BUTTON_UP = const(2)
BUTTON_DOWN = const(3)
BUTTON_A = const(4)
BUTTON_B = const(5)
BUTTON_C = const(6)

_SPI_HERTZ = const(20000000)  # what the controller takes; the Pico picks the nearest it can below


def panel():
    """Return the driver of this board's panel."""
    from machine import SPI, Pin

    from companion.ssd1680 import SSD1680

    spi = SPI(PANEL_SPI, baudrate=_SPI_HERTZ, sck=Pin(PANEL_CLK), mosi=Pin(PANEL_DIN))
    # After the SPI, which takes GPIO 8 for its input unless told otherwise
    return SSD1680(
        spi,
        cs=Pin(PANEL_CS, Pin.OUT, value=1),
        dc=Pin(PANEL_DC, Pin.OUT, value=0),
        rst=Pin(PANEL_RST, Pin.OUT, value=1),
        busy=Pin(PANEL_BUSY, Pin.IN, Pin.PULL_DOWN),  # a panel that is not there is never busy
    )


def buttons():
    """Return this board's five buttons."""
    from machine import Pin

    from companion.buttons import Buttons

    gpios = (BUTTON_UP, BUTTON_DOWN, BUTTON_A, BUTTON_B, BUTTON_C)
    pins = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in gpios]
    return Buttons(pins, Pin.IRQ_FALLING | Pin.IRQ_RISING, pressed=0)
