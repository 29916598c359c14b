"""The wiring drawings and tables: the circuit and the pins are as in the data."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from hardware.tools import tables
from hardware.tools.circuit import HARDWARE, POWER, header, header_pin, reference, signals

SVG = "{http://www.w3.org/2000/svg}"
DRAWINGS = {path.stem: ElementTree.parse(path).getroot() for path in (HARDWARE / "wiring").glob("*.svg")}
RAILS = {"low-"}
# the pin of the Pico's header for each of the panel's signals, as Waveshare's wiki has them; and its grounds
SOCKET = {"VSYS": 39, "DC": 11, "CS": 12, "CLK": 14, "DIN": 15, "RST": 16, "BUSY": 17}
GROUNDS = {3, 8, 13, 18, 23, 28, 33, 38}


def shapes(drawing, name):
    return list(DRAWINGS[drawing].iter(SVG + name))


def joined(pairs):
    """The sets of ends that wires join."""
    groups = []
    for pair in pairs:
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touched] + [set(pair).union(*touched)]
    return groups


def wires(drawing, power=None):
    return [
        tuple(wire.get("data-ends").split())
        for wire in shapes(drawing, "polyline")
        if wire.get("data-ends") and wire.get("data-power") == power
    ]


def plugs(drawing):
    return [
        tuple(plug.get("data-plug").split()) for plug in shapes(drawing, "circle") if plug.get("data-plug")
    ]


@pytest.mark.parametrize("page", tables.FILES, ids=lambda page: page.name)
def test_the_tables_are_fresh(page):
    text = page.read_text(encoding="utf-8")
    assert tables.with_tables(text, tables.FILES[page]) == text, "run make wiring"


@pytest.mark.parametrize("drawing", ["breadboard", "soldered"])
def test_the_wires_join_what_the_circuit_joins(drawing):
    drawn = [group - RAILS for group in joined(wires(drawing) + plugs(drawing))]
    # Inside the Pico all grounds are one
    grounds = set().union(*(group for group in drawn if group & {"pico.3", "pico.38"}))
    drawn = [group for group in drawn if not group & grounds] + [grounds]
    wanted = [{str(end) for end in ends} for ends in reference().nets.values()]
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, wanted))


def test_the_schematic_joins_what_the_circuits_join():
    drawn = {frozenset(pair) for pair in wires("schematic")}
    symbols = {}
    for line in shapes("schematic", "polyline"):
        if line.get("data-symbol"):
            end, net = line.get("data-symbol").split()
            symbols.setdefault(net, set()).add(end)
    wanted, labelled = set(), {}
    for power in POWER:
        for net, ends in reference(power).nets.items():
            if net in symbols:
                labelled.setdefault(net, set()).update(map(str, ends))
            else:
                wanted.add(frozenset(map(str, ends)))
    assert (drawn, symbols) == (wanted, labelled)


@pytest.mark.parametrize("power", [power for power in POWER if power != "usb"])
def test_the_battery_is_drawn_as_the_circuit_has_it(power):
    without = {str(end) for ends in reference().nets.values() for end in ends}
    to_the_pico = {"pico.38", "pico.39", "pico.40"}
    wanted = [{str(end) for end in ends} - (without - to_the_pico) for ends in reference(power).nets.values()]
    wanted = [ends for ends in wanted if len(ends) > 1]
    assert sorted(map(sorted, joined(wires("batteries", power)))) == sorted(map(sorted, wanted))


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_wire_ends_where_its_pin_is_drawn(drawing):
    places = {}
    for pad in shapes(drawing, "circle"):
        if pad.get("data-end"):
            at = float(pad.get("cx")), float(pad.get("cy"))
            places.setdefault(pad.get("data-end"), []).append(at)
    for wire in shapes(drawing, "polyline"):
        if not wire.get("data-ends"):
            continue
        points = [tuple(map(float, point.split(","))) for point in wire.get("points").split()]
        for end, point in zip(wire.get("data-ends").split(), (points[0], points[-1]), strict=True):
            assert end in RAILS or any(same_column(drawing, point, place) for place in places[end]), (
                end,
                point,
            )


@pytest.mark.parametrize("drawing", ["breadboard", "soldered"])
def test_the_table_of_wires_has_the_pins_of_the_circuit(drawing):
    lines = [text.text for text in shapes(drawing, "text")]
    listed = dict(pairwise(lines))
    for device, pin, gpio in signals().values():
        name = f"panel {pin}" if device == "panel" else f"button {device.upper()}"
        assert listed[name] == f"GP{gpio} (pin {header_pin(gpio)})"


@pytest.mark.parametrize("drawing", ["breadboard", "soldered"])
def test_the_labels_of_the_pico_are_its_header(drawing):
    shown = list(DRAWINGS[drawing])
    after = [
        (pad.get("data-end").partition("."), label)
        for pad, label in pairwise(shown)
        if pad.get("data-end", "").startswith("pico.") and label.tag == SVG + "text"
    ]
    assert len(after) > len(signals())
    assert {label.text == header()[int(pin)] for (_, _, pin), label in after} == {True}


def pads(drawing, device):
    """Where the pins of a device are, {pin: place}."""
    ends = [(pad, pad.get("data-end", "").partition(".")) for pad in shapes(drawing, "circle")]
    return {
        pin: (float(pad.get("cx")), float(pad.get("cy"))) for pad, (name, _, pin) in ends if name == device
    }


def on_the_header(number):
    """Where the data sheet has a pin, in pitches from pin 1, with the USB socket at the left."""
    return (number - 1, 0) if number <= 20 else (40 - number, -7)


@pytest.mark.parametrize("drawing", ["breadboard", "soldered", "bootsel"])
def test_the_pins_of_the_pico_lie_as_on_the_data_sheet(drawing):
    places = {int(pin): place for pin, place in pads(drawing, "pico").items()}
    (x, y), (x2, _) = places[1], places[2]
    pitch = x2 - x
    drawn = {pin: ((at[0] - x) / pitch, (at[1] - y) / pitch) for pin, at in places.items()}
    assert drawn == {number: pytest.approx(on_the_header(number)) for number in range(1, 41)}


def test_the_panels_wires_go_where_the_picos_pins_would():
    socket = pads("breadboard", "panel")
    pitch = pads("breadboard", "pico")["2"][0] - pads("breadboard", "pico")["1"][0]
    x, y = socket["DC"]
    drawn = {pin: ((at[0] - x) / pitch + 10, (at[1] - y) / pitch) for pin, at in socket.items()}
    assert drawn.pop("GND") in [pytest.approx(on_the_header(number)) for number in GROUNDS]
    assert drawn == {pin: pytest.approx(on_the_header(number)) for pin, number in SOCKET.items()}


def test_the_soldered_panel_takes_the_pins_of_its_maker():
    drawn = {
        panel.removeprefix("panel."): int(pico.removeprefix("pico.")) for pico, panel in plugs("soldered")
    }
    assert drawn.pop("GND") in GROUNDS and drawn == SOCKET


def same_column(drawing, point, place):
    """On a breadboard, a wire goes into another hole of the pin's column."""
    across = abs(point[0] - place[0]) < 1
    return across and (drawing == "breadboard" or abs(point[1] - place[1]) < 1)


def box(text):
    """Where a text is, roughly: left, top, right, bottom."""
    x, y, size = (float(text.get(key)) for key in ("x", "y", "font-size"))
    bold = 1.1 if text.get("font-weight") else 1
    wide = 0.58 * size * len(text.text) * bold
    before = {"middle": wide / 2, "end": wide}.get(text.get("text-anchor"), 0)
    if text.get("transform"):
        assert re.match(r"rotate\(-90 ", text.get("transform"))
        return x - 0.75 * size, y - wide + before, x + 0.1 * size, y + before
    return x - before, y - 0.75 * size, x - before + wide, y + 0.1 * size


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_no_label_covers_another_or_leaves_the_drawing(drawing):
    root = DRAWINGS[drawing]
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = [(text.text, box(text)) for text in root.iter(SVG + "text")]
    for at, (words, (left, top, right, bottom)) in enumerate(boxes):
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, words
        for other, (left2, top2, right2, bottom2) in boxes[at + 1 :]:
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top, (words, other)
