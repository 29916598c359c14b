"""Draws the circuits with the two batteries that can power the reference build."""

from .circuit import HARDWARE, End, reference
from .svg import Drawing, Point
from .wiring_shapes import INK, choose_colours

FILE = HARDWARE / "wiring" / "batteries.svg"

# Where each device is: its upper left corner, width and height, and its pins; all in pixels
_BOXES = {
    "aaa": {
        "cells": ((60, 110), 150, 90, {"+": (210, 130), "-": (210, 180)}),
        "switch": ((290, 108), 80, 44, {"1": (290, 130), "2": (370, 130)}),
        "diode": ((440, 108), 80, 44, {"A": (440, 130), "K": (520, 130)}),
        "pico": ((620, 96), 170, 120, {"39": (620, 130), "38": (620, 180)}),
    },
    "lipo": {
        "cell": ((60, 340), 110, 90, {"+": (170, 360), "-": (170, 410)}),
        "charger": (
            (230, 318),
            150,
            154,
            {
                "B+": (230, 360),
                "B-": (230, 410),
                "OUT+": (380, 360),
                "OUT-": (380, 410),
                "IN+": (280, 472),
                "IN-": (330, 472),
            },
        ),
        "switch": ((430, 338), 70, 44, {"1": (430, 360), "2": (500, 360)}),
        "diode": ((524, 338), 84, 44, {"A": (524, 360), "K": (608, 360)}),
        "pico": ((660, 318), 130, 154, {"39": (660, 360), "38": (660, 410), "40": (660, 450)}),
    },
}
_TITLES = {
    "aaa": "Three AAA cells",
    "lipo": "A LiPo cell with a charger: it charges whenever a USB cable is plugged into the Pico",
}
_FILLS = {"pico": "#3f8f5f", "charger": "#2d5f9a"}
# Wires that are not straight: the points between their ends
_BENDS = {
    ("charger.IN+", "pico.40"): [(280, 504), (636, 504), (636, 450)],
    ("charger.IN-", "charger.OUT-"): [(330, 488), (404, 488), (404, 410)],
}
_WIRES = {
    "aaa": [("cells.+", "switch.1"), ("switch.2", "diode.A"), ("diode.K", "pico.39"), ("cells.-", "pico.38")],
    "lipo": [
        ("cell.+", "charger.B+"),
        ("cell.-", "charger.B-"),
        ("charger.OUT+", "switch.1"),
        ("switch.2", "diode.A"),
        ("diode.K", "pico.39"),
        ("charger.IN+", "pico.40"),
        ("charger.IN-", "charger.OUT-"),
        ("charger.OUT-", "pico.38"),
    ],
}
_PIN_LABELS = {"38": "GND, pin 38", "39": "VSYS, pin 39", "40": "VBUS, pin 40"}


def draw() -> str:
    """Return the drawing as SVG."""
    drawing = Drawing(850, 530, "A battery for the companion")
    drawing.text((40, 30), "A battery for the companion", 18, fill=INK, font_weight="bold")
    words = "The ring on the diode is on the Pico's side. Never connect a LiPo cell without a charger board."
    drawing.text((40, 52), words, 12, fill=INK)
    for power in _BOXES:
        _draw_circuit(drawing, power)
    return str(drawing)


def _draw_circuit(drawing: Drawing, power: str) -> None:
    """Draw the circuit with one battery. power: one of POWER."""
    circuit = reference(power)
    colours = choose_colours(circuit)
    boxes = _BOXES[power]
    top = min(corner[1] for corner, *_ in boxes.values())
    drawing.text((60, top - 18), _TITLES[power], 14, fill=INK, font_weight="bold")
    places = {f"{name}.{pin}": at for name, box in boxes.items() for pin, at in box[3].items()}
    for start, end in _WIRES[power]:
        net = next(net for net, ends in circuit.nets.items() if End(*start.split(".")) in ends)
        points = [places[start], *_BENDS.get((start, end), []), places[end]]
        drawing.wire(points, colours[net], data_ends=f"{start} {end}", data_power=power)
    for name, (corner, width, height, pins) in boxes.items():
        _draw_box(drawing, corner, width, height, _FILLS.get(name, "#555"))
        _draw_label(drawing, name, circuit.devices[name].label, corner, width, height)
        for pin, at in pins.items():
            _draw_pin(drawing, name, pin, at, (corner[0] + width / 2, corner[1] + height / 2))


def _draw_box(drawing: Drawing, corner: Point, width: float, height: float, fill: str) -> None:
    drawing.rect(corner, width, height, rx=5, fill=fill, stroke="#222")


def _draw_label(drawing: Drawing, name: str, label: str, corner: Point, width: float, height: float) -> None:
    """Write a device's label into its box; a diode also gets its ring."""
    x, y = corner[0] + width / 2, corner[1]
    if name == "diode":
        drawing.rect((corner[0] + width - 22, y), 9, height, fill="#ddd")
        x -= 8
    at = (x, y + height / 2 + 5) if name not in ("pico", "charger") else (x, y + 20)
    drawing.text(at, label, 12, text_anchor="middle", fill="#fff", font_weight="bold")


def _draw_pin(drawing: Drawing, name: str, pin: str, at: Point, middle: Point) -> None:
    """Draw a pin of a device and write its name beside it. middle: of the device's box."""
    drawing.circle(at, 5, fill="#f2d675", stroke="#8a6d1a", data_end=f"{name}.{pin}")
    if name in ("switch", "diode"):
        return
    words = _PIN_LABELS.get(pin, pin)
    if at[1] > middle[1] + 70:
        drawing.text((at[0], at[1] - 10), words, 11, text_anchor="middle", fill="#fff")
    elif at[0] > middle[0]:
        drawing.text((at[0] - 10, at[1] + 4), words, 11, text_anchor="end", fill="#fff")
    else:
        drawing.text((at[0] + 10, at[1] + 4), words, 11, fill="#fff")
