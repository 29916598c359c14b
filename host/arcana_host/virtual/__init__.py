"""Virtual devices: the firmware without the hardware."""

import hashlib
import json
import sys
from pathlib import Path

from arcana_portable.strict_json import read_json
from arcana_portable.translation import language

from arcana_host import firmware_folder
from arcana_host.files import write_text

_SETTINGS = "settings.json"
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


def begin_in_own_language(folder: Path) -> None:
    """Have a new virtual device begin in the user's language, where a real one asks.

    A damaged file stays as it is, and the device names it. Raises OSError, ArcanaError.
    """
    values = _settings(folder)
    if values is not None and "language" not in values:
        change_settings(folder, language=language())


def change_settings(folder: Path, **values: str) -> None:
    """Change settings of a virtual device while it is off. Raises OSError, ArcanaError."""
    write_text(folder / _SETTINGS, json.dumps({**(_settings(folder) or {}), **values}), replace=True)


def _settings(folder: Path) -> dict | None:
    """Return the settings of a virtual device, {} if it has none, None if they are damaged."""
    try:
        # without the checksum
        values = read_json((folder / _SETTINGS).read_text(encoding="utf-8").partition("\n#")[0])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        return None
    return values if isinstance(values, dict) else None
