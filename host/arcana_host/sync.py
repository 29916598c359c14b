"""Fetches games from a device into the library so that none is lost on the way.

Finished games are fetched as whole files, all others line by line. A finished game is removed from the device
only after the library has it on disk, and only if the checksums agree. Each game is handled on its own: one
that can't be fetched does not stop the others. What was fetched before the cable came out is in the library;
the next sync fetches only the rest.
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator
from typing import Any, NamedTuple

from arcana_host.errors import ArcanaError, DeviceError, DeviceRefused
from arcana_host.library.entry import Entry
from arcana_host.library.store import Library
from arcana_host.library.tags import ENDED, read_date
from arcana_host.link.device import Device, Request, request_window
from arcana_host.link.finished_games import files_of, read_game
from arcana_host.translation import _
from shared_rules import protocol
from shared_rules.errors import RuleError
from shared_rules.game_files import FOLDER
from shared_rules.record import Record

FILES_AT_ONCE = protocol.MAX_REQUEST - 100
"""Characters that name files in one request."""


class Pulled(NamedTuple):
    """A fetched game. fresh: whether anything was new. removed: whether the device has removed it."""

    entry: Entry
    fresh: bool
    removed: bool


class Left(NamedTuple):
    """A game that stays on the device. game: its id, or its file. sentence: why it stays."""

    game: str
    sentence: str


def pull(
    device: Device,
    library: Library,
    keep: bool = False,
    on_lines: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Pulled | Left]:
    """Fetch what the library lacks; yield a Pulled or Left for each game as soon as it is done.

    keep: leave finished games on the device. on_lines: called with (lines done, of how many, 0 for unknown).
    A game that can't be stored stays on the device. Raises DeviceError.
    """
    info = device.info()
    files = _FileFetcher(device, library, info["device"], keep)
    if not keep:
        # the library gets finished games whole, as the device will remove them
        yield from files.pull(on_lines)
    games, damaged = ([], []) if files.has_all else list_games(device)
    if keep:
        over = {game["game"] for game in games if game["finished"]}
        yield from files.pull(on_lines, over - {entry.id for entry in library.games()})
    rest = [game for game in games if game["game"] not in files.settled]
    fetcher = _LineFetcher(library, info["device"], keep, rest)
    yield from fetcher.settled
    yield from [Left(name, damaged_sentence(name)) for name in damaged]
    total = files.lines + sum(game.missing for game in fetcher.games.values())
    on_lines(files.lines, total)
    try:
        for request, result in device.pipeline(fetcher.next_request, request_window(info)):
            yield from fetcher.handle_result(request, result)
            on_lines(files.lines + fetcher.lines, total)
    except DeviceError:
        yield from fetcher.unconfirmed()
        raise


def list_games(device: Device) -> tuple[list[dict], list[str]]:
    """Return the games of a device as its method `games` lists them, and the names of its damaged files.

    Raises DeviceLost, DeviceSilent, DeviceRefused.
    """
    pages = list(device.pages("games"))
    # older companions don't report damaged ones
    return [game for page in pages for game in page["games"]], pages[0].get("damaged") or []


def damaged_sentence(name: str) -> str:
    """Return the sentence about a damaged file of a game, which the device has set aside."""
    return _(
        "A game on the device is damaged; its file is kept there as {folder}{name}. `arcana "
        "backup --device` saves it, and `mpremote rm :{folder}{name}` removes it.",
        folder=FOLDER,
        name=name,
    )


class _FileFetcher:
    """Fetches and removes finished games, whole files at a time.

    settled: the ids of the games that are done. lines: how many came so far. has_all: whether the device has
    no more games. What is missing has to be fetched game by game: everything from older companions, and
    damaged games, so that the device says what is wrong with them.
    """

    def __init__(self, device: Device, library: Library, source: str, keep: bool):
        self._device = device
        self._library = library
        self._source = source
        self._keep = keep
        self.settled: set[str] = set()
        self.lines = 0
        self.has_all = False
        # by id: games that are in the library, each with the parameters of `confirm`
        self._stored: dict[str, tuple[Pulled, dict[str, Any]]] = {}
        # by stamp: the ids of the games in files of which the library has all games
        self._whole: dict[str, list[str]] = {}

    def pull(
        self, on_lines: Callable[[int, int], None], wanted: Collection[str] | None = None
    ) -> Iterator[Pulled | Left]:
        """Fetch finished games, and yield the result of each. wanted: their ids, None for all."""
        try:
            yield from self._fetch(on_lines, wanted)
            yield from self._remove_from_device()
        except DeviceError:
            yield from [pulled for pulled, _ in self._stored.values()]
            raise

    def _fetch(
        self, on_lines: Callable[[int, int], None], wanted: Collection[str] | None
    ) -> Iterator[Pulled | Left]:
        try:
            for file in files_of(self._device.game_files()) if wanted != set() else ():
                is_whole = file.is_complete
                for game in file.games:
                    if wanted is None or game.id in wanted:
                        is_whole &= yield from self._store_game(game.id, game.content)
                        on_lines(self.lines, 0)
                if is_whole:
                    self._whole[file.stamp] = [game.id for game in file.games]
        except DeviceRefused:
            # an older companion, or one in trouble: the rest is fetched game by game
            return

    def _store_game(self, id: str, content: bytes) -> Generator[Pulled | Left, None, bool]:
        """Store a game, and yield it if it is settled; return whether the device may remove it."""
        try:
            record, ended = read_game(content)
        except RuleError:
            return False
        self.lines += len(record.events)
        confirmation = {"game": id, "events": len(record.events), "check": record.check()}
        try:
            pulled = _add(self._library, self._source, id, record, ended)
        except DeviceError:
            raise
        except ArcanaError as error:
            self.settled.add(id)
            yield _left(id, error)
            return False
        if self._keep:
            self.settled.add(id)
            yield pulled
            return False
        if id in self._stored:
            # a game that returned, or is being packed, comes twice
            pulled = pulled._replace(fresh=pulled.fresh or self._stored[id][0].fresh)
        self._stored[id] = (pulled, confirmation)
        return True

    def _remove_from_device(self) -> Iterator[Pulled | Left]:
        """Have the device remove whole files, then single games."""
        files = list(self._whole)
        while files:
            count = 1
            while len(",".join(files[: count + 1])) <= FILES_AT_ONCE and count < len(files):
                count += 1
            some, files = files[:count], files[count:]
            try:
                result = self._device.call("let_go", files=",".join(some))
            except DeviceRefused:
                # it then answers for each game, including those that it did remove
                break
            self.has_all = not result["left"]
            gone = [file for file, removed in zip(some, result["removed"], strict=True) if removed]
            for id in [id for file in gone for id in self._whole[file] if id in self._stored]:
                yield self._removed(id)
        for id, (__, confirmation) in list(self._stored.items()):
            try:
                # also true if the device removed it before, and only the answer was lost
                self._device.call("confirm", **confirmation)
                yield self._removed(id)
            except DeviceRefused as error:
                del self._stored[id]
                self.settled.add(id)
                yield _left(id, error)

    def _removed(self, id: str) -> Pulled:
        self.settled.add(id)
        return self._stored.pop(id)[0]._replace(removed=True)


def _add(library: Library, source: str, id: str, record: Record, ended: str | None) -> Pulled:
    """Add a record from a device to the library. ended: when the game ended. Raises ArcanaError."""
    if record.tag("Game") is None:
        record.tags.insert(0, ("Game", id))
    if ended and record.tag(ENDED) is None and read_date(ended):
        record.tags.append((ENDED, ended))
    entry, fresh = library.add(str(record), source, is_original=True)
    return Pulled(entry, fresh, removed=False)


class _Fetch:
    """A game that is being fetched.

    record: what the library has, and what has come. events: how many lines the device has. is_removed_after:
    whether the device is to remove it. asked: the first lines of the requested pages. ended: when it ended,
    None if unknown.
    """

    def __init__(self, record: Record, events: int, is_removed_after: bool):
        self.record = record
        self.events = events
        self.is_removed_after = is_removed_after
        self.asked: set[int] = set()
        self.ended: str | None = None

    @property
    def missing(self) -> int:
        return self.events - len(self.record.events)


class _LineFetcher:
    """Fetches games line by line: it has the next request, and handles the results.

    games: {id: _Fetch} of those that are to be fetched. settled: the results of the others. lines: how many
    came so far.
    """

    def __init__(self, library: Library, source: str, keep: bool, games: list[dict]):
        self._library = library
        self._source = source
        self._keep = keep
        self.games: dict[str, _Fetch] = {}
        self.settled: list[Pulled | Left] = []
        self.lines = 0
        # by id: games that are in the library, and that the device may remove
        self._stored: dict[str, Pulled] = {}
        self._requests: deque[Request] = deque()
        # events in a page, once the first page has come
        self._page: int | None = None
        for game in games:
            try:
                self._plan(game)
            except ArcanaError as error:
                self.settled.append(_left(game["game"], error))
        self._ids = iter(list(self.games))

    def next_request(self) -> Request | None:
        """Return the next request, None when there is nothing to ask for at the moment."""
        if not self._requests:
            id = next(self._ids, None)
            if id is not None:
                self._ask_for(id)
        return self._requests.popleft() if self._requests else None

    def handle_result(self, request: Request, result: dict | DeviceRefused) -> Iterator[Pulled | Left]:
        """Handle the result of a request, and yield what it settles."""
        method, params = request
        game = self.games.get(params["game"])
        if game is None:
            return
        try:
            if isinstance(result, DeviceRefused):
                if params.get("check") and result.code == protocol.WRONG_PARAMETERS:
                    # an older companion, which compares only the number of lines
                    self._requests.appendleft((method, {**params, "check": None}))
                    return
                raise result
            if method == "confirm":
                # also true if the device removed it before, and only the answer was lost
                del self.games[params["game"]]
                yield self._stored.pop(params["game"])._replace(removed=True)
            elif self._take_page(game, params, result):
                yield from self._store(params["game"], game)
        except DeviceError:
            raise
        except ArcanaError as error:
            del self.games[params["game"]]
            self._stored.pop(params["game"], None)
            yield _left(params["game"], error)

    def unconfirmed(self) -> list[Pulled]:
        """Return the games that are in the library, but not confirmed."""
        return list(self._stored.values())

    def _plan(self, game: dict) -> None:
        """Plan what to fetch of a game.

        A finished one comes whole, as the device will remove it; of others only the lines that the library
        lacks. It compares the original record, as the device does not know corrections.
        """
        id, finished = game["game"], game["finished"]
        is_removed_after = finished and not self._keep
        versions = [] if is_removed_after else self._library.versions(id)
        record = Record.from_text(versions[0]) if versions else Record()
        if versions and len(record.events) >= game["events"]:
            self.settled.append(Pulled(self._library.get(id), False, False))
        else:
            self.games[id] = _Fetch(record, game["events"], is_removed_after)

    def _ask_for(self, id: str) -> None:
        game = self.games[id]
        first = len(game.record.events)
        for number in range(first, game.events, self._page or game.events):
            # None asks for the first page
            self._requests.append(("events", {"game": id, "first": number or None}))
            game.asked.add(number)

    def _take_page(self, game: _Fetch, params: dict, page: dict) -> bool:
        """Add a page to the record; return whether that is complete now."""
        number, follows = params["first"] or 0, page["next"]
        if number != len(game.record.events):
            # an earlier page was shorter than expected
            game.asked.discard(number)
            return False
        game.record.tags.extend((name, value) for name, value in page["tags"])
        # older companions don't send it
        game.ended = page.get("ended") or game.ended
        game.record.events.extend(page["events"])
        self.lines += len(page["events"])
        if follows is None:
            if len(game.record.events) < game.events:
                raise ArcanaError(_("The device lists more lines of it than it sends."))
            return True
        self._page = follows - number
        if follows not in game.asked:
            game.asked.add(follows)
            self._requests.appendleft(("events", {"game": params["game"], "first": follows}))
        return False

    def _store(self, id: str, game: _Fetch) -> Iterator[Pulled]:
        """Add a complete record to the library, and have the device remove it if it may."""
        confirmation = {"game": id, "events": len(game.record.events), "check": game.record.check()}
        stored = _add(self._library, self._source, id, game.record, game.ended)
        if game.is_removed_after:
            self._stored[id] = stored
            self._requests.appendleft(("confirm", confirmation))
        else:
            del self.games[id]
            yield stored


def _left(id: str, error: ArcanaError | str) -> Left:
    return Left(id, _("Game {id} stays on the device: {error}", id=id, error=error))
