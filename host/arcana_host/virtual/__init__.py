"""Virtual devices: the firmware without the hardware."""

import hashlib
import sys
from pathlib import Path

from arcana_host import firmware_folder

STANDINS = Path(__file__).parent / "standins"
"""Stand-ins for the modules of MicroPython that CPython lacks."""


def use_firmware() -> None:
    """Make the firmware's package `companion` importable."""
    for path in (firmware_folder(), STANDINS):
        if str(path) not in sys.path:
            sys.path.insert(0, str(path))


def unique_id_of(folder: Path) -> bytes:
    """Return the unique id, eight bytes, of the virtual device with this folder."""
    return hashlib.sha256(str(folder).encode()).digest()[:8]
