"""`make enclosure`: writes STEP and STL files of the printed parts, each as it lies on the printer's plate.

`python -m hardware.enclosure FOLDER` chooses the folder, `--board` another board; `--pictures` makes the
pictures of the assembly guide.
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
    parser.add_argument("--board", choices=ENCLOSURES, default=REFERENCE, help="what goes into it")
    parser.add_argument("--pictures", action="store_true", help="make the pictures of the guide anew instead")
    chosen = parser.parse_args()
    try:
        import build123d  # noqa: F401
    except ImportError:
        sys.exit("The enclosure needs build123d: pip install -e '.[enclosure]'")
    try:
        if chosen.pictures:
            from . import pictures

            pictures.write()
        else:
            from . import export

            name = "enclosure" if chosen.board == REFERENCE else f"enclosure-{chosen.board}"
            export.write(chosen.folder or BUILD / name, ENCLOSURES[chosen.board])
    except OSError as error:
        sys.exit(f"Nothing can be written there: {error}")


if __name__ == "__main__":
    main()
