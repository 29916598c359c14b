"""Draws which button of the Pico to hold while plugging it in, to install MicroPython."""

from .circuit import HARDWARE
from .svg import Drawing, Point
from .wiring_shapes import INK, draw_pico

FILE = HARDWARE / "wiring" / "bootsel.svg"

_PITCH = 22
_BOOTSEL = (306, 216)


def _locate_pin(number: int) -> Point:
    """Return where a pin of the Pico's header is. number: 1 to 40."""
    if number <= 20:
        return 210 + (number - 1) * _PITCH, 250
    return 210 + (40 - number) * _PITCH, 250 - 7 * _PITCH


def draw() -> str:
    """Return the drawing as SVG."""
    drawing = Drawing(720, 330, "MicroPython for the Pico")
    drawing.text((40, 30), "MicroPython for the Pico", 18, fill=INK, font_weight="bold")
    drawing.text((40, 52), "Hold BOOTSEL while the cable goes in; then let go.", 12, fill=INK)
    draw_pico(drawing, _locate_pin, _PITCH, set())
    middle = 250 - 3.5 * _PITCH
    drawing.path([(30, middle), (130, middle)], stroke="#555", stroke_width=10)
    drawing.rect((120, middle - 22), 50, 44, rx=4, fill="#444", stroke="#111")
    drawing.path([(172, middle - 34), (184, middle - 34), (178, middle - 40)], stroke=INK, stroke_width=2)
    drawing.path([(150, middle - 34), (184, middle - 34), (178, middle - 28)], stroke=INK, stroke_width=2)
    drawing.rect((_BOOTSEL[0] - 20, _BOOTSEL[1] - 14), 40, 28, rx=3, fill="#ddd", stroke="#555")
    drawing.circle(_BOOTSEL, 9, fill="#fff", stroke="#888")
    drawing.path([(_BOOTSEL[0], 300), (_BOOTSEL[0], _BOOTSEL[1] + 14)], stroke="#d62728", stroke_width=3)
    drawing.text((_BOOTSEL[0] + 10, 304), "BOOTSEL", 14, fill="#d62728", font_weight="bold")
    return str(drawing)
