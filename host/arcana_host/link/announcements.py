"""The virtual devices that run on this computer: each announces its serial port in a file, where commands
find it.

A file is locked while its device has power; a file without a lock was left behind by a killed device, and is
removed. It must not know the protocol of the link.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname
from typing import IO, NamedTuple

from arcana_host.folders import data_folder

try:
    import fcntl
except ImportError:
    # Windows has no pseudo-terminals either, so nothing is announced there
    fcntl = None  # type: ignore[assignment]

_LARGEST = 4096  # bytes of a file


class VirtualDevice(NamedTuple):
    """A running virtual device. path: of its serial port. serial: its device id. board: its board's name."""

    path: str
    serial: str
    board: str


class Announcement:
    """The announcement of a virtual device to other programs.

    serial: its device id. board: its board's name.
    """

    def __init__(self, serial: str, board: str) -> None:
        self._serial = serial
        self._board = board
        self._at = _folder() / f"{serial}-{os.getpid()}.json"
        self._file: IO[str] | None = None

    @property
    def is_published(self) -> bool:
        return self._file is not None

    def publish(self, path: str) -> None:
        """Announce the device's serial port. Raises OSError if the file can't be written."""
        if not fcntl:
            return
        self.withdraw()
        self._at.parent.mkdir(parents=True, exist_ok=True)
        data = VirtualDevice(os.path.abspath(path), self._serial, self._board)._asdict()
        fresh = self._at.with_suffix(".new")
        file = fresh.open("w", encoding="utf-8")
        # the file appears complete and locked
        fcntl.flock(file, fcntl.LOCK_EX)
        json.dump({**data, "host": gethostname()}, file)
        file.flush()
        fresh.replace(self._at)
        self._file = file

    def withdraw(self) -> None:
        """Remove the announcement. What can't be removed is no longer locked, so it counts no more."""
        if self._file:
            self._file.close()
            self._file = None
            with contextlib.suppress(OSError):
                self._at.unlink()


def find_virtual_devices() -> list[VirtualDevice]:
    """Return the virtual devices that run on this computer, sorted by their ports."""
    return sorted(_read())


def _read() -> Iterator[VirtualDevice]:
    if not fcntl:
        return
    # files may vanish meanwhile, and invalid files are not ours
    for path in _folder().glob("*.json"):
        with (
            contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError),
            path.open() as file,
        ):
            if not _is_locked(file):
                path.unlink()
                continue
            data = json.loads(file.read(_LARGEST))
            # computers may share a home folder, but not their ports
            if data["host"] == gethostname() and Path(data["path"]).is_char_device():
                yield VirtualDevice(str(data["path"]), str(data["serial"]), str(data["board"]))


def _is_locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _folder() -> Path:
    return data_folder() / "running"
