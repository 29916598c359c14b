"""Backs up the whole library to a file, and restores it; a restore only adds to a library.

It must not know how files are chosen or progress is shown.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.record import Record, without_undos
from arcana_portable.translation import _
from arcana_portable.wording import file_size

from arcana_host.files import read_bytes, write_file
from arcana_host.games import load
from arcana_host.library.merging import join
from arcana_host.library.rows import (
    DamagedGame,
    StoredGame,
    checksum,
    make_game,
    read_mark,
    read_version,
    write_mark,
)
from arcana_host.library.schema import check_integrity, check_ours, check_tables, open_read_only
from arcana_host.library.sharing import read_records
from arcana_host.library.store import FILE, Library, Progress, ignore
from arcana_host.library.validation import UncheckedGame, check_custom, replay_all
from shared_rules.errors import RuleError

LARGEST = 512 << 20
"""Bytes of a backup; that is enough for more than a hundred thousand games."""

_CUSTOM = "select game, name, value from custom"


class BackedUp(NamedTuple):
    """The result of a backup: the number of games, and a sentence for all that a restore lacks or refuses."""

    games: int
    faults: list[str]


class Restored(NamedTuple):
    """The result of a restore: how many games were new, updated, or known already.

    custom: {game: the number of new things that players had entered for it, such as creatures}.
    """

    taken: int
    renewed: int
    known: int
    custom: dict[str, int]


class _Contents(NamedTuple):
    """The contents of a backup: games, unchecked rows of the table `custom`, and (id, mark) of games."""

    games: list[UncheckedGame]
    custom: list[tuple]
    marks: list[tuple[str, str]]


def back_up(library: Library, file: Path, replace: bool, on_games: Progress = ignore) -> BackedUp:
    """Write the library to a file, completely or not at all, and read it back as `restore` would.

    Unreadable parts of the library are left out, and are among the faults.
    on_games: called with (games read back, of how many).
    Raises ArcanaError, also when the file exists and `replace` is false.
    """
    contents = _Contents([], [], [])

    def reads_back(written: Path) -> bool:
        nonlocal contents
        with contextlib.suppress(LibraryError):
            contents = _read(written)
            return True
        return False

    write_file(file, library.copy_to, replace, reads_back, private=True)
    return BackedUp(len(contents.games), [*library.faults, *_faults(contents, file, on_games)])


def restore(library: Library, file: Path, on_games: Progress = ignore) -> Restored:
    """Add everything in a backup to the library, or nothing at all.

    on_games: called with (games done, of how many). Raises LibraryError when the file is not an intact
    backup, or when both have different things with the same name; RecordError when a record does not replay,
    or something else in it is invalid.
    """
    _check_size(file)
    contents = _read(file)
    try:
        games = [_replayed(game, on_games, number, contents) for number, game in enumerate(contents.games, 1)]
        for row in contents.custom:
            check_custom(*row)
    except RecordError as error:
        raise RecordError(f"{file}: {error} {_('Nothing was restored.')}") from error
    conflicts: list[str] = []
    done = {"taken": 0, "renewed": 0, "known": 0}
    with library.database() as database:
        known = {id for (id,) in database.execute("select id from games")}
        for game, versions in games:
            change = _compare(library.versions(game.entry.id), versions)
            if change in ("taken", "renewed"):
                library.store(game, versions[:-1])
            if change:
                done[change] += 1
            else:
                conflicts.append(_("game {id}", id=game.entry.id))
        custom = _restore_custom(database, contents.custom, conflicts)
        _restore_marks(database, contents, known)
        if conflicts:
            raise LibraryError(
                _(
                    "Nothing was restored: the library has other things under the names {conflicts}. "
                    "Restore into an empty folder with --library, and export from there what you need.",
                    conflicts=_shorten_list(conflicts),
                )
            )
    return Restored(**done, custom=custom)


def _replayed(
    game: UncheckedGame, on_games: Progress, number: int, contents: _Contents
) -> tuple[StoredGame, list[str]]:
    """Return a game and all its versions. Raises RecordError when it is invalid."""
    played = replay_all(game)
    on_games(number, len(contents.games))
    made = make_game(str(game.id), cast("str | None", game.device), played)
    return made, [str(text) for text in game.records]


def _faults(contents: _Contents, file: Path, on_games: Progress) -> Iterator[str]:
    """Yield a sentence for everything in a backup that `restore` would refuse."""
    for number, game in enumerate(contents.games, 1):
        try:
            replay_all(game)
        except RecordError as error:
            yield _("`arcana restore` will refuse {file}: {fault}", file=file, fault=error)
        on_games(number, len(contents.games))
    for row in contents.custom:
        try:
            check_custom(*row)
        except RecordError as error:
            yield _("`arcana restore` will refuse {file}: {fault}", file=file, fault=error)


_SQLITE = b"SQLite format 3\0"
"""How a database begins."""


def _read(file: Path) -> _Contents:
    """Return the contents of a backup. Raises LibraryError when it is not a backup, or damaged."""
    try:
        with contextlib.closing(open_read_only(file)) as database:
            check_ours(database, file)
            check_tables(database)
            check_integrity(database)
            marks = [read_mark(row) for row in database.execute("select * from marks order by game, mark")]
            return _Contents(list(_games(database)), database.execute(_CUSTOM).fetchall(), marks)
    except (sqlite3.Error, DamagedGame) as error:
        if _has_records(file):
            raise LibraryError(
                _("{file} is no backup, but has a record: `arcana import {file}` adds it.", file=file)
            ) from error
        if not read_bytes(str(file)).startswith(_SQLITE):
            raise LibraryError(
                _("{file} is no backup; `arcana backup FILE` makes one.", file=file)
            ) from error
        raise LibraryError(
            _(
                "{file} is not the backup of a library, or is damaged ({error}). To save what is in a "
                "damaged one, name it {name}, and give its folder to `arcana doctor --repair --library`.",
                file=file,
                error=error,
                name=FILE,
            )
        ) from error


def _has_records(file: Path) -> bool:
    """Return whether `arcana import` can read a file."""
    try:
        records = [Record.from_text(text) for text in read_records(read_bytes(str(file)))]
    except (RecordError, RuleError):
        return False
    return all(record.events and record.events[0].startswith("setup ") for record in records)


def _games(database: sqlite3.Connection) -> Iterator[UncheckedGame]:
    """Yield the games of a backup. Raises DamagedGame, and sqlite3.Error."""
    earlier = "select * from versions where game = ? order by number"
    for row in database.execute("select * from games order by id"):
        id, device, record, check, *__ = row
        if check != checksum(id, device, record):
            raise DamagedGame(id)
        versions = [read_version(version)[2] for version in database.execute(earlier, (id,))]
        yield UncheckedGame(id, device, [*versions, record])


def _check_size(file: Path) -> None:
    """Raise LibraryError when a file can't be read, or is larger than a backup can be."""
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
    except OSError as error:
        raise LibraryError(
            _("{name} can't be read: {error}.", name=file, error=error.strerror or error)
        ) from error
    if size > LARGEST:
        raise LibraryError(
            _("{file} is larger than a library can be ({most}).", file=file, most=file_size(LARGEST))
        )


def _compare(ours: list[str], theirs: list[str]) -> str | None:
    """Return whether a game with these versions is "taken", "known" or "renewed"; None for a conflict."""
    if not ours:
        return "taken"
    if all(_is_within_any(record, ours) for record in theirs):
        return "known"
    if all(_is_within_any(record, theirs) for record in ours):
        return "renewed"
    return None


def _is_within_any(record: str, versions: list[str]) -> bool:
    """Return whether a record is a version, or the beginning or an export of a version."""
    if record in versions:
        return True
    events = Record.from_text(record).events
    others = [Record.from_text(version).events for version in versions]
    return any(
        join(events, other) and (len(events) < len(other) or without_undos(events) != without_undos(other))
        for other in others
    )


def _restore_custom(database: sqlite3.Connection, rows: list[tuple], conflicts: list[str]) -> dict[str, int]:
    ours = {(game, name): value for game, name, value in database.execute(_CUSTOM)}
    fresh: dict[str, int] = {}
    for game, name, value in rows:
        if (game, name) not in ours:
            database.execute("insert into custom values (?, ?, ?)", (game, name, value))
            fresh[game] = fresh.get(game, 0) + 1
        elif ours[game, name] != value:
            conflicts.append(f"{load(game).custom_noun} {name}")
    return fresh


def _restore_marks(database: sqlite3.Connection, contents: _Contents, known: set[str]) -> None:
    """Give the games that are new here the marks that they have in the backup; known games keep their own."""
    for id in {str(game.id) for game in contents.games} - known:
        database.execute("delete from marks where game = ?", (id,))
    for id, mark in contents.marks:
        if id not in known:
            write_mark(database, id, mark)


def _shorten_list(names: list[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else _("{names} and {n} more", names=shown, n=len(names) - 3)
