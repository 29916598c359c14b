"""Draws the soldered build from behind: the Pico in the panel's socket, the buttons on stripboard."""

from .circuit import HARDWARE, buttons, header_pin, reference, signals
from .svg import Drawing, Point
from .wiring_shapes import INK, PALE, colours, net_of, pico, table_of_wires

FILE = HARDWARE / "wiring" / "soldered.svg"

_PITCH = 18
_MODULE = (230, 84)
_MODULE_SIZE = (580, 270)
_FIRST_PAD = (_MODULE[0] + 119, _MODULE[1] + 198)
_SIDE = (40, 112)
_BELOW = (270, 470)
# From behind, left is right: C, B, A from the left, UP and DOWN on the left
_PLACES = {
    "up": (_SIDE[0] + 44, _SIDE[1] + 50),
    "down": (_SIDE[0] + 44, _SIDE[1] + 164),
    "c": (_BELOW[0] + 60, _BELOW[1] + 46),
    "b": (_BELOW[0] + 250, _BELOW[1] + 46),
    "a": (_BELOW[0] + 440, _BELOW[1] + 46),
}
_LANES = {"up": 376, "down": 390, "GND": 404, "c": 418, "b": 432, "a": 446}
_HALF = 22


def _pad(number: int) -> Point:
    x, y = _FIRST_PAD
    if number <= 20:
        return x + (number - 1) * _PITCH, y
    return x + (40 - number) * _PITCH, y - 7 * _PITCH


def _leg(name: str, pin: str) -> Point:
    """Where to solder a leg of a button: diagonal legs are never connected, however the button is turned."""
    x, y = _PLACES[name]
    if name in ("up", "down"):
        return (x + _HALF, y + _HALF) if pin == "1" else (x - _HALF, y - _HALF)
    return (x + _HALF, y - _HALF) if pin == "1" else (x - _HALF, y + _HALF)


def draw() -> str:
    """Return the drawing as SVG."""
    circuit = reference()
    chosen = colours(circuit)
    drawing = Drawing(860, 706, "The companion soldered, from behind")
    drawing.text((40, 30), "The companion soldered, from behind", 18, fill=INK, font_weight="bold")
    drawing.text(
        (40, 52), "The Pico is plugged into the panel's socket; wires go to the ends of its header pins.", 12
    )
    _boards(drawing)
    used = {int(end.pin) for ends in circuit.nets.values() for end in ends if end.device == "pico"}
    pico(drawing, _pad, _PITCH, used)
    for net, ends in circuit.nets.items():
        _plugged(drawing, net, [str(end) for end in ends], chosen[net])
    drawing.text(
        (_pad(40)[0] + 8, _MODULE[1] + 30), "a battery comes to pins 38 to 40: batteries.svg", 12, fill="#fff"
    )
    for name in buttons():
        _button(drawing, name, circuit.devices[name].label)
    for name in buttons():
        _signal(drawing, name, chosen[net_of(circuit, f"{name}.1")])
    _ground(drawing, chosen["GND"])
    table_of_wires(drawing, (60, 610), circuit, columns=3)
    return str(drawing)


def _boards(drawing: Drawing) -> None:
    drawing.rect(_MODULE, *_MODULE_SIZE, rx=6, fill="#2d5f9a", stroke="#173a63")
    words = "Pico-ePaper-2.9, its socket below the Pico"
    drawing.text((_MODULE[0] + 566, _MODULE[1] + 254), words, 13, text_anchor="end", fill="#fff")
    for corner, width, height in ((_SIDE, 104, 232), (_BELOW, 500, 92)):
        drawing.rect(corner, width, height, rx=3, fill="#d9b98a", stroke="#96713a")
    drawing.text((_SIDE[0], _SIDE[1] - 8), "stripboard", 11, fill=PALE)
    drawing.text((_BELOW[0] + 500, _BELOW[1] + 107), "stripboard", 11, text_anchor="end", fill=PALE)


def _plugged(drawing: Drawing, net: str, ends: list[str], colour: str) -> None:
    """Ring the pins at which the socket joins Pico and panel."""
    panel = [end for end in ends if end.startswith("panel.")]
    if panel:
        number = "pico.38" if net == "GND" else ends[0]
        at = _pad(int(number.split(".")[1]))
        drawing.circle(at, 6.5, fill="none", stroke=colour, stroke_width=3, data_plug=f"{number} {panel[0]}")


def _button(drawing: Drawing, name: str, label: str) -> None:
    x, y = _PLACES[name]
    drawing.rect((x - 27, y - 27), 54, 54, rx=4, fill="#444", stroke="#111")
    for dx in (-_HALF, _HALF):
        for dy in (-_HALF, _HALF):
            drawing.circle((x + dx, y + dy), 3.5, fill="#ddd", stroke="#333")
    for pin in "12":
        drawing.circle(_leg(name, pin), 4.5, fill="#ddd", stroke="#333", data_end=f"{name}.{pin}")
    drawing.text((x, y + 5), label, 13, text_anchor="middle", font_weight="bold", fill="#fff")


def _signal(drawing: Drawing, name: str, colour: str) -> None:
    number = header_pin(signals()[f"BUTTON_{name.upper()}"][2])
    start, end, lane = _pad(number), _leg(name, "1"), _LANES[name]
    points = [start, (start[0], lane), (end[0], lane), end]
    if name in ("up", "down"):
        aside = _SIDE[0] + (126 if name == "up" else 140)
        points = [start, (start[0], lane), (aside, lane), (aside, end[1]), end]
    drawing.wire(points, colour, data_ends=f"pico.{number} {name}.1")


def _ground(drawing: Drawing, colour: str) -> None:
    start, lane = _pad(3), _LANES["GND"]
    up, down = _leg("up", "2"), _leg("down", "2")
    left = _SIDE[0] + 10
    drawing.wire([down, (left, down[1]), (left, up[1]), up], colour, data_ends="down.2 up.2")
    drawing.wire(
        [start, (start[0], lane), (left, lane), (left, down[1]), down], colour, data_ends="pico.3 down.2"
    )
    low = _BELOW[1] + 82
    for name, near in (("c", "b"), ("b", "a")):
        here, there = _leg(name, "2"), _leg(near, "2")
        points = [here, (here[0], low), (there[0], low), there]
        drawing.wire(points, colour, data_ends=f"{name}.2 {near}.2")
    end = _leg("c", "2")
    aside = _BELOW[0] + 14
    drawing.wire(
        [start, (start[0], lane), (aside, lane), (aside, end[1]), end], colour, data_ends="pico.3 c.2"
    )
