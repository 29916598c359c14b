"""The history of games on this computer, in one SQLite file.

A game comes in as its record and is checked by playing it again; what follows from the record (score, result,
the score and doom after each event) is kept beside it for looking things up. It must not know serial ports.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arcana_host.errors import LibraryError
from arcana_host.replay import Played, replay
from shared_rules.digest import digest
from shared_rules.record import Record

FILE = "library.sqlite3"
SCHEMA = 1

_TABLES = """
create table games (
    id text primary key,
    device text,
    date text,
    players text not null,      -- JSON list, in turn order, as at the end
    mode text not null,
    sets text not null,         -- JSON list
    result text,                -- won, lost, abandoned; null: not finished
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
"""


class Entry(NamedTuple):
    """One game of the library; `lines` counts the journal's lines, undo lines included."""

    id: str
    device: str | None
    date: str | None
    players: list[str]
    mode: str
    sets: list[str]
    result: str | None
    score: int
    doom: int
    turns: int
    lines: int
    record: str


class Library:
    """The games in one folder.

    folder: where the file lies or is made; None for the user's data folder.
    Raises LibraryError when it can't be opened or is not a library.
    """

    def __init__(self, folder: Path | str | None = None):
        self.path = (Path(folder) if folder else default_folder()) / FILE
        with self._explained():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=10)
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, text: str, device: str | None = None) -> tuple[Entry, bool]:
        """Take a record in and return its entry and whether it brought anything new.

        text: a record, undo lines and all. device: where it came from, when its tags do not say so.
        A game that is there already grows by the lines it lacks; the same or fewer lines change nothing.
        Raises RecordError when the record does not replay, LibraryError when the library has another game
        under its id.
        """
        played = replay(text)
        record = played.record
        id = record.tag("Game") or digest("\n".join(record.events))
        known = self.find(id)
        if known:
            kept, fresh = Record.from_text(known.record).events, record.events
            if kept[: len(fresh)] == fresh[: len(kept)]:
                if len(fresh) <= len(kept):
                    return known, False
            else:
                raise LibraryError(
                    f"The library has another game {id}: neither is the beginning of the other, so it stays "
                    f"as it is. Export one, give it another [Game] tag, and import it again."
                )
        with self._explained(), self._database:
            self._store(id, record.tag("Device") or device, played)
        return self.get(id), True

    def games(self) -> list[Entry]:
        """Return all games, the latest first; those without a date last."""
        return self._select("order by date is null, date desc, id")

    def find(self, id: str) -> Entry | None:
        """Return the game with exactly this id, or None."""
        found = self._select("where id = ?", id)
        return found[0] if found else None

    def get(self, start: str) -> Entry:
        """Return the game whose id begins with `start`. Raises LibraryError unless there is exactly one."""
        found = self._select("where substr(id, 1, ?) = ?", len(start), start)
        exact = [entry for entry in found if entry.id == start]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if not found:
            raise LibraryError(f"There is no game {start} in the library: `arcana games` lists them.")
        raise LibraryError(f"{start} is the beginning of {len(found)} games: give more of the id.")

    def _prepare(self) -> None:
        with self._explained():
            self._database.execute("pragma foreign_keys = on")
            (version,) = self._database.execute("pragma user_version").fetchone()
            if version == 0:
                with self._database:
                    self._database.executescript(
                        f"begin immediate;{_TABLES}pragma user_version = {SCHEMA};commit;"
                    )
            else:
                self._database.execute("select id, record from games limit 1").fetchone()
        if version > SCHEMA:
            raise LibraryError(
                f"The library {self.path} was written by a newer arcana: update this one (pip install -U "
                "shipwreck-companion), or name another folder with --library."
            )

    def _store(self, id: str, device: str | None, played: Played) -> None:
        state = played.steps[-1].state
        values = (
            id,
            device,
            played.record.tag("Date"),
            json.dumps(played.players),
            state["mode"],
            json.dumps(list(played.sets)),
            state["result"],
            state["score"],
            state["doom"],
            state["turn"],
            len(played.record.events),
            str(played.record),
        )
        self._database.execute("delete from games where id = ?", (id,))
        self._database.execute(f"insert into games values ({','.join('?' * len(values))})", values)
        self._database.executemany(
            "insert into events values (?,?,?,?,?,?,?)",
            [
                (id, number, step.text, step.turn, step.active, step.state["score"], step.state["doom"])
                for number, step in enumerate(played.steps)
            ],
        )

    def _select(self, rest: str, *values: object) -> list[Entry]:
        with self._explained():
            rows = self._database.execute(f"select * from games {rest}", values).fetchall()
            return [_entry(list(row)) for row in rows]

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise LibraryError(f"The library {self.path} can't be used: {error}.") from error
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            raise LibraryError(
                f"The library {self.path} is damaged ({error}): put a copy back, or rename the file and "
                "`arcana sync` fetches what is still on the device."
            ) from error
        except OSError as error:
            raise LibraryError(f"The folder {self.path.parent} can't be used ({error.strerror}).") from error


def _entry(row: list) -> Entry:
    entry = Entry._make(row)
    return entry._replace(players=json.loads(row[3]), sets=json.loads(row[5]))


def default_folder() -> Path:
    """Return the user's data folder, or what the environment variable ARCANA_LIBRARY names."""
    import platformdirs

    named = os.environ.get("ARCANA_LIBRARY")
    return Path(named) if named else Path(platformdirs.user_data_dir("shipwreck-companion", appauthor=False))
