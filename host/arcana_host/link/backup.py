"""Backs up a whole device to a zip file, and restores it.

It must not know how files are chosen or progress is shown.
"""

from __future__ import annotations

import errno
import io
import struct
import zipfile
import zlib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_portable.errors import ArcanaError
from arcana_portable.link.device_backup import (
    LARGEST_ZIP,
    MANIFEST,
    DeviceBackup,
    NewerBackup,
    gather,
    manifest,
    unpacked_backup,
)
from arcana_portable.link.restore import DeviceRestored, restore
from arcana_portable.translation import _

from arcana_host import version
from arcana_host.files import write_bytes
from arcana_host.installation import update
from arcana_host.link.device import Device

if TYPE_CHECKING:
    from arcana_portable.link.device_backup import Progress

COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(AttributeError, KeyError, TypeError, ValueError, RuntimeError, OverflowError),
)
"""The exceptions for an invalid zip, or an invalid manifest."""


def fetch(device: Device, on_bytes: Progress = lambda done, total: None) -> DeviceBackup:
    """Return the backup of a device.

    on_bytes: called with (bytes done, of how many). Raises DeviceRefused, DeviceError.
    """
    return device.run(gather(device.companion, f"{datetime.now():%Y-%m-%d %H:%M}", on_bytes))


def restore_backup(
    device: Device, backup: DeviceBackup, on_bytes: Progress = lambda done, total: None
) -> DeviceRestored:
    """Add the parts of a backup that a device lacks, and remove nothing. A second restore changes nothing.

    on_bytes: called with (bytes done, of how many).
    Raises ArcanaError when there is no room, DeviceLost, DeviceSilent.
    """
    return device.run(restore(device.companion, backup, on_bytes))


def write(backup: DeviceBackup, path: Path, replace: bool) -> None:
    """Write a backup to a file, and read it back before the file gets its name.

    Raises ArcanaError, also when the file exists and `replace` is false.
    """
    write_bytes(path, zip_bytes(backup), replace, lambda written: _reads_back(written, backup), private=True)


def zip_bytes(backup: DeviceBackup) -> bytes:
    """Return the bytes of a backup file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr(MANIFEST, manifest(backup, version()))
        for name, content in backup.files.items():
            zipped.writestr(name, content)
    return stream.getvalue()


def _reads_back(path: Path, backup: DeviceBackup) -> bool:
    """Return whether a written file reads back as the backup."""
    try:
        return read(path).is_same(backup)
    except ArcanaError:
        return False


def is_device_backup(path: Path) -> bool:
    """Return whether a file is a zip, as backups of devices are, in contrast to backups of libraries."""
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
        with zipfile.ZipFile(path) as zipped:
            return unpacked_backup(zipped.namelist(), lambda name, most: _unpack(zipped, name, most))
    except OSError as error:
        # a damaged directory of the zip can lead to a negative offset
        if error.errno == errno.EINVAL:
            raise damaged from error
        raise ArcanaError(
            _("{name} can't be read: {error}.", name=path, error=error.strerror or error)
        ) from error
    except _DAMAGE as error:
        raise damaged from error
    except NewerBackup as error:
        raise ArcanaError(
            _(
                "{file} was written by a newer arcana: update this one first ({command}).",
                file=path,
                command=update(),
            )
        ) from error


def _unpack(zipped: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a file of a zip. Raises ValueError when it is longer than `most`, before it is all unpacked."""
    # the length in the zip's directory may be wrong
    if zipped.getinfo(name).compress_type not in COMPRESSIONS:
        raise ValueError("compressed as no backup is")
    with zipped.open(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise ValueError("more than a device can have")
    return data
