"""Fetching games from a device into the library so that none is lost on the way.

Finished games come as the files in which the device keeps them, all others line by line. A finished game is
removed from the device only after the library has it on disk, and only where the device has nothing else.
Each game is handled on its own: one that can't be fetched does not stop the others. What was fetched before
the cable came out is in the library; next time only the rest is fetched.
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator
from typing import Any, NamedTuple

from arcana_host.errors import ArcanaError, DeviceError, DeviceRefused
from arcana_host.library.entry import Entry
from arcana_host.library.store import Library
from arcana_host.library.tags import ENDED, read_date
from arcana_host.link.device import Device, Request, room
from arcana_host.link.finished_games import files_of, read
from arcana_host.translation import _
from shared_rules import protocol
from shared_rules.errors import RuleError
from shared_rules.game_files import FOLDER
from shared_rules.record import Record

FILES_AT_ONCE = protocol.MAX_REQUEST - 100
"""Characters that name files in one request."""


class Pulled(NamedTuple):
    """The result for one game: its entry, whether anything was new, whether the device has removed it."""

    entry: Entry
    fresh: bool
    removed: bool


class Left(NamedTuple):
    """A game, or a file, that stays on the device, and the sentence that says why."""

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
    A game that does not fit stays on the device and does not keep the others from coming.
    Raises DeviceError.
    """
    info = device.info()
    bulk = _Bulk(device, library, info["device"], keep)
    if not keep:
        # all that is over comes whole, as the device is about to forget it
        yield from bulk.pull(on_lines)
    games, damaged = ([], []) if bulk.has_all else list_games(device)
    if keep:
        over = {game["game"] for game in games if game["finished"]}
        yield from bulk.pull(on_lines, over - {entry.id for entry in library.games()})
    rest = [game for game in games if game["game"] not in bulk.settled]
    work = _Work(library, info["device"], keep, rest)
    yield from work.settled
    yield from [Left(name, damaged_sentence(name)) for name in damaged]
    total = bulk.lines + sum(game.missing for game in work.games.values())
    on_lines(bulk.lines, total)
    try:
        for request, result in device.calls(work.next_request, room(info)):
            yield from work.take(request, result)
            on_lines(bulk.lines + work.lines, total)
    except DeviceError:
        yield from work.unconfirmed()
        raise


def list_games(device: Device) -> tuple[list[dict], list[str]]:
    """Return the games of a device as its method `games` lists them, and the names of its damaged files.

    Raises DeviceLost, DeviceSilent, DeviceRefused.
    """
    pages = list(device.pages("games"))
    # older companions tell of none
    return [game for page in pages for game in page["games"]], pages[0].get("damaged") or []


def damaged_sentence(name: str) -> str:
    """Return what to say of a game's file that a device has set aside."""
    return _(
        "A game on the device is damaged; its file is kept there as {folder}{name}. `arcana "
        "backup --device` saves it, and `mpremote rm :{folder}{name}` removes it.",
        folder=FOLDER,
        name=name,
    )


class _Bulk:
    """Fetches and removes finished games, whole files at a time.

    settled: the ids of those that nothing is left to do with. lines: how many came so far. has_all: whether
    the device has said that it has no games any more. What does not come in this way has to be asked for game
    by game: all of it from older companions, and what is damaged, so that the device says what is wrong.
    """

    def __init__(self, device: Device, library: Library, source: str, keep: bool):
        self._device = device
        self._library = library
        self._source = source
        self._keep = keep
        self.settled: set[str] = set()
        self.lines = 0
        self.has_all = False
        # the games that are in the library, each with what confirms it to the device
        self._stored: dict[str, tuple[Pulled, dict[str, Any]]] = {}
        # the files of which the library has all games, with their ids, by what names them to the device
        self._whole: dict[str, list[str]] = {}

    def pull(
        self, on_lines: Callable[[int, int], None], wanted: Collection[str] | None = None
    ) -> Iterator[Pulled | Left]:
        """Fetch finished games and yield what became of each. wanted: their ids, None for all there are."""
        try:
            yield from self._fetch(on_lines, wanted)
            yield from self._let_go()
        except DeviceError:
            yield from [pulled for pulled, _ in self._stored.values()]
            raise

    def _fetch(
        self, on_lines: Callable[[int, int], None], wanted: Collection[str] | None
    ) -> Iterator[Pulled | Left]:
        try:
            for file in files_of(self._device.game_files()) if wanted != set() else ():
                is_whole = file.is_clear
                for game in file.games:
                    if wanted is None or game.id in wanted:
                        is_whole &= yield from self._take(game.id, game.content)
                        on_lines(self.lines, 0)
                if is_whole:
                    self._whole[file.said] = [game.id for game in file.games]
        except DeviceRefused:
            # an older companion, or one in trouble: what did not come is asked for game by game
            return

    def _take(self, id: str, content: bytes) -> Generator[Pulled | Left, None, bool]:
        """Store a game; return whether the library has it and the device may let go of it."""
        try:
            record, ended = read(content)
        except RuleError:
            return False
        self.lines += len(record.events)
        said = {"game": id, "events": len(record.events), "check": record.check()}
        try:
            pulled = _add(self._library, self._source, id, record, ended)
        except DeviceError:
            raise
        except ArcanaError as error:
            self.settled.add(id)
            yield _stays(id, error)
            return False
        if self._keep:
            self.settled.add(id)
            yield pulled
            return False
        if id in self._stored:
            # one that came back, or that is about to be packed, comes twice
            pulled = pulled._replace(fresh=pulled.fresh or self._stored[id][0].fresh)
        self._stored[id] = (pulled, said)
        return True

    def _let_go(self) -> Iterator[Pulled | Left]:
        """Make the device remove whole files, and after that what is left of their games."""
        files = list(self._whole)
        while files:
            count = 1
            while len(",".join(files[: count + 1])) <= FILES_AT_ONCE and count < len(files):
                count += 1
            some, files = files[:count], files[count:]
            try:
                result = self._device.call("let_go", files=",".join(some))
            except DeviceRefused:
                # whatever it did let go of, it says game by game what became of it
                break
            self.has_all = not result["left"]
            gone = [file for file, removed in zip(some, result["removed"], strict=True) if removed]
            for id in [id for file in gone for id in self._whole[file] if id in self._stored]:
                yield self._removed(id)
        for id, (__, said) in list(self._stored.items()):
            try:
                # a device that has it no longer was told before, and only its answer was lost
                self._device.call("confirm", **said)
                yield self._removed(id)
            except DeviceRefused as error:
                del self._stored[id]
                self.settled.add(id)
                yield _stays(id, error)

    def _removed(self, id: str) -> Pulled:
        self.settled.add(id)
        return self._stored.pop(id)[0]._replace(removed=True)


def _add(library: Library, source: str, id: str, record: Record, ended: str | None) -> Pulled:
    """Put a record into the library as it came from a device. ended: when it was over. Raises ArcanaError."""
    if record.tag("Game") is None:
        record.tags.insert(0, ("Game", id))
    if ended and record.tag(ENDED) is None and read_date(ended):
        record.tags.append((ENDED, ended))
    entry, fresh = library.add(str(record), source, as_it_came=True)
    return Pulled(entry, fresh, removed=False)


class _Coming:
    """A game that is being fetched.

    record: what the library has of it, and what has come. events: how many lines there are on the device.
    leaves: whether the device is to let go of it. asked: the numbers of the pages that were asked for.
    ended: when it ended, as the device says it, or None.
    """

    def __init__(self, record: Record, events: int, leaves: bool):
        self.record = record
        self.events = events
        self.leaves = leaves
        self.asked: set[int] = set()
        self.ended: str | None = None

    @property
    def missing(self) -> int:
        return self.events - len(self.record.events)


class _Work:
    """The requests still to be sent, in order.

    games: {id: _Coming} of those that are to be fetched. settled: what became of the others. lines: how many
    came so far.
    """

    def __init__(self, library: Library, source: str, keep: bool, games: list[dict]):
        self._library = library
        self._source = source
        self._keep = keep
        self.games: dict[str, _Coming] = {}
        self.settled: list[Pulled | Left] = []
        self.lines = 0
        # those that are in the library, and that the device may let go of
        self._stored: dict[str, Pulled] = {}
        self._requests: deque[Request] = deque()
        # how many events come with one answer, which the first answer tells
        self._page: int | None = None
        for game in games:
            try:
                self._plan(game)
            except ArcanaError as error:
                self.settled.append(_stays(game["game"], error))
        self._ids = iter(list(self.games))

    def next_request(self) -> Request | None:
        """Return the next request, None when there is nothing to ask for at the moment."""
        if not self._requests:
            id = next(self._ids, None)
            if id is not None:
                self._ask_for(id)
        return self._requests.popleft() if self._requests else None

    def take(self, request: Request, result: dict | DeviceRefused) -> Iterator[Pulled | Left]:
        """Take an answer, and yield what is settled with it."""
        method, params = request
        game = self.games.get(params["game"])
        if game is None:
            return
        try:
            if isinstance(result, DeviceRefused):
                if params.get("check") and result.code == protocol.WRONG_PARAMETERS:
                    # an older companion, which goes by the number of lines alone
                    self._requests.appendleft((method, {**params, "check": None}))
                    return
                raise result
            if method == "confirm":
                # a device that has it no longer was told before, and only its answer was lost
                del self.games[params["game"]]
                yield self._stored.pop(params["game"])._replace(removed=True)
            elif self._take_page(game, params, result):
                yield from self._store(params["game"], game)
        except DeviceError:
            raise
        except ArcanaError as error:
            del self.games[params["game"]]
            self._stored.pop(params["game"], None)
            yield _stays(params["game"], error)

    def unconfirmed(self) -> list[Pulled]:
        """Return the games that are in the library and whose confirmation was not answered."""
        return list(self._stored.values())

    def _plan(self, game: dict) -> None:
        """Note what of a game has to come.

        A finished one comes whole, as the device is about to forget it; of all others only the lines that the
        library lacks, counted from the record as it came: a correction is nothing that the device knows of.
        """
        id, finished = game["game"], game["finished"]
        leaves = finished and not self._keep
        versions = [] if leaves else self._library.versions(id)
        record = Record.from_text(versions[0]) if versions else Record()
        if versions and len(record.events) >= game["events"]:
            self.settled.append(Pulled(self._library.get(id), False, False))
        else:
            self.games[id] = _Coming(record, game["events"], leaves)

    def _ask_for(self, id: str) -> None:
        game = self.games[id]
        first = len(game.record.events)
        for number in range(first, game.events, self._page or game.events):
            # the first page is the one that comes when none is named
            self._requests.append(("events", {"game": id, "first": number or None}))
            game.asked.add(number)

    def _take_page(self, game: _Coming, params: dict, page: dict) -> bool:
        """Put a page to the record; return whether that is whole now."""
        number, follows = params["first"] or 0, page["next"]
        if number != len(game.record.events):
            # the pages before it were shorter than expected
            game.asked.discard(number)
            return False
        game.record.tags.extend((name, value) for name, value in page["tags"])
        # older companions keep no such time
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

    def _store(self, id: str, game: _Coming) -> Iterator[Pulled]:
        """Put a whole record into the library, and have the device let go of it where it may."""
        said = {"game": id, "events": len(game.record.events), "check": game.record.check()}
        stored = _add(self._library, self._source, id, game.record, game.ended)
        if game.leaves:
            self._stored[id] = stored
            self._requests.appendleft(("confirm", said))
        else:
            del self.games[id]
            yield stored


def _stays(id: str, error: ArcanaError | str) -> Left:
    return Left(id, _("Game {id} stays on the device: {error}", id=id, error=error))
