"""Fetches games from a device into the library so that no game is lost on the way.

All games are read, and stored in the library if it lacks something of them. Then the library is opened anew
and checked, and the games are read back from it as lists and exports read them. Only then are finished games
removed from the device, each only if the game that was read back has the same checksum as the game on the
device. A game that is damaged or can't be stored stays on the device, and does not stop the others. Games
that were fetched before the cable came out are in the library; the next sync fetches the rest.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from arcana_portable.errors import ArcanaError, DeviceError, DeviceRefused, LibraryError
from arcana_portable.library.entry import Entry
from arcana_portable.library.tags import tagged
from arcana_portable.link.companion import FILES_A_REQUEST
from arcana_portable.link.game_file import game_paths, newest_game, read_game
from arcana_portable.record import Record
from arcana_portable.translation import _

from arcana_host.library.store import Library
from arcana_host.link.device import Device
from arcana_host.link.games import damaged_sentence, list_files
from shared_rules.device_files import PLAYED, read_game_path
from shared_rules.errors import RuleError


class Pulled(NamedTuple):
    """A fetched game, which is in the bin if it was removed from the library before.

    fresh: whether anything was new. removed: whether the device has removed it.
    """

    entry: Entry
    fresh: bool
    removed: bool


class Skipped(NamedTuple):
    """A game that stays on the device. game: its id. sentence: why it stays."""

    game: str
    sentence: str


def pull(
    device: Device,
    library: Library,
    keep: bool = False,
    on_bytes: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Pulled | Skipped]:
    """Fetch the games that the library lacks; yield a Pulled or Skipped for each game as soon as it is done.

    keep: leave finished games on the device. on_bytes: called with (bytes read, of how many).
    A game that can't be stored stays on the device. Raises DeviceError.
    """
    sizes = list_files(device)
    paths = game_paths(sizes)
    sync = _Sync(device, library, keep, newest_game(paths))
    played = [path for path in paths if path.endswith(PLAYED)]
    total = sum(sizes[path] for path in played)
    done = 0
    yield from [_left_damaged(path) for path in paths if path not in played]
    try:
        for start in range(0, len(played), FILES_A_REQUEST):
            found = device.read_files(played[start : start + FILES_A_REQUEST])
            # each transaction waits for the disk
            with library.database():
                results = [one for path, content in found.items() for one in sync.store(path, content)]
            yield from results
            done += sum(sizes[path] for path in found)
            on_bytes(min(done, total), total)
        checks = dict(sync.checked())
        yield from sync.left
        for path, check in checks.items():
            yield sync.remove(path, check)
    except DeviceError:
        yield from sync.stored.values()
        raise
    # the running game, last
    yield from sync.stored.values()


class _Sync:
    """The games of one device on their way into the library.

    newest: the path of the only game that may be running. stored: {path: Pulled} of games that are in the
    library and not removed. left: the games that could not be read back.
    """

    def __init__(self, device: Device, library: Library, keep: bool, newest: str | None):
        self._device = device
        self._library = library
        self._source = device.info()["device"]
        self._keep = keep
        self._newest = newest
        self._finished: dict[str, Record] = {}
        self.stored: dict[str, Pulled] = {}
        self.left: list[Skipped] = []

    def store(self, path: str, content: bytes | DeviceRefused) -> Iterator[Pulled | Skipped]:
        """Add a game to the library; yield it if nothing more is going to happen to it."""
        try:
            if isinstance(content, DeviceRefused):
                raise content
            game = read_game(content, may_run=path == self._newest)
            text = str(tagged(game.record, _id_of(path), game.ended))
            stored = Pulled(*self._library.add(text, self._source, is_original=True), removed=False)
        except DeviceError:
            raise
        except RuleError:
            yield _left_damaged(path)
        except ArcanaError as error:
            yield _left(path, error)
        else:
            if self._keep:
                yield stored
                return
            self.stored[path] = stored
            if game.is_over:
                self._finished[path] = game.record

    def checked(self) -> Iterator[tuple[str, str]]:
        """Yield path and checksum of each finished game that was read back from the library."""
        back = self._read_back() if self._finished else {}
        for path, record in self._finished.items():
            versions = back.get(self.stored[path].entry.id) or LibraryError(
                _("it can't be read back from the library.")
            )
            if isinstance(versions, LibraryError):
                del self.stored[path]
                self.left.append(_left(path, versions))
            else:
                yield path, _as_stored(versions, record).check()

    def remove(self, path: str, check: str) -> Pulled | Skipped:
        """Make the device remove a game, and return the result. Raises DeviceError."""
        try:
            # also if the device removed it before, and only the answer was lost
            self._device.call("remove", name=path, check=check)
        except DeviceRefused as error:
            del self.stored[path]
            return _left(path, error)
        return self.stored.pop(path)._replace(removed=True)

    def _read_back(self) -> dict[str, list[str] | LibraryError]:
        """Return {id: all records, or the reason why they are missing} of the finished games."""
        ids = {self.stored[path].entry.id for path in self._finished}
        try:
            # opened anew, to read the file instead of memory
            with Library(self._library.path.parent) as library:
                library.check()
                return library.read_back(ids)
        except LibraryError as error:
            return dict.fromkeys(ids, error)


def _as_stored(versions: list[str], record: Record) -> Record:
    """Return the part of a record that the library stores: those tags that are the same, and the events."""
    length = len(record.events)
    records = map(Record.from_text, versions)
    stored = next((one for one in records if one.events[:length] == record.events), Record())
    return Record([tag for tag in stored.tags if tag in record.tags], stored.events[:length])


def _id_of(path: str) -> str:
    game = read_game_path(path)
    return game[1] if game else path


def _left_damaged(path: str) -> Skipped:
    return Skipped(_id_of(path), damaged_sentence(path))


def _left(path: str, error: ArcanaError) -> Skipped:
    return Skipped(_id_of(path), _("Game {id} stays on the device: {error}", id=_id_of(path), error=error))
