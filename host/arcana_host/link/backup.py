"""A whole device in one file: games that are finished and the one that runs, settings, creatures, log.

The file is a zip of the device's own files, which people can read, with a manifest. It must not know how
files are chosen or progress is shown; `restore` puts a backup onto a device.
"""

import errno
import io
import json
import struct
import zipfile
import zlib
from binascii import crc32
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from arcana_host import version
from arcana_host.errors import ArcanaError, DeviceRefused
from arcana_host.files import read_json, write_bytes
from arcana_host.installation import update
from arcana_host.link.device import Device
from arcana_host.link.games import list_files
from arcana_host.translation import _
from arcana_host.wording import file_size, quoted
from shared_rules.game_files import LARGEST, PLAYED, is_kept

FORMAT = 1
MANIFEST = "companion.json"
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MOST_FILES = 1024
"""More than a device has room for, as each file takes a block of its flash."""
LARGEST_ZIP = 2 * LARGEST
LONGEST_MANIFEST = 256 << 10
"""Bytes of the manifest of so many files."""

Progress = Callable[[int, int], None]

_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(AttributeError, KeyError, TypeError, ValueError, RuntimeError, OverflowError),
)
"""What is raised for an invalid zip, or an invalid manifest."""


class DeviceBackup(NamedTuple):
    """A backup of a device.

    files: {path: content}. info: the device's `info`. when: YYYY-MM-DD HH:MM. left: a sentence for each file
    that is not in it.
    """

    files: dict[str, bytes]
    info: dict[str, Any]
    when: str
    left: tuple[str, ...] = ()


def fetch(device: Device, on_bytes: Progress = lambda done, total: None) -> DeviceBackup:
    """Return the backup of a device.

    on_bytes: called with (bytes done, of how many). Raises DeviceRefused, DeviceError.
    """
    info = device.info()
    listed = list_files(device)
    done, total = 0, sum(listed.values())
    files: dict[str, bytes] = {}
    known = list(filter(is_kept, listed))
    left = [
        _not_in_backup(name, _("no companion has a file of this name."))
        for name in listed
        if name not in known
    ]
    for name, content in device.read_files(known):
        try:
            if isinstance(content, DeviceRefused):
                raise content
            _check_room(content, files)
            files[name] = content
        except (_SkippedFile, DeviceRefused) as error:
            left.append(_not_in_backup(name, error))
        done += listed[name]
        on_bytes(min(done, total), total)
    on_bytes(total, total)
    return DeviceBackup(files, info, f"{datetime.now():%Y-%m-%d %H:%M}", tuple(left))


class _SkippedFile(ArcanaError):
    """A file that the backup leaves out, as no device can have it."""


def _not_in_backup(name: str, why: object) -> str:
    return _("{name} is not in the backup: {error}", name=quoted(name), error=why)


def _check_room(content: bytes, others: dict[str, bytes]) -> None:
    """Raise _SkippedFile for a file that is too large, or one too many, beside the others."""
    if len(content) + size_of(others) > LARGEST:
        raise _SkippedFile(
            _("with it, the backup would exceed the {most} of a device.", most=file_size(LARGEST))
        )
    if len(others) == MOST_FILES:
        raise _SkippedFile(
            _(
                "it has {most} files already, which is more than a device can have.",
                most=MOST_FILES,
            )
        )


def write(backup: DeviceBackup, path: Path, replace: bool) -> None:
    """Write a backup to a file, and read it back before the file gets its name.

    Raises ArcanaError, also when the file exists and `replace` is false.
    """
    write_bytes(path, pack(backup), replace, lambda written: _reads_back(written, backup))


def pack(backup: DeviceBackup) -> bytes:
    """Return the bytes of a backup file."""
    about = {
        "format": FORMAT,
        "arcana": version(),
        "when": backup.when,
        "device": backup.info,
        "files": {name: len(content) for name, content in backup.files.items()},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(about, indent=2) + "\n")
        for name, content in backup.files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _reads_back(path: Path, backup: DeviceBackup) -> bool:
    """Return whether a written file reads back as the backup."""
    try:
        return read(path)[:3] == backup[:3]
    except ArcanaError:
        return False


def is_device_backup(path: Path) -> bool:
    """Return whether a file is a zip, as backups of devices are, and those of libraries are not."""
    try:
        with path.open("rb") as stream:
            return stream.read(2) == b"PK"
    except OSError:
        return False


def read(path: Path) -> DeviceBackup:
    """Return the backup in a file. Raises ArcanaError when it is not a device's backup, damaged, or too new.

    It never unpacks more than a device can have, so a zip bomb does no harm.
    """
    damaged = ArcanaError(
        _("{file} is damaged, or not the backup of a device; nothing was restored from it.", file=path)
    )
    try:
        if path.stat().st_size > LARGEST_ZIP:
            raise damaged
        with zipfile.ZipFile(path) as archive:
            about = read_json(_unpack(archive, MANIFEST, LONGEST_MANIFEST).decode())
            is_newer = about["format"] > FORMAT
            content = {} if is_newer else _unpack_files(archive)
        backup = DeviceBackup(content, about["device"], about["when"])
        sound = about["files"] == {name: len(data) for name, data in content.items()}
        sound = sound and isinstance(backup.info["device"], str) and isinstance(backup.when, str)
    except OSError as error:
        # a damaged directory of the zip can lead to a negative offset
        if error.errno == errno.EINVAL:
            raise damaged from error
        raise ArcanaError(
            _("{name} can't be read: {error}.", name=path, error=error.strerror or error)
        ) from error
    except _DAMAGE as error:
        raise damaged from error
    if is_newer:
        raise ArcanaError(
            _(
                "{file} was written by a newer arcana: update this one first ({command}).",
                file=path,
                command=update(),
            )
        )
    if not sound:
        raise damaged
    return backup


def _unpack_files(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return {name: content} of all files of a zip but the manifest. Raises ValueError for invalid ones."""
    names = archive.namelist()
    names.remove(MANIFEST)
    if len(names) > MOST_FILES or len(set(names)) < len(names) or not all(map(is_kept, names)):
        raise ValueError("files that no device has")
    content: dict[str, bytes] = {}
    for name in names:
        content[name] = _unpack(archive, name, LARGEST - size_of(content))
    return content


def _unpack(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a file of a zip. Raises ValueError when it is longer than `most`, before it is all unpacked."""
    # the length in the zip's directory may be wrong
    if archive.getinfo(name).compress_type not in COMPRESSIONS:
        raise ValueError("compressed as no backup is")
    with archive.open(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise ValueError("more than a device can have")
    return data


def count_games(backup: DeviceBackup) -> int:
    """Return how many games a backup holds."""
    return sum(name.endswith(PLAYED) for name in backup.files)


def size_of(files: dict[str, bytes]) -> int:
    """Return the total size of files in bytes."""
    return sum(map(len, files.values()))


def checksum(content: bytes) -> str:
    return f"{crc32(content):08x}"
