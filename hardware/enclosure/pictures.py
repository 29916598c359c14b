"""Draws the pictures of the assembly guide, from the printed parts and a picture of the panel."""

from collections.abc import Callable

import numpy as np
from build123d import Location, Part, Pos, Rot, extrude
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from .assembly import assemble
from .components import make_glass, make_plug
from .dimensions import Dimensions
from .freshness import MADE_FROM, PICTURES_FOLDER, ROOT, source_digest
from .printed_parts import lay_on_plate, locate_base, make_legend, make_printed_parts
from .renderer import Colour, Mesh, render, view_rotation

SCREEN = ROOT / "tests" / "screens" / "golden" / "play-that-would-fade.png"
"""The screen on the panel in the pictures."""
_WIDTH = 880
"""Width of each picture in pixels."""
_TOLERANCE, _ANGULAR_TOLERANCE = 0.1, 0.3
"""How far triangles may be off the true surface, in millimetres and in radians."""

_CASE, _LID, _CAPS = (58, 92, 104), (72, 112, 126), (214, 172, 92)
_STRIPBOARD = (217, 185, 138)
_COLOURS: dict[str, Colour] = {
    "base": _CASE,
    "lid": _LID,
    "stand": (48, 76, 88),
    "module": (45, 95, 154),
    "pico": (63, 143, 95),
    "long-stripboard": _STRIPBOARD,
    "short-stripboard": _STRIPBOARD,
    "holder": (90, 90, 90),
    "plug": (60, 60, 60),
}
_PAPER, _INK = (236, 234, 226), (25, 25, 25)


def _make_mesh(part: Part, colour: Colour) -> Mesh:
    corners, triangles = part.tessellate(_TOLERANCE, _ANGULAR_TOLERANCE)
    return Mesh(np.array([tuple(corner) for corner in corners])[np.array(triangles)], colour)


def _make_meshes(bodies: dict[str, Part]) -> list[Mesh]:
    return [_make_mesh(body, _COLOURS.get(name, _CAPS)) for name, body in bodies.items()]


def _make_panel(d: Dimensions, location: Location) -> list[Mesh]:
    """Return the glass and the screen on it: a rectangle for every run of black pixels.

    location: where the base is.
    """
    black = np.array(Image.open(SCREEN).convert("L")) < 128
    rows, columns = black.shape
    pixel = np.array([d.active_width / columns, d.active_height / rows])
    triangles = []
    for row, line in enumerate(black):
        changes = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        for start, end in zip(changes[::2], changes[1::2], strict=True):
            left, right = (np.array((start, end)) - columns / 2) * pixel[0]
            top, bottom = (rows / 2 - np.array((row, row + 1))) * pixel[1]
            triangles += [
                [(left, bottom), (right, bottom), (right, top)],
                [(left, bottom), (right, top), (left, top)],
            ]
    flat = np.array(triangles)
    on_glass = np.concatenate((flat, np.full((*flat.shape[:2], 1), d.lid_z + 0.02)), axis=2)
    matrix = _matrix_of(location)
    return [
        _make_mesh(location * Pos(0, 0, 0.01) * make_glass(d), _PAPER),
        Mesh(on_glass @ matrix[:, :3].T + matrix[:, 3], _INK),
    ]


def _matrix_of(location: Location) -> np.ndarray:
    """Return the rotation and, in the fourth column, the translation of a location, as an array of 3×4."""
    transformation = location.wrapped.Transformation()
    return np.array([[transformation.Value(row, column) for column in range(1, 5)] for row in range(1, 4)])


def _make_legend_ink(d: Dimensions, location: Location) -> list[Mesh]:
    """Return the ink in the legends of the caps. location: where the base is."""
    bottom = d.face_z + d.cap_rise - d.legend_depth
    return [
        _make_mesh(location * Pos(x, y, bottom) * extrude(make_legend(d, name), amount=0.05), _INK)
        for name, (x, y) in d.button_positions.items()
    ]


def _draw_standing(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw the finished companion on its stand."""
    bodies = assemble(d, None, parts)
    for hidden in ("module", "pico", "long-stripboard", "short-stripboard"):
        del bodies[hidden]
    meshes = _make_meshes(bodies) + _make_panel(d, locate_base(d)) + _make_legend_ink(d, locate_base(d))
    return render(meshes, view_rotation(-22, 42), _WIDTH)


def _draw_exploded(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw every layer lifted off the one below, with the AAA cells' holder."""
    cap_lift = 68
    lifts = {
        "stand": -50,
        "holder": -10,
        "pico": 22,
        "long-stripboard": 26,
        "short-stripboard": 26,
        "module": 32,
        "lid": 88,
    }
    lifts |= {f"cap-{name}": cap_lift for name in d.button_positions}
    bodies = _assemble_flat(d, parts, "aaa")
    lifted = {name: Pos(0, 0, lifts.get(name, 0)) * body for name, body in bodies.items()}
    meshes = _make_meshes(lifted)
    meshes += _make_panel(d, Pos(0, 0, lifts["module"])) + _make_legend_ink(d, Pos(0, 0, cap_lift))
    return render(meshes, view_rotation(-28, 30), _WIDTH)


def _assemble_flat(d: Dimensions, parts: dict[str, Part], battery: str | None = None) -> dict[str, Part]:
    """Return the assembled companion, turned so that the base is level."""
    level = locate_base(d).inverse()
    return {name: level * body for name, body in assemble(d, battery, parts).items()}


def _draw_plate(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw every part as it is printed."""
    middles = {
        "base": (0, 0),
        "lid": (125, 92),
        "stand": (125, -4),
        "cap-a": (-20, 84),
        "cap-b": (0, 84),
        "cap-c": (20, 84),
        "cap-up": (-10, 62),
        "cap-down": (10, 62),
    }
    bodies = {}
    for name, part in parts.items():
        lying = lay_on_plate(name, part)
        middle = lying.bounding_box().center()
        bodies[name] = Pos(*middles[name]) * Pos(-middle.X, -middle.Y) * lying
    return render(_make_meshes(bodies), view_rotation(-20, 48), _WIDTH)


def _draw_lid_inside(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw the lid on its face with caps and module in it, as you see it when you put it together."""
    bodies = _assemble_flat(d, parts)
    upside_down = Rot(180, 0, 0)
    shown = ("lid", "module", "pico", *(name for name in bodies if name.startswith("cap-")))
    meshes = _make_meshes({name: upside_down * bodies[name] for name in shown})
    return render(meshes, view_rotation(-24, 46), _WIDTH)


def _draw_base_inside(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw the base with the stripboards on their rests, and a USB plug in its opening."""
    bodies = _assemble_flat(d, parts)
    shown = {name: bodies[name] for name in ("base", "long-stripboard", "short-stripboard")}
    shown["plug"] = make_plug(d, -1)
    return render(_make_meshes(shown), view_rotation(-20, 50), _WIDTH)


def _draw_below(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Draw the stand from behind and below, with the AAA cells' holder in it."""
    bodies = assemble(d, "aaa", parts)
    shown = {name: body for name, body in bodies.items() if name in ("base", "lid", "stand", "holder")}
    return render(_make_meshes(shown), view_rotation(157, -32), _WIDTH)


PICTURES: dict[str, Callable[[Dimensions, dict[str, Part]], Image.Image]] = {
    "standing": _draw_standing,
    "exploded": _draw_exploded,
    "plate": _draw_plate,
    "lid-inside": _draw_lid_inside,
    "base-inside": _draw_base_inside,
    "below": _draw_below,
}


def draw_pictures() -> dict[str, Image.Image]:
    """Return the pictures by name, with few colours so that their files stay small."""
    d = Dimensions()
    parts = make_printed_parts(d)
    return {name: draw(d, parts).quantize(64, dither=Image.Dither.NONE) for name, draw in PICTURES.items()}


def write_pictures() -> None:
    """Draw the pictures and write them to hardware/pictures, each with the digest of its sources.

    Raises OSError if a file can't be written, or the picture of the panel can't be read.
    """
    PICTURES_FOLDER.mkdir(exist_ok=True)
    texts = PngInfo()
    texts.add_text(MADE_FROM, source_digest())
    for name, picture in draw_pictures().items():
        picture.save(PICTURES_FOLDER / f"{name}.png", optimize=True, pnginfo=texts)
