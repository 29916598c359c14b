"""The tables of the library's file, and their version: a file of any other version is refused.

It must not know what is in the columns.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from arcana_host.errors import LibraryError
from arcana_host.translation import _

VERSION = 1
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
}
"""{name of a table: its columns}, in the order of the file, so that each begins on the same page."""

_CREATE = "".join(f"create table if not exists {name} {columns};\n" for name, columns in TABLES.items())
_LONGEST_VALUE = 4 << 20
"""Bytes of a value, so that a damaged length does not ask for all the memory there is."""


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

    path: of the file. Raises LibraryError when the file is of another version, and sqlite3.Error.
    """
    if not _version(database) and not _tables(database):
        database.executescript(f"begin immediate; {_CREATE} pragma user_version = {VERSION}; commit")
    check_version(database, path)


def check_version(database: sqlite3.Connection, path: Path) -> None:
    """Raise LibraryError, which names the file, when it is a library of another version.

    path: of the file. Raises sqlite3.Error when it is not a library at all.
    """
    version = _version(database)
    if not version:
        raise sqlite3.DatabaseError("this is not a library")
    if version != VERSION:
        from arcana_host.installation import update

        raise LibraryError(
            _(
                "{file} is of version {version}, and this arcana reads only libraries of version {ours}; "
                "update arcana with {command}.",
                file=path,
                version=version,
                ours=VERSION,
                command=update(),
            )
        )


def check_tables(database: sqlite3.Connection) -> None:
    """Raise sqlite3.Error unless a file has exactly our tables: no view, no trigger, nothing else."""
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(_CREATE)
        if _tables(ours) != _tables(database):
            raise sqlite3.DatabaseError("the tables of a library are missing, or there are others")


def check_integrity(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError when the tables do not hold together, or an index is not as its table."""
    (found,) = database.execute("pragma integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(" ".join(found.split()))


def _version(database: sqlite3.Connection) -> int:
    return database.execute("pragma user_version").fetchone()[0]


def _tables(database: sqlite3.Connection) -> list[tuple[str, str]]:
    found = "select name, sql from sqlite_master where name not like 'sqlite^_%' escape '^' order by name"
    return database.execute(found).fetchall()
