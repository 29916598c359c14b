"""Renders coloured triangles from any angle, with shading and dark edges, by means of a depth buffer.

It must not know what it draws. It needs only numpy and Pillow: without its usual viewer, VTK, the CAD package
is a third smaller.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

Colour = tuple[int, int, int]
_SUPERSAMPLING = 3
"""How many times larger a picture is drawn before it is scaled down, which smooths it."""
_LIGHT = np.array([-0.3, 0.55, 0.78])
"""The direction to the light, as the viewer sees it: x to the right, y up, z towards the viewer."""
_EDGE_BRIGHTNESS = 0.55
"""Brightness of an edge, where depth or slope changes, relative to the face that it is on."""
_EDGE_STEP = 2.0
"""How much the depth changes at an edge, in the units of the corners."""
_EDGE_COSINE = 0.8
"""Two faces have an edge between them if the cosine of their angle is smaller."""


@dataclass
class Mesh:
    """Triangles of one colour. corners: an array of shape (triangles, 3 corners, 3 coordinates)."""

    corners: np.ndarray
    colour: Colour


def view_rotation(turn: float, tilt: float) -> np.ndarray:
    """Return the 3×3 rotation into the coordinates of a viewer: x to the right, y up, z towards the viewer.

    turn: from which side the viewer looks, in degrees; 0 is the front, 90 the right.
    tilt: how far from above, in degrees; 0 is level with the table, 90 straight down, less than 0 from below.
    """
    a, b = np.radians([turn, tilt])
    around = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    down = np.array([[1, 0, 0], [0, np.sin(b), np.cos(b)], [0, -np.cos(b), np.sin(b)]])
    return down @ around


def render(meshes: list[Mesh], rotation: np.ndarray, width: int, margin: int = 16) -> Image.Image:
    """Return a picture of the meshes on white, without perspective.

    rotation: from `view_rotation`. width: of the picture, in pixels; its height follows from the meshes.
    margin: white pixels around the meshes.
    """
    corners = np.concatenate([mesh.corners for mesh in meshes])
    colours = np.concatenate([np.tile(mesh.colour, (len(mesh.corners), 1)) for mesh in meshes])
    turned = corners @ rotation.T
    low, high = turned.reshape(-1, 3).min(0), turned.reshape(-1, 3).max(0)
    scale = (width - 2 * margin) * _SUPERSAMPLING / (high - low)[0]
    height = int((high - low)[1] * scale / _SUPERSAMPLING) + 2 * margin
    projected = (turned - low) * scale + margin * _SUPERSAMPLING
    projected[..., 1] = height * _SUPERSAMPLING - projected[..., 1]
    normals = _compute_normals(corners)
    turned_normals = normals @ rotation.T
    shade = 0.5 + 0.55 * np.clip(turned_normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0, 1)
    facing = turned_normals[:, 2] > 0
    size = height * _SUPERSAMPLING, width * _SUPERSAMPLING
    depth, seen = _find_visible(projected, facing, size)
    picture = np.full((*size, 3), 255.0)
    covered = seen >= 0
    picture[covered] = np.clip(colours * shade[:, None], 0, 255)[seen[covered]]
    picture[_find_edges(depth, seen, normals, scale)] *= _EDGE_BRIGHTNESS
    return Image.fromarray(picture.astype(np.uint8)).resize((width, height), Image.Resampling.LANCZOS)


def _compute_normals(corners: np.ndarray) -> np.ndarray:
    """Return the unit normal of each triangle, or zeros if it has no area."""
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-12)


def _find_visible(
    projected: np.ndarray, facing: np.ndarray, size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each pixel the depth, and the number of the triangle that is seen there, -1 if none is.

    projected: the corners of the triangles, with x and y in pixels from the upper left. facing: whether each
    triangle faces the viewer. size: rows and columns.
    """
    depth, seen = np.full(size, -np.inf), np.full(size, -1)
    for number in np.flatnonzero(facing):
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = projected[number]
        left, right = int(min(x0, x1, x2)), int(max(x0, x1, x2)) + 1
        top, bottom = int(min(y0, y1, y2)), int(max(y0, y1, y2)) + 1
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0:
            continue
        y, x = np.mgrid[top:bottom, left:right] + 0.5
        # Barycentric coordinates: how much of the second and of the third corner is in each pixel
        second = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        third = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        z = z0 + second * (z1 - z0) + third * (z2 - z0)
        window = np.s_[top:bottom, left:right]
        nearer = (second >= 0) & (third >= 0) & (second + third <= 1) & (z > depth[window])
        depth[window][nearer] = z[nearer]
        seen[window][nearer] = number
    return depth, seen


def _find_edges(depth: np.ndarray, seen: np.ndarray, normals: np.ndarray, scale: float) -> np.ndarray:
    """Return which pixels are at an edge of a face: a neighbour is on another face, or on none.

    depth, seen: from `_find_visible`. normals: of the triangles. scale: pixels for each unit of the corners.
    """
    marked = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        ahead, behind = (np.s_[1:], np.s_[:-1]) if axis == 0 else (np.s_[:, 1:], np.s_[:, :-1])
        one, other = seen[ahead], seen[behind]
        with np.errstate(invalid="ignore"):
            is_step = np.abs(depth[ahead] - depth[behind]) > _EDGE_STEP * scale
        is_bend = (normals[one] * normals[other]).sum(-1) < _EDGE_COSINE
        marked[ahead] |= (is_bend | is_step) & ((one >= 0) & (other >= 0)) | ((one < 0) != (other < 0))
    return marked
