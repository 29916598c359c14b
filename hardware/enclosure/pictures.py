"""The pictures of the assembly guide, made from the printed parts and a picture of the panel."""

from collections.abc import Callable, Iterable

import numpy as np
from build123d import Location, Part, Pos, Rot, extrude
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from .assembly import assembly
from .components import glass, plug
from .dimensions import Dimensions
from .freshness import FOLDER, MADE_FROM, ROOT, sources
from .printed_parts import laid, legend, printed, tilted
from .renderer import Colour, Mesh, render, view

PANEL = ROOT / "tests" / "screens" / "golden" / "play-that-would-fade.png"
_WIDTH = 880

_CASE, _LID, _CAPS = (58, 92, 104), (72, 112, 126), (214, 172, 92)
_COLOURS: dict[str, Colour] = {
    "base": _CASE,
    "lid": _LID,
    "stand": (48, 76, 88),
    "module": (45, 95, 154),
    "pico": (63, 143, 95),
    "row": (217, 185, 138),
    "side": (217, 185, 138),
    "holder": (90, 90, 90),
    "plug": (60, 60, 60),
}
_CAPS_LIFT = 68
_PAPER, _INK = (236, 234, 226), (25, 25, 25)


def _mesh(part: Part, colour: Colour) -> Mesh:
    corners, triangles = part.tessellate(0.1, 0.3)
    return Mesh(np.array([tuple(corner) for corner in corners])[np.array(triangles)], colour)


def _meshes(bodies: dict[str, Part]) -> list[Mesh]:
    return [_mesh(body, _COLOURS.get(name, _CAPS)) for name, body in bodies.items()]


def _panel(d: Dimensions, place: Location) -> list[Mesh]:
    """The glass with a picture on it: a rectangle for every run of black pixels."""
    dots = np.array(Image.open(PANEL).convert("L")) < 128
    rows, columns = dots.shape
    pitch = np.array([d.active_width / columns, d.active_height / rows])
    corners = []
    for row, line in enumerate(dots):
        steps = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        for start, end in zip(steps[::2], steps[1::2], strict=True):
            left, right = (np.array((start, end)) - columns / 2) * pitch[0]
            top, bottom = (rows / 2 - np.array((row, row + 1))) * pitch[1]
            corners += [
                [(left, bottom), (right, bottom), (right, top)],
                [(left, bottom), (right, top), (left, top)],
            ]
    flat = np.array(corners)
    standing = np.concatenate((flat, np.full((*flat.shape[:2], 1), d.lid_z + 0.02)), axis=2)
    matrix = _matrix(place)
    return [
        _mesh(place * Pos(0, 0, 0.01) * glass(d), _PAPER),
        Mesh(standing @ matrix[:, :3].T + matrix[:, 3], _INK),
    ]


def _matrix(place: Location) -> np.ndarray:
    """The first three rows of a place's matrix."""
    trsf = place.wrapped.Transformation()
    return np.array([[trsf.Value(row, column) for column in range(1, 5)] for row in range(1, 4)])


def _legends(d: Dimensions, place: Location) -> list[Mesh]:
    """Ink in the legends."""
    floor = d.lid_z + d.lid + d.cap_rise - d.legend_depth
    at = {name: place * Pos(x, y, floor) for name, (x, y) in d.caps.items()}
    return [_mesh(at[name] * extrude(legend(d, name), amount=0.05), _INK) for name in at]


def _standing(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    bodies = assembly(d, None, parts)
    del bodies["module"], bodies["pico"], bodies["row"], bodies["side"]
    drawn = _meshes(bodies) + _panel(d, tilted(d)) + _legends(d, tilted(d))
    return render(drawn, view(-22, 42), _WIDTH)


def _exploded(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Every layer lifted off the one below."""
    lift = {"base": 0, "pico": 22, "module": 32, "row": 26, "side": 26, "lid": 88}
    bodies = assembly(d, "aaa", parts)
    tilt = tilted(d)
    flat = {name: tilt.inverse() * body for name, body in bodies.items() if name != "stand"}
    flat["stand"] = Pos(0, 0, -50) * tilt.inverse() * bodies["stand"]
    flat["holder"] = Pos(0, 0, -10) * flat["holder"]
    moved = {
        name: Pos(0, 0, lift.get(name, _CAPS_LIFT if name.startswith("cap-") else 0)) * body
        for name, body in flat.items()
    }
    drawn = _meshes(moved) + _panel(d, Pos(0, 0, lift["module"])) + _legends(d, Pos(0, 0, _CAPS_LIFT))
    return render(drawn, view(-28, 30), _WIDTH)


def _plate(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """Every part as it is printed."""
    places = {"base": (0, 0), "lid": (125, 92), "stand": (125, -4), "cap-a": (-20, 84), "cap-b": (0, 84)}
    places |= {"cap-c": (20, 84), "cap-up": (-10, 62), "cap-down": (10, 62)}
    meshes = []
    for name, part in parts.items():
        flat = laid(name, part)
        middle = flat.bounding_box().center()
        meshes.append(_mesh(Pos(*places[name]) * Pos(-middle.X, -middle.Y) * flat, _COLOURS.get(name, _CAPS)))
    return render(meshes, view(-20, 48), _WIDTH)


def _lid_inside(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """The lid on its face with caps and module in it, as seen when putting it together."""
    bodies = assembly(d, None, parts)
    over = Rot(180, 0, 0) * tilted(d).inverse()
    inside = ("lid", "module", "pico", *(name for name in bodies if name.startswith("cap-")))
    return render(_meshes({name: over * bodies[name] for name in inside}), view(-24, 46), _WIDTH)


def _base_inside(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """The base with the stripboards on their rests and a plug where it goes."""
    bodies = {name: tilted(d).inverse() * body for name, body in assembly(d, None, parts).items()}
    shown = {name: bodies[name] for name in ("base", "row", "side")} | {"plug": plug(d, -1)}
    return render(_meshes(shown), view(-20, 50), _WIDTH)


def _below(d: Dimensions, parts: dict[str, Part]) -> Image.Image:
    """The stand from behind and below, with the battery in it."""
    bodies = assembly(d, "aaa", parts)
    shown = {name: body for name, body in bodies.items() if name in ("base", "lid", "stand", "holder")}
    return render(_meshes(shown), view(157, -32), _WIDTH)


PICTURES: dict[str, Callable[[Dimensions, dict[str, Part]], Image.Image]] = {
    "standing": _standing,
    "exploded": _exploded,
    "plate": _plate,
    "lid-inside": _lid_inside,
    "base-inside": _base_inside,
    "below": _below,
}


def pictures(names: Iterable[str] = PICTURES) -> dict[str, Image.Image]:
    """Return the pictures by name, in few colours so that the files stay small."""
    d = Dimensions()
    parts = printed(d)
    return {name: PICTURES[name](d, parts).quantize(64, dither=Image.Dither.NONE) for name in names}


def write() -> None:
    """Write the pictures where the guide shows them from, with what they are made from."""
    FOLDER.mkdir(exist_ok=True)
    told = PngInfo()
    told.add_text(MADE_FROM, sources())
    for name, picture in pictures().items():
        picture.save(FOLDER / f"{name}.png", optimize=True, pnginfo=told)
