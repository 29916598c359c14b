"""The history of games on this computer, in an SQLite file.

A record is replayed before it is stored. Several programs may use a library at the same time: a writer reads,
compares and writes in a single transaction. It must not know serial ports.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from arcana_portable.errors import LibraryError, OtherGame, OtherVersion, RecordError
from arcana_portable.library.entry import IGNORED, IMPORTED, REMOVED, Entry
from arcana_portable.record import Record
from arcana_portable.replay import replay
from arcana_portable.translation import _, ngettext

from arcana_host.folders import data_folder
from arcana_host.library.merging import join, merge_original
from arcana_host.library.rows import (
    StoredGame,
    checksum,
    close_gaps,
    copy_rows,
    make_game,
    read_game,
    read_mark,
    read_version,
    remake,
    rows,
    write_game,
    write_mark,
    write_version,
)
from arcana_host.library.schema import VERSION, check_integrity, connect, prepare
from arcana_host.library.validation import LATEST, checked_text, fault_of_tags, id_of

FILE = "library.sqlite3"
_VARIABLE = "ARCANA_LIBRARY"

Progress = Callable[[int, int], None]
"""Called with (games done, of how many)."""


def ignore(done: int, total: int) -> None:
    """Show no progress."""


_UNMARK = "delete from marks where game = ? and mark = ?"
_LATEST_FIRST = "order by date is null, date desc, id"
_SORTED_AT_ONCE = 1000
_SAVED_AT_ONCE = 200
"""How many games are computed again before they are saved, so that Ctrl-C costs little work."""


def latest_first(entries: Iterable[Entry], limit: int | None = None) -> list[Entry]:
    """Return entries, the latest first, those without a date last.

    limit: the maximum number, or None for all.
    """
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        if limit is not None and len(found) > 2 * limit + _SORTED_AT_ONCE:
            found = latest_first(found)[:limit]
    found.sort(key=lambda entry: entry.id)
    found.sort(key=lambda entry: entry.date or "", reverse=True)
    return found[:limit]


class Library:
    """The games in a folder.

    folder: of the file; None for the default folder. create: whether a missing library is created; the one in
    the user's data folder always is.
    faults: a sentence for each game that could not be read so far, and for each other damage.
    continued: the ids of corrected games, none of them in the bin, that `add` found to have been played on.
    Raises LibraryError when it can't be opened, or is not a library.
    """

    def __init__(self, folder: Path | str | None = None, create: bool = True):
        self.path = (Path(folder) if folder else default_folder()) / FILE
        self.faults: list[str] = []
        self.continued: set[str] = set()
        with self._errors_explained():
            if not create:
                check_named(folder)
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.touch(mode=0o600)
            self._database = connect(self.path)
        try:
            with self._errors_explained():
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
        is_original: whether it comes from that device, so that tags that changed there are updated, too; any
        other new game is marked as imported. A known game grows by the lines that it lacks; corrections stay,
        and if they are not the beginning of the record, only the original grows: see `continued`.
        A removed game stays in the bin if it comes from its device, and else comes back. Raises RecordError
        when it does not replay or its id is invalid, OtherGame when the library has another game with this
        id.
        """
        played = replay(checked_text(text))
        record = played.record
        id = id_of(record)
        with self.database() as database:
            before = self._marks(id).get(id, ())
            known = self.find(id)
            there, versions = [], [str(record)]
            if known:
                there = self.versions(id)
                grows = self._grows(known, record.events)
                versions = merge_original(there, record, grows) if grows or is_original else there
                stays_removed = is_original and REMOVED in before
                if grows and not stays_removed and _events(versions[-1]) == _events(there[-1]):
                    self.continued.add(id)
            if versions != there and versions[-1] != str(record):
                played = replay(versions[-1])
            # a game that was refused before this has changed nothing
            if not known and not is_original:
                write_mark(database, id, IMPORTED)
            unmark = IMPORTED if is_original else REMOVED
            database.execute(_UNMARK, (id, unmark))
            if known and versions == there:
                return self._marked(known), unmark == REMOVED and REMOVED in before
            game = make_game(id, record.tag("Device") or (known.device if known else None) or device, played)
            self.store(game, versions[:-1])
            return self._marked(game.entry), True

    def correct(self, id: str, text: str, before: str | None = None) -> Entry:
        """Replace a game's record by a corrected record; the old record becomes an earlier version.

        text: the whole record; its tag Game may be missing. before: the record that was corrected, or None
        for the current record. Returns the corrected game. Raises RecordError if it does not replay, has a
        new tag that can't be read or belongs to another game, OtherVersion if the record is no longer
        `before`, LibraryError if there is no such game.
        """
        played = replay(checked_text(text))
        with self.database():
            known = self.get(id)
            if before not in (None, known.record):
                raise OtherVersion(
                    _(
                        "Game {id} has changed in the library meanwhile: `arcana show {id}` shows it as it "
                        "is now.",
                        id=known.id,
                    )
                )
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
            versions = self.versions(known.id)
            fault = fault_of_tags(text, versions)
            if fault:
                raise RecordError(fault)
            game = make_game(known.id, known.device, played)
            self.store(game, versions)
            return self._marked(game.entry)

    def versions(self, id: str) -> list[str]:
        """Return all records that a game has had, the original first; [] when there is no such game.

        Raises LibraryError if a record is damaged.
        """
        with self._errors_explained():
            earlier = self._database.execute("select * from versions where game = ? order by number", (id,))
            records = [read_version(row)[2] for row in earlier.fetchall()]
            return records + [one.entry.record for one in self._select("where id = ?", id)]

    def version(self, start: str, number: int | None) -> Entry:
        """Return a version of the game that `get` finds. number: 1 for the original, or None for the latest.

        Raises LibraryError when there is no such game or version.
        """
        entry = self.get(start)
        if number is None:
            return entry
        records = self.versions(entry.id)
        if number == len(records):
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
        return make_game(entry.id, entry.device, replay(records[number - 1])).entry

    def store(self, game: StoredGame, earlier: list[str]) -> None:
        """Store a game with its earlier versions, replacing the stored game; call it within `database`."""
        id, database = game.entry.id, self._database
        write_game(database, game)
        database.execute("delete from versions where game = ? and number > ?", (id, len(earlier)))
        there = dict(database.execute("select number, checksum from versions where game = ?", (id,)))
        for number, record in enumerate(earlier, 1):
            if there.get(number) != checksum(id, number, record):
                write_version(database, id, number, record)

    def mark(self, entries: list[Entry], mark: str, on: bool = True) -> None:
        """Give games a mark, or take it away."""
        with self.database() as database:
            for entry in entries:
                if on:
                    write_mark(database, entry.id, mark)
                else:
                    database.execute(_UNMARK, (entry.id, mark))

    def bin(self) -> list[Entry]:
        """Return the games that were removed and not yet deleted for good, in the order of `games`."""
        entries = (game.entry for game in self.stored(make=False))
        return latest_first(entry for entry in entries if REMOVED in entry.marks)

    def in_bin(self) -> str:
        """Return the sentence on how many games are in the bin, "" without any."""
        many = len(self.bin())
        said = ngettext(
            "{n} game is in the bin: `arcana bin list` lists it.",
            "{n} games are in the bin: `arcana bin list` lists them.",
            many,
        )
        return said if many else ""

    def emptiness(self) -> str:
        """Return the sentence for a library without games, and the sentence on its bin."""
        empty = _("The library is empty: `arcana sync` fetches the games from a device.")
        return f"{empty} {self.in_bin()}".rstrip()

    def say_continued(self, id: str) -> str:
        """Return the sentence on how to correct a game of `continued` again."""
        return _(
            "Game {id} has been corrected here and played on since then: version 1 has all that was played, "
            "the correction lacks it. `arcana edit {id} --version 1` opens it to be corrected again.",
            id=id,
        )

    def empty_bin(self, entries: list[Entry]) -> None:
        """Delete games for good that are in the bin; the library remembers only that they were removed."""
        with self.database() as database:
            # the deleted data of a game is overwritten
            database.execute("pragma secure_delete = on")
            for entry in entries:
                if REMOVED in self._marks(entry.id).get(entry.id, ()):
                    database.execute("delete from versions where game = ?", (entry.id,))
                    database.execute("delete from games where id = ?", (entry.id,))
                    database.execute("delete from marks where game = ? and mark <> ?", (entry.id, REMOVED))

    def forget_deleted(self, id: str) -> bool:
        """Let a sync add a game again that was deleted for good, and return whether it was.

        id: the whole of it.
        """
        gone = f"{_UNMARK} and game not in (select id from games)"
        with self.database() as database:
            return database.execute(gone, (id, REMOVED)).rowcount > 0

    def check(self) -> None:
        """Read the whole file. Raises LibraryError when its tables or their indexes are damaged."""
        with self._errors_explained():
            check_integrity(self._database)

    def check_writable(self) -> None:
        """Write to the file, and take that back. Raises LibraryError when it can't be written."""
        with self._errors_explained(writing=True):
            self._database.execute("begin immediate")
            try:
                self._database.execute(f"pragma user_version = {VERSION}")
            finally:
                self._database.rollback()

    def read_back(self, ids: set[str]) -> dict[str, list[str] | LibraryError]:
        """Return {id: all records} of games, read as lists and exports read them.

        A game that is damaged has a LibraryError instead; a missing game is left out.
        """
        found: dict[str, list[str] | LibraryError] = {}
        for game in self.stored(make=False):
            id = game.entry.id
            if id not in ids:
                continue
            try:
                found[id] = self.versions(id)
            except LibraryError as error:
                found[id] = error
        return found

    def games(self, make: bool = True, ignored: bool = False) -> list[Entry]:
        """Return the games, the latest first; those without a date last.

        make: as in `stored`. ignored: whether ignored games are among them; removed games never are.
        """
        hidden = {REMOVED} if ignored else {REMOVED, IGNORED}
        entries = (game.entry for game in self.stored(make=make))
        return latest_first(entry for entry in entries if not hidden.intersection(entry.marks))

    def played(self) -> set[str]:
        """Return the names of all games that were played."""
        with self._errors_explained():
            return {name for (name,) in rows(self._database, "games", self._note, "game")}

    def stored(
        self, on_made: Progress = ignore, make: bool = True, game: str | None = None
    ) -> Iterator[StoredGame]:
        """Yield all readable games, also ignored and removed games; the others are added to `faults`.

        on_made: called while values from another version of arcana are computed again. make: whether to do
        so. game: the name of the game that was played, or None for all. Don't write to the library meanwhile.
        Raises LibraryError.
        """
        old: list[str] = []
        with self._errors_explained():
            marks = self._marks()
            where = ("*", "game = ?", (game,)) if game else ()
            for row in rows(self._database, "games", self._note, *where):
                try:
                    stored = read_game(row)
                except (LibraryError, RecordError) as error:
                    self._note(error)
                    continue
                if stored.is_current or not make:
                    yield _with_marks(stored, marks)
                else:
                    old.append(stored.entry.id)
        for stored in self._make_again(old, on_made):
            yield _with_marks(stored, marks)

    def copy_to(self, file: Path | str) -> None:
        """Write all that can be read of the library to a new file; the rest is added to `faults`.

        A game whose last version can't be read is written with the version before it. Raises LibraryError,
        and OSError when the new file can't be written.
        """
        full: sqlite3.OperationalError | None = None
        with self._errors_explained():
            try:
                self._copy_to(file)
            except sqlite3.OperationalError as error:
                if not _is_of_target(error):
                    raise
                full = error
        if full:
            raise OSError(str(full)) from full

    def _copy_to(self, file: Path | str) -> None:
        with contextlib.closing(connect(file)) as copy:
            # a program that is killed leaves only one file
            copy.execute("pragma journal_mode = memory")
            prepare(copy, Path(file))
            with self._database, copy:
                self._database.execute("begin")
                copy.execute("begin")
                copy_rows(self._database, copy, self._note)
                close_gaps(copy)

    def find(self, id: str) -> Entry | None:
        """Return the game with exactly this id, or None. Raises LibraryError when it is damaged."""
        found = self.read(id)
        return found.entry if found else None

    def read(self, id: str) -> StoredGame | None:
        """Return the game with exactly this id and its facts, or None. Raises as `find` does."""
        return next(iter(self._select("where id = ?", id)), None)

    def get(self, start: str, in_bin: bool = False) -> Entry:
        """Return the game whose id begins with `start`, or the latest game for "latest".

        in_bin: whether it is looked for in the bin, and else only outside. Raises LibraryError if the number
        of matches is not 1, or the game is damaged.
        """
        if start == LATEST and not in_bin:
            return self.latest()
        found = self._ids(start, in_bin)
        if len(found) == 1 or start in found:
            entry = self.find(start if start in found else found[0])
            assert entry
            return entry
        if not found and in_bin:
            raise LibraryError(
                _("There is no game {start} in the bin: `arcana bin list` lists what is there.", start=start)
            )
        if not found:
            in_the_bin = self._ids(start, in_bin=True)
            if in_the_bin:
                raise LibraryError(
                    _("Game {id} is in the bin: `arcana bin restore {id}` brings it back.", id=in_the_bin[0])
                )
            raise LibraryError(
                _("There is no game {start} in the library: `arcana games` lists them.", start=start)
            )
        raise LibraryError(_("{n} games begin with {start}: give more of the id.", start=start, n=len(found)))

    def latest(self) -> Entry:
        """Return the last game that was played and is not ignored.

        Raises LibraryError if there is no such game.
        """
        hidden = f"where id not in (select game from marks where mark in ('{IGNORED}', '{REMOVED}'))"
        found = self._select(f"{hidden} {_LATEST_FIRST} limit 1")
        if not found:
            raise LibraryError(self.emptiness())
        return found[0].entry

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Begin a transaction that locks out all other writers, and yield the connection.

        It is for data that is stored beside the games. All that is read within it is as it stays until the
        end. Raises LibraryError for any error of the database; nothing is written then. Within another
        transaction it is a part of it: only an error of the whole takes back what it wrote.
        """
        with self._errors_explained(writing=True):
            if self._database.in_transaction:
                yield self._database
                return
            with self._database:
                self._database.execute("begin immediate")
                yield self._database

    def custom(self, game: str) -> list[tuple[str, str]]:
        """Return (name, value) of everything that players have entered for a game beside its records."""
        with self._errors_explained():
            return self._database.execute(
                "select name, value from custom where game = ? order by name", (game,)
            ).fetchall()

    def _grows(self, known: Entry, fresh: list[str]) -> bool:
        """Return whether events continue a known game. Raises OtherGame if they are not of this game."""
        *earlier, kept = map(_events, self.versions(known.id))
        if kept == fresh[: len(kept)] and len(fresh) > len(kept):
            return True
        if any(fresh == events[: len(fresh)] for events in (kept, *earlier)):
            return False
        if joined := join(kept, fresh):
            return joined != kept
        if any(join(fresh, events) for events in (kept, *earlier)):
            return False
        if earlier and join(earlier[0], fresh):
            return True
        raise OtherGame(
            _(
                "The library has another game {id}: neither is the beginning of the other, so it "
                "stays as it is. Export one, give it another [Game] tag, and import it again.",
                id=known.id,
            )
        )

    def _make_again(self, ids: list[str], on_made: Progress) -> Iterator[StoredGame]:
        """Compute the values that follow from games' records again, save them, and yield the games."""
        for first in range(0, len(ids), _SAVED_AT_ONCE):
            made = []
            for number, id in enumerate(ids[first : first + _SAVED_AT_ONCE], first + 1):
                try:
                    known = self.find(id)
                    made += [remake(id, known.device, known.record)] if known else []
                except (LibraryError, RecordError) as error:
                    self._note(error)
                on_made(number, len(ids))
            # a library that can't be written now is read all the same
            with contextlib.suppress(LibraryError), self.database() as database:
                for game in made:
                    if self._has(game.entry):
                        write_game(database, game)
            yield from made

    def _has(self, entry: Entry) -> bool:
        known = self.find(entry.id)
        return known is not None and (known.device, known.record) == (entry.device, entry.record)

    def _select(self, rest: str, *values: object) -> list[StoredGame]:
        with self._errors_explained():
            found = self._database.execute(f"select * from games {rest}", values).fetchall()
            return [game._replace(entry=self._marked(game.entry)) for game in map(read_game, found)]

    def _ids(self, start: str, in_bin: bool) -> list[str]:
        """Return the ids of the games that begin like this: of games in the bin or of all other games."""
        where = f"{'' if in_bin else 'not'} in (select game from marks where mark = '{REMOVED}')"
        with self._errors_explained():
            which = f"select id from games where substr(id, 1, ?) = ? and id {where}"
            return [id for (id,) in self._database.execute(which, (len(start), start))]

    def _marks(self, id: str | None = None) -> dict[str, tuple[str, ...]]:
        """Return {id: marks} of all games, or of a single game. Damage is added to `faults`."""
        found: dict[str, tuple[str, ...]] = {}
        of_one = "select * from marks where game = ?"
        for row in (
            rows(self._database, "marks", self._note) if id is None else self._database.execute(of_one, (id,))
        ):
            try:
                game, mark = read_mark(row)
            except sqlite3.DatabaseError as error:
                self._note(error)
            else:
                found[game] = tuple(sorted((*found.get(game, ()), mark)))
        return found

    def _marked(self, entry: Entry) -> Entry:
        return entry._replace(marks=self._marks(entry.id).get(entry.id, ()))

    def _note(self, fault: Exception) -> None:
        """Add an error to the faults."""
        sentence = str(fault)
        if isinstance(fault, sqlite3.Error):
            sentence = _(
                "A part of the library {path} can't be read ({error}): `arcana doctor --repair` "
                "saves the rest.",
                path=self.path,
                error=fault,
            )
        if sentence not in self.faults:
            self.faults.append(sentence)

    @contextlib.contextmanager
    def _errors_explained(self, writing: bool = False) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if _is_read_only(error, writing):
                raise LibraryError(
                    _(
                        "The library {path} can't be written: you need the permission to write to this file "
                        "and to its folder.",
                        path=self.path,
                    )
                ) from error
            raise LibraryError(
                _("The library {path} can't be used: {error}.", path=self.path, error=error)
            ) from error
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            raise LibraryError(
                _(
                    "The library {path} is damaged ({error}): `arcana doctor --repair` saves what can be "
                    "read, and keeps the damaged file.",
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


def _events(text: str) -> list[str]:
    return Record.from_text(text).events


def _with_marks(game: StoredGame, marks: dict[str, tuple[str, ...]]) -> StoredGame:
    own = marks.get(game.entry.id)
    return game._replace(entry=game.entry._replace(marks=own)) if own else game


def _is_read_only(error: sqlite3.OperationalError, writing: bool) -> bool:
    """Return whether the user may not write a file. writing: whether that was tried, as in a transaction."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    # with a folder that is read-only, the journal beside the file can't be opened
    return code == sqlite3.SQLITE_READONLY or (writing and code == sqlite3.SQLITE_CANTOPEN)


def _is_of_target(error: sqlite3.OperationalError) -> bool:
    """Return whether a copy failed at the new file: an unreadable part of the library is no such error."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
    )


def check_named(folder: Path | str | None) -> None:
    """Raise LibraryError if the user has named a folder without a library: that is a typing error.

    folder: None for the default folder, which the environment variable ARCANA_LIBRARY can name.
    """
    named = folder or os.environ.get(_VARIABLE)
    if named and not (Path(named) / FILE).exists():
        raise LibraryError(
            _(
                "There is no library in {folder}, which {option} names: `arcana sync` and `arcana import` "
                "create one.",
                folder=named,
                option="--library" if folder else _VARIABLE,
            )
        )


def default_folder() -> Path:
    """Return the folder in the environment variable ARCANA_LIBRARY, or else the user's data folder."""
    named = os.environ.get(_VARIABLE)
    return Path(named) if named else data_folder()
