"""Makes the printed parts, each where it is in the companion; `lay_on_plate` turns one as it is printed."""

from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from build123d import (
    Align,
    Box,
    Circle,
    Cone,
    Cylinder,
    Location,
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

_STANDING = (Align.CENTER, Align.CENTER, Align.MIN)
"""How a body is placed: centred in x and y, with its bottom at z = 0."""
_CUT_MARGIN = 0.5
"""How far a body that is cut out reaches beyond the one that it is cut out of."""

Range = tuple[float, float]
"""Both ends along one axis, in any order."""


def _block(x: Range, y: Range, z: Range) -> Part:
    """Return a box between two ends along each axis."""
    low, high = ([min(pair) for pair in (x, y, z)], [max(pair) for pair in (x, y, z)])
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*low) * Box(*size, align=(Align.MIN,) * 3)


def _slab(width: float, height: float, radius: float, z: Range) -> Part:
    """Return a plate with rounded corners, centred in x and y, from the lower z to the upper one."""
    return Pos(0, 0, z[0]) * extrude(RectangleRounded(width, height, radius), amount=z[1] - z[0])


def make_base(d: Dimensions) -> Part:
    """Return the box without its lid: floor, walls, and what the module and the stripboards rest on."""
    middle = Pos(*d.middle)
    body = middle * _slab(d.width, d.height, d.corner_radius, (0, d.lid_z))
    body -= middle * _slab(
        d.width - 2 * d.wall,
        d.height - 2 * d.wall,
        d.corner_radius - d.wall,
        (d.floor, d.lid_z + _CUT_MARGIN),
    )
    body = chamfer(body.faces().sort_by()[0].outer_wire().edges(), 0.6)
    supports = [*_make_module_posts(d), *_make_long_stripboard_rests(d), *_make_short_stripboard_rests(d)]
    for part in supports + _make_bosses(d):
        body += part
    for x in (d.inside_left - d.wall, d.inside_right):
        body -= _make_usb_opening(d, x)
    for x, y in d.stand_screws:
        body -= Pos(x, y, d.floor) * _make_countersunk_hole(d, d.floor)
    slot_for_wires = (-5, 5), (d.inside_top - 8, d.inside_top - 2)
    return body - _block(*slot_for_wires, (-_CUT_MARGIN, d.floor + _CUT_MARGIN))


def _make_module_posts(d: Dimensions) -> list[Part]:
    """Return the posts under the corners of the module."""
    size = 5.0
    x, y = d.module_width / 2 - size / 2, d.module_height / 2 - size / 2
    length = d.module_z - d.clearance - d.floor
    return [
        Pos(sign_x * x, sign_y * y, d.floor) * Box(size, size, length, align=_STANDING)
        for sign_x in (-1, 1)
        for sign_y in (-1, 1)
    ]


def _make_long_stripboard_rests(d: Dimensions) -> list[Part]:
    """Return the holder of the stripboard of A, B and C: a stop at each end, and two rests with lips."""
    end, half = d.long_stripboard_length / 2 + d.clearance / 2, d.stripboard_width / 2 + d.clearance / 2
    low, high = d.stripboard_z, d.stripboard_z + d.stripboard_thickness
    rests = []
    for sign in (-1, 1):
        # Only along the stripboard's upper half: the bosses of the lid's screws are beside its lower half
        stop = _block((sign * (end - 2.2), sign * (end + 1.2)), (d.abc_y, d.abc_y + half), (d.floor, high))
        rests.append(stop - _block((0, sign * end), (d.abc_y - 1, d.abc_y + half + 1), (low, high + 1)))
        x = sign * d.abc_spacing / 2
        rest = _block((x - 3, x + 3), (d.abc_y - half - d.rib, d.abc_y + half + d.rib), (d.floor, high))
        rests.append(rest - _block((x - 4, x + 4), (d.abc_y - half, d.abc_y + half), (low, high + 1)))
    return rests


def _make_short_stripboard_rests(d: Dimensions) -> list[Part]:
    """Return what holds the stripboard of UP and DOWN: a rest at each end, as a USB plug may pass between."""
    end, half = d.short_stripboard_length / 2 + d.clearance / 2, d.stripboard_width / 2 + d.clearance / 2
    low, high = d.stripboard_z, d.stripboard_z + d.stripboard_thickness
    rests = []
    for sign in (-1, 1):
        across = d.up_down_x - half - d.rib, d.up_down_x + half + d.rib
        rest = _block(across, (sign * (end - 2.2), sign * (end + d.rib)), (d.floor, high))
        rests.append(
            rest - _block((d.up_down_x - half, d.up_down_x + half), (0, sign * end), (low, high + 1))
        )
    return rests


def _make_usb_opening(d: Dimensions, x: float) -> Part:
    """Return what to cut out of the wall whose left face is at x, so that a USB plug passes.

    The opening's roof slopes, so that it needs no support. Both walls get one: modules differ.
    """
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
    return Pos(x - _CUT_MARGIN) * extrude(Plane.YZ * outline, amount=d.wall + 2 * _CUT_MARGIN)


def _make_countersunk_hole(d: Dimensions, depth: float) -> Part:
    """Return a screw hole to cut out of a plate, `depth` thick, whose upper side is at z = 0.

    The head of the screw ends level with the plate.
    """
    radius, head_radius = d.screw_diameter / 2 + 0.2, d.screw_head_diameter / 2 + 0.2
    hole = Pos(0, 0, -depth - _CUT_MARGIN) * Cylinder(radius, depth + 2 * _CUT_MARGIN, align=_STANDING)
    sink = Cone(radius, head_radius, head_radius - radius, align=_STANDING)
    return hole + Pos(0, 0, radius - head_radius) * sink


def _make_bosses(d: Dimensions) -> list[Part]:
    """Return the columns that hold the lid's screws; they merge with the walls, which makes them firm."""
    boss = Cylinder(d.boss_diameter / 2, d.inside_depth, align=_STANDING)
    pilot = Cylinder(d.pilot_diameter / 2, d.pilot_depth, align=_STANDING)
    boss -= Pos(0, 0, d.inside_depth - d.pilot_depth) * pilot
    return [Pos(x, y, d.floor) * boss for x, y in d.lid_screws]


def make_lid(d: Dimensions) -> Part:
    """Return the lid: the face with window and cap holes, and below it the module's frame and posts."""
    middle, under = Pos(*d.middle), d.lid_z
    body = middle * _slab(d.width, d.height, d.corner_radius, (under, d.face_z))
    body = chamfer(body.faces().sort_by()[-1].outer_wire().edges(), 0.6)
    rim = d.width - 2 * (d.wall + d.clearance), d.height - 2 * (d.wall + d.clearance)
    radius = d.corner_radius - d.wall - d.clearance
    body += middle * (
        _slab(*rim, radius, (under - 2, under))
        - _slab(rim[0] - 2 * d.rib, rim[1] - 2 * d.rib, 0.5, (under - 3, under))
    )
    inner = d.module_width + 2 * d.clearance, d.module_height + 2 * d.clearance
    frame = Box(inner[0] + 2 * d.rib, inner[1] + 2 * d.rib, d.module_thickness, align=_STANDING)
    body += Pos(0, 0, d.module_z) * (frame - Box(*inner, d.module_thickness, align=_STANDING))
    for post in _make_stripboard_posts(d):
        body += post
    body -= _make_window(d)
    for x, y in d.lid_screws:
        body -= Pos(x, y, under - 3) * Cylinder(d.boss_diameter / 2 + d.clearance, 3, align=_STANDING)
        body -= Pos(x, y, d.face_z) * _make_countersunk_hole(d, d.lid_thickness)
    for x, y in d.button_positions.values():
        size = d.cap_size + 2 * d.clearance
        body -= Pos(x, y) * _slab(size, size, 3 + d.clearance, (under - 4, d.face_z + _CUT_MARGIN))
    return body


def _make_stripboard_posts(d: Dimensions) -> list[Part]:
    """Return the posts under the lid that keep the stripboards on their rests."""
    low = d.stripboard_z + d.stripboard_thickness + 0.1
    length = d.lid_z - low
    long_ones = [
        Pos(sign * d.abc_spacing / 2, d.abc_y, low) * Box(4, 6, length, align=_STANDING) for sign in (-1, 1)
    ]
    return [*long_ones, Pos(d.up_down_x, 0, low) * Box(6, 4, length, align=_STANDING)]


def _make_window(d: Dimensions) -> Part:
    """Return what to cut out of the lid for the panel's window, with a bevelled edge."""
    width, height = d.window_size
    bevel = d.window_bevel
    straight = Pos(0, 0, d.lid_z - _CUT_MARGIN) * Box(
        width, height, d.lid_thickness + 2 * _CUT_MARGIN, align=_STANDING
    )
    growth = 2 * (bevel + _CUT_MARGIN)
    bevelled = loft(
        [
            Plane.XY.offset(d.face_z - bevel) * Rectangle(width, height),
            Plane.XY.offset(d.face_z + _CUT_MARGIN) * Rectangle(width + growth, height + growth),
        ]
    )
    return straight + bevelled


def make_cap(d: Dimensions, name: str) -> Part:
    """Return the cap of a button with its legend; its flange keeps it below the lid. name: "a" to "down"."""
    flange = d.cap_size + 2 * d.cap_flange
    top = d.face_z + d.cap_rise
    body = _slab(flange, flange, 3.5, (d.cap_z, d.cap_z + d.cap_flange_thickness))
    body += _slab(d.cap_size, d.cap_size, 3, (d.cap_z, top))
    body = chamfer(body.faces().sort_by()[-1].outer_wire().edges(), 0.5)
    engraving = extrude(make_legend(d, name), amount=d.legend_depth + _CUT_MARGIN)
    body -= Pos(0, 0, top - d.legend_depth) * engraving
    return Pos(*d.button_positions[name]) * body


def make_legend(d: Dimensions, name: str) -> Sketch:
    """Return the outline of a button's legend, centred at (0, 0); its lines have round ends."""
    strokes = []
    for line in LEGENDS[name]:
        points = [(x * d.legend_height, y * d.legend_height) for x, y in line]
        strokes += [Pos(*point) * Circle(d.legend_stroke / 2) for point in points]
        for (x0, y0), (x1, y1) in pairwise(points):
            angle = degrees(atan2(y1 - y0, x1 - x0))
            bar = Rectangle(hypot(x1 - x0, y1 - y0), d.legend_stroke)
            strokes.append(Pos((x0 + x1) / 2, (y0 + y1) / 2) * Rot(0, 0, angle) * bar)
    return Sketch() + strokes


def locate_base(d: Dimensions) -> Location:
    """Return where the base is on the table, as a location that moves any body of the base there.

    On the table, x and y start at the middle of the base, and z at the tabletop.
    """
    half = d.height / 2 + d.clearance
    x, y = d.middle
    return Pos(0, 0, d.front_height + half * sin(d.tilt)) * Rot(d.reading_angle, 0, 0) * Pos(-x, -y, 0)


def make_stand(d: Dimensions) -> Part:
    """Return the wedge that the base sits in, where it is on the table; a battery has room below the base."""
    half = d.height / 2 + d.clearance
    collar = d.stand_wall / 2
    front = -half * cos(d.tilt) - d.collar_depth * sin(d.tilt) - collar
    back = half * cos(d.tilt) + collar
    width = d.width + 2 * d.clearance + 2 * collar
    height = d.front_height + 2 * half * sin(d.tilt) + d.collar_depth + 10
    body = _block((-width / 2, width / 2), (front, back), (0, height))
    body = chamfer(body.edges().filter_by(lambda edge: abs(edge.tangent_at(0.5).Z) > 0.9), 3)
    wall = d.stand_wall
    body -= _block((-width / 2 + wall, width / 2 - wall), (front + wall, back - wall), (-1, height + 1))
    for x, _ in d.stand_screws:
        body += _make_stand_column(x - d.middle[0], width, height)
    on_base = Plane(locate_base(d) * Pos(*d.middle))
    above_collar = Box(3 * width, 3 * width, 3 * height, align=_STANDING)
    body -= on_base * Pos(0, 0, d.collar_depth) * above_collar
    body -= on_base * _slab(
        d.width + 2 * d.clearance, d.height + 2 * d.clearance, d.corner_radius, (0, height)
    )
    for x, _ in d.stand_screws:
        pilot = Cylinder(d.pilot_diameter / 2, 10, align=_STANDING)
        body -= on_base * Pos(x - d.middle[0], 0, -8) * pilot
    return body - _make_switch_opening(d, back)


def _make_stand_column(x: float, width: float, height: float) -> Part:
    """Return the column for a screw at x, joined to the nearer side wall of a stand of that width."""
    inner, outer = (x - 4, width / 2 - 1) if x > 0 else (x + 4, 1 - width / 2)
    return _block((inner, outer), (-5, 7), (0, height))


def _make_switch_opening(d: Dimensions, back: float) -> Part:
    """Return what to cut out of the stand's back for the rocker switch.

    back: y of the outer face of the wall. A pocket from inside makes the wall thin enough for the switch; its
    roof slopes, so that it needs no support.
    """
    width, height = d.switch_opening
    x, z = -25.0, 8.0
    opening = _block((x - width / 2, x + width / 2), (back - 10, back + 1), (z, z + height))
    inner_face, pocket_end = back - d.stand_wall, back - d.switch_wall
    depth = d.stand_wall - d.switch_wall
    low, top = z - 3, z + height + 3
    outline = Polygon(
        (inner_face - 1, low),
        (pocket_end, low),
        (pocket_end, top),
        (inner_face - 1, top + depth + 1),
        align=None,
    )
    pocket = extrude(Plane.YZ * outline, amount=width + 8)
    return opening + Pos(x - width / 2 - 4) * pocket


def lay_on_plate(name: str, part: Part) -> Part:
    """Return a part as it lies on the printer's plate: the lid on its face, all others on their bottom."""
    turned = Rot(180, 0, 0) * part if name == "lid" else part
    return Pos(0, 0, -turned.bounding_box().min.Z) * turned


def make_printed_parts(d: Dimensions) -> dict[str, Part]:
    """Return all printed parts by name, in the coordinates of the base; only the stand is as on the table."""
    caps = {f"cap-{name}": make_cap(d, name) for name in d.button_positions}
    return {"base": make_base(d), "lid": make_lid(d), **caps, "stand": make_stand(d)}
