"""The interface through which a page uses a device, and its implementation for a connected device.

The page calls `look` for the current state, and reports which buttons go down and up and what is typed. It
must not know the page.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

from arcana_portable.link.watching import changes_of
from arcana_portable.page.fingers import HoldRepeater
from arcana_portable.translation import _

from arcana_host.link.device import Say
from arcana_host.link.following import Entry, Press, follow

if TYPE_CHECKING:
    from arcana_portable.link.watching import Update

_MOST_WAITING = 16


class Look(TypedDict, total=False):
    """The current state of a device; all texts are for people.

    picture: as on the panel, in the layout of a `PanelFramebuffer`. size: its width and height. plugged:
    whether the device has power and answers. note: what is wrong or what it waits for, or None when all is
    well. state: of the game under way, or None; a new object when it has changed. setup: the first event of
    that game. words: the words on the panel, see `shared_rules.protocol`; None or left out while unknown.
    game: the name of the game that *New game* would start; left out while unknown. flicker: whether the panel
    is in a full refresh; left out if unknown.
    """

    picture: bytes
    size: tuple[int, int]
    plugged: bool
    note: str | None
    state: dict[str, Any] | None
    setup: str
    words: dict[str, Any] | None
    game: str
    flicker: bool


class PageDevice(Protocol):
    """A device that a page shows.

    offers: its abilities: "buttons"; "plug"; "flicker"; "records": its games can be saved; "words": it sends
    the words on its panel; "map": a map of the game can enter events; "sync": other commands find the device;
    "import": its saved records have to be imported. ended: the page's text after the program behind it has
    stopped. command: how to type `arcana`.
    """

    offers: tuple[str, ...]
    ended: str
    command: str

    def look(self) -> Look: ...

    async def press(self, name: str) -> None: ...

    async def release(self, name: str) -> None: ...

    async def inject(self, name: str, kind: str) -> None:
        """Give the device a press, see `Press`, that no button makes."""
        ...

    async def plug(self, wanted: bool) -> None: ...

    async def enter(self, events: list[str]) -> str:
        """Enter events into the game until an event is refused. Returns why that is refused, or ""."""
        ...

    def journals(self) -> dict[str, str]:
        """Return {file name: journal} of its games."""


class ConnectedDevice:
    """A connected companion, followed by a thread.

    port: None for the only connected device. buttons: whether the page may press them. say: called with a
    sentence when a wait lasts. command: see `PageDevice`. Raises NoDevice, DeviceLost, DeviceSilent or
    DeviceFaulty if no device is connected at first.
    """

    def __init__(
        self,
        port: str | None,
        buttons: bool = True,
        say: Say = lambda sentence: None,
        command: str = "arcana",
    ) -> None:
        self.offers = ("words", "buttons", "map") if buttons else ("words",)
        self.command = command
        self.ended = _(
            "The program behind this page has stopped. Start it again with {command} live --web.",
            command=command,
        )
        self._presses: deque[Press | Entry] = deque()
        self._fingers = HoldRepeater(self._queue)
        self._now: Look = {"picture": b"", "plugged": True, "note": None, "state": None}
        self._stopped = threading.Event()
        news = follow(port, picture=True, words=True, setup=True, next_press=self._next_press, say=say)
        # wait for the first state
        while not self._take(next(news)):
            pass
        # a daemon, as it may wait for the device for seconds, which would delay Ctrl-C
        self._thread = threading.Thread(target=self._follow, args=(news,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop following the device."""
        self._stopped.set()
        self._thread.join(2)

    def look(self) -> Look:
        return self._now

    async def press(self, name: str) -> None:
        self._fingers.down(name)

    async def release(self, name: str) -> None:
        self._fingers.up(name)

    async def inject(self, name: str, kind: str) -> None:
        self._queue(name, kind)

    async def plug(self, wanted: bool) -> None:
        """Do nothing: no page can pull a real plug."""

    async def enter(self, events: list[str]) -> str:
        """Enter events into the game until an event is refused. Returns why that is refused, or ""."""
        loop = asyncio.get_running_loop()
        refused: asyncio.Future[str] = loop.create_future()

        def answer(why: str) -> None:
            # cancelled when the page is closed
            if not refused.done():
                refused.set_result(why)

        def done(why: str) -> None:
            loop.call_soon_threadsafe(answer, why)

        self._presses.append(Entry(events, done))
        return await refused

    def journals(self) -> dict[str, str]:
        """Return {}: `sync` fetches the games of a connected device."""
        return {}

    def _follow(self, news: Iterator[Update | None]) -> None:
        try:
            for item in news:
                self._take(item)
                if self._stopped.is_set():
                    break
            news.close()  # type: ignore[attr-defined]
        except Exception as error:
            # otherwise nobody would notice that the thread has ended
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
        kind, content = news
        # a new dict each time, as another thread reads it
        if kind == "gone":
            note = _("{reason} The page waits for the companion and then goes on.", reason=content)
            self._now = {**self._now, "plugged": False, "note": note}
        else:
            self._now = {**self._now, "plugged": True, "note": None, **changes_of(news)}
        return kind == "state"

    def _queue(self, name: str, kind: str) -> None:
        # queued repeats would go on after the release
        if len(self._presses) < (1 if kind == "repeat" else _MOST_WAITING):
            self._presses.append((name, kind))

    def _next_press(self) -> Press | Entry | None:
        return self._presses.popleft() if self._presses else None
