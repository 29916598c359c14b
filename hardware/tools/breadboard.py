"""Draws the solderless build: a Pico and five buttons in a breadboard, the panel beside it."""

from .circuit import HARDWARE, Circuit, buttons, header, header_pin, panel_socket, reference, signals
from .svg import Drawing, Point
from .wiring_shapes import INK, PALE, choose_colours, draw_pico, draw_table_of_wires, net_of

FILE = HARDWARE / "wiring" / "breadboard.svg"

_PITCH = 14
_COLUMNS = 63
_LEFT = 46
# From the top of the board: rails, five rows, the trough, five rows, rails; in pitches
_ROWS = dict(zip("jihgfedcba", (4.5, 5.5, 6.5, 7.5, 8.5, 11.5, 12.5, 13.5, 14.5, 15.5), strict=True))
_RAILS = {"top+": 1, "top-": 2, "low-": 18, "low+": 19}
_TOP = 92
_BOARD_HEIGHT = 20 * _PITCH
_FIRST_PIN_COLUMN = 3
_BUTTON_COLUMNS = dict(zip(buttons(), (29, 35, 43, 49, 55), strict=True))
_FIRST_LANE = _TOP + _BOARD_HEIGHT + 18
_PANEL_TOP = _FIRST_LANE + 5 * 12 + 36
_SOCKET_ROWS = (_PANEL_TOP + 30, _PANEL_TOP + 30 + 7 * _PITCH)  # of pins 21 to 40, and of pins 1 to 20


def _locate_hole(column: float, row: str) -> Point:
    """Return where a hole is. row: "a" to "j", or a rail of _RAILS."""
    height = _ROWS.get(row) or _RAILS[row]
    return _LEFT + column * _PITCH, _TOP + height * _PITCH


def _locate_pin(number: int) -> Point:
    """Return where a pin of the Pico's header is. number: 1 to 40."""
    if number <= 20:
        return _locate_hole(_FIRST_PIN_COLUMN + number - 1, "c")
    return _locate_hole(_FIRST_PIN_COLUMN + 40 - number, "h")


def _locate_socket(number: int) -> Point:
    """Return where the panel's socket takes a pin of the Pico's header. number: 1 to 40.

    The socket lies half a pitch to the left of the Pico: wires to its lower row pass between the holes of the
    upper row.
    """
    return _locate_pin(number)[0] - _PITCH / 2, _SOCKET_ROWS[number <= 20]


def draw() -> str:
    """Return the drawing as SVG."""
    circuit = reference()
    colours = choose_colours(circuit)
    drawing = Drawing(_LEFT * 2 + (_COLUMNS + 1) * _PITCH, _PANEL_TOP + 226, "The companion on a breadboard")
    drawing.text((_LEFT, 30), "The companion on a breadboard", 18, fill=INK, font_weight="bold")
    drawing.text(
        (_LEFT, 52), "Seen from above. The five holes of a column are joined, on each side of the trough.", 12
    )
    _draw_board(drawing)
    used = {int(end.pin) for ends in circuit.nets.values() for end in ends if end.device == "pico"}
    draw_pico(drawing, _locate_pin, _PITCH, used)
    for name in buttons():
        _draw_button(drawing, name, circuit.devices[name].label)
    _draw_panel(drawing, circuit)
    for net, colour in colours.items():
        if net.startswith("PANEL_"):
            _draw_panel_wire(drawing, net, colour)
    for lane, pin in ((8, "VSYS"), (20, "GND")):
        _draw_supply_wire(drawing, pin, panel_socket(circuit)[pin], lane, colours[pin])
    for lane, name in enumerate(buttons()):
        _draw_button_wires(drawing, name, lane, colours[net_of(circuit, f"{name}.1")], colours["GND"])
    column = _FIRST_PIN_COLUMN + 2
    ground = [_locate_hole(column, "a"), _locate_hole(column, "low-")]
    drawing.wire(ground, colours["GND"], data_ends="pico.3 low-")
    draw_table_of_wires(drawing, (_LEFT + 31 * _PITCH, _PANEL_TOP + 24), circuit, columns=2)
    return str(drawing)


def _draw_board(drawing: Drawing) -> None:
    width = (_COLUMNS + 1) * _PITCH
    drawing.rect((_LEFT, _TOP), width, _BOARD_HEIGHT, rx=6, fill="#f7f5ee", stroke="#bbb")
    drawing.rect((_LEFT, _TOP + 9.5 * _PITCH), width, _PITCH, fill="#e6e2d4")
    for rail, sign in (("top+", "+"), ("top-", "−"), ("low-", "−"), ("low+", "+")):
        x, y = _locate_hole(0, rail)
        colour = "#d62728" if sign == "+" else "#333"
        offset = -7 if rail in ("top+", "low-") else 7
        line = [(x + 10, y + offset), (x + width - 10, y + offset)]
        drawing.path(line, stroke=colour, stroke_width=1, opacity=0.5)
        drawing.text((_LEFT - 8, y + 5), sign, 14, text_anchor="end", fill=colour)
        for column in range(2, _COLUMNS):
            if column % 6 != 1:
                drawing.circle(_locate_hole(column, rail), 2, fill="#999")
    for row in _ROWS:
        for column in range(1, _COLUMNS + 1):
            drawing.circle(_locate_hole(column, row), 2, fill="#999")
        drawing.text((_LEFT - 8, _locate_hole(0, row)[1] + 4), row, 11, text_anchor="end", fill=PALE)
    for column in (1, *range(5, _COLUMNS + 1, 5)):
        drawing.text(
            (_locate_hole(column, "j")[0], _locate_hole(1, "j")[1] - 11),
            str(column),
            9,
            text_anchor="middle",
            fill=PALE,
        )


def _draw_button(drawing: Drawing, name: str, label: str) -> None:
    column = _BUTTON_COLUMNS[name]
    (left, top), (right, bottom) = _locate_hole(column, "f"), _locate_hole(column + 2, "e")
    drawing.rect((left - 8, top - 6), right - left + 16, bottom - top + 12, rx=4, fill="#444", stroke="#111")
    drawing.circle(((left + right) / 2, (top + bottom) / 2), 13, fill="#b8862f", stroke="#5c430f")
    for at, pin in ((column, "1"), (column + 2, "2")):
        for row in "fe":
            drawing.circle(_locate_hole(at, row), 3, fill="#ddd", stroke="#333")
        drawing.circle(_locate_hole(at, "a"), 2, fill="#999", data_end=f"{name}.{pin}")
    drawing.text(
        ((left + right) / 2, top - 16), label, 13, text_anchor="middle", font_weight="bold", fill=INK
    )


def _draw_panel(drawing: Drawing, circuit: Circuit) -> None:
    left, right = _locate_socket(1)[0] - 2 * _PITCH, _locate_socket(20)[0] + 2 * _PITCH
    drawing.rect((left, _PANEL_TOP), right - left, 208, rx=6, fill="#2d5f9a", stroke="#173a63")
    words = ("Pico-ePaper-2.9, from behind: the wires", "go into its socket, as the Pico's pins would")
    for line, part in enumerate(words):
        middle = (left + right) / 2, _PANEL_TOP + 178 + 18 * line
        drawing.text(middle, part, 12, text_anchor="middle", fill="#fff")
    for number in header():
        drawing.circle(_locate_socket(number), 4, fill="#111", stroke="#7a94b3")
    for pin, number in panel_socket(circuit).items():
        x, y = _locate_socket(number)
        drawing.circle((x, y), 4, fill="#111", stroke="#ddd", data_end=f"panel.{pin}")
        drawing.text((x + 4, y + 9), pin, 10.5, turned=True, text_anchor="end", fill="#fff")


def _draw_panel_wire(drawing: Drawing, net: str, colour: str) -> None:
    """Draw a wire down to the lower row of the socket."""
    _, pin, gpio = signals()[net]
    number = header_pin(gpio)
    start, end = _locate_hole(_FIRST_PIN_COLUMN + number - 1, "a"), _locate_socket(number)
    points = [start, (start[0], end[1] - 8), end]
    drawing.wire(points, colour, data_ends=f"pico.{number} panel.{pin}")


def _draw_supply_wire(drawing: Drawing, pin: str, number: int, lane: float, colour: str) -> None:
    """Draw a wire around the left end of the board, from the Pico's far side to the upper row of the socket.

    number: of the pin on the Pico's header. lane: how far from the edge of the board, in pixels.
    """
    x, y = _locate_hole(_FIRST_PIN_COLUMN + 40 - number, "j")
    end = _locate_socket(number)
    aside = _LEFT - 14 - lane
    low = _FIRST_LANE + 5 * 12 + lane
    points = [(x, y), (x, _TOP - lane), (aside, _TOP - lane), (aside, low), (end[0], low), end]
    drawing.wire(points, colour, data_ends=f"pico.{number} panel.{pin}")


def _draw_button_wires(drawing: Drawing, name: str, lane: int, colour: str, ground: str) -> None:
    number = header_pin(signals()[f"BUTTON_{name.upper()}"][2])
    start = _locate_hole(_FIRST_PIN_COLUMN + number - 1, "a")
    end = _locate_hole(_BUTTON_COLUMNS[name], "a")
    # The longest wire runs lowest, so that the wires do not cross
    y = _FIRST_LANE + lane * 12
    drawing.wire([start, (start[0], y), (end[0], y), end], colour, data_ends=f"pico.{number} {name}.1")
    column = _BUTTON_COLUMNS[name] + 2
    to_ground = [_locate_hole(column, "a"), _locate_hole(column, "low-")]
    drawing.wire(to_ground, ground, data_ends=f"{name}.2 low-")
