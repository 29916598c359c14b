"""`make enclosure`: writes STEP and STL files of the printed parts, each as it lies on the printer's plate.

`python -m hardware.enclosure FOLDER` chooses the folder; `--pictures` makes those of the assembly guide.
"""

import argparse
import sys
from pathlib import Path

MADE = Path(__file__).resolve().parents[2] / "build" / "enclosure"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure", description=__doc__.split("\n")[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=MADE, help="where to write (default: %(default)s)"
    )
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
            from . import files

            files.write(chosen.folder)
    except OSError as error:
        sys.exit(f"Nothing can be written there: {error}")


if __name__ == "__main__":
    main()
