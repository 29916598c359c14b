"""The tables of the library's file, and their version: a file of any other version is refused.

It must not know the meaning of the columns.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from arcana_portable.errors import LibraryError
from arcana_portable.translation import _
from arcana_portable.wording import quoted

VERSION = 3
TABLES = {
    "games": """(
    id text primary key,
    device text,
    record text not null,       -- the journal as it came, or as it was corrected last
    checksum integer not null,  -- of the columns before it
    game text not null,         -- which game was played: the name of its folder
    date text,
    players text not null,      -- JSON list, in turn order, as at the end
    result text,                -- a word of that game, null when not finished
    turns integer not null,
    lines integer not null,     -- of the journal, undo lines included
    summary text not null,      -- JSON object, what that game says of itself in lists
    facts text not null,        -- JSON object, what that game adds to the statistics
    made_by text not null,      -- the version of arcana that read all this, from `game` on, in the record
    made_checksum integer not null  -- of the columns from `game` on
)""",
    "versions": """(
    game text not null,         -- its id
    number integer not null,    -- 1 is the record as it came
    record text not null,
    checksum integer not null,  -- of the columns before it
    primary key (game, number)
)""",
    "custom": """(
    game text not null,         -- the name of its folder
    name text not null,
    value text not null,
    primary key (game, name)
)""",
    "marks": """(
    game text not null,         -- its id, which stays when the game is deleted for good
    mark text not null,         -- one of those in `entry`
    checksum integer not null,  -- of the columns before it
    primary key (game, mark)
)""",
}
"""{name of a table: its columns}, in the order of the file, so that each begins on the same page."""

_CREATE = "".join(f"create table if not exists {name} {columns};\n" for name, columns in TABLES.items())
_HIGHEST = 9999
"""No version will be higher: a higher number in a file is damage."""
_NEVER = ("view", "trigger")
_LONGEST_VALUE = 4 << 20
"""Bytes of a value, so that a damaged length does not ask for all the memory there is."""


class _Object(NamedTuple):
    """A table, or something else that is defined in a file. sql: how it was created."""

    type: str
    name: str
    sql: str


class _Connection(sqlite3.Connection):
    """A connection that raises sqlite3.DatabaseError also where SQLite's message is not UTF-8.

    The message quotes the file, and Python raises UnicodeDecodeError when it can't read it.
    """

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*statement)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("malformed database schema") from error


def connect(file: Path | str) -> sqlite3.Connection:
    """Open a file without beginning transactions by itself; text that is damaged is read, too.

    Raises sqlite3.Error.
    """
    database = sqlite3.connect(
        file, timeout=10, isolation_level=None, uri=isinstance(file, str), factory=_Connection
    )
    database.text_factory = lambda data: data.decode(errors="surrogateescape")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    return database


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a file that no other program writes, read-only. Raises sqlite3.Error."""
    return connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1")


def prepare(database: sqlite3.Connection, path: Path) -> None:
    """Create the tables in an empty file.

    path: of the file. Raises as `check_ours` does.
    """
    if not _version(database) and not _objects(database):
        database.executescript(f"begin immediate; {_CREATE} pragma user_version = {VERSION}; commit")
    check_ours(database, path)


def check_ours(database: sqlite3.Connection, path: Path) -> None:
    """Check whose a file is, before any of its tables is read.

    path: of the file. Raises LibraryError, which names the file, when another version of arcana wrote it, or
    when it has a view, a trigger or anything else besides the tables of a library: a view can be endless, and
    a trigger changes the written data. Raises sqlite3.Error when it is damaged, or not a library.
    """
    version = _version(database)
    if not 0 < version <= _HIGHEST:
        raise sqlite3.DatabaseError("this is not a library")
    if version != VERSION:
        raise LibraryError(_of_other_version(version, path))
    ours, found = _ours(), _objects(database)
    is_whole = set(ours) <= set(found)
    strange = [one for one in found if one.type in _NEVER or (is_whole and one not in ours)]
    if strange:
        raise LibraryError(
            _(
                "{file} was changed by another program: no library has the {type} {name}. Remove it "
                "with that program, or restore a backup into another folder; it stays as it is.",
                file=path,
                type=quoted(strange[0].type),
                name=quoted(strange[0].name),
            )
        )


def _of_other_version(version: int, path: Path) -> str:
    from arcana_host.installation import update

    if version < VERSION:
        return _(
            "{file} is of version {version}, and this arcana reads only libraries of version {ours}: let the "
            "arcana that wrote it export the games (`arcana export --all FOLDER`), and import them here into "
            "another folder.",
            file=path,
            version=version,
            ours=VERSION,
        )
    return _(
        "{file} is of version {version}, and this arcana reads only libraries of version {ours}; "
        "update arcana with {command}.",
        file=path,
        version=version,
        ours=VERSION,
        command=update(),
    )


def check_tables(database: sqlite3.Connection) -> None:
    """Raise sqlite3.Error unless a file has exactly our tables: no view, no trigger, nothing else."""
    if _objects(database) != _ours():
        raise sqlite3.DatabaseError("the tables of a library are missing, or there are others")


def check_integrity(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if the tables do not hold together, or an index differs from its table."""
    (found,) = database.execute("pragma integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(" ".join(found.split()))


def _version(database: sqlite3.Connection) -> int:
    return database.execute("pragma user_version").fetchone()[0]


def _objects(database: sqlite3.Connection) -> list[_Object]:
    found = (
        "select type, name, sql from sqlite_master where name not like 'sqlite^_%' escape '^' order by name"
    )
    return [_Object(*row) for row in database.execute(found)]


def _ours() -> list[_Object]:
    with contextlib.closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(_CREATE)
        return _objects(empty)
