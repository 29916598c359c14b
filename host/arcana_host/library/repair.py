"""Saves the readable part of a damaged library; the damaged file is kept beside it under another name.

It must not know the rules of a game, or how progress is shown.
"""

import contextlib
import itertools
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.translation import _

from arcana_host.files import part_of
from arcana_host.library.rows import DamagedGame, close_gaps, copy_rows
from arcana_host.library.schema import check_integrity, check_ours, connect, prepare
from arcana_host.library.store import FILE, Library, check_named, default_folder
from arcana_host.library.validation import checked_id

_PAGE = 4096  # bytes, SQLite's default
_PAGES_AT = 28  # in the first page: the number of pages, see sqlite.org/fileformat2.html
_LONGEST_RECOVERY = 600  # seconds


class Repaired(NamedTuple):
    """The result of a repair.

    games: how many games the library has now. damaged: where the damaged file is. lost: a sentence for each
    game and each earlier version that is known to be missing now.
    """

    games: int
    damaged: Path
    lost: list[str]


def find_faults(folder: Path | None) -> tuple[Path, int, list[str]]:
    """Return the path of a library, how many games can be read, and a sentence for everything damaged."""
    path, games = Path(folder or default_folder()) / FILE, 0
    try:
        with Library(folder, create=False) as library:
            games = len(library.games(make=False, ignored=True))
            library.copy_to(":memory:")
            try:
                library.check()
            except LibraryError as error:
                return path, games, [str(error), *library.faults]
            return path, games, library.faults
    except LibraryError as error:
        return path, games, [str(error)]


def repair(folder: Path | None) -> Repaired:
    """Replace a damaged library by a new library with all readable data.

    It is read as it is, then with the first page of an empty library, then with `sqlite3 .recover` if that
    program is installed. Raises LibraryError when the file is missing, or can't be read or written at all, or
    when another version of arcana or another program wrote it: that is no damage.
    """
    check_named(folder)
    path = Path(folder or default_folder()) / FILE
    with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(path)) as database:
        check_ours(database, path)
    try:
        with part_of(path) as fresh:
            damaged = _free_name(path)
            shutil.copy2(path, damaged)
            with contextlib.closing(connect(fresh)) as target:
                target.execute("pragma journal_mode = memory")
                prepare(target, fresh)
                lost = _save(damaged, target)
                ((games,),) = target.execute("select count(*) from games")
                is_written = _overwrites(target, path)
            if not is_written:
                os.replace(fresh, path)
    except (OSError, sqlite3.Error) as error:
        raise LibraryError(
            _("The library {path} can't be repaired: {error}.", path=path, error=error)
        ) from error
    return Repaired(games, damaged, lost)


def _save(damaged: Path, target: sqlite3.Connection) -> list[str]:
    """Copy the readable part of a damaged file; return a sentence for everything that is known to be lost."""
    faults: list[Exception] = []
    named: set[str] = set()
    target.execute("begin")
    with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
        for source in _readings(damaged, Path(folder)):
            # a table can lack columns
            readable = contextlib.suppress(sqlite3.Error, ValueError)
            with readable, contextlib.closing(connect(source)) as database:
                named |= _ids(database)
                copy_rows(database, target, faults.append)
    saved = {id for (id,) in target.execute("select id from games")}
    versions = set(target.execute("select game, number from versions"))
    close_gaps(target)
    target.execute("commit")
    left = {id for (id,) in target.execute("select id from games")}
    earlier = {(fault.game, fault.number) for fault in faults if isinstance(fault, DamagedGame)} - versions
    return [
        *[_("Game {id} is lost.", id=id) for id in sorted(named - left)],
        *[
            _("The last version of game {id} is lost; the one before it is there.", id=id)
            for id in sorted(left - saved)
        ],
        *[
            _("Version {n} of game {id} is lost.", n=number, id=game)
            for game, number in sorted(one for one in earlier if one[1] is not None and one[0] in left)
        ],
    ]


def _ids(database: sqlite3.Connection) -> set[str]:
    """Return the ids of all games that are named anywhere, also in an index."""
    found: set[str] = set()
    for which in ("select id from games", "select game from versions"):
        with contextlib.suppress(sqlite3.DatabaseError):
            for (id,) in database.execute(which):
                with contextlib.suppress(RecordError):
                    found.add(checked_id(id))
    return found


def _readings(damaged: Path, folder: Path) -> Iterator[Path]:
    """Yield copies of a damaged file to read, each mended in another way.

    folder: for the copies.
    """
    copy, empty, mended = folder / "as-it-is", folder / "empty", folder / "first-page"
    shutil.copy(damaged, copy)
    yield copy
    with contextlib.closing(connect(empty)) as database:
        prepare(database, empty)
    # the names of the tables and their first pages are the same in every library, but not the number of pages
    content = bytearray(empty.read_bytes()[:_PAGE] + damaged.read_bytes()[_PAGE:])
    content[_PAGES_AT : _PAGES_AT + 4] = (len(content) // _PAGE).to_bytes(4, "big")
    mended.write_bytes(content)
    yield mended
    program = shutil.which("sqlite3")
    if program:
        for number, source in enumerate((damaged, mended)):
            yield from _recovered(program, source, folder / f"recovered-{number}")


def _recovered(program: str, source: Path, target: Path) -> Iterator[Path]:
    """Yield the data that the program sqlite3 recovers from a file, if possible."""
    options: dict = {"timeout": _LONGEST_RECOVERY, "stderr": subprocess.DEVNULL, "check": True}
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        script = subprocess.run([program, source, ".recover"], stdout=subprocess.PIPE, **options).stdout
        subprocess.run([program, target], input=script, stdout=subprocess.DEVNULL, **options)
        yield target


def _overwrites(fresh: sqlite3.Connection, path: Path) -> bool:
    """Write a library over a damaged file, so that a program that has it open sees the new library.

    Returns whether that was possible. Raises sqlite3.OperationalError when another program is writing.
    """
    try:
        with contextlib.closing(connect(path)) as damaged:
            fresh.backup(damaged)
            check_integrity(damaged)
            return True
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        # the file is so damaged that no program can have it open
        return False


def _free_name(path: Path) -> Path:
    """Return a name for the damaged file that no file has."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in itertools.count())
    return next(name for name in names if not name.exists())
