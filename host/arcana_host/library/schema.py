"""The tables of the library's file, and the migrations of files of an older arcana.

It must not know what is in the columns.
"""

import contextlib
import sqlite3
from itertools import zip_longest
from pathlib import Path

# Each brings a file from the version of its index to the next. A published migration never changes.
MIGRATIONS = (
    """
create table games (
    id text primary key,
    device text,
    date text,
    players text not null,      -- JSON list, in turn order, as at the end
    mode text not null,
    sets text not null,         -- JSON list
    result text,                -- won, lost or abandoned, null when not finished
    score integer not null,
    doom integer not null,
    turns integer not null,
    lines integer not null,     -- of the journal, undo lines included
    record text not null        -- the journal as it came
);
create table events (
    game text not null references games (id) on delete cascade,
    number integer not null,    -- 0 is the setup
    text text not null,
    turn integer not null,
    active text not null,
    score integer not null,     -- after the event
    doom integer not null,
    primary key (game, number)
) without rowid;
""",
    """
create table facts (
    game text primary key references games (id) on delete cascade,
    version integer not null,   -- arcana_host.facts.VERSION when they were gathered
    difficulty integer,         -- this and all others null, the rules of that arcana did not accept the game
    hit_run integer,
    doom_from_misses integer,
    doom_from_fading integer,
    doom_by_turn text,          -- this and all others words separated by spaces
    players text,
    predictions text,
    laid text,
    faded text,
    used text
) without rowid;
create table versions (
    game text not null references games (id) on delete cascade,
    number integer not null,    -- 1 is the record as it came
    record text not null,
    primary key (game, number)
) without rowid;
""",
    """
create table creatures (
    name text primary key,
    level integer not null,
    condition text not null
) without rowid;
""",
    """
create temporary table games_before as select * from games;
create temporary table versions_before as select * from versions;
drop table events;
drop table facts;
drop table versions;
drop table games;
create table games (
    id text primary key,
    game text not null,         -- which game was played: the name of its folder
    device text,
    date text,
    players text not null,      -- JSON list, in turn order, as at the end
    result text,                -- a word of that game, null when not finished
    turns integer not null,
    lines integer not null,     -- of the journal, undo lines included
    record text not null,       -- the journal as it came
    summary text not null       -- JSON object, what that game says of itself in lists
);
insert into games select id, 'shipwreck', device, date, players, result, turns, lines, record,
    '{"mode": "' || mode || '", "sets": ' || sets || ', "score": ' || score || ', "doom": ' || doom || '}'
    from games_before;
create table versions (
    game text not null references games (id) on delete cascade,
    number integer not null,    -- 1 is the record as it came
    record text not null,
    primary key (game, number)
) without rowid;
insert into versions select * from versions_before;
drop table games_before;
drop table versions_before;
create table facts (
    game text primary key references games (id) on delete cascade,
    version integer not null,   -- of the facts, when they were gathered
    facts text not null         -- JSON object, null where the rules of that arcana did not accept it
) without rowid;
create table custom (
    game text not null,         -- the name of its folder
    name text not null,
    value text not null,
    primary key (game, name)
) without rowid;
insert into custom select 'shipwreck', name, level || ':' || name || ':' || condition from creatures;
drop table creatures;
""",
)
SCHEMA = len(MIGRATIONS)


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of a file: the number of migrations that it has had, 0 for an empty file."""
    return database.execute("pragma user_version").fetchone()[0]


def migrate(database: sqlite3.Connection) -> None:
    """Run the migrations that a file lacks, all of them or none. Raises sqlite3.Error."""
    with database:
        # read again under the lock, as another arcana may have been faster
        database.execute("begin immediate")
        for migration in MIGRATIONS[version_of(database) :]:
            for statement in migration.split(";")[:-1]:
                database.execute(statement)
        database.execute(f"pragma user_version = {SCHEMA}")


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a file read-only. Raises sqlite3.Error."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def has_our_tables(database: sqlite3.Connection) -> bool:
    """Return whether a file has exactly the tables of its version: no view, no trigger, nothing else.

    Raises sqlite3.Error if it is not a database.
    """
    version = version_of(database)
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript("".join(MIGRATIONS[:version]))
        return 0 < version <= SCHEMA and _tables(ours) == _tables(database)


def is_intact(database: sqlite3.Connection) -> bool:
    """Return whether the file passes SQLite's integrity check."""
    try:
        found = database.execute("pragma integrity_check(1)").fetchone()
        database.execute("select 1 from games, versions, custom limit 1")
    except sqlite3.DatabaseError:
        return False
    return found == ("ok",)


def has_same_rows(one: sqlite3.Connection, other: sqlite3.Connection) -> bool:
    """Return whether two files have the same tables with the same rows. Raises sqlite3.Error."""
    if _tables(one) != _tables(other):
        return False
    for name, _ in _tables(one):
        rows = [database.execute(f"select * from {name} order by 1, 2") for database in (one, other)]
        if any(first != second for first, second in zip_longest(*rows)):
            return False
    return True


def _tables(database: sqlite3.Connection) -> list[tuple[str, str]]:
    found = "select name, sql from sqlite_master where name not like 'sqlite^_%' escape '^' order by name"
    return database.execute(found).fetchall()
