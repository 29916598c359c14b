"""A companion that a host watches: keeps the watch alive, and makes updates of the notifications.

It does no input or output, as `companion`, and must not know who shows the updates.
"""

from __future__ import annotations

from binascii import a2b_base64
from typing import TYPE_CHECKING, Any

from arcana_portable.link.glass import PanelFramebuffer

if TYPE_CHECKING:
    from arcana_portable.drivers import Steps
    from arcana_portable.link.companion import Companion

    Update = tuple[str, Any]

WATCH_SECONDS = 60
RENEW_AFTER = 5.0
COMPLETE_AFTER = 0.1
"""Seconds without a page after which a picture is complete, as its pages come one after the other."""


class Watching:
    """A watch of a Companion. picture, words, setup: whether these updates are wanted, too.

    An update is a notification's name and params, except for ("picture", its width and height and the bytes
    of a `PanelFramebuffer`), and ("setup", a game's first event) before its first state.
    """

    def __init__(
        self, companion: Companion, picture: bool = False, words: bool = False, setup: bool = False
    ) -> None:
        self._companion = companion
        self._picture, self._words, self._setup = picture, words, setup
        self._glass: PanelFramebuffer | None = None
        self._renewed: float | None = None
        self._changed: float | None = None
        self._game: str | None = None
        self._waiting: list[Update] = []

    def next(self, seconds: float) -> Steps[Update | None]:
        """Return the next update, or None if none came within `seconds`. Raises DeviceError."""
        if self._waiting:
            return self._waiting.pop()
        now = yield ("now",)
        if self._renewed is None or now - self._renewed > RENEW_AFTER:
            yield from self._renew()
            self._renewed = now
        kind, params = (yield from self._companion.notice(seconds)) or ("", {})
        if kind == "picture":
            if self._store(params):
                self._changed = now
            return None
        if kind == "state" and self._setup and params["game"] != self._game:
            self._game = params["game"]
            self._waiting.append((kind, params))
            return "setup", (yield from self._read_setup()) if params["state"] else ""
        if not kind and self._glass and self._changed is not None and now - self._changed > COMPLETE_AFTER:
            self._changed = None
            return "picture", (self._glass.size, bytes(self._glass.picture))
        return (kind, params) if kind else None

    def end(self) -> Steps[None]:
        """End the watch; without an answer, it expires."""
        yield from self._companion.ask("watch", {"seconds": 0}, [self._companion.timeout])

    def _renew(self) -> Steps[None]:
        if self._renewed is None:
            # an earlier watch, such as from before the cable was pulled, would not send the present state
            yield from self._companion.call("watch", seconds=0)
            if self._picture:
                self._glass = PanelFramebuffer((yield from self._companion.call("info"))["panel"])
        # a restarted device has forgotten its watchers
        wanted = {"picture": self._picture, "words": self._words or None}
        yield from self._companion.call("watch", seconds=WATCH_SECONDS, **wanted)

    def _store(self, params: dict) -> bool:
        """Put a page of the picture in its place; return False for an invalid page."""
        try:
            return bool(self._glass and self._glass.store(params["page"], a2b_base64(params["data"])))
        except ValueError:
            return False

    def _read_setup(self) -> Steps[str]:
        """Return the first event of the game on the table, "" if its file can't be read."""
        files = yield from self._companion.pages("list", "files")
        names = [name for name, _size in files if f"-{self._game}." in name]
        for _name, content in (yield from self._companion.read_some(names[:1])) if names else []:
            for line in content.split(b"\n") if isinstance(content, bytes) else []:
                if line.startswith(b"setup "):
                    return line.decode()
        return ""


def changes_of(update: Update) -> Any:
    """Return {part of a `page_device.Look`: its new value} for an update."""
    kind, content = update
    if kind == "state":
        return {"state": content["state"]}
    return {"size": content[0], "picture": content[1]} if kind == "picture" else {kind: content}
