"""Draws the soldered build from behind: the Pico in the panel's socket, the buttons on stripboard."""

from .circuit import HARDWARE, Circuit, buttons, header_pin, panel_socket, reference, signals
from .svg import Drawing, Point
from .wiring_shapes import INK, PALE, choose_colours, draw_pico, draw_table_of_wires, net_of

FILE = HARDWARE / "wiring" / "soldered.svg"

_PITCH = 18
_MODULE = (230, 84)
_MODULE_SIZE = (580, 270)
_FIRST_PAD = (_MODULE[0] + 119, _MODULE[1] + 198)
_SHORT_STRIPBOARD = (40, 112)
_LONG_STRIPBOARD = (270, 470)
# Seen from behind, left and right are swapped: C, B, A from left to right, UP and DOWN at the left
_BUTTONS = {
    "up": (_SHORT_STRIPBOARD[0] + 44, _SHORT_STRIPBOARD[1] + 50),
    "down": (_SHORT_STRIPBOARD[0] + 44, _SHORT_STRIPBOARD[1] + 164),
    "c": (_LONG_STRIPBOARD[0] + 60, _LONG_STRIPBOARD[1] + 46),
    "b": (_LONG_STRIPBOARD[0] + 250, _LONG_STRIPBOARD[1] + 46),
    "a": (_LONG_STRIPBOARD[0] + 440, _LONG_STRIPBOARD[1] + 46),
}
_LANES = {"up": 376, "down": 390, "GND": 404, "c": 418, "b": 432, "a": 446}
_LEG_OFFSET = 22


def _locate_pin(number: int) -> Point:
    """Return where a pin of the Pico's header is. number: 1 to 40."""
    x, y = _FIRST_PAD
    if number <= 20:
        return x + (number - 1) * _PITCH, y
    return x + (40 - number) * _PITCH, y - 7 * _PITCH


def _locate_leg(name: str, pin: str) -> Point:
    """Return the leg of a button to solder for its pin "1" or "2".

    The two are diagonally opposite: such legs are never connected, whichever way round the button is.
    """
    x, y = _BUTTONS[name]
    if name in ("up", "down"):
        return (x + _LEG_OFFSET, y + _LEG_OFFSET) if pin == "1" else (x - _LEG_OFFSET, y - _LEG_OFFSET)
    return (x + _LEG_OFFSET, y - _LEG_OFFSET) if pin == "1" else (x - _LEG_OFFSET, y + _LEG_OFFSET)


def draw() -> str:
    """Return the drawing as SVG."""
    circuit = reference()
    colours = choose_colours(circuit)
    drawing = Drawing(860, 706, "The companion soldered, from behind")
    drawing.text((40, 30), "The companion soldered, from behind", 18, fill=INK, font_weight="bold")
    drawing.text(
        (40, 52), "The Pico is plugged into the panel's socket; wires go to the ends of its header pins.", 12
    )
    _draw_boards(drawing)
    used = {int(end.pin) for ends in circuit.nets.values() for end in ends if end.device == "pico"}
    draw_pico(drawing, _locate_pin, _PITCH, used)
    _draw_plugs(drawing, circuit, colours)
    drawing.text(
        (_locate_pin(40)[0] + 8, _MODULE[1] + 30),
        "a battery comes to pins 38 to 40: batteries.svg",
        12,
        fill="#fff",
    )
    for name in buttons():
        _draw_button(drawing, name, circuit.devices[name].label)
    for name in buttons():
        _draw_signal_wire(drawing, name, colours[net_of(circuit, f"{name}.1")])
    _draw_ground_wires(drawing, colours["GND"])
    draw_table_of_wires(drawing, (60, 610), circuit, columns=3)
    return str(drawing)


def _draw_boards(drawing: Drawing) -> None:
    drawing.rect(_MODULE, *_MODULE_SIZE, rx=6, fill="#2d5f9a", stroke="#173a63")
    words = "Pico-ePaper-2.9, its socket below the Pico"
    drawing.text((_MODULE[0] + 566, _MODULE[1] + 254), words, 13, text_anchor="end", fill="#fff")
    for corner, width, height in ((_SHORT_STRIPBOARD, 104, 232), (_LONG_STRIPBOARD, 500, 92)):
        drawing.rect(corner, width, height, rx=3, fill="#d9b98a", stroke="#96713a")
    drawing.text((_SHORT_STRIPBOARD[0], _SHORT_STRIPBOARD[1] - 8), "stripboard", 11, fill=PALE)
    drawing.text(
        (_LONG_STRIPBOARD[0] + 500, _LONG_STRIPBOARD[1] + 107), "stripboard", 11, text_anchor="end", fill=PALE
    )


def _draw_plugs(drawing: Drawing, circuit: Circuit, colours: dict[str, str]) -> None:
    """Draw a ring around each pin at which the socket connects the Pico to the panel."""
    for pin, number in panel_socket(circuit).items():
        colour = colours[net_of(circuit, f"panel.{pin}")]
        at, plug = _locate_pin(number), f"pico.{number} panel.{pin}"
        drawing.circle(at, 6.5, fill="none", stroke=colour, stroke_width=3, data_plug=plug)


def _draw_button(drawing: Drawing, name: str, label: str) -> None:
    x, y = _BUTTONS[name]
    drawing.rect((x - 27, y - 27), 54, 54, rx=4, fill="#444", stroke="#111")
    for dx in (-_LEG_OFFSET, _LEG_OFFSET):
        for dy in (-_LEG_OFFSET, _LEG_OFFSET):
            drawing.circle((x + dx, y + dy), 3.5, fill="#ddd", stroke="#333")
    for pin in "12":
        drawing.circle(_locate_leg(name, pin), 4.5, fill="#ddd", stroke="#333", data_end=f"{name}.{pin}")
    drawing.text((x, y + 5), label, 13, text_anchor="middle", font_weight="bold", fill="#fff")


def _draw_signal_wire(drawing: Drawing, name: str, colour: str) -> None:
    number = header_pin(signals()[f"BUTTON_{name.upper()}"][2])
    start, end, lane = _locate_pin(number), _locate_leg(name, "1"), _LANES[name]
    points = [start, (start[0], lane), (end[0], lane), end]
    if name in ("up", "down"):
        x = _SHORT_STRIPBOARD[0] + (126 if name == "up" else 140)
        points = [start, (start[0], lane), (x, lane), (x, end[1]), end]
    drawing.wire(points, colour, data_ends=f"pico.{number} {name}.1")


def _draw_ground_wires(drawing: Drawing, colour: str) -> None:
    start, lane = _locate_pin(3), _LANES["GND"]
    up, down = _locate_leg("up", "2"), _locate_leg("down", "2")
    left = _SHORT_STRIPBOARD[0] + 10
    drawing.wire([down, (left, down[1]), (left, up[1]), up], colour, data_ends="down.2 up.2")
    drawing.wire(
        [start, (start[0], lane), (left, lane), (left, down[1]), down], colour, data_ends="pico.3 down.2"
    )
    low = _LONG_STRIPBOARD[1] + 82
    for name, near in (("c", "b"), ("b", "a")):
        here, there = _locate_leg(name, "2"), _locate_leg(near, "2")
        points = [here, (here[0], low), (there[0], low), there]
        drawing.wire(points, colour, data_ends=f"{name}.2 {near}.2")
    end = _locate_leg("c", "2")
    x = _LONG_STRIPBOARD[0] + 14
    drawing.wire([start, (start[0], lane), (x, lane), (x, end[1]), end], colour, data_ends="pico.3 c.2")
