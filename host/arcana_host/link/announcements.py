"""The virtual devices that run on this computer: each announces its serial port in a file, so that the other
commands find it.

A file is locked as long as its device has power; one that is not was left by a device that was killed, and is
removed. It must not know what is spoken over a port.
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

_MOST = 4096  # bytes of a file


class Announced(NamedTuple):
    """A virtual device. path: of its serial port. serial: its device id. board: which it is."""

    path: str
    serial: str
    board: str


class Announcement:
    """What other programs are told of one virtual device.

    serial: its device id. board: which it is.
    """

    def __init__(self, serial: str, board: str) -> None:
        self._serial = serial
        self._board = board
        self._at = _folder() / f"{serial}-{os.getpid()}.json"
        self._file: IO[str] | None = None

    def put(self, path: str) -> None:
        """Announce the device at a serial port. Raises OSError where the file can't be written."""
        if not fcntl:
            return
        self.withdraw()
        self._at.parent.mkdir(parents=True, exist_ok=True)
        told = Announced(os.path.abspath(path), self._serial, self._board)._asdict()
        fresh = self._at.with_suffix(".new")
        self._file = fresh.open("w", encoding="utf-8")
        # whoever finds the file finds it whole and locked
        fcntl.flock(self._file, fcntl.LOCK_EX)
        json.dump({**told, "host": gethostname()}, self._file)
        self._file.flush()
        fresh.replace(self._at)

    def withdraw(self) -> None:
        """Announce it no longer."""
        if self._file:
            self._at.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def announced() -> list[Announced]:
    """Return the virtual devices that run on this computer, sorted by their ports."""
    return sorted(_read())


def _read() -> Iterator[Announced]:
    if not fcntl:
        return
    # files go while one looks, and what makes no sense is none of ours
    for path in _folder().glob("*.json"):
        with (
            contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError),
            # opened at once, also what would wait for somebody who writes into it
            open(path, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file,
        ):
            if not _is_locked(file):
                path.unlink()
                continue
            told = json.loads(file.read(_MOST))
            # a home folder may be shared by computers, ports never are
            if told["host"] == gethostname() and Path(told["path"]).is_char_device():
                yield Announced(str(told["path"]), str(told["serial"]), str(told["board"]))


def _is_locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _folder() -> Path:
    return data_folder() / "running"
