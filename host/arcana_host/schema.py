"""The tables of the library's file, and how a file of an older arcana comes up to date.

It must not know what a game is; it only knows where its parts lie.
"""

import sqlite3

# Each step brings a file from its place in this tuple to the next. A step that was published stays as it is.
STEPS = (
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
)
SCHEMA = len(STEPS)


def version_of(database: sqlite3.Connection) -> int:
    """Return how many of the steps a file has behind it; 0: it is empty."""
    return database.execute("pragma user_version").fetchone()[0]


def bring_up_to_date(database: sqlite3.Connection) -> None:
    """Take the steps that a file lacks, all of them or none. Raises sqlite3.Error."""
    with database:
        # asked again under the lock: another arcana may have been faster
        database.execute("begin immediate")
        for step in STEPS[version_of(database) :]:
            for statement in step.split(";")[:-1]:
                database.execute(statement)
        database.execute(f"pragma user_version = {SCHEMA}")
