"""The legends of the caps, drawn as lines, so that they need no font and their size is known.

A legend is a list of lines, and a line a list of points, in a square of 1 by 1 around (0, 0). y points up.
"""

from math import cos, pi, sin

Point = tuple[float, float]


def _arc(centre: Point, radii: Point, start: float, end: float, steps: int = 8) -> list[Point]:
    """Return the `steps` + 1 points of an elliptical arc; start and end are angles in turns."""
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(centre[0] + radii[0] * cos(angle), centre[1] + radii[1] * sin(angle)) for angle in angles]


LEGENDS: dict[str, list[list[Point]]] = {
    "a": [[(-0.4, -0.5), (0.0, 0.5), (0.4, -0.5)], [(-0.25, -0.15), (0.25, -0.15)]],
    "b": [
        [(-0.3, 0.5), *_arc((0.02, 0.25), (0.26, 0.25), 0.25, -0.25), (-0.3, 0.0)],
        [(0.02, 0.0), *_arc((0.05, -0.25), (0.29, 0.25), 0.25, -0.25), (-0.3, -0.5), (-0.3, 0.5)],
    ],
    "c": [_arc((0.05, 0.0), (0.42, 0.5), 0.12, 0.88, 14)],
    "up": [[(-0.5, -0.25), (0.0, 0.3), (0.5, -0.25)]],
    "down": [[(-0.5, 0.25), (0.0, -0.3), (0.5, 0.25)]],
}
