"""Everything that runs the firmware without the hardware."""

import hashlib
import sys
from pathlib import Path

from arcana_host import firmware_folder

STANDINS = Path(__file__).parent / "standins"
"""The modules of MicroPython that CPython lacks."""


def use_firmware() -> None:
    """Make the firmware's package `companion` one that can be imported here."""
    for path in (firmware_folder(), STANDINS):
        if str(path) not in sys.path:
            sys.path.insert(0, str(path))


def device_number(folder: Path) -> bytes:
    """Return the eight bytes that are the number of the virtual device with this folder."""
    return hashlib.sha256(str(folder).encode()).digest()[:8]
