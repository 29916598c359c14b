"""Draws coloured triangles from an angle, shaded, with a depth buffer; nothing but numpy and Pillow.

It must not know what it draws. The build123d that has no viewer of its own is a third smaller.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

Colour = tuple[int, int, int]
_FINER = 3
_LIGHT = np.array([-0.3, 0.55, 0.78])
"""Where the light comes from, as the viewer sees it."""
_EDGE = 0.55
"""How dark lines between faces are, where the depth or the slope changes."""


@dataclass
class Mesh:
    """Triangles of one colour: `corners` is an array of (triangles, 3 corners, 3 coordinates)."""

    corners: np.ndarray
    colour: Colour


def view(turn: float, tilt: float) -> np.ndarray:
    """Return the rotation for looking from `turn` degrees to the right and `tilt` degrees above the table."""
    a, b = np.radians([turn, tilt])
    around = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    down = np.array([[1, 0, 0], [0, np.sin(b), np.cos(b)], [0, -np.cos(b), np.sin(b)]])
    return down @ around


def render(meshes: list[Mesh], rotation: np.ndarray, width: int, margin: int = 16) -> Image.Image:
    """Return a picture of a width in pixels on white, as high as it has to be, without perspective."""
    corners = np.concatenate([mesh.corners for mesh in meshes])
    colours = np.concatenate([np.tile(mesh.colour, (len(mesh.corners), 1)) for mesh in meshes])
    turned = corners @ rotation.T
    low, high = turned.reshape(-1, 3).min(0), turned.reshape(-1, 3).max(0)
    scale = (width - 2 * margin) * _FINER / (high - low)[0]
    height = int((high - low)[1] * scale / _FINER) + 2 * margin
    at = (turned - low) * scale + margin * _FINER
    at[..., 1] = height * _FINER - at[..., 1]
    normals = _normals(corners)
    towards = normals @ rotation.T
    shade = 0.5 + 0.55 * np.clip(towards @ (_LIGHT / np.linalg.norm(_LIGHT)), 0, 1)
    facing = towards[:, 2] > 0
    size = height * _FINER, width * _FINER
    depth, which = _fill(at, facing, size)
    picture = np.full((*size, 3), 255.0)
    seen = which >= 0
    picture[seen] = np.clip(colours * shade[:, None], 0, 255)[which[seen]]
    picture[_edges(depth, which, normals, scale)] *= _EDGE
    return Image.fromarray(picture.astype(np.uint8)).resize((width, height), Image.Resampling.LANCZOS)


def _normals(corners: np.ndarray) -> np.ndarray:
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)


def _fill(at: np.ndarray, facing: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the depth at every pixel, and which triangle is seen there, -1 for none."""
    depth, which = np.full(size, -np.inf), np.full(size, -1)
    for number in np.flatnonzero(facing):
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = at[number]
        left, right = int(min(x0, x1, x2)), int(max(x0, x1, x2)) + 1
        top, bottom = int(min(y0, y1, y2)), int(max(y0, y1, y2)) + 1
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0:
            continue
        y, x = np.mgrid[top:bottom, left:right] + 0.5
        second = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        third = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        z = z0 + second * (z1 - z0) + third * (z2 - z0)
        window = np.s_[top:bottom, left:right]
        nearer = (second >= 0) & (third >= 0) & (second + third <= 1) & (z > depth[window])
        depth[window][nearer] = z[nearer]
        which[window][nearer] = number
    return depth, which


def _edges(depth: np.ndarray, which: np.ndarray, normals: np.ndarray, scale: float) -> np.ndarray:
    """Return where two neighbouring pixels belong to different faces."""
    marked = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        ahead, behind = (np.s_[1:], np.s_[:-1]) if axis == 0 else (np.s_[:, 1:], np.s_[:, :-1])
        one, other = which[ahead], which[behind]
        with np.errstate(invalid="ignore"):
            jump = np.abs(depth[ahead] - depth[behind]) > 2 * scale
        bend = (normals[one] * normals[other]).sum(-1) < 0.8
        marked[ahead] |= (bend | jump) & ((one >= 0) & (other >= 0)) | ((one < 0) != (other < 0))
    return marked
