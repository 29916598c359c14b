"""Backs up the whole library to one file, and restores it; a restore only adds to a library.

It must not know how files are chosen or progress is shown.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, cast

from arcana_host.errors import LibraryError, RecordError
from arcana_host.files import write_copy
from arcana_host.games import load
from arcana_host.installation import update
from arcana_host.library.schema import SCHEMA, has_our_tables, open_read_only, version_of
from arcana_host.library.store import FILE, Library
from arcana_host.library.validation import UncheckedGame, check_custom, replay_all
from arcana_host.translation import _
from arcana_host.wording import file_size
from shared_rules.record import Record

LARGEST = 512 << 20
"""Bytes of a backup; that is enough for more than a hundred thousand games."""

_MAGIC = b"SQLite format 3\0"
_CUSTOM = "select game, name, value from custom"


class BackedUp(NamedTuple):
    """The result of a backup: the number of games, and a sentence for all that a restore would refuse."""

    games: int
    faults: list[str]


class Restored(NamedTuple):
    """The result of a restore: how many games were new, updated, or known already.

    custom: {game: how many things were new that players had entered for it, such as creatures}.
    """

    taken: int
    renewed: int
    known: int
    custom: dict[str, int]


def back_up(
    library: Library,
    file: Path,
    replace: bool,
    on_games: Callable[[int, int], None] = lambda done, total: None,
) -> BackedUp:
    """Write the library to one file, completely or not at all, and read it back as `restore` would.

    on_games: called with (games read back, of how many).
    Raises ArcanaError, also when the file exists and `replace` is false.
    """
    with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
        copy = Path(folder) / FILE
        library.copy_to(copy)
        with Library(folder) as copied:
            write_copy(file, copy, replace, copied.is_same_as)
            faults = list(_faults(copied, file, on_games))
            return BackedUp(len(copied.games()), faults)


def restore(
    library: Library, file: Path, on_games: Callable[[int, int], None] = lambda done, total: None
) -> Restored:
    """Add everything in a backup to the library, or nothing at all.

    on_games: called with (games done, of how many). Raises LibraryError when the file is not an intact
    backup, or when both have different things with the same name; RecordError when a record does not replay,
    or something else in it is invalid.
    """
    with _opened(file) as backup, library.database() as database:
        conflicts: list[str] = []
        done = {"taken": 0, "renewed": 0, "known": 0}
        games, rows = _contents(backup, file)
        try:
            for number, game in enumerate(games, 1):
                change = _restore_game(library, game)
                if change:
                    done[change] += 1
                else:
                    conflicts.append(_("game {id}", id=game.id))
                on_games(number, len(games))
            custom = _restore_custom(database, rows, conflicts)
        except RecordError as error:
            raise RecordError(f"{file}: {error} {_('Nothing was restored.')}") from error
        if conflicts:
            raise LibraryError(
                _(
                    "Nothing was restored: the library has other things under the names {conflicts}. "
                    "Restore into an empty folder with --library, and export from there what you need.",
                    conflicts=_shorten_list(conflicts),
                )
            )
        return Restored(**done, custom=custom)


def _restore_game(library: Library, game: UncheckedGame) -> str | None:
    """Restore a game. Returns how it changed, see `_compare`. Raises RecordError when it is invalid."""
    played = replay_all(game)
    id, device, versions = str(game.id), cast("str | None", game.device), [str(text) for text in game.records]
    change = _compare(library.versions(id), versions)
    if change in ("taken", "renewed"):
        library.replace(id, device, versions, played)
    return change


def _faults(backup: Library, file: Path, on_games: Callable[[int, int], None]) -> Iterator[str]:
    """Yield a sentence for everything in a backup that `restore` would refuse."""
    games, custom = _contents(backup, file)
    for number, game in enumerate(games, 1):
        try:
            replay_all(game)
        except RecordError as error:
            yield str(error)
        on_games(number, len(games))
    for row in custom:
        try:
            check_custom(*row)
        except RecordError as error:
            yield str(error)


def _contents(backup: Library, file: Path) -> tuple[list[UncheckedGame], list[tuple]]:
    """Return the games of a backup, and the rows of its table custom, unchecked."""
    try:
        with backup.database() as database:
            return list(backup.all_games_unchecked()), database.execute(_CUSTOM).fetchall()
    except LibraryError as error:
        raise LibraryError(_("{file} is damaged; nothing was restored from it.", file=file)) from error


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[Library]:
    """Open a copy of a backup, so that the backup itself does not change.

    Raises LibraryError when it is not a backup, or damaged, and for later errors of the database.
    """
    _check_file(file)
    with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
        try:
            shutil.copyfile(file, Path(folder) / FILE)
            backup = Library(folder)
        except (LibraryError, OSError) as error:
            raise LibraryError(
                _("{file} can't be read, or is damaged: {error}", file=file, error=error)
            ) from error
        with backup:
            if not backup.is_intact():
                raise LibraryError(_("{file} is damaged; nothing was restored from it.", file=file))
            yield backup


def _check_file(file: Path) -> None:
    """Raise LibraryError when a file is not the backup of a library."""
    try:
        with file.open("rb") as stream:
            magic = stream.read(len(_MAGIC))
        size = file.stat().st_size
    except OSError as error:
        raise LibraryError(
            _("{name} can't be read: {error}.", name=file, error=error.strerror or error)
        ) from error
    if magic != _MAGIC:
        # SQLite takes an empty file for a new database
        raise LibraryError(_("{file} is not the backup of a library.", file=file))
    if size > LARGEST:
        raise LibraryError(
            _("{file} is larger than a library can be ({most}).", file=file, most=file_size(LARGEST))
        )
    try:
        with contextlib.closing(open_read_only(file)) as database:
            if version_of(database) > SCHEMA:
                raise LibraryError(
                    _(
                        "{file} was written by a newer arcana: update this one first ({command}).",
                        file=file,
                        command=update(),
                    )
                )
            sound = has_our_tables(database)
    except sqlite3.Error as error:
        raise LibraryError(_("{file} is not the backup of a library, or is damaged.", file=file)) from error
    if not sound:
        raise LibraryError(_("{file} is not the backup of a library, or is damaged.", file=file))


def _compare(ours: list[str], theirs: list[str]) -> str | None:
    """Return whether a game with these versions is "taken", "known" or "renewed"; None for a conflict."""
    if not ours:
        return "taken"
    if all(_is_beginning_of_any(record, ours) for record in theirs):
        return "known"
    if all(_is_beginning_of_any(record, theirs) for record in ours):
        return "renewed"
    return None


def _is_beginning_of_any(record: str, versions: list[str]) -> bool:
    """Return whether a record is one of the versions, or the beginning of one."""
    if record in versions:
        return True
    events = Record.from_text(record).events
    others = [Record.from_text(version).events for version in versions]
    return any(events == other[: len(events)] and len(events) < len(other) for other in others)


def _restore_custom(database: sqlite3.Connection, rows: list[tuple], conflicts: list[str]) -> dict[str, int]:
    ours = {(game, name): value for game, name, value in database.execute(_CUSTOM)}
    fresh: dict[str, int] = {}
    for game, name, value in rows:
        check_custom(game, name, value)
        if (game, name) not in ours:
            database.execute("insert into custom values (?, ?, ?)", (game, name, value))
            fresh[game] = fresh.get(game, 0) + 1
        elif ours[game, name] != value:
            conflicts.append(f"{load(game).custom_noun} {name}")
    return fresh


def _shorten_list(names: list[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else _("{names} and {n} more", names=shown, n=len(names) - 3)
