"""Where the firmware is, and how the desktop imports it. In the browser it is beside these packages."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
STANDINS = _HERE / "virtual" / "standins"
"""Stand-ins for the modules of MicroPython that CPython lacks."""


def firmware_folder() -> Path:
    """Return the folder with `main.py` and the package `companion`, as on the device."""
    packed = _HERE / "firmware"
    return packed if packed.is_dir() else _HERE.parent.parent / "firmware"


def use_firmware() -> None:
    """Make the firmware's package `companion` importable."""
    for path in (firmware_folder(), STANDINS):
        if str(path) not in sys.path:
            sys.path.insert(0, str(path))
