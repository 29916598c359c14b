"""Draws the common parts of the wiring drawings: the Pico and the table of wires.

Chooses the colours of the wires.
"""

from collections.abc import Callable, Iterator
from itertools import cycle

from .circuit import Circuit, header, header_pin, signals
from .svg import Drawing, Point

INK = "#222"
PALE = "#777"
GROUND_COLOUR = "#333333"
SUPPLY_COLOUR = "#d62728"
_COLOURS = (
    "#1f77b4", "#2ca02c", "#17a2b8", "#9467bd", "#8c564b", "#d64fa8",
    "#e07b00", "#8a8a00", "#0b3d91", "#00703c", "#b8860b", "#7a1fa2",
)  # fmt: skip


def choose_colours(circuit: Circuit) -> dict[str, str]:
    """Return a colour for every net: ground dark, VSYS red, the others in turn."""
    turn = cycle(_COLOURS)
    fixed = {"GND": GROUND_COLOUR, "VSYS": SUPPLY_COLOUR}
    return {net: fixed.get(net) or next(turn) for net in circuit.nets}


def net_of(circuit: Circuit, end: str) -> str:
    """Return the net of an end. end: "device.pin". Raises StopIteration if the end is on no net."""
    return next(net for net, ends in circuit.nets.items() if end in map(str, ends))


def draw_pico(drawing: Drawing, locate_pin: Callable[[int], Point], pitch: float, labelled: set[int]) -> None:
    """Draw a Pico from above, with its USB socket at the left.

    locate_pin: returns where a pin is, given its number. pitch: between two pins, in pixels.
    labelled: the numbers of the pins whose names are written beside them.
    """
    (left, bottom), (right, top) = locate_pin(1), locate_pin(21)
    edge = 0.55 * pitch
    corner = (left - edge, top - 0.62 * pitch)
    width, height = right - left + 2 * edge, bottom - top + 1.24 * pitch
    drawing.rect(corner, width, height, rx=4, fill="#3f8f5f", stroke="#245c3b")
    middle = (top + bottom) / 2
    drawing.rect((left - edge - 10, middle - 19), 30, 38, rx=3, fill="#c8ccd0", stroke="#666")
    drawing.text((left - edge + 5, middle + 3.5), "USB", 10, text_anchor="middle", fill=INK)
    centre = (left + right) / 2
    drawing.text((centre, middle + 4), "Raspberry Pi Pico", 12, text_anchor="middle", fill="#fff")
    for number, name in header().items():
        x, y = locate_pin(number)
        drawing.circle((x, y), 3, fill="#f2d675", stroke="#8a6d1a", data_end=f"pico.{number}")
        if number in labelled:
            upper = number > 20
            at = (x + 3.5, y + 8 if upper else y - 8)
            anchor = "end" if upper else "start"
            drawing.text(at, name, 9.5, turned=True, text_anchor=anchor, fill="#fff")


def rows_of_wires(circuit: Circuit) -> Iterator[tuple[str, str, str]]:
    """Yield (net, its purpose, the Pico's pin) for the tables beside the drawings."""
    names = {
        net: f"button {device.upper()}" if pin == "1" else f"panel {pin}"
        for net, (device, pin, _) in signals().items()
    }
    names_of_pins = header()
    for net, (_, _, gpio) in signals().items():
        number = header_pin(gpio)
        yield net, names[net], f"{names_of_pins[number]} (pin {number})"
    yield "VSYS", "panel VSYS", "VSYS (pin 39)"
    yield "GND", "ground", "GND (pins 3, 38)"


def draw_table_of_wires(drawing: Drawing, corner: Point, circuit: Circuit, columns: int = 1) -> None:
    """Draw the table of wires with their colours. corner: its upper left corner."""
    colours = choose_colours(circuit)
    rows = list(rows_of_wires(circuit))
    per_column = -(-len(rows) // columns)
    for at, (net, name, pin) in enumerate(rows):
        x = corner[0] + at // per_column * 236
        y = corner[1] + at % per_column * 19
        drawing.path([(x, y - 4), (x + 20, y - 4)], stroke=colours[net], stroke_width=4)
        drawing.text((x + 28, y), name, 12, fill=INK)
        drawing.text((x + 126, y), pin, 12, fill=INK)
