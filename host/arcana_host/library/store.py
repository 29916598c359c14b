"""The history of games on this computer, in one SQLite file.

A record is replayed before it is stored; what follows from it (players, result, the game's own summary) is
stored beside it for look-ups. It must not know serial ports.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from arcana_host import games
from arcana_host.errors import LibraryError, OtherGame, RecordError
from arcana_host.folders import data_folder
from arcana_host.library import tags as known_tags
from arcana_host.library.entry import Entry
from arcana_host.library.schema import check_integrity, prepare
from arcana_host.library.validation import LATEST, checked_text, id_of
from arcana_host.replay import Played, replay
from arcana_host.translation import _
from shared_rules.record import Record

FILE = "library.sqlite3"

Tag = tuple[str, str]
"""Its name and its value."""

Facts = dict[str, Any]
"""What a game adds to the statistics, see `DesktopGame.facts`."""

_COLUMNS = ", ".join(Entry._fields)
_LATEST_FIRST = "order by date is null, date desc, id"


class Library:
    """The games in one folder.

    folder: of the file, which is created if missing; None for the default folder.
    Raises LibraryError when it can't be opened, or is not a library.
    """

    def __init__(self, folder: Path | str | None = None):
        self.path = (Path(folder) if folder else default_folder()) / FILE
        with self._errors_explained():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=10)
        try:
            with self._errors_explained():
                self._database.execute("pragma foreign_keys = on")
                prepare(self._database, self.path)
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, text: str, device: str | None = None, is_original: bool = False) -> tuple[Entry, bool]:
        """Add a record. Returns its entry, and whether anything was new.

        text: the record, undo lines included. device: where it came from, unless its tags say so.
        is_original: whether it comes from that device, so that tags that changed there are updated, too. A
        known game grows by the lines that it lacks; corrections stay. Raises RecordError when it does not
        replay or its id is invalid, OtherGame when the library has another game with this id.
        """
        played = replay(checked_text(text))
        record = played.record
        id = id_of(record)
        known = self.find(id)
        versions = [str(record)]
        if known:
            grows = self._grows(known, record.events)
            there = self.versions(id)
            versions = _merge_original(there, record, grows) if grows or is_original else there
            if versions == there:
                return known, False
        if versions[-1] != str(record):
            played = replay(versions[-1])
        device = record.tag("Device") or (known.device if known else None) or device
        with self.database():
            self._store(_make_entry(id, device, played), played, versions[:-1])
        return self.get(id), True

    def correct(self, id: str, text: str) -> Entry:
        """Replace a game's record by a corrected one; the old one becomes an earlier version.

        text: the whole record; its tag Game may be missing. Returns the corrected game.
        Raises RecordError when it does not replay or is another game's, LibraryError when there is no such
        game.
        """
        known = self.get(id)
        played = replay(checked_text(text))
        named = played.record.tag("Game", known.id)
        if named != known.id:
            raise RecordError(
                _(
                    'a correction keeps the game\'s id, [Game "{id}"]; this one says {named}.',
                    id=known.id,
                    named=named,
                )
            )
        if played.record.tag("Game") is None:
            played.record.tags.insert(0, ("Game", known.id))
        with self.database():
            self._store(_make_entry(known.id, known.device, played), played, self.versions(known.id))
        return self.get(known.id)

    def versions(self, id: str) -> list[str]:
        """Return all records that a game has had, the original first; [] when there is no such game."""
        with self._errors_explained():
            rows = self._database.execute(
                "select record from versions where game = ? order by number", (id,)
            ).fetchall()
            rows += self._database.execute("select record from games where id = ?", (id,)).fetchall()
            return [record for (record,) in rows]

    def version(self, start: str, number: int | None) -> Entry:
        """Return a version of the game that `get` finds. number: 1 for the original, None for the latest.

        Raises LibraryError when there is no such game or version.
        """
        entry = self.get(start)
        records = self.versions(entry.id)
        if number is None or number == len(records):
            return entry
        if not 0 < number < len(records):
            many = _("versions 1 to {n}", n=len(records)) if len(records) > 1 else _("one version, number 1")
            raise LibraryError(
                _(
                    "There is no version {number} of game {id}: it has {many}.",
                    number=number,
                    id=entry.id,
                    many=many,
                )
            )
        return _make_entry(entry.id, entry.device, replay(records[number - 1]))

    def replace(self, id: str, device: str | None, versions: list[str], played: Played) -> None:
        """Store a game with all its versions, and replace what is there; call it within `database`.

        played: the replay of the last version.
        """
        self._store(_make_entry(id, device, played), played, versions[:-1])

    def copy_to(self, file: Path) -> None:
        """Write a consistent copy of the library to a file. Raises LibraryError, also when it is damaged."""
        with self._errors_explained(), contextlib.closing(sqlite3.connect(file)) as copy:
            self._database.backup(copy)
            check_integrity(copy)

    def games(self) -> list[Entry]:
        """Return all games, the latest first; those without a date last."""
        return self._select(_LATEST_FIRST)

    def facts(self) -> list[tuple[Entry, Facts]]:
        """Return all games with their facts, in the order of `games`."""
        with self._errors_explained():
            rows = self._database.execute(f"select {_COLUMNS}, facts from games {_LATEST_FIRST}").fetchall()
            # parsed as one text: that takes half as long for 20,000 games
            facts = json.loads(f"[{','.join(row[-1] for row in rows)}]")
            return [(_read_entry(row[:-1]), one) for row, one in zip(rows, facts, strict=True)]

    def find(self, id: str) -> Entry | None:
        """Return the game with exactly this id, or None."""
        found = self._select("where id = ?", id)
        return found[0] if found else None

    def get(self, start: str) -> Entry:
        """Return the game whose id begins with `start`, or the latest one for "latest".

        Raises LibraryError unless there is exactly one.
        """
        if start == LATEST:
            return self.latest()
        found = self._select("where substr(id, 1, ?) = ?", len(start), start)
        exact = [entry for entry in found if entry.id == start]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if not found:
            raise LibraryError(
                _("There is no game {start} in the library: `arcana games` lists them.", start=start)
            )
        raise LibraryError(
            _(
                "{n} games begin with {start}: give more of the id.",
                start=start,
                n=len(found),
            )
        )

    def latest(self) -> Entry:
        """Return the game that was played last. Raises LibraryError when there is none."""
        found = self._select(f"{_LATEST_FIRST} limit 1")
        if not found:
            raise LibraryError(_("The library is empty: `arcana sync` fetches the games from a device."))
        return found[0]

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, and yield the connection, for what is stored beside the games.

        Raises LibraryError for any error of the database; the transaction is rolled back then.
        """
        with self._errors_explained(), self._database:
            yield self._database

    def _grows(self, known: Entry, fresh: list[str]) -> bool:
        """Return whether events continue a known game. Raises OtherGame if they are not of this game."""
        *earlier, kept = [Record.from_text(record).events for record in self.versions(known.id)]
        if kept == fresh[: len(kept)] and len(fresh) > len(kept):
            return True
        if any(fresh == events[: len(fresh)] for events in (kept, *earlier)):
            return False
        if any(events == fresh[: len(events)] for events in earlier):
            raise OtherGame(
                _(
                    "Game {id} has been corrected here and has gone on since then: `arcana edit {id}` "
                    "can add what was played.",
                    id=known.id,
                )
            )
        raise OtherGame(
            _(
                "The library has another game {id}: neither is the beginning of the other, so it "
                "stays as it is. Export one, give it another [Game] tag, and import it again.",
                id=known.id,
            )
        )

    def _store(self, entry: Entry, played: Played, earlier: list[str]) -> None:
        values = [*entry, games.load(entry.game).facts(played)]
        row = [json.dumps(value) if isinstance(value, (list, dict)) else value for value in values]
        self._database.execute("delete from games where id = ?", (entry.id,))
        self._database.execute(f"insert into games values ({','.join('?' * len(row))})", row)
        self._database.executemany(
            "insert into versions values (?,?,?)",
            [(entry.id, number, record) for number, record in enumerate(earlier, 1)],
        )

    def _select(self, rest: str, *values: object) -> list[Entry]:
        with self._errors_explained():
            rows = self._database.execute(f"select {_COLUMNS} from games {rest}", values).fetchall()
            return [_read_entry(row) for row in rows]

    @contextlib.contextmanager
    def _errors_explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise LibraryError(
                _("The library {path} can't be used: {error}.", path=self.path, error=error)
            ) from error
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            raise LibraryError(
                _(
                    "The library {path} is damaged ({error}): put a copy back, or rename the file and "
                    "`arcana sync` fetches what is still on the device.",
                    path=self.path,
                    error=error,
                )
            ) from error
        except OSError as error:
            raise LibraryError(
                _(
                    "The folder {folder} can't be used ({error}).",
                    folder=self.path.parent,
                    error=error.strerror,
                )
            ) from error


def _merge_original(versions: list[str], original: Record, grows: bool) -> list[str]:
    """Return the versions of a game, updated with the record that its device has now.

    versions: the original as it was before, then the corrections. original: the record now. grows: whether it
    also continues the last version.
    """
    first, *corrected = map(Record.from_text, versions)
    named = {name for name, _ in first.tags}
    if original.events[: len(first.events)] == first.events:
        first.events = original.events
    first.tags = _merge_tags(original.tags, first.tags)
    if not corrected:
        return [str(first)]
    latest = corrected[-1]
    if grows:
        latest.events = original.events
    # a tag that was removed here stays removed
    latest.tags = _merge_tags(latest.tags, [tag for tag in original.tags if tag[0] not in named])
    return [str(first), *versions[1:-1], str(latest)]


def _merge_tags(tags: list[Tag], others: list[Tag]) -> list[Tag]:
    """Return tags, and those others whose names are not among them."""
    names = {name for name, _ in tags}
    return tags + [tag for tag in others if tag[0] not in names]


def _read_entry(row: tuple) -> Entry:
    *first, players, result, turns, lines, record, summary = row
    names = list(_parse_json(players))
    return Entry._make([*first, names, result, turns, lines, record, _parse_json(summary)])


def _make_entry(id: str, device: str | None, played: Played) -> Entry:
    """Return the entry of a game from its replay."""
    record = played.record
    return Entry(
        id=id,
        game=played.name,
        device=device,
        date=_date(record),
        players=played.players,
        result=played.game.result,
        turns=played.game.turn,
        lines=len(record.events),
        record=str(record),
        summary=games.load(played.name).summary(played),
    )


def _date(record: Record) -> str | None:
    """Return when a game was played, None if its tag is missing or invalid."""
    date = record.tag(known_tags.DATE)
    return date if known_tags.read_date(date) else None


@lru_cache
def _parse_json(text: str) -> Any:
    # cached, as most games have the same players and sets
    return json.loads(text)


def default_folder() -> Path:
    """Return the folder in the environment variable ARCANA_LIBRARY, or else the user's data folder."""
    named = os.environ.get("ARCANA_LIBRARY")
    return Path(named) if named else data_folder()
