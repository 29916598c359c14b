"""The legends of the caps as strokes, so that they need no font and their width is known.

A legend is a list of lines in a square of 1 by 1 around the middle, a line a list of points.
"""

from math import cos, pi, sin

Point = tuple[float, float]


def _arc(centre: Point, radii: Point, start: float, end: float, steps: int = 8) -> list[Point]:
    """Points of a part of an ellipse; angles in turns."""
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
