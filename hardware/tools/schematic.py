"""Draws the schematic of the reference build and of its batteries, from reference.toml and pins.toml."""

from .circuit import HARDWARE, POWER, Circuit, End, header, reference
from .svg import Drawing, Point
from .wiring_shapes import INK

FILE = HARDWARE / "wiring" / "schematic.svg"

_LABELLED = ("GND", "VSYS", "USB_5V")
"""Nets whose ends get a symbol each instead of wires."""
_WIDTH, _HEIGHT = 900, 680
_PITCH = 36
_TOP = 110
_PICO = ((330, 70), 150)  # the upper left corner, and the width
_PANEL = ((640, 70), 170)
_STUB = 46

# The places of the devices of each battery: the point between their pins, or a box's corner, width and height
_BATTERIES = {
    "aaa": {"cells": (110, 550), "switch": (230, 550), "diode": (320, 550)},
    "lipo": {
        "cell": (490, 550),
        "charger": ((570, 520), 110, 110),
        "switch": (740, 550),
        "diode": (810, 550),
    },
}
_CHARGER_PINS = {
    "B+": (0, 30),
    "B-": (0, 70),
    "OUT+": (1, 30),
    "OUT-": (1, 70),
    "IN+": (0, 100),
    "IN-": (1, 100),
}
_HALF = 24  # from the middle of a symbol to its pins


def draw() -> str:
    """Return the drawing as SVG."""
    drawing = Drawing(_WIDTH, _HEIGHT, "Schematic of the companion")
    drawing.text((40, 36), "Schematic of the companion", 18, fill=INK, font_weight="bold")
    _draw_board(drawing)
    for power in POWER[1:]:
        _draw_battery(drawing, power)
    return str(drawing)


def _draw_board(drawing: Drawing) -> None:
    """Draw the Pico, the panel and the buttons."""
    circuit = reference("lipo")
    names = header()
    joined = {end.pin: net for net, ends in circuit.nets.items() for end in ends if end.device == "pico"}
    buttons = [name for name, device in circuit.devices.items() if device.part == "button"]
    by_pin = sorted(joined, key=int)
    left = [pin for pin in by_pin if _partner(circuit, joined[pin]) in buttons] + ["3"]
    right = [pin for pin in by_pin if pin not in left]
    places: dict[End, Point] = {}
    (x, y), wide = _PICO
    for side, column in ((x, left), (x + wide, right)):
        for row, pin in enumerate(column):
            at = (side, _TOP + row * _PITCH)
            places[End("pico", pin)] = at
            _pin(drawing, at, f"{names[int(pin)]}", pin, side == x)
    _box(drawing, (x, y), wide, (max(len(left), len(right)) + 1) * _PITCH, "Raspberry Pi Pico")
    (px, py), pwide = _PANEL
    panel = circuit.devices["panel"]
    wired = [circuit.nets[joined[pin]] for pin in right if joined[pin] not in _LABELLED]
    signals = [end.pin for ends in wired for end in ends if end.device == "panel"]
    for row, pin in enumerate([*signals, *(pin for pin in panel.pins if pin not in signals)]):
        at = (px, _TOP + row * _PITCH)
        places[End("panel", pin)] = at
        _pin(drawing, at, pin, "", True)
    _box(drawing, (px, py), pwide, (len(panel.pins) + 1) * _PITCH, panel.label)
    for name in buttons:
        end = next(end for ends in circuit.nets.values() for end in ends if end == End(name, "1"))
        net = next(net for net, ends in circuit.nets.items() if end in ends)
        y = places[next(end for end in circuit.nets[net] if end.device == "pico")][1]
        places[End(name, "1")], places[End(name, "2")] = (220, y), (172, y)
        _switch(drawing, (196, y), circuit.devices[name].label)
    _join(drawing, circuit, places)


def _partner(circuit: Circuit, net: str) -> str | None:
    """Return the device at the other end of a net of the Pico, or None if the net has more ends."""
    ends = [end.device for end in circuit.nets[net] if end.device != "pico"]
    return ends[0] if len(ends) == 1 else None


def _draw_battery(drawing: Drawing, power: str) -> None:
    """Draw the circuit of a battery."""
    circuit = reference(power)
    places: dict[End, Point] = {}
    spots = _BATTERIES[power]
    corner = 60 if power == "aaa" else 420
    title = f"Battery: {'3 × AAA' if power == 'aaa' else 'LiPo cell with charger'}"
    drawing.text((corner, 480), title, 14, fill=INK, font_weight="bold")
    for name, spot in spots.items():
        device = circuit.devices[name]
        if name == "charger":
            _draw_charger(drawing, spot, device.label, places)
            continue
        x, y = spot
        if set(device.pins) == {"+", "-"}:
            places[End(name, "+")], places[End(name, "-")] = (x, y - _HALF), (x, y + _HALF)
            if power == "lipo":
                places[End(name, "-")] = (x, y + 40)
            _cell(drawing, (x, y), device.label, places[End(name, "-")][1])
        elif name == "switch":
            places[End(name, "1")], places[End(name, "2")] = (x - _HALF, y), (x + _HALF, y)
            _switch(drawing, (x, y), device.label)
        else:
            places[End(name, "A")], places[End(name, "K")] = (x - _HALF, y), (x + _HALF, y)
            _diode(drawing, (x, y), device.label)
    _join(drawing, circuit, places)


def _draw_charger(drawing: Drawing, spot: tuple, label: str, places: dict[End, Point]) -> None:
    (x, y), wide, high = spot
    for pin, (side, down) in _CHARGER_PINS.items():
        at = (x + side * wide, y + down)
        places[End("charger", pin)] = at
        _pin(drawing, at, pin, "", side == 0)
    _box(drawing, (x, y), wide, high + 10, label)


def _join(drawing: Drawing, circuit: Circuit, places: dict[End, Point]) -> None:
    """Draw the nets among the devices that have places."""
    for end, at in places.items():
        drawing.circle(at, 2, fill=INK, data_end=str(end))
    for net, ends in circuit.nets.items():
        placed = [end for end in ends if end in places]
        if net in _LABELLED:
            for end in placed:
                _symbol(drawing, net, end, places)
        elif len(placed) == 2:
            one, other = (places[end] for end in placed)
            middle = (one[0] + other[0]) / 2
            bends = [(middle, one[1]), (middle, other[1])] if one[1] != other[1] else []
            drawing.path(
                [one, *bends, other], stroke=INK, stroke_width=1.5, data_ends=f"{placed[0]} {placed[1]}"
            )


def _symbol(drawing: Drawing, net: str, end: End, places: dict[End, Point]) -> None:
    """Draw the symbol of a net beside an end."""
    x, y = places[end]
    others = [at[0] for each, at in places.items() if each.device == end.device]
    leftmost = x == min(others) and (x != max(others) or end.device in ("panel",))
    if min(others) == max(others) and end.device != "panel":
        down = 1 if net == "GND" else -1
        tip = (x, y + 14 * down)
    else:
        tip = (x - _STUB, y) if leftmost else (x + _STUB, y)
    drawing.path([(x, y), tip], stroke=INK, stroke_width=1.5, data_symbol=f"{end} {net}")
    if net == "GND":
        for level, half in enumerate((9, 6, 3)):
            bar = tip[1] + 4 * level
            drawing.path([(tip[0] - half, bar), (tip[0] + half, bar)], stroke=INK, stroke_width=1.5)
        return
    drawing.path([(tip[0] - 7, tip[1]), (tip[0] + 7, tip[1])], stroke=INK, stroke_width=2.5)
    drawing.text((tip[0], tip[1] - 5), net.replace("USB_5V", "VBUS"), 10, text_anchor="middle", fill=INK)


def _box(drawing: Drawing, corner: Point, wide: float, high: float, label: str) -> None:
    drawing.rect(corner, wide, high, fill="none", stroke=INK, stroke_width=1.5)
    drawing.text((corner[0] + wide / 2, corner[1] - 8), label, 12, text_anchor="middle", fill=INK)


def _pin(drawing: Drawing, at: Point, name: str, number: str, on_left: bool) -> None:
    """Draw a pin of a box: its name inside, its number above the wire."""
    x, y = at
    drawing.text((x + (8 if on_left else -8), y + 4), name, 11, text_anchor="start" if on_left else "end")
    if number:
        inward = -6 if on_left else 6
        drawing.text((x + inward, y - 5), number, 9, text_anchor="end" if on_left else "start", fill="#666")


def _switch(drawing: Drawing, middle: Point, label: str) -> None:
    x, y = middle
    for at in (x - _HALF, x + _HALF):
        inner = x + (-12 if at < x else 12)
        drawing.path([(at, y), (inner, y)], stroke=INK, stroke_width=1.5)
        drawing.circle((inner, y), 3, fill="#fff", stroke=INK)
    drawing.path([(x - 12, y - 3), (x + 10, y - 12)], stroke=INK, stroke_width=1.5)
    drawing.text((x, y - 16), label, 11, text_anchor="middle", fill=INK)


def _diode(drawing: Drawing, middle: Point, label: str) -> None:
    x, y = middle
    drawing.path([(x - _HALF, y), (x + _HALF, y)], stroke=INK, stroke_width=1.5)
    drawing.path([(x - 9, y - 8), (x - 9, y + 8), (x + 8, y), (x - 9, y - 8)], stroke=INK, stroke_width=1.5)
    drawing.path([(x + 8, y - 8), (x + 8, y + 8)], stroke=INK, stroke_width=2.5)
    drawing.text((x, y - 16), label, 11, text_anchor="middle", fill=INK)


def _cell(drawing: Drawing, middle: Point, label: str, low: float) -> None:
    x, y = middle
    drawing.path([(x, y - _HALF), (x, y - 4)], stroke=INK, stroke_width=1.5)
    drawing.path([(x - 14, y - 4), (x + 14, y - 4)], stroke=INK, stroke_width=1.5)
    drawing.path([(x - 7, y + 4), (x + 7, y + 4)], stroke=INK, stroke_width=3.5)
    drawing.path([(x, y + 4), (x, low)], stroke=INK, stroke_width=1.5)
    drawing.text((x - 18, y + 4), label, 11, text_anchor="end", fill=INK)
    drawing.text((x + 6, y - 10), "+", 12, fill=INK)
