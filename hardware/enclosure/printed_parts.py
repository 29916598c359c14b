"""The printed parts, each where it is in the assembled companion; `laid` turns one as it is printed."""

from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from build123d import (
    Align,
    Box,
    Circle,
    Cone,
    Cylinder,
    Part,
    Plane,
    Polygon,
    Pos,
    Rectangle,
    RectangleRounded,
    Rot,
    Sketch,
    chamfer,
    extrude,
    loft,
)

from .dimensions import Dimensions
from .legends import LEGENDS

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_BEYOND = 0.5
"""How far a cut reaches out of what it cuts."""


def _block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """A box from corner to corner."""
    low, high = ([min(pair) for pair in (x, y, z)], [max(pair) for pair in (x, y, z)])
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*low) * Box(*size, align=(Align.MIN,) * 3)


def _slab(width: float, height: float, radius: float, z: tuple[float, float]) -> Part:
    return Pos(0, 0, z[0]) * extrude(RectangleRounded(width, height, radius), amount=z[1] - z[0])


def base(d: Dimensions) -> Part:
    """The box without its lid: floor, walls, and what carries module and stripboards."""
    middle = Pos(*d.middle)
    body = middle * _slab(d.width, d.height, d.corner, (0, d.lid_z))
    body -= middle * _slab(
        d.width - 2 * d.wall, d.height - 2 * d.wall, d.corner - d.wall, (d.floor, d.lid_z + _BEYOND)
    )
    body = chamfer(body.faces().sort_by()[0].outer_wire().edges(), 0.6)
    for part in (*_module_posts(d), *_row_rests(d), *_side_rests(d), *_bosses(d)):
        body += part
    for x in (d.left - d.wall, d.right):
        body -= _usb_opening(d, x)
    for x, y in d.stand_screws:
        body -= Pos(x, y, d.floor) * _countersunk(d, d.floor)
    wires = (-5, 5), (d.top - 8, d.top - 2)
    return body - _block(*wires, (-_BEYOND, d.floor + _BEYOND))


def _module_posts(d: Dimensions) -> list[Part]:
    size = 5.0
    x, y = d.module_width / 2 - size / 2, d.module_height / 2 - size / 2
    reach = d.module_z - d.fit - d.floor
    return [
        Pos(sx * x, sy * y, d.floor) * Box(size, size, reach, align=_UP) for sx in (-1, 1) for sy in (-1, 1)
    ]


def _row_rests(d: Dimensions) -> list[Part]:
    """Below the row of A, B and C: a stop at each end, and two rests with lips between the buttons."""
    end, half = d.row_length / 2 + d.fit / 2, d.board_breadth / 2 + d.fit / 2
    low, high = d.board_z, d.board_z + d.board_thickness
    rests = []
    for sign in (-1, 1):
        # Only the upper half, as the screws' bosses are below
        stop = _block((sign * (end - 2.2), sign * (end + 1.2)), (d.row_y, d.row_y + half), (d.floor, high))
        rests.append(stop - _block((0, sign * end), (d.row_y - 1, d.row_y + half + 1), (low, high + 1)))
        x = sign * d.row_x / 2
        rest = _block((x - 3, x + 3), (d.row_y - half - d.rib, d.row_y + half + d.rib), (d.floor, high))
        rests.append(rest - _block((x - 4, x + 4), (d.row_y - half, d.row_y + half), (low, high + 1)))
    return rests


def _side_rests(d: Dimensions) -> list[Part]:
    """Below UP and DOWN: only at the ends, as a USB plug may pass between them."""
    end, half = d.side_length / 2 + d.fit / 2, d.board_breadth / 2 + d.fit / 2
    low, high = d.board_z, d.board_z + d.board_thickness
    rests = []
    for sign in (-1, 1):
        across = d.side_x - half - d.rib, d.side_x + half + d.rib
        rest = _block(across, (sign * (end - 2.2), sign * (end + d.rib)), (d.floor, high))
        rests.append(rest - _block((d.side_x - half, d.side_x + half), (0, sign * end), (low, high + 1)))
    return rests


def _usb_opening(d: Dimensions, x: float) -> Part:
    """An opening with a roof that needs no support. There is one on each side: modules differ."""
    half, low = d.plug_width / 2 + 0.5, d.floor + 0.4
    high = d.usb_z + d.plug_thickness / 2 + 0.5
    outline = Polygon(
        (-half, low),
        (half, low),
        (half, high),
        (2, high + half - 2),
        (-2, high + half - 2),
        (-half, high),
        align=None,
    )
    return Pos(x - _BEYOND) * extrude(Plane.YZ * outline, amount=d.wall + 2 * _BEYOND)


def _countersunk(d: Dimensions, deep: float) -> Part:
    """A screw hole down through a plate whose top is at 0, the head flush with it."""
    across, head = d.screw / 2 + 0.2, d.screw_head / 2 + 0.2
    hole = Pos(0, 0, -deep - _BEYOND) * Cylinder(across, deep + 2 * _BEYOND, align=_UP)
    return hole + Pos(0, 0, across - head) * Cone(across, head, head - across, align=_UP)


def _bosses(d: Dimensions) -> list[Part]:
    """What the screws of the lid cut their thread into; part of the walls, so that they stand firm."""
    boss = Cylinder(d.boss / 2, d.cavity, align=_UP)
    boss -= Pos(0, 0, d.cavity - d.boss_depth) * Cylinder(d.pilot / 2, d.boss_depth, align=_UP)
    return [Pos(x, y, d.floor) * boss for x, y in d.corners]


def lid(d: Dimensions) -> Part:
    """The face: window and cap holes; below it the frame of the module and posts."""
    middle, under = Pos(*d.middle), d.lid_z
    plate = middle * _slab(d.width, d.height, d.corner, (under, under + d.lid))
    plate = chamfer(plate.faces().sort_by()[-1].outer_wire().edges(), 0.6)
    rim = d.width - 2 * (d.wall + d.fit), d.height - 2 * (d.wall + d.fit)
    radius = d.corner - d.wall - d.fit
    plate += middle * (
        _slab(*rim, radius, (under - 2, under))
        - _slab(rim[0] - 2 * d.rib, rim[1] - 2 * d.rib, 0.5, (under - 3, under))
    )
    inner = d.module_width + 2 * d.fit, d.module_height + 2 * d.fit
    frame = Box(inner[0] + 2 * d.rib, inner[1] + 2 * d.rib, d.module_thickness, align=_UP)
    plate += Pos(0, 0, d.module_z) * (frame - Box(*inner, d.module_thickness, align=_UP))
    for post in _hold_downs(d):
        plate += post
    plate -= _window(d)
    for x, y in d.corners:
        plate -= Pos(x, y, under - 3) * Cylinder(d.boss / 2 + d.fit, 3, align=_UP)
        plate -= Pos(x, y, under + d.lid) * _countersunk(d, d.lid)
    for x, y in d.caps.values():
        size = d.cap_size + 2 * d.fit
        plate -= Pos(x, y) * _slab(size, size, 3 + d.fit, (under - 4, under + d.lid + _BEYOND))
    return plate


def _hold_downs(d: Dimensions) -> list[Part]:
    """Posts that keep the stripboards on their rests."""
    low = d.board_z + d.board_thickness + 0.1
    row = [Pos(sign * d.row_x / 2, d.row_y, low) * Box(4, 6, d.lid_z - low, align=_UP) for sign in (-1, 1)]
    return [*row, Pos(d.side_x, 0, low) * Box(6, 4, d.lid_z - low, align=_UP)]


def _window(d: Dimensions) -> Part:
    wide, high = d.window
    face, bevel = d.lid_z + d.lid, d.window_bevel
    straight = Pos(0, 0, d.lid_z - _BEYOND) * Box(wide, high, d.lid + 2 * _BEYOND, align=_UP)
    bevelled = loft(
        [
            Plane.XY.offset(face - bevel) * Rectangle(wide, high),
            Plane.XY.offset(face + _BEYOND)
            * Rectangle(wide + 2 * (bevel + _BEYOND), high + 2 * (bevel + _BEYOND)),
        ]
    )
    return straight + bevelled


def cap(d: Dimensions, name: str) -> Part:
    """The cap of a button, with its legend; the flange keeps it under the lid."""
    flange = d.cap_size + 2 * d.cap_flange
    top = d.lid_z + d.lid + d.cap_rise
    body = _slab(flange, flange, 3.5, (d.cap_z, d.cap_z + d.cap_flange_thickness))
    body += _slab(d.cap_size, d.cap_size, 3, (d.cap_z, top))
    body = chamfer(body.faces().sort_by()[-1].outer_wire().edges(), 0.5)
    body -= Pos(0, 0, top - d.legend_depth) * extrude(legend(d, name), amount=d.legend_depth + _BEYOND)
    return Pos(*d.caps[name]) * body


def legend(d: Dimensions, name: str) -> Sketch:
    """The strokes of a legend, with round ends, around the middle."""
    strokes = []
    for line in LEGENDS[name]:
        points = [(x * d.legend_height, y * d.legend_height) for x, y in line]
        strokes += [Pos(*point) * Circle(d.legend_stroke / 2) for point in points]
        for (x0, y0), (x1, y1) in pairwise(points):
            turn = degrees(atan2(y1 - y0, x1 - x0))
            bar = Rectangle(hypot(x1 - x0, y1 - y0), d.legend_stroke)
            strokes.append(Pos((x0 + x1) / 2, (y0 + y1) / 2) * Rot(0, 0, turn) * bar)
    return Sketch() + strokes


def tilted(d: Dimensions) -> Pos:
    """Where the base stands on the stand, as seen from the table: x and y as before, tilted to be read."""
    half = d.height / 2 + d.fit
    x, y = d.middle
    return Pos(0, 0, d.front_height + half * sin(d.angle)) * Rot(d.reading_angle, 0, 0) * Pos(-x, -y, 0)


def stand(d: Dimensions) -> Part:
    """The wedge below the base, open below; a battery hangs in it. It is made as it stands on the table."""
    half, tilt = d.height / 2 + d.fit, d.angle
    collar = d.stand_wall / 2
    front = -half * cos(tilt) - d.collar * sin(tilt) - collar
    back = half * cos(tilt) + collar
    wide = d.width + 2 * d.fit + 2 * collar
    tall = d.front_height + 2 * half * sin(tilt) + d.collar + 10
    outline = _block((-wide / 2, wide / 2), (front, back), (0, tall))
    outline = chamfer(outline.edges().filter_by(lambda edge: abs(edge.tangent_at(0.5).Z) > 0.9), 3)
    w = d.stand_wall
    body = outline - _block((-wide / 2 + w, wide / 2 - w), (front + w, back - w), (-1, tall + 1))
    for x, _ in d.stand_screws:
        at = x - d.middle[0]
        outer = wide / 2 - 1 if at > 0 else 1 - wide / 2
        body += _block((at - 4 if at > 0 else at + 4, outer), (-5, 7), (0, tall))
    on_base = Plane(tilted(d) * Pos(*d.middle))
    body -= on_base * Pos(0, 0, d.collar) * Box(3 * wide, 3 * wide, 3 * tall, align=_UP)
    body -= on_base * _slab(d.width + 2 * d.fit, d.height + 2 * d.fit, d.corner, (0, tall))
    for x, _ in d.stand_screws:
        body -= on_base * Pos(x - d.middle[0], 0, -8) * Cylinder(d.pilot / 2, 10, align=_UP)
    return body - _switch_opening(d, back)


def _switch_opening(d: Dimensions, back: float) -> Part:
    """For the rocker switch, at the back, in a wall made thin enough for it; the pocket's roof slopes."""
    wide, high = d.switch_opening
    x, z = -25.0, 8.0
    opening = _block((x - wide / 2, x + wide / 2), (back - 10, back + 1), (z, z + high))
    inside, skin = back - d.stand_wall, back - d.switch_panel
    deep = d.stand_wall - d.switch_panel
    low, top = z - 3, z + high + 3
    outline = Polygon((inside - 1, low), (skin, low), (skin, top), (inside - 1, top + deep + 1), align=None)
    pocket = extrude(Plane.YZ * outline, amount=wide + 8)
    return opening + Pos(x - wide / 2 - 4) * pocket


def laid(name: str, part: Part) -> Part:
    """Return a part as it lies on the printer's plate: the lid on its face, all others on their bottom."""
    turned = Rot(180, 0, 0) * part if name == "lid" else part
    return Pos(0, 0, -turned.bounding_box().min.Z) * turned


def printed(d: Dimensions) -> dict[str, Part]:
    """Return all printed parts by name, in their place; only the stand is in its own."""
    caps = {f"cap-{name}": cap(d, name) for name in d.caps}
    return {"base": base(d), "lid": lid(d), **caps, "stand": stand(d)}
