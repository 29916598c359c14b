"""A whole device in one file: games that are finished and the one that runs, settings, creatures, log.

The file is a zip of the device's own files, which people can read, with a list of them. It must not know how
files are chosen or progress is shown, nor what becomes of a backup; that is `device_restore`'s business.
"""

import errno
import io
import json
import re
import zipfile
import zlib
from base64 import b64decode
from binascii import crc32
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from arcana_host import version
from arcana_host.device import Device
from arcana_host.errors import ArcanaError, DeviceRefused
from arcana_host.files import write_bytes
from shared_rules.game_files import is_kept

FORMAT = 1
LIST = "companion.json"
SETTINGS, CREATURES, LOG, OLD_LOG = "settings.json", "creatures.txt", "log.txt", "log.txt.old"
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LARGEST = 2 << 20
"""More bytes than a file on a device can have."""
TRIES = 5

GAMES, PLAYED = "games/", ".arcana"
GAME = re.compile(r"games/(\d+)-([0-9a-f]{8})\.(arcana|damaged)")

Progress = Callable[[int, int], None]


class Kept(NamedTuple):
    """What a backup holds: {path: content} of the files, what the device said of itself, and when; and one
    sentence for each file that the device did not give.
    """

    files: dict[str, bytes]
    info: dict[str, Any]
    when: str
    left: tuple[str, ...] = ()


def fetch(device: Device, on_bytes: Progress = lambda done, total: None) -> Kept:
    """Return all that is worth keeping of a device.

    on_bytes: called with (bytes done, of how many). Raises DeviceLost, DeviceSilent, and ArcanaError when the
    game went on faster than it could be read.
    """
    info = device.info()
    listed = list_files(device)
    total, done = sum(listed.values()), 0
    files, left = {}, []
    for name in listed:
        try:
            files[name] = read_file(device, name)
        except DeviceRefused as error:
            left.append(f"{name} is not in the backup: {error}")
        done += listed[name]
        on_bytes(done, total)
    return Kept(files, info, f"{datetime.now():%Y-%m-%d %H:%M}", tuple(left))


def write(kept: Kept, path: Path, replace: bool) -> None:
    """Write a backup into a file. Raises ArcanaError, also when it is there and `replace` is false."""
    about = {
        "format": FORMAT,
        "arcana": version(),
        "when": kept.when,
        "device": kept.info,
        "files": {name: len(content) for name, content in kept.files.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LIST, json.dumps(about, indent=2) + "\n")
        for name, content in kept.files.items():
            archive.writestr(name, content)
    write_bytes(path, packed.getvalue(), replace)


def is_one(path: Path) -> bool:
    """Return whether a file is a zip, as the backups of devices are and those of libraries are not."""
    try:
        with path.open("rb") as stream:
            return stream.read(2) == b"PK"
    except OSError:
        return False


def read(path: Path) -> Kept:
    """Return what a file holds. Raises ArcanaError when it is no backup of a device, damaged, or too new."""
    damaged = ArcanaError(f"{path} is damaged, or no backup of a device; nothing was restored from it.")
    try:
        with zipfile.ZipFile(path) as archive:
            for found in archive.infolist():
                if found.file_size > LARGEST or found.compress_type not in PACKED:
                    raise damaged
            content = {name: archive.read(name) for name in archive.namelist()}
        about = json.loads(content.pop(LIST))
        kept = Kept(content, about["device"], about["when"])
        sound = about["files"] == {name: len(data) for name, data in content.items()}
        sound = sound and isinstance(kept.info["device"], str)
        is_newer = about["format"] > FORMAT
    except OSError as error:
        # where a damaged list of contents leads to a place before the beginning of the file
        if error.errno == errno.EINVAL:
            raise damaged from error
        raise ArcanaError(f"{path} can't be read: {error.strerror or error}.") from error
    except (zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError, RuntimeError, EOFError) as error:
        raise damaged from error
    if is_newer:
        raise ArcanaError(f"{path} was written by a newer arcana: update this one first.")
    if not sound or not all(map(is_kept, content)):
        raise damaged
    return kept


def games_in(kept: Kept) -> int:
    """Return how many games a backup holds."""
    return sum(name.endswith(PLAYED) for name in kept.files)


def list_files(device: Device) -> dict[str, int]:
    """Return {path: bytes} of the files that a backup holds."""
    return {name: size for page in device.pages("files_kept") for name, size in page["files"]}


def read_file(device: Device, name: str) -> bytes:
    for _ in range(TRIES):
        content = b""
        check = None
        for page in device.pages("file", name=name):
            content += b64decode(page["data"])
            check = page["check"]
        if check == check_sum(content):
            return content
    raise ArcanaError(f"{name} changed each time it was read: try again while nobody plays.")


def check_sum(content: bytes) -> str:
    return f"{crc32(content):08x}"
