"""A whole device in one file: games that are finished and the one that runs, settings, creatures, log.

The file is a zip of the device's own files, which people can read, with a list of them. It must not know how
files are chosen or progress is shown, nor what becomes of a backup; that is `restore`'s business.
"""

import errno
import io
import json
import struct
import zipfile
import zlib
from base64 import b64decode
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
from arcana_host.link.finished_games import files_of
from arcana_host.translation import _
from arcana_host.wording import file_size, quoted
from shared_rules.game_files import FOLDER, LARGEST, PLAYED, is_kept

FORMAT = 1
LIST = "companion.json"
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MOST_FILES = 1024
"""More than a device has room for, each of them taking a block of its flash."""
LARGEST_ZIP = 2 * LARGEST
LONGEST_LIST = 256 << 10
"""Bytes of the list of so many files."""
TRIES = 5

Progress = Callable[[int, int], None]

_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(AttributeError, KeyError, TypeError, ValueError, RuntimeError, OverflowError),
)
"""What is raised where a zip, or what stands in it, is not what it should be."""


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
    total = sum(listed.values())
    over = finished_games(device, lambda done: on_bytes(min(done, total), total))
    done = sum(len(content) for name, content in over.items() if name in listed)
    files: dict[str, bytes] = {}
    left: list[str] = []
    for name, size in listed.items():
        try:
            _check(name, len(files))
            if name in over and len(over[name]) == size <= LARGEST - size_of(files):
                files[name] = over[name]
            else:
                files[name] = read_file(device, name, LARGEST - size_of(files))
                done += size
                on_bytes(min(done, total), total)
        except (_NotKept, DeviceRefused) as error:
            left.append(_("{name} is not in the backup: {error}", name=quoted(name), error=error))
    on_bytes(total, total)
    return Kept(files, info, f"{datetime.now():%Y-%m-%d %H:%M}", tuple(left))


class _NotKept(ArcanaError):
    """A file that no device can have, whatever this one says."""


def _check(name: str, already: int) -> None:
    """Raise _NotKept for a file that no backup may hold beside so many others."""
    if not is_kept(name):
        raise _NotKept(_("no companion has a file of this name."))
    if already == MOST_FILES:
        raise _NotKept(
            _(
                "it has {most} files already, which is more than a device can have.",
                most=MOST_FILES,
            )
        )


def write(kept: Kept, path: Path, replace: bool) -> None:
    """Write a backup into a file, and read it back before it is one.

    Raises ArcanaError, also when it is there and `replace` is false.
    """
    write_bytes(path, packed(kept), replace, lambda written: _holds(written, kept))


def packed(kept: Kept) -> bytes:
    """Return the bytes of a backup file."""
    about = {
        "format": FORMAT,
        "arcana": version(),
        "when": kept.when,
        "device": kept.info,
        "files": {name: len(content) for name, content in kept.files.items()},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LIST, json.dumps(about, indent=2) + "\n")
        for name, content in kept.files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _holds(path: Path, kept: Kept) -> bool:
    """Return whether a backup that was written is read as what it was made of."""
    try:
        return read(path)[:3] == kept[:3]
    except ArcanaError:
        return False


def is_one(path: Path) -> bool:
    """Return whether a file is a zip, as the backups of devices are and those of libraries are not."""
    try:
        with path.open("rb") as stream:
            return stream.read(2) == b"PK"
    except OSError:
        return False


def read(path: Path) -> Kept:
    """Return what a file holds. Raises ArcanaError when it is no backup of a device, damaged, or too new.

    However it was packed, no more is unpacked of it than a device can have.
    """
    damaged = ArcanaError(
        _("{file} is damaged, or not the backup of a device; nothing was restored from it.", file=path)
    )
    try:
        if path.stat().st_size > LARGEST_ZIP:
            raise damaged
        with zipfile.ZipFile(path) as archive:
            about = read_json(_unpack(archive, LIST, LONGEST_LIST).decode())
            is_newer = about["format"] > FORMAT
            content = {} if is_newer else _unpack_files(archive)
        kept = Kept(content, about["device"], about["when"])
        sound = about["files"] == {name: len(data) for name, data in content.items()}
        sound = sound and isinstance(kept.info["device"], str) and isinstance(kept.when, str)
    except OSError as error:
        # where a damaged list of contents leads to a place before the beginning of the file
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
    return kept


def _unpack_files(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return {name: content} of all files of a zip but its list. Raises ValueError for what no backup has."""
    names = archive.namelist()
    names.remove(LIST)
    if len(names) > MOST_FILES or len(set(names)) < len(names) or not all(map(is_kept, names)):
        raise ValueError("files that no device has")
    content: dict[str, bytes] = {}
    for name in names:
        content[name] = _unpack(archive, name, LARGEST - size_of(content))
    return content


def _unpack(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a file of a zip. Raises ValueError when it is longer than `most`, before it is all unpacked."""
    # how long it is according to the zip may be a lie
    if archive.getinfo(name).compress_type not in PACKED:
        raise ValueError("packed as no backup is")
    with archive.open(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise ValueError("more than a device can have")
    return data


def games_in(kept: Kept) -> int:
    """Return how many games a backup holds."""
    return sum(name.endswith(PLAYED) for name in kept.files)


def list_files(device: Device) -> dict[str, int]:
    """Return {path: bytes} of the files that a backup holds."""
    return {name: size for page in device.pages("files_kept") for name, size in page["files"]}


def finished_games(device: Device, on_bytes: Callable[[int], None] = lambda done: None) -> dict[str, bytes]:
    """Return {path: content} of finished games, which come many at a time; none from older companions.

    What does not come in this way has to be read on its own. on_bytes: called with how many came so far.
    Raises DeviceLost, DeviceSilent, DeviceFaulty.
    """
    found: dict[str, bytes] = {}
    try:
        for file in files_of(device.game_files()):
            found.update((FOLDER + game.name, game.content) for game in file.games)
            on_bytes(size_of(found))
    except DeviceRefused:
        pass
    return found


def size_of(files: dict[str, bytes]) -> int:
    """Return how many bytes some files have together."""
    return sum(map(len, files.values()))


def read_file(device: Device, name: str, most: int = LARGEST) -> bytes:
    """Return what is in a file of a device.

    Raises DeviceLost, DeviceSilent, DeviceRefused, and ArcanaError where it has more than `most` bytes or
    changed each time it was read.
    """
    for __ in range(TRIES):
        content = b""
        check = None
        for page in device.pages("file", name=name):
            content += b64decode(page["data"])
            check = page["check"]
            if len(content) > most:
                raise _NotKept(
                    _(
                        "with it, the backup would exceed the {most} of a device.",
                        most=file_size(LARGEST),
                    )
                )
        if check == check_sum(content):
            return content
    raise ArcanaError(_("{name} changed each time it was read: try again while nobody plays.", name=name))


def check_sum(content: bytes) -> str:
    return f"{crc32(content):08x}"
