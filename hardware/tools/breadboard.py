"""Draws the solderless build: a Pico and five buttons in a breadboard, the panel beside it."""

from .circuit import HARDWARE, buttons, header_pin, reference, signals
from .svg import Drawing, Point
from .wiring_shapes import INK, PALE, colours, net_of, pico, table_of_wires

FILE = HARDWARE / "wiring" / "breadboard.svg"

_PITCH = 14
_COLUMNS = 63
_LEFT = 46
# From the top of the board: rails, five rows, the trough, five rows, rails; in pitches
_ROWS = dict(zip("jihgfedcba", (4.5, 5.5, 6.5, 7.5, 8.5, 11.5, 12.5, 13.5, 14.5, 15.5), strict=True))
_RAILS = {"top+": 1, "top-": 2, "low-": 18, "low+": 19}
_TOP = 74
_BOARD_HEIGHT = 20 * _PITCH
_FIRST_PIN_COLUMN = 3
_BUTTON_COLUMNS = dict(zip(buttons(), (29, 35, 43, 49, 55), strict=True))
_LANES = _TOP + _BOARD_HEIGHT + 18
_PANEL_TOP = _LANES + 5 * 12 + 36
_ACROSS = {"VSYS": 25, "GND": 26}


def _hole(column: float, row: str) -> Point:
    height = _ROWS.get(row) or _RAILS[row]
    return _LEFT + column * _PITCH, _TOP + height * _PITCH


def _pad(number: int) -> Point:
    if number <= 20:
        return _hole(_FIRST_PIN_COLUMN + number - 1, "c")
    return _hole(_FIRST_PIN_COLUMN + 40 - number, "h")


def draw() -> str:
    """Return the drawing as SVG."""
    circuit = reference()
    chosen = colours(circuit)
    drawing = Drawing(_LEFT * 2 + (_COLUMNS + 1) * _PITCH, _PANEL_TOP + 176, "The companion on a breadboard")
    drawing.text((_LEFT, 30), "The companion on a breadboard", 18, fill=INK, font_weight="bold")
    drawing.text(
        (_LEFT, 52), "Seen from above. The five holes of a column are joined, on each side of the trough.", 12
    )
    _board(drawing)
    used = {int(end.pin) for ends in circuit.nets.values() for end in ends if end.device == "pico"}
    pico(drawing, _pad, _PITCH, used)
    for name in buttons():
        _button(drawing, name, circuit.devices[name].label)
    _panel(drawing)
    for net, colour in chosen.items():
        if net.startswith("PANEL_"):
            _panel_wire(drawing, net, colour)
    _across(drawing, "VSYS", "pico.39", "panel.VSYS", 12, chosen)
    _across(drawing, "GND", "pico.38", "panel.GND", 0, chosen)
    for lane, name in enumerate(buttons()):
        _button_wires(drawing, name, lane, chosen[net_of(circuit, f"{name}.1")], chosen["GND"])
    column = _FIRST_PIN_COLUMN + 2
    ground = [_hole(column, "a"), _hole(column, "low-")]
    drawing.wire(ground, chosen["GND"], data_ends="pico.3 low-")
    table_of_wires(drawing, (_LEFT + 31 * _PITCH, _PANEL_TOP + 24), circuit, columns=2)
    return str(drawing)


def _board(drawing: Drawing) -> None:
    width = (_COLUMNS + 1) * _PITCH
    drawing.rect((_LEFT, _TOP), width, _BOARD_HEIGHT, rx=6, fill="#f7f5ee", stroke="#bbb")
    drawing.rect((_LEFT, _TOP + 9.5 * _PITCH), width, _PITCH, fill="#e6e2d4")
    for rail, sign in (("top+", "+"), ("top-", "−"), ("low-", "−"), ("low+", "+")):
        x, y = _hole(0, rail)
        colour = "#d62728" if sign == "+" else "#333"
        offset = -7 if rail in ("top+", "low-") else 7
        line = [(x + 10, y + offset), (x + width - 10, y + offset)]
        drawing.path(line, stroke=colour, stroke_width=1, opacity=0.5)
        drawing.text((_LEFT - 8, y + 5), sign, 14, text_anchor="end", fill=colour)
        for column in range(2, _COLUMNS):
            if column % 6 != 1:
                drawing.circle(_hole(column, rail), 2, fill="#999")
    for row in _ROWS:
        for column in range(1, _COLUMNS + 1):
            drawing.circle(_hole(column, row), 2, fill="#999")
        drawing.text((_LEFT - 8, _hole(0, row)[1] + 4), row, 11, text_anchor="end", fill=PALE)
    for column in (1, *range(5, _COLUMNS + 1, 5)):
        drawing.text(
            (_hole(column, "j")[0], _hole(1, "j")[1] - 11), str(column), 9, text_anchor="middle", fill=PALE
        )


def _button(drawing: Drawing, name: str, label: str) -> None:
    column = _BUTTON_COLUMNS[name]
    (left, top), (right, bottom) = _hole(column, "f"), _hole(column + 2, "e")
    drawing.rect((left - 8, top - 6), right - left + 16, bottom - top + 12, rx=4, fill="#444", stroke="#111")
    drawing.circle(((left + right) / 2, (top + bottom) / 2), 13, fill="#b8862f", stroke="#5c430f")
    for at, pin in ((column, "1"), (column + 2, "2")):
        for row in "fe":
            drawing.circle(_hole(at, row), 3, fill="#ddd", stroke="#333")
        drawing.circle(_hole(at, "a"), 2, fill="#999", data_end=f"{name}.{pin}")
    drawing.text(
        ((left + right) / 2, top - 16), label, 13, text_anchor="middle", font_weight="bold", fill=INK
    )


def _panel_pads() -> dict[str, Point]:
    pads: dict[str, Point] = {
        pin: (_pad(header_pin(gpio))[0], _PANEL_TOP + 16)
        for device, pin, gpio in signals().values()
        if device == "panel"
    }
    return pads | {net: (_hole(column, "a")[0], _PANEL_TOP + 16) for net, column in _ACROSS.items()}


def _panel(drawing: Drawing) -> None:
    pads = _panel_pads()
    left = _hole(4, "a")[0]
    drawing.rect((left, _PANEL_TOP), 25.3 * _PITCH, 150, rx=6, fill="#2d5f9a", stroke="#173a63")
    middle = left + 12.65 * _PITCH
    for line, words in enumerate(("Pico-ePaper-2.9, from behind:", "wires go into its socket for the Pico")):
        drawing.text((middle, _PANEL_TOP + 98 + 20 * line), words, 13, text_anchor="middle", fill="#fff")
    for pin, (x, y) in pads.items():
        drawing.circle((x, y), 4, fill="#111", stroke="#ddd", data_end=f"panel.{pin}")
        drawing.text((x + 4, y + 9), pin, 10.5, turned=True, text_anchor="end", fill="#fff")


def _panel_wire(drawing: Drawing, net: str, colour: str) -> None:
    _, pin, gpio = signals()[net]
    number = header_pin(gpio)
    start = _hole(_FIRST_PIN_COLUMN + number - 1, "a")
    drawing.wire([start, _panel_pads()[pin]], colour, data_ends=f"pico.{number} panel.{pin}")


def _across(drawing: Drawing, net: str, start: str, end: str, above: float, chosen: dict[str, str]) -> None:
    """A wire over the board, from the Pico's far side to the panel."""
    x, y = _hole(_FIRST_PIN_COLUMN + 40 - int(start.split(".")[1]), "j")
    high = y - 30 - above
    to = _panel_pads()[net]
    turn = to[0]
    drawing.wire([(x, y), (x, high), (turn, high), to], chosen[net], data_ends=f"{start} {end}")


def _button_wires(drawing: Drawing, name: str, lane: int, colour: str, ground: str) -> None:
    number = header_pin(signals()[f"BUTTON_{name.upper()}"][2])
    start = _hole(_FIRST_PIN_COLUMN + number - 1, "a")
    end = _hole(_BUTTON_COLUMNS[name], "a")
    # The longest wire runs lowest, so that the wires do not cross
    y = _LANES + lane * 12
    drawing.wire([start, (start[0], y), (end[0], y), end], colour, data_ends=f"pico.{number} {name}.1")
    column = _BUTTON_COLUMNS[name] + 2
    to_ground = [_hole(column, "a"), _hole(column, "low-")]
    drawing.wire(to_ground, ground, data_ends=f"{name}.2 low-")
