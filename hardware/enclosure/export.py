"""Writes the printed parts as files for printers (STL) and for other CAD programs (STEP)."""

from pathlib import Path

from build123d import Part, export_step, export_stl

from .dimensions import Dimensions
from .printed_parts import lay_on_plate, make_printed_parts

TOLERANCE = 0.02
"""How far a triangle may be off the true surface, in millimetres."""
ANGULAR_TOLERANCE = 0.2
"""How far neighbouring triangles of a rounded surface may be turned against each other, in radians."""


def export_parts(folder: Path, d: Dimensions, parts: dict[str, Part] | None = None) -> list[Path]:
    """Write a STEP and an STL file of each part, as it lies on the printer's plate; return their paths.

    folder: where to write; it is created if it does not exist. d: the dimensions of the enclosure. parts: its
    printed parts by name, if they have been made already.
    Raises OSError if a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, part in (parts or make_printed_parts(d)).items():
        lying = lay_on_plate(name, part)
        for suffix, export in ((".step", export_step), (".stl", write_stl)):
            written.append(folder / (name + suffix))
            export(lying, str(written[-1]))
    return written


def write_stl(part: Part, path: str) -> None:
    """Write the STL file of a part, in the position that the part has."""
    export_stl(part, path, tolerance=TOLERANCE, angular_tolerance=ANGULAR_TOLERANCE)
