"""Writes STEP and STL files of the printed parts, each as it lies on the printer's plate.

`make enclosure` and `make enclosure-pictures` run it. An argument chooses the folder, and `--board` another
board; `--pictures` draws the pictures of the assembly guide instead.
"""

import argparse
import sys
from pathlib import Path

from .boards import ENCLOSURES, REFERENCE

BUILD = Path(__file__).resolve().parents[2] / "build"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure", description=__doc__.split("\n")[0])
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="where to write (default: build/enclosure, for another board build/enclosure-BOARD)",
    )
    parser.add_argument("--board", choices=ENCLOSURES, default=REFERENCE, help="the board that goes into it")
    parser.add_argument(
        "--pictures", action="store_true", help="draw the pictures of the guide again instead"
    )
    arguments = parser.parse_args()
    try:
        import build123d  # noqa: F401
    except ImportError:
        sys.exit("The enclosure needs build123d: pip install -e '.[enclosure]'")
    try:
        if arguments.pictures:
            from .pictures import write_pictures

            write_pictures()
        else:
            from .export import export_parts

            name = "enclosure" if arguments.board == REFERENCE else f"enclosure-{arguments.board}"
            export_parts(arguments.folder or BUILD / name, ENCLOSURES[arguments.board])
    except OSError as error:
        sys.exit(f"Nothing can be written there: {error}")


if __name__ == "__main__":
    main()
