"""The desktop side of the companion: installs it, follows it, keeps its games.

It reaches the firmware over the serial link only; the exception is the virtual device, which runs the whole
firmware.
"""

import re
from pathlib import Path

from arcana_portable.firmware import firmware_folder

_HERE = Path(__file__).resolve().parent
_CHECKOUT = _HERE.parent.parent
_BOARD = re.compile(
    r'^class (\w+).*:\n    """(.+?)(?:""")?\n(?:(?:    .*)?\n)*?    NAME = "(.+)"', re.MULTILINE
)
"""The class of a board in the firmware, the first line of its docstring, and its name."""


def _folder(in_wheel: str, in_checkout: str) -> Path:
    packed = _HERE / in_wheel
    return packed if packed.is_dir() else _CHECKOUT / in_checkout


def shared_rules_folder() -> Path:
    """Return the folder of the package `shared_rules`, which runs on both sides."""
    import shared_rules

    return Path(shared_rules.__file__).resolve().parent


def vectors_folder() -> Path:
    """Return the folder of the game records with their expected states."""
    return _folder("vectors", "tests/vectors")


def guide_folder() -> Path:
    """Return the folder with the Markdown of the player's guide in each language."""
    return _folder("guide", "docs")


def guide_pictures_folder() -> Path:
    """Return the folder with the pictures of the screens that the guide shows."""
    return _folder("guide/pictures", "tests/screens/golden")


def version() -> str:
    """Return the version of this package and of the companion in it."""
    source = (firmware_folder() / "companion" / "__init__.py").read_text(encoding="utf-8")
    (found,) = re.findall(r'^VERSION = "(.+)"$', source, re.MULTILINE)
    return found


def board_names() -> tuple[str, ...]:
    """Return the names of the boards that the companion runs on, the reference board's first."""
    return tuple(boards())


def boards() -> dict[str, str]:
    """Return {name: description} of the boards that the companion runs on, the reference board first."""
    source = (firmware_folder() / "companion" / "boards.py").read_text(encoding="utf-8")
    classes = {board: (name, words) for board, words, name in _BOARD.findall(source)}
    (listed,) = re.findall(r"^BOARDS = \(([^)]*)\)", source, re.MULTILINE)
    return dict(classes[board] for board in re.findall(r"\w+", listed) if board in classes)
