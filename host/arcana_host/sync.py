"""Fetches games from a device into the library so that none is lost on the way.

All games are read, and stored in the library if it lacks something of them. A finished game is removed from
the device only after the library has it on disk, and only if what was read back from there has the same
checksum as the game on the device. Each game is handled on its own: one that is damaged or can't be stored
stays on the device, and does not stop the others. What was fetched before the cable came out is in the
library; the next sync fetches the rest.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from arcana_host.errors import ArcanaError, DeviceError, DeviceRefused
from arcana_host.library.entry import Entry
from arcana_host.library.store import Library
from arcana_host.library.tags import ENDED, read_date
from arcana_host.link.device import Device, Request
from arcana_host.link.games import (
    DeviceGame,
    damaged_sentence,
    game_paths,
    list_files,
    newest_game,
    read_game,
)
from arcana_host.translation import _
from shared_rules.errors import RuleError
from shared_rules.game_files import PLAYED, read_game_path
from shared_rules.record import Record


class Pulled(NamedTuple):
    """A fetched game. fresh: whether anything was new. removed: whether the device has removed it."""

    entry: Entry
    fresh: bool
    removed: bool


class Left(NamedTuple):
    """A game that stays on the device. game: its id. sentence: why it stays."""

    game: str
    sentence: str


def pull(
    device: Device,
    library: Library,
    keep: bool = False,
    on_bytes: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Pulled | Left]:
    """Fetch what the library lacks; yield a Pulled or Left for each game as soon as it is done.

    keep: leave finished games on the device. on_bytes: called with (bytes read, of how many).
    A game that can't be stored stays on the device. Raises DeviceError.
    """
    source = device.info()["device"]
    sizes = list_files(device)
    paths = game_paths(sizes)
    sync = _Sync(library, source, keep, paths)
    total = sum(sizes[path] for path in sync.played)
    done = 0
    yield from [_left_damaged(path) for path in paths if path not in sync.played]
    try:
        for (method, params), result in device.pipeline(sync.next_request):
            yield from sync.handle_result(method, params, result)
            if method == "read":
                done += sizes[params["name"]]
            on_bytes(min(done, total), total)
    except DeviceError:
        yield from sync.stored.values()
        raise
    # the one that is running, last
    yield from sync.stored.values()


class _Sync:
    """The games of one device on their way into the library: has the next request, and handles the results.

    paths: of all games on the device. played: of those that can be read. stored: {path: Pulled} of games that
    are in the library and not removed: the device is asked to remove the finished ones.
    """

    def __init__(self, library: Library, source: str, keep: bool, paths: list[str]):
        self._library = library
        self._source = source
        self._keep = keep
        self.played = [path for path in paths if path.endswith(PLAYED)]
        self._newest = newest_game(paths)
        self._reads = iter(self.played)
        self._removals: deque[Request] = deque()
        self.stored: dict[str, Pulled] = {}

    def next_request(self) -> Request | None:
        """Return the next request, None when there is nothing to ask for at the moment."""
        if self._removals:
            return self._removals.popleft()
        path = next(self._reads, None)
        return ("read", {"name": path}) if path else None

    def handle_result(
        self, method: str, params: dict[str, Any], result: dict | DeviceRefused
    ) -> Iterator[Pulled | Left]:
        """Handle the result of a request, and yield what it settles."""
        path = params["name"]
        try:
            if isinstance(result, DeviceRefused):
                raise result
            if method == "remove":
                # also if the device removed it before, and only the answer was lost
                yield self.stored.pop(path)._replace(removed=True)
            else:
                yield from self._store(path, read_game(result["data"], may_run=path == self._newest))
        except DeviceError:
            raise
        except RuleError:
            yield _left_damaged(path)
        except ArcanaError as error:
            self.stored.pop(path, None)
            yield Left(
                _id_of(path), _("Game {id} stays on the device: {error}", id=_id_of(path), error=error)
            )

    def _store(self, path: str, game: DeviceGame) -> Iterator[Pulled]:
        """Add a game to the library, and ask for its removal if it may go. Raises ArcanaError."""
        stored = self._add(_id_of(path), game)
        if self._keep:
            yield stored
            return
        self.stored[path] = stored
        if not game.is_over:
            return
        check = self._read_back(_id_of(path), game.record).check()
        self._removals.append(("remove", {"name": path, "check": check}))

    def _add(self, id: str, game: DeviceGame) -> Pulled:
        record = Record(game.record.tags, game.record.events)
        if record.tag("Game") is None:
            record.tags.insert(0, ("Game", id))
        if game.ended and record.tag(ENDED) is None and read_date(game.ended):
            record.tags.append((ENDED, game.ended))
        entry, fresh = self._library.add(str(record), self._source, is_original=True)
        return Pulled(entry, fresh, removed=False)

    def _read_back(self, id: str, record: Record) -> Record:
        """Return what the library has stored of a record: those tags that are the same, and the events."""
        versions = map(Record.from_text, self._library.versions(id))
        length = len(record.events)
        stored = next((one for one in versions if one.events[:length] == record.events), Record())
        return Record([tag for tag in stored.tags if tag in record.tags], stored.events[:length])


def _id_of(path: str) -> str:
    game = read_game_path(path)
    return game[1] if game else path


def _left_damaged(path: str) -> Left:
    return Left(_id_of(path), damaged_sentence(path))
