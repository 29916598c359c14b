"""Virtual devices: the firmware without the hardware."""

import hashlib
from pathlib import Path


def unique_id_of(folder: Path) -> bytes:
    """Return the unique id, eight bytes, of the virtual device with this folder."""
    return hashlib.sha256(str(folder).encode()).digest()[:8]
