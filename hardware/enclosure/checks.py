"""Finds shapes that can't be printed, and parts that do not fit together.

Each function describes everything it finds, and returns [] if nothing is wrong. Meshes are trimesh.Trimesh,
positioned as on the printer's plate; bodies are build123d's, where they are in the companion.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import trimesh
from build123d import BoundBox, Part
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from .dimensions import Dimensions

_SLICES = 40
"""How many slices of a mesh are examined along each axis."""
_WALL_EXTENT = 0.6
"""The distance from one slice over which a thin place must continue to be a wall, in millimetres."""
_IGNORED_AREA = 0.35
"""Square millimetres that a round line of plastic may leave empty in a corner."""
_IGNORED_VOLUME = 0.01
"""Cubic millimetres that two bodies may seem to share although they only touch."""
_ANGLE_TOLERANCE = 2.0
"""Degrees by which the triangles of a rounded face may lean out further than the face itself."""


def find_overlaps(bodies: dict[str, Part]) -> list[str]:
    """Return which of the bodies, given by name, overlap, and by how much."""
    found = []
    boxes = {name: body.bounding_box() for name, body in bodies.items()}
    for one, other in combinations(bodies, 2):
        if not _boxes_overlap(boxes[one], boxes[other]):
            continue
        common = bodies[one] & bodies[other]
        volume = sum(solid.volume for solid in common.solids()) if common else 0
        if volume > _IGNORED_VOLUME:
            found.append(f"{one} and {other} overlap by {volume:.2f} mm³")
    return found


def _boxes_overlap(one: BoundBox, other: BoundBox) -> bool:
    """Return whether two bounding boxes have any space in common."""
    low = np.maximum(tuple(one.min), tuple(other.min))
    high = np.minimum(tuple(one.max), tuple(other.max))
    return bool((low < high).all())


def find_thin_walls(mesh: trimesh.Trimesh, d: Dimensions) -> list[str]:
    """Return where a wall is thinner than two lines of the nozzle, in slices along all three axes.

    mesh: a part as it is printed. d: the dimensions, for the nozzle.
    """
    found = []
    for axis in np.eye(3):
        low, high = mesh.bounds @ axis
        heights = np.linspace(low + 0.2, high - 0.2 - _WALL_EXTENT, _SLICES)
        thin_here = _find_thin_areas(mesh, axis, heights, d)
        thin_further_on = _find_thin_areas(mesh, axis, heights + _WALL_EXTENT, d)
        for height, here, further_on in zip(heights, thin_here, thin_further_on, strict=True):
            # Where a slope runs out, its edge is thin, too. It is no wall, as it ends before the second slice
            thin = here.intersection(further_on)
            pieces = [piece for piece in getattr(thin, "geoms", [thin]) if piece.area > _IGNORED_AREA]
            found += [
                f"{piece.area:.2f} mm² at {height:.1f} along {axis}: {piece.bounds}" for piece in pieces
            ]
    return found


def _find_thin_areas(
    mesh: trimesh.Trimesh, axis: np.ndarray, heights: np.ndarray, d: Dimensions
) -> Iterator[BaseGeometry]:
    """Yield for each slice the area that is too narrow for two lines of the nozzle side by side."""
    for section in mesh.section_multiplane([0, 0, 0], axis, heights):
        slice_ = union_all(section.polygons_full if section else [])
        # Two lines are two nozzles wide. Shrunk and grown again by one nozzle on each side, a narrower area
        # does not come back
        yield slice_.difference(slice_.buffer(-d.nozzle).buffer(d.nozzle * 1.01))


def find_overhangs(mesh: trimesh.Trimesh, d: Dimensions) -> list[str]:
    """Return which faces need support: they lean out too far, do not touch the plate, and are no bridges.

    mesh: a part as it is printed. d: the dimensions, for the printer's limits.
    """
    downwards, low = -mesh.face_normals[:, 2], mesh.triangles[:, :, 2].min(1)
    hanging = (downwards > np.sin(np.radians(d.max_overhang + _ANGLE_TOLERANCE))) & (low > 0.05)
    neighbours = mesh.face_adjacency[hanging[mesh.face_adjacency].all(1)]
    regions = trimesh.graph.connected_components(neighbours, nodes=np.flatnonzero(hanging))
    found = []
    for region in regions:
        corners = mesh.triangles[region].reshape(-1, 3)
        if not _is_bridge(mesh, corners, d):
            found.append(f"nothing below {corners.min(0).round(1)} to {corners.max(0).round(1)}")
    return found


def _is_bridge(mesh: trimesh.Trimesh, corners: np.ndarray, d: Dimensions) -> bool:
    """Return whether a downward face is short enough for a bridge and has material below both ends.

    corners: of the face's triangles, an array of shape (corners, 3 coordinates).
    """
    low, high = corners.min(0), corners.max(0)
    for axis in (0, 1):
        ends = np.array([(low + high) / 2] * 2)
        ends[:, axis] = low[axis] - 0.2, high[axis] + 0.2
        ends[:, 2] = low[2] - 0.1
        if high[axis] - low[axis] <= d.max_bridge and mesh.contains(ends).all():
            return True
    return False
