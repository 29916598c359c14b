"""Reads and writes the rows of the library's file: games, earlier versions, and the players' own entries.

A row has a checksum, which is compared whenever it is read. Values that follow from a record (players,
result, the game's own summary) are stored beside it, and computed again if they are damaged. It must not know
folders, or the use of a game.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from arcana_portable import games
from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.library.entry import MARKS, Entry, make_entry
from arcana_portable.record import Record
from arcana_portable.replay import Played, replay
from arcana_portable.translation import _

import arcana_host
import shared_rules
from arcana_host.library.validation import check_custom, quote

Facts = dict[str, Any]
"""A game's facts for the statistics, see `PortableGame.facts`."""

_COLUMNS = (
    *("id", "device", "record", "checksum"),
    *("game", "date", "players", "result", "turns", "lines", "summary", "facts", "made_by", "made_checksum"),
)
_SMALLEST_ROW = 64  # bytes


class StoredGame(NamedTuple):
    """A game as it is read in the library's file, or is going to be written there.

    packed: its facts as JSON. is_current: whether the installed code computed the values that follow from the
    record.
    """

    entry: Entry
    packed: str
    is_current: bool = True

    @property
    def facts(self) -> Facts:
        """The game's facts for the statistics."""
        return json.loads(self.packed)


class DamagedGame(LibraryError):
    """A game is not as it was written.

    game: its id. number: of the earlier version, or None for the last version.
    """

    def __init__(self, game: object, number: object = None):
        what = (
            _("Game {id} is damaged in the library.", id=quote(game))
            if number is None
            else _("Version {n} of game {id} is damaged in the library.", n=quote(number), id=quote(game))
        )
        super().__init__(
            f"{what} " + _("`arcana doctor --repair` saves what can be read; `arcana restore` adds a backup.")
        )
        self.game = game
        self.number = number


def make_game(id: str, device: str | None, played: Played) -> StoredGame:
    """Return a game from the replay of its record."""
    return StoredGame(make_entry(id, device, played), json.dumps(games.load(played.name).facts(played)))


def read_game(row: tuple) -> StoredGame:
    """Return the game in a row of the table `games`; every list, sync, backup and export reads it here.

    Raises DamagedGame if its record has changed since it was written, RecordError if the values that follow
    from it are damaged and it does not replay.
    """
    id, device, record, check, *made, made_by, made_check = row
    if check != checksum(id, device, record):
        raise DamagedGame(id)
    if made_check != checksum(*made):
        return remake(id, device, record)._replace(is_current=False)
    game, date, players, result, turns, lines, summary, facts = made
    names = list(_parse_json(players))
    entry = Entry(id, game, device, date, names, result, turns, lines, record, _parse_json(summary), ())
    return StoredGame(entry, facts, made_by == _code_of(game))


def remake(id: str, device: str | None, record: str) -> StoredGame:
    """Return a game from its record. Raises RecordError, which names the game, when that does not replay."""
    try:
        return make_game(id, device, replay(record))
    except RecordError as error:
        raise RecordError(_("game {id}: {error}", id=id, error=error)) from error


def read_version(row: tuple) -> tuple[str, int, str]:
    """Return (id, number, record) of a row of the table `versions`. Raises DamagedGame."""
    id, number, record, check = row
    if check != checksum(id, number, record):
        raise DamagedGame(id, number)
    return id, number, record


def write_game(database: sqlite3.Connection, game: StoredGame) -> None:
    """Write a game into the table `games`, replacing the game with its id."""
    entry = game.entry
    known = (entry.id, entry.device, entry.record)
    players, summary = json.dumps(entry.players), json.dumps(entry.summary)
    made = (entry.game, entry.date, players, entry.result, entry.turns, entry.lines, summary, game.packed)
    row = (*known, checksum(*known), *made, _code_of(entry.game) if game.is_current else "", checksum(*made))
    changes = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS)
    database.execute(
        f"insert into games values ({','.join('?' * len(row))}) on conflict (id) do update set {changes}", row
    )


def write_version(database: sqlite3.Connection, id: str, number: int, record: str) -> None:
    """Write an earlier version of a game, replacing the version with this number."""
    row = (id, number, record, checksum(id, number, record))
    database.execute("insert or replace into versions values (?, ?, ?, ?)", row)


def read_mark(row: tuple) -> tuple[str, str]:
    """Return (id, mark) of a row of the table `marks`. Raises sqlite3.DatabaseError when it is damaged."""
    id, mark, check = row
    if check != checksum(id, mark) or mark not in MARKS:
        raise sqlite3.DatabaseError("a mark of a game is damaged")
    return id, mark


def write_mark(database: sqlite3.Connection, id: str, mark: str) -> None:
    """Give a game a mark, replacing the same mark."""
    database.execute("insert or replace into marks values (?, ?, ?)", (id, mark, checksum(id, mark)))


def checksum(*values: object) -> int:
    """Return the CRC-32 of a row's values of any type."""
    return crc32("\0".join(map(str, values)).encode(errors="surrogateescape"))


def rows(
    database: sqlite3.Connection,
    table: str,
    on_damage: Callable[[sqlite3.DatabaseError], None],
    columns: str = "*",
    where: str = "true",
    values: Sequence[object] = (),
) -> Iterator[tuple]:
    """Yield all rows of a table that can be read, in the order of the file.

    columns, where: in SQL. values: for the question marks in `where`. on_damage: called with SQLite's error
    when a part of the table can't be read. The rest is then looked for row by row. Raises
    sqlite3.OperationalError if the file is locked, or there is no such table.
    """
    last = 0
    try:
        chosen = f"select rowid, {columns} from {table} where {where} order by rowid"
        for row in database.execute(chosen, values):
            if row[0] <= last:
                raise sqlite3.DatabaseError("rows are out of order")
            last = row[0]
            yield row[1:]
        return
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
        on_damage(error)
    by_number = f"select {columns} from {table} where {where} and rowid = ?"
    for number in range(last + 1, _file_size(database) // _SMALLEST_ROW):
        try:
            row = database.execute(by_number, (*values, number)).fetchone()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            continue
        if row:
            yield row


def _is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error means a damaged file, rather than a lock or an invalid statement."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return not isinstance(error, sqlite3.OperationalError) or code == sqlite3.SQLITE_IOERR


def _file_size(database: sqlite3.Connection) -> int:
    """Return the size of a database's file in bytes."""
    return Path(database.execute("pragma database_list").fetchone()[2]).stat().st_size


def copy_rows(
    source: sqlite3.Connection, target: sqlite3.Connection, on_fault: Callable[[Exception], None]
) -> None:
    """Add all readable rows of a library's file that another library lacks.

    on_fault: called with the error of everything that can't be read, a sqlite3.DatabaseError for a part of
    the file. Raises sqlite3.OperationalError when the file is locked, or no library.
    """
    there = {id for (id,) in target.execute("select id from games")}
    for row in rows(source, "games", on_fault):
        try:
            game = read_game(row)
        except (DamagedGame, RecordError) as error:
            on_fault(error)
            continue
        if game.entry.id not in there:
            write_game(target, game)
    for row in rows(source, "versions", on_fault):
        try:
            read_version(row)
        except DamagedGame as error:
            on_fault(error)
            continue
        target.execute("insert or ignore into versions values (?, ?, ?, ?)", row)
    for row in rows(source, "custom", on_fault):
        try:
            check_custom(*row)
        except RecordError as error:
            on_fault(error)
            continue
        target.execute("insert or ignore into custom values (?, ?, ?)", row)
    for row in rows(source, "marks", on_fault):
        try:
            mark = read_mark(row)
        except sqlite3.DatabaseError as error:
            on_fault(error)
            continue
        write_mark(target, *mark)


def close_gaps(database: sqlite3.Connection) -> None:
    """Restore games without a last version from the version before it, and number the versions anew."""
    without = "select game, max(number) from versions where game not in (select id from games) group by game"
    for id, number in database.execute(without).fetchall():
        where = "from versions where game = ? and number = ?"
        ((record,),) = database.execute(f"select record {where}", (id, number))
        try:
            write_game(database, remake(id, Record.from_text(record).tag("Device"), record))
        except RecordError:
            continue
        database.execute(f"delete {where}", (id, number))
    gaps = "select game from versions group by game having max(number) > count(*)"
    for (id,) in database.execute(gaps).fetchall():
        earlier = "from versions where game = ?"
        records = database.execute(f"select record {earlier} order by number", (id,)).fetchall()
        database.execute(f"delete {earlier}", (id,))
        for number, (record,) in enumerate(records, 1):
            write_version(database, id, number, record)


@lru_cache
def _parse_json(text: str) -> Any:
    # cached, as most games have the same players and sets
    return json.loads(text)


@cache
def _code_of(game: str) -> str:
    """Return which code reads a game's records: the version, and a checksum of the game's modules and rules.

    So a fact that was just added to a game, or a rule that was mended, counts for the games that a library
    already has.
    """
    rules = Path(shared_rules.__file__).parent
    files = [
        *(Path(games.__file__).parent / game).glob("*.py"),
        *rules.glob("*.py"),
        *(rules / game).rglob("*.py"),
    ]
    code = b"".join(file.read_bytes() for file in sorted(files))
    return f"{arcana_host.version()} {crc32(code):08x}"
