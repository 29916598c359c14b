"""Writes the printed parts for printers (STL) and for other CAD programs (STEP)."""

from pathlib import Path

from build123d import Part, export_step, export_stl

from .dimensions import Dimensions
from .printed_parts import laid, printed

TOLERANCE = 0.02
"""How far a triangle may lie off the true surface."""


def write(folder: Path, d: Dimensions, parts: dict[str, Part] | None = None) -> list[Path]:
    """Write two files for each part into a folder, which is made if need be; return them.

    `d` are the measures of the enclosure, `parts` its printed parts if they are there already. Raises OSError
    where nothing can be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, part in (parts or printed(d)).items():
        flat = laid(name, part)
        for suffix, export in ((".step", export_step), (".stl", _stl)):
            written.append(folder / (name + suffix))
            export(flat, str(written[-1]))
    return written


def _stl(part: Part, path: str) -> None:
    export_stl(part, path, tolerance=TOLERANCE, angular_tolerance=0.2)
