"""Makes what goes into the enclosure: simple bodies of the right size, where they are in the companion."""

from build123d import Align, Box, Cylinder, Part, Pos

from .dimensions import Dimensions

_STANDING = (Align.CENTER, Align.CENTER, Align.MIN)
"""How a body is placed: centred in x and y, with its bottom at z = 0."""
_GLASS_THICKNESS = 1.05
_PIN_ROW_SPACING = 17.78
"""Between the two rows of the Pico's pins."""
_BATTERY_Y = 3.5
"""How far a battery is above the middle of the base; any lower, and a thick holder would touch the table."""


def make_components(d: Dimensions) -> dict[str, Part]:
    """Return a body for everything that is inside, apart from a battery, by name."""
    return {
        "module": _make_module(d),
        "pico": _make_pico(d),
        "long-stripboard": _make_long_stripboard(d),
        "short-stripboard": _make_short_stripboard(d),
    }


def make_glass(d: Dimensions) -> Part:
    """Return the panel's glass, which touches the underside of the lid."""
    return Pos(0, 0, d.lid_z - _GLASS_THICKNESS) * Box(
        d.glass_width, d.glass_height, _GLASS_THICKNESS, align=_STANDING
    )


def _make_module(d: Dimensions) -> Part:
    """Return the panel module: its board, its glass, and its socket for the Pico."""
    board = Pos(0, 0, d.module_z) * Box(
        d.module_width, d.module_height, d.module_thickness - _GLASS_THICKNESS, align=_STANDING
    )
    body = board + make_glass(d)
    for y in (-_PIN_ROW_SPACING / 2, _PIN_ROW_SPACING / 2):
        body += Pos(0, y, d.module_z - d.socket_height) * Box(
            d.pico_length, 2.5, d.socket_height, align=_STANDING
        )
    return body


def _make_pico(d: Dimensions) -> Part:
    """Return the Pico with its header, which points up into the module's socket, and its USB socket below."""
    bottom = d.floor + d.room_below_pico
    body = Pos(0, 0, bottom) * Box(d.pico_length, d.pico_width, d.pico_thickness, align=_STANDING)
    for y in (-_PIN_ROW_SPACING / 2, _PIN_ROW_SPACING / 2):
        body += Pos(0, y, bottom + d.pico_thickness) * Box(
            d.pico_length, 2.5, d.header_height, align=_STANDING
        )
    usb_socket = Box(6.6, 8, d.usb_height, align=_STANDING)
    return body + Pos(-d.pico_length / 2 + 2, 0, bottom - d.usb_height) * usb_socket


def make_plug(d: Dimensions, side: int) -> Part:
    """Return a USB plug in the Pico's socket. side: -1 if the socket is at the left, 1 if at the right."""
    end = d.pico_length / 2 + 1.3 + 0.2
    bottom = d.usb_z - d.plug_thickness / 2
    return Pos(side * (end + 20), 0, bottom) * Box(40, d.plug_width, d.plug_thickness, align=_STANDING)


def _make_button(d: Dimensions) -> Part:
    """Return a push button with its legs, z = 0 on the upper side of the stripboard."""
    body = Box(d.button_size, d.button_size, d.button_body_height, align=_STANDING)
    body += Cylinder(1.75, d.button_plunger_height, align=_STANDING)
    for x in (-1, 1):
        for y in (-1, 1):
            leg = Box(1, 1, d.stripboard_thickness + 2.5, align=_STANDING)
            body += Pos(x * d.button_leg_spacing / 2, y * 2.25, -d.stripboard_thickness - 2) * leg
    return body


def _make_long_stripboard(d: Dimensions) -> Part:
    """Return the stripboard below the panel, with A, B and C."""
    board = Box(d.long_stripboard_length, d.stripboard_width, d.stripboard_thickness, align=_STANDING)
    body = Pos(0, d.abc_y, d.stripboard_z) * board
    for name in ("a", "b", "c"):
        body += Pos(*d.button_positions[name], d.stripboard_z + d.stripboard_thickness) * _make_button(d)
    return body


def _make_short_stripboard(d: Dimensions) -> Part:
    """Return the stripboard to the right of the panel, with UP and DOWN."""
    board = Box(d.stripboard_width, d.short_stripboard_length, d.stripboard_thickness, align=_STANDING)
    body = Pos(d.up_down_x, 0, d.stripboard_z) * board
    for name in ("up", "down"):
        body += Pos(*d.button_positions[name], d.stripboard_z + d.stripboard_thickness) * _make_button(d)
    return body


def make_batteries(d: Dimensions) -> dict[str, dict[str, Part]]:
    """Return, by the battery's name in power.toml, what hangs below the base: bodies by name."""
    x, y = d.middle
    y += _BATTERY_Y
    holder = Pos(x - 10, y, -d.holder_size[2]) * Box(*d.holder_size, align=_STANDING)
    cell = Pos(x - 10, y, -d.cell_size[2]) * Box(*d.cell_size, align=_STANDING)
    length, width, thickness = d.charger_size
    charger = Pos(x + 32, y, -thickness) * Box(width, length, thickness, align=_STANDING)
    return {"aaa": {"holder": holder}, "lipo": {"cell": cell, "charger": charger}}
