"""Fetches games from a device into the library so that none is lost on the way.

All games are read, and stored in the library if it lacks something of them. A finished game is removed from
the device only after the library has it on disk, and only if what was read back from there has the same
checksum as the game on the device. Each game is handled on its own: one that is damaged or can't be stored
stays on the device, and does not stop the others. What was fetched before the cable came out is in the
library; the next sync fetches the rest.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from arcana_host.errors import ArcanaError, DeviceError, DeviceRefused
from arcana_host.library.entry import Entry
from arcana_host.library.store import Library
from arcana_host.library.tags import ENDED, read_date
from arcana_host.link.device import Device
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
    sync = _Sync(device, library, keep)
    sizes = list_files(device)
    paths = game_paths(sizes)
    played = [path for path in paths if path.endswith(PLAYED)]
    yield from [_left_damaged(path) for path in paths if path not in played]
    done, total, newest = 0, sum(sizes[path] for path in played), newest_game(paths)
    for path, content in device.read_files(played):
        yield from sync.take(path, content, may_run=path == newest)
        done += sizes[path]
        on_bytes(done, total)


class _Sync:
    """The way of one device's games into the library."""

    def __init__(self, device: Device, library: Library, keep: bool):
        self._device = device
        self._library = library
        self._source = device.info()["device"]
        self._keep = keep

    def take(self, path: str, content: bytes | DeviceRefused, may_run: bool) -> Iterator[Pulled | Left]:
        """Store a game, have the device remove it if it may go, and yield what became of it.

        content: of its file, or why it can't be read. may_run: whether it may have no end. A game that is
        stored is yielded even if the device is lost before it has removed it. Raises DeviceError.
        """
        try:
            if isinstance(content, DeviceRefused):
                raise content
            game = read_game(content, may_run)
            stored = self._add(_id_of(path), game)
            if game.is_over and not self._keep:
                check = self._read_back(_id_of(path), game.record).check()
                try:
                    # also if the device removed it before, and only the answer was lost
                    self._device.call("remove", name=path, check=check)
                except DeviceError:
                    yield stored
                    raise
                stored = stored._replace(removed=True)
            yield stored
        except DeviceError:
            raise
        except RuleError:
            yield _left_damaged(path)
        except ArcanaError as error:
            yield Left(
                _id_of(path), _("Game {id} stays on the device: {error}", id=_id_of(path), error=error)
            )

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
