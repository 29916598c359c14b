"""What goes into the enclosure, as plain bodies of its size, where it is in the assembled companion."""

from build123d import Align, Box, Cylinder, Part, Pos

from .dimensions import Dimensions

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_GLASS = 1.05
_PIN_ROWS = 17.78
_BATTERY_Y = 3.5
"""Up from the middle of the base; further down a thick holder would touch the table."""


def components(d: Dimensions) -> dict[str, Part]:
    """Return everything but the battery, by name."""
    return {"module": _module(d), "pico": _pico(d), "row": _row(d), "side": _side(d)}


def glass(d: Dimensions) -> Part:
    """The panel's glass, just under the lid."""
    return Pos(0, 0, d.lid_z - _GLASS) * Box(d.glass_width, d.glass_height, _GLASS, align=_UP)


def _module(d: Dimensions) -> Part:
    board = Pos(0, 0, d.module_z) * Box(
        d.module_width, d.module_height, d.module_thickness - _GLASS, align=_UP
    )
    body = board + glass(d)
    for y in (-_PIN_ROWS / 2, _PIN_ROWS / 2):
        body += Pos(0, y, d.module_z - d.socket_height) * Box(d.pico_length, 2.5, d.socket_height, align=_UP)
    return body


def _pico(d: Dimensions) -> Part:
    low = d.floor + d.below_pico
    body = Pos(0, 0, low) * Box(d.pico_length, d.pico_width, d.pico_thickness, align=_UP)
    for y in (-_PIN_ROWS / 2, _PIN_ROWS / 2):
        body += Pos(0, y, low + d.pico_thickness) * Box(d.pico_length, 2.5, d.header_height, align=_UP)
    return body + Pos(-d.pico_length / 2 + 2, 0, low - d.usb_height) * Box(6.6, 8, d.usb_height, align=_UP)


def plug(d: Dimensions, side: int) -> Part:
    """A USB plug in the Pico: side is -1 when its socket is at the left, 1 at the right."""
    end = d.pico_length / 2 + 1.3 + 0.2
    low = d.usb_z - d.plug_thickness / 2
    return Pos(side * (end + 20), 0, low) * Box(40, d.plug_width, d.plug_thickness, align=_UP)


def _button(d: Dimensions) -> Part:
    body = Box(d.button_size, d.button_size, d.button_body, align=_UP)
    body += Cylinder(1.75, d.button_plunger, align=_UP)
    for x in (-1, 1):
        for y in (-1, 1):
            leg = Box(1, 1, d.board_thickness + 2.5, align=_UP)
            body += Pos(x * d.button_legs / 2, y * 2.25, -d.board_thickness - 2) * leg
    return body


def _row(d: Dimensions) -> Part:
    body = Pos(0, d.row_y, d.board_z) * Box(d.row_length, d.board_breadth, d.board_thickness, align=_UP)
    for name in ("a", "b", "c"):
        body += Pos(*d.caps[name], d.board_z + d.board_thickness) * _button(d)
    return body


def _side(d: Dimensions) -> Part:
    body = Pos(d.side_x, 0, d.board_z) * Box(d.board_breadth, d.side_length, d.board_thickness, align=_UP)
    for name in ("up", "down"):
        body += Pos(*d.caps[name], d.board_z + d.board_thickness) * _button(d)
    return body


def batteries(d: Dimensions) -> dict[str, dict[str, Part]]:
    """Return what hangs under the base for each battery, by the names of power.toml."""
    x, y = d.middle
    y += _BATTERY_Y
    holder = Pos(x - 10, y, -d.holder[2]) * Box(*d.holder, align=_UP)
    cell = Pos(x - 10, y, -d.cell[2]) * Box(*d.cell, align=_UP)
    charger = Pos(x + 32, y, -d.charger[2]) * Box(d.charger[1], d.charger[0], d.charger[2], align=_UP)
    return {"aaa": {"holder": holder}, "lipo": {"cell": cell, "charger": charger}}
