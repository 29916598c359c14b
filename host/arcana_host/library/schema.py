"""The tables of the library's file, and their version: a file of any other version is refused.

It must not know what is in the columns.
"""

import contextlib
import sqlite3
from pathlib import Path

from arcana_host.errors import LibraryError
from arcana_host.translation import _

VERSION = 1
_TABLES = """
create table if not exists games (
    id text primary key,
    game text not null,         -- which game was played: the name of its folder
    device text,
    date text,
    players text not null,      -- JSON list, in turn order, as at the end
    result text,                -- a word of that game, null when not finished
    turns integer not null,
    lines integer not null,     -- of the journal, undo lines included
    record text not null,       -- the journal as it came
    summary text not null,      -- JSON object, what that game says of itself in lists
    facts text not null         -- JSON object, what that game adds to the statistics
);
create table if not exists versions (
    game text not null references games (id) on delete cascade,
    number integer not null,    -- 1 is the record as it came
    record text not null,
    primary key (game, number)
) without rowid;
create table if not exists custom (
    game text not null,         -- the name of its folder
    name text not null,
    value text not null,
    primary key (game, name)
) without rowid;
"""


def prepare(database: sqlite3.Connection, path: Path) -> None:
    """Create the tables in an empty file.

    path: of the file. Raises LibraryError when the file is of another version, and sqlite3.Error.
    """
    if not _version(database) and not _tables(database):
        database.executescript(f"begin immediate; {_TABLES} pragma user_version = {VERSION}; commit")
    check_version(database, path)
    database.execute("select id, facts from games limit 1").fetchone()


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


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a file read-only. Raises sqlite3.Error."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def check_tables(database: sqlite3.Connection) -> None:
    """Raise sqlite3.Error unless a file has exactly our tables: no view, no trigger, nothing else."""
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(_TABLES)
        if _tables(ours) != _tables(database):
            raise sqlite3.DatabaseError("the tables of a library are missing, or there are others")


def check_integrity(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError when the file does not pass SQLite's integrity check."""
    (found,) = database.execute("pragma integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _version(database: sqlite3.Connection) -> int:
    return database.execute("pragma user_version").fetchone()[0]


def _tables(database: sqlite3.Connection) -> list[tuple[str, str]]:
    found = "select name, sql from sqlite_master where name not like 'sqlite^_%' escape '^' order by name"
    return database.execute(found).fetchall()
