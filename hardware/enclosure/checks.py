"""What a printer and the maker ask of the parts. Everything here returns what is wrong, if anything is.

Meshes are trimesh.Trimesh as they lie on the printer's plate; bodies are build123d's, in their place.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import trimesh
from build123d import Part
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from .dimensions import Dimensions

_SLICES = 40
_CORNER = 0.35
"""Square millimetres that two round lines of a nozzle may leave out in a corner."""
_ON = 0.6
"""How far a wall goes on, at least."""
_TOUCH = 0.01
_ROUNDED = 2.0
"""Degrees by which the triangles of a rounded slope may be flatter than the slope."""


def overlaps(bodies: dict[str, Part]) -> list[str]:
    """Return the pairs of bodies that are in the same place."""
    found = []
    boxes = {name: body.bounding_box() for name, body in bodies.items()}
    for one, other in combinations(bodies, 2):
        if _apart(boxes[one], boxes[other]):
            continue
        common = bodies[one] & bodies[other]
        volume = sum(solid.volume for solid in common.solids()) if common else 0
        if volume > _TOUCH:
            found.append(f"{one} and {other} overlap by {volume:.2f} mm³")
    return found


def _apart(one, other) -> bool:
    low = np.maximum(tuple(one.min), tuple(other.min))
    return bool((low >= np.minimum(tuple(one.max), tuple(other.max))).any())


def thin_walls(mesh: trimesh.Trimesh, d: Dimensions) -> list[str]:
    """Return where a wall is thinner than two lines of the nozzle, from slices along all three axes."""
    found = []
    for axis in np.eye(3):
        low, high = mesh.bounds @ axis
        heights = np.linspace(low + 0.2, high - 0.2 - _ON, _SLICES)
        pairs = zip(_lost(mesh, axis, heights, d), _lost(mesh, axis, heights + _ON, d), strict=True)
        for height, (here, further) in zip(heights, pairs, strict=True):
            # The last of a slope that runs out is thin, too, but is no wall: it does not go on
            thin = here.intersection(further)
            pieces = [piece for piece in getattr(thin, "geoms", [thin]) if piece.area > _CORNER]
            found += [
                f"{piece.area:.2f} mm² at {height:.1f} along {axis}: {piece.bounds}" for piece in pieces
            ]
    return found


def _lost(
    mesh: trimesh.Trimesh, axis: np.ndarray, heights: np.ndarray, d: Dimensions
) -> Iterator[BaseGeometry]:
    """Yield what two lines of the nozzle side by side can't fill of each slice."""
    for section in mesh.section_multiplane([0, 0, 0], axis, heights):
        slice_ = union_all(section.polygons_full if section else [])
        # The pair is as wide as two nozzles: shrink by one, grow again, and see what doesn't come back
        yield slice_.difference(slice_.buffer(-d.nozzle).buffer(d.nozzle * 1.01))


def overhangs(mesh: trimesh.Trimesh, d: Dimensions) -> list[str]:
    """Return what would be printed on air: too flat, neither on the plate nor a bridge."""
    normals, low = mesh.face_normals[:, 2], mesh.triangles[:, :, 2].min(1)
    hanging = (normals < -np.sin(np.radians(d.steepest + _ROUNDED))) & (low > 0.05)
    touching = mesh.face_adjacency[hanging[mesh.face_adjacency].all(1)]
    regions = trimesh.graph.connected_components(touching, nodes=np.flatnonzero(hanging))
    found = []
    for region in regions:
        corners = mesh.triangles[region].reshape(-1, 3)
        if not _is_bridge(mesh, corners, d):
            found.append(f"nothing below {corners.min(0).round(1)} to {corners.max(0).round(1)}")
    return found


def _is_bridge(mesh: trimesh.Trimesh, corners: np.ndarray, d: Dimensions) -> bool:
    """Whether a flat face is held on two opposite sides that are near enough to each other."""
    low, high = corners.min(0), corners.max(0)
    for axis in (0, 1):
        ends = np.array([(low + high) / 2] * 2)
        ends[:, axis] = low[axis] - 0.2, high[axis] + 0.2
        ends[:, 2] = low[2] - 0.1
        if high[axis] - low[axis] <= d.longest_bridge and mesh.contains(ends).all():
            return True
    return False
