"""A backup of a whole device: finished games, the running game, settings, creatures, log.

It is the device's own files, which people can read, with a manifest. It runs on CPython and, in the browser,
on MicroPython. It must not know zip files, or where they lie.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import ArcanaError, DeviceRefused
from arcana_portable.strict_json import read_json
from arcana_portable.translation import _
from arcana_portable.wording import file_size, quoted
from shared_rules.device_files import LARGEST, PLAYED, is_device_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arcana_portable.drivers import Steps
    from arcana_portable.link.companion import Companion

    Progress = Callable[[int, int], None]

FORMAT = 1
MANIFEST = "companion.json"
MOST_FILES = 1024
"""More than a device has room for, as each file takes a block of its flash."""
LARGEST_ZIP = 2 * LARGEST
LONGEST_MANIFEST = 256 << 10
"""The maximum length of the manifest, in bytes."""


class DeviceBackup:
    """A backup of a device.

    files: {path: content}. info: the device's `info`. when: YYYY-MM-DD HH:MM. left: a sentence for each file
    that is not in it.
    """

    def __init__(
        self, files: dict[str, bytes], info: dict[str, Any], when: str, left: Sequence[str] = ()
    ) -> None:
        self.files, self.info, self.when, self.left = files, info, when, left

    def is_same(self, other: DeviceBackup) -> bool:
        """Return whether another backup holds the same."""
        ours, theirs = ((each.files, each.info, each.when) for each in (self, other))
        return ours == theirs

    def games(self) -> int:
        """Return how many games it holds."""
        return sum([name.endswith(PLAYED) for name in self.files])


class NewerBackup(ArcanaError):
    """A backup that a newer arcana wrote."""


def gather(link: Companion, when: str, on_bytes: Progress) -> Steps[DeviceBackup]:
    """Return the backup of a device.

    when: it is. on_bytes: called with (bytes done, of how many). Raises DeviceRefused, DeviceError.
    """
    info = yield from link.call("info")
    files_there = yield from link.pages("list", "files")
    listed = {name: size for name, size in files_there}
    total = sum(listed.values())
    files: dict[str, bytes] = {}
    known = [name for name in listed if is_device_file(name)]
    left = [
        _not_in_backup(name, _("no companion has a file of this name."))
        for name in listed
        if name not in known
    ]
    done = [0]

    def take(name: str, content: bytes | DeviceRefused) -> None:
        try:
            if isinstance(content, DeviceRefused):
                raise content
            _check_room(content, files)
            files[name] = content
        except (_SkippedFile, DeviceRefused) as error:
            left.append(_not_in_backup(name, error))
        done[0] += listed[name]
        on_bytes(min(done[0], total), total)

    yield from link.read_files(known, take)
    on_bytes(total, total)
    return DeviceBackup(files, info, when, left)


class _SkippedFile(ArcanaError):
    """A file that the backup leaves out, as no device can have such a file."""


def _not_in_backup(name: str, why: object) -> str:
    return _("{name} is not in the backup: {error}", name=quoted(name), error=why)


def _check_room(content: bytes, others: dict[str, bytes]) -> None:
    """Raise _SkippedFile for a file that is too large, or that exceeds the number of files."""
    if len(content) + size_of(others) > LARGEST:
        raise _SkippedFile(
            _("with it, the backup would exceed the {most} of a device.", most=file_size(LARGEST))
        )
    if len(others) == MOST_FILES:
        raise _SkippedFile(
            _("it has {most} files already, which is more than a device can have.", most=MOST_FILES)
        )


def manifest(backup: DeviceBackup, version: str) -> str:
    """Return the manifest of a backup. version: of the arcana that writes it."""
    about = {
        "format": FORMAT,
        "arcana": version,
        "when": backup.when,
        "device": backup.info,
        "files": {name: len(content) for name, content in backup.files.items()},
    }
    return json.dumps(about) + "\n"


def unpacked_backup(names: list[str], unpack: Callable[[str, int], bytes]) -> DeviceBackup:
    """Return the backup in a zip, from which it never unpacks more than a device can have.

    names: of all files in it. unpack: called with (name, the most bytes); returns the content, and raises
    ValueError if that is longer.
    Raises NewerBackup, and ValueError, KeyError, TypeError or AttributeError for an invalid backup.
    """
    about = read_json(unpack(MANIFEST, LONGEST_MANIFEST).decode())
    if about["format"] > FORMAT:
        raise NewerBackup(_("A newer version wrote this backup: reload this page when there is a network."))
    others = [name for name in names if name != MANIFEST]
    if len(others) != len(names) - 1 or len(others) > MOST_FILES or len(set(others)) < len(others):
        raise ValueError("files that no backup has")
    if not all([is_device_file(name) for name in others]):
        raise ValueError("files that no device has")
    content: dict[str, bytes] = {}
    for name in others:
        content[name] = unpack(name, LARGEST - size_of(content))
    backup = DeviceBackup(content, about["device"], about["when"])
    if about["files"] != {name: len(data) for name, data in content.items()}:
        raise ValueError("not the files of its manifest")
    if not isinstance(backup.info["device"], str) or not isinstance(backup.when, str):
        raise ValueError("no device, or no time")
    return backup


def size_of(files: dict[str, bytes]) -> int:
    """Return the total size of files in bytes."""
    return sum([len(content) for content in files.values()])
