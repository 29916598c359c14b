"""The whole library as one file, and back: what a restore brings is added, and nothing that is here is lost.

It must not know how files are chosen or progress is shown.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from arcana_host.errors import LibraryError
from arcana_host.files import write_bytes
from arcana_host.library import FILE, Library
from shared_rules.record import Record

_BEGINNING = b"SQLite format 3\0"


class Restored(NamedTuple):
    """What a restore did: games that were not here, that were here in part or uncorrected, that were here."""

    taken: int
    renewed: int
    known: int
    creatures: int


def back_up(library: Library, file: Path, replace: bool) -> int:
    """Write the library into one file, whole or not at all, and return how many games that are.

    Raises ArcanaError, also when the file is there and `replace` is false.
    """
    with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
        copy = Path(folder) / FILE
        library.copy_to(copy)
        with Library(folder) as checked:
            games = len(checked.games())
        write_bytes(file, copy.read_bytes(), replace)
    return games


def restore(
    library: Library, file: Path, on_games: Callable[[int, int], None] = lambda done, total: None
) -> Restored:
    """Bring everything that a backup has into the library, or nothing at all.

    on_games: called with (games done, of how many).
    Raises LibraryError when the file is no sound backup, or when both have something different under the same
    name; RecordError when a record in it does not replay.
    """
    with _opened(file) as backup, library.database() as database:
        conflicts: list[str] = []
        done = {"taken": 0, "renewed": 0, "known": 0}
        games = backup.games()
        for number, entry in enumerate(games, 1):
            what = _what_to_do(library.versions(entry.id), backup.versions(entry.id))
            if what is None:
                conflicts.append(f"game {entry.id}")
            elif what != "known":
                library.put(entry.id, entry.device, backup.versions(entry.id))
            if what:
                done[what] += 1
            on_games(number, len(games))
        creatures = _restore_creatures(database, backup, conflicts)
        if conflicts:
            raise LibraryError(
                f"Nothing was restored, as the library has other things under the names {_some(conflicts)}: "
                "restore into an empty folder with --library, and export from there what you need."
            )
        return Restored(**done, creatures=creatures)


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[Library]:
    """Open a copy of a backup, so that the backup itself stays as it is."""
    with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
        try:
            shutil.copyfile(file, Path(folder) / FILE)
        except OSError as error:
            raise LibraryError(f"{file} can't be read: {error.strerror or error}.") from error
        with (Path(folder) / FILE).open("rb") as copy:
            # an empty or very short file would do for a new database
            if copy.read(len(_BEGINNING)) != _BEGINNING:
                raise LibraryError(f"{file} is no backup of a library.")
        try:
            backup = Library(folder)
        except LibraryError as error:
            if "newer arcana" in str(error):
                raise LibraryError(f"{file} was written by a newer arcana: update this one first.") from error
            raise LibraryError(f"{file} is no backup of a library, or is damaged.") from error
        with backup:
            if not backup.is_sound():
                raise LibraryError(f"{file} is damaged; nothing was restored from it.")
            yield backup


def _what_to_do(ours: list[str], theirs: list[str]) -> str | None:
    """Return what becomes of a game with these versions here and there, None when they clash."""
    if not ours:
        return "taken"
    if all(_is_in(record, ours) for record in theirs):
        return "known"
    if all(_is_in(record, theirs) for record in ours):
        return "renewed"
    return None


def _is_in(record: str, versions: list[str]) -> bool:
    """Return whether a record is one of the versions, or the beginning of one."""
    if record in versions:
        return True
    events = Record.from_text(record).events
    others = [Record.from_text(version).events for version in versions]
    return any(events == other[: len(events)] and len(events) < len(other) for other in others)


def _restore_creatures(database: sqlite3.Connection, backup: Library, conflicts: list[str]) -> int:
    with backup.database() as other:
        theirs = other.execute("select * from creatures").fetchall()
    ours = {row[0]: row for row in database.execute("select * from creatures")}
    fresh = [row for row in theirs if row[0] not in ours]
    conflicts += [f"creature {row[0]}" for row in theirs if ours.get(row[0], row) != row]
    for row in fresh:
        database.execute(f"insert into creatures values ({','.join('?' * len(row))})", row)
    return len(fresh)


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
