"""The interface through which a page uses a device, and its implementation for a connected one.

The page calls `look` for the current state, and reports which buttons go down and up and what is typed. It
must not know the page.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any, Protocol, TypedDict

from arcana_host.link.device import Tell
from arcana_host.link.following import KEY, Entry, Press, Update, follow
from arcana_host.translation import _

REPEAT_AFTER = 0.5
REPEAT_EVERY = 0.12
LONG = 0.8
"""Seconds, as the firmware's buttons have them."""

_MOST_WAITING = 16


class Look(TypedDict, total=False):
    """The current state of a device; all texts are for people.

    picture: 4,736 bytes as the panel has them. shades: that picture as it may look on glass, a byte a pixel,
    row by row, from 0 for black to 255 for white; left out if unknown. plugged: whether the device
    has power and answers. note: what is wrong with it or what is waited for, None when all is well. state:
    that of the game under way, None for none; it is a new object when it has changed. setup: the first event
    of that game. words: what the panel says, as `shared_rules.protocol` has it; None or left out while
    nobody knows. game: the name of the game that a new one would be of; left out while nobody knows.
    flicker: whether the glass is in a full refresh; left out where nobody can know.
    """

    picture: bytes
    shades: bytes
    plugged: bool
    note: str | None
    state: dict[str, Any] | None
    setup: str
    words: dict[str, Any] | None
    game: str
    flicker: bool


class PageDevice(Protocol):
    """A device that a page shows.

    offers: what can be done with it on the page: "buttons", "plug", "flicker", "records" for one whose games
    can be saved; "words" is for one that tells what its panel says, "ink" for one that tells the shades of
    its picture, "slow" for one that needs patience. "map" is for one into which events can be entered on a
    map of the game. "sync" is for one that other commands find, "import" for one whose saved records are the
    way to them.
    ended: what a page says when the program behind it has stopped. command: how `arcana` is typed.
    """

    offers: tuple[str, ...]
    ended: str
    command: str

    def look(self) -> Look: ...

    async def press(self, name: str) -> None: ...

    async def release(self, name: str) -> None: ...

    async def type(self, letter: str) -> None: ...

    async def plug(self, wanted: bool) -> None: ...

    async def enter(self, events: list[str]) -> str:
        """Enter events into the game up to the first that is refused; return why, "" where none is."""
        ...

    def journals(self) -> dict[str, str]:
        """Return the journals of the games that it keeps, by their file names."""


class ConnectedDevice:
    """A connected companion, which a thread of its own follows.

    port: None for the only one there is. buttons: whether the page may press them. tell: called with a
    sentence when a wait for it lasts, or it had to be woken. command: as a `PageDevice` has it.
    Raises NoDevice, DeviceLost, DeviceSilent or DeviceFaulty when there is none to begin with.
    """

    def __init__(
        self,
        port: str | None,
        buttons: bool = True,
        tell: Tell = lambda sentence: None,
        command: str = "arcana",
    ) -> None:
        self.offers = ("words", "buttons", "map") if buttons else ("words",)
        self.command = command
        self.ended = _(
            "The program behind this page has stopped. Start it again with {command} live --web.",
            command=command,
        )
        self._presses: deque[Press | Entry] = deque()
        self._fingers = Fingers(self._queue)
        self._now: Look = {"picture": b"", "plugged": True, "note": None, "state": None}
        self._stopped = threading.Event()
        news = follow(port, picture=True, words=True, setup=True, next_press=self._next_press, tell=tell)
        # before its first state nobody can say whether a game is on the table
        while not self._take(next(news)):
            pass
        # it may sit in a wait for the device for seconds, which nobody wants to sit out at Ctrl-C
        self._thread = threading.Thread(target=self._follow, args=(news,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Follow no longer; the device forgets its watcher."""
        self._stopped.set()
        self._thread.join(2)

    def look(self) -> Look:
        return self._now

    async def press(self, name: str) -> None:
        self._fingers.down(name)

    async def release(self, name: str) -> None:
        self._fingers.up(name)

    async def type(self, letter: str) -> None:
        self._queue(KEY, letter)

    async def plug(self, wanted: bool) -> None:
        """Do nothing: no page can pull a real plug."""

    async def enter(self, events: list[str]) -> str:
        """Enter events into the game up to the first that is refused; return why, "" where none is."""
        loop = asyncio.get_running_loop()
        refused: asyncio.Future[str] = loop.create_future()

        def answer(why: str) -> None:
            # a page that has gone waits no longer
            if not refused.done():
                refused.set_result(why)

        def done(why: str) -> None:
            loop.call_soon_threadsafe(answer, why)

        self._presses.append(Entry(events, done))
        return await refused

    def journals(self) -> dict[str, str]:
        """No page fetches games: that is the business of `sync`."""
        return {}

    def _follow(self, news: Iterator[Update | None]) -> None:
        try:
            for item in news:
                self._take(item)
                if self._stopped.is_set():
                    break
            news.close()  # type: ignore[attr-defined]
        except Exception as error:
            # nobody would hear of it: the page would only stand still
            note = _(
                "Following the companion failed ({error!r}); start {command} live again.",
                error=error,
                command=self.command,
            )
            self._now = {**self._now, "plugged": False, "note": note}

    def _take(self, news: Update | None) -> bool:
        """Store a notification; return whether it was a state."""
        if news is None:
            return False
        kind, told = news
        # a new object each time, as another thread looks at it
        if kind == "state":
            self._now = {**self._now, "state": told["state"], "plugged": True, "note": None}
        elif kind == "picture":
            self._now = {**self._now, "picture": told}
        elif kind == "words":
            self._now = {**self._now, "words": told}
        elif kind == "setup":
            self._now = {**self._now, "setup": told}
        elif kind == "gone":
            note = _("{told} The page waits for the companion and then goes on.", told=told)
            self._now = {**self._now, "plugged": False, "note": note}
        return kind == "state"

    def _queue(self, name: str, kind: str) -> None:
        # repeats that a slow device has not taken yet would run on after the release
        if len(self._presses) < (1 if kind == "repeat" else _MOST_WAITING):
            self._presses.append((name, kind))

    def _next_press(self) -> Press | Entry | None:
        return self._presses.popleft() if self._presses else None


class Fingers:
    """Turns buttons going down and up into presses, as the device does: its link takes presses only.

    say: takes a name and "press", "repeat" or "long".
    """

    def __init__(self, say) -> None:
        self._say = say
        self._held: dict[str, asyncio.Task[None]] = {}
        self._spent: set[str] = set()

    def down(self, name: str) -> None:
        """A button goes down; needs a running loop."""
        if name in self._held:
            return
        if name != "b":
            self._say(name, "press")
        hold = self._hold_long if name == "b" else self._repeat
        self._held[name] = asyncio.get_running_loop().create_task(hold(name))

    def up(self, name: str) -> None:
        """A button goes up."""
        held = self._held.pop(name, None)
        if not held:
            return
        held.cancel()
        # what can be held for long gives its press at release
        if name == "b" and name not in self._spent:
            self._say(name, "press")
        self._spent.discard(name)

    async def _hold_long(self, name: str) -> None:
        await asyncio.sleep(LONG)
        self._spent.add(name)
        self._say(name, "long")

    async def _repeat(self, name: str) -> None:
        await asyncio.sleep(REPEAT_AFTER)
        while True:
            self._say(name, "repeat")
            await asyncio.sleep(REPEAT_EVERY)
