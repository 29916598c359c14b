"""The virtual device behind a page: its panel, its buttons, its plug.

It must not know the page, or the meaning of the game.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from arcana_portable.translation import N_, _, refusal_text
from shared_rules.errors import RuleError

if TYPE_CHECKING:
    from arcana_host.page.page_device import Look
    from arcana_host.virtual.host_device import HostDevice

_CONTACT_RESTS = 0.03
"""Seconds; messages in quick succession would look like contact bounce."""


class VirtualPageDevice:
    """A virtual device for a page.

    offers: its abilities besides the usual. command: see `PageDevice`.
    """

    def __init__(self, device: HostDevice, offers: tuple[str, ...] = (), command: str = "arcana") -> None:
        self.device = device
        # MicroPython in the browser can't unpack into a tuple
        self.offers: tuple[str, ...] = ("buttons", "plug", "flicker", "words", "records", "map") + offers
        self.command = command
        self.ended = _("The virtual device has stopped. Start it again with {command} play.", command=command)
        self._moving = asyncio.Lock()
        self._flicker = Flicker()
        self._app: Any = None
        self._state: dict[str, Any] | None = None
        self._setup = ""
        self._is_new = False
        self._game = ""
        self._words: dict[str, Any] | None = None
        self._words_are_new = False

    def look(self) -> Look:
        device = self.device
        if device.app:
            self._game = device.app.game_name
        look: Look = {
            "game": self._game,
            "picture": device.glass,
            "size": (device.panel.width, device.panel.height),
            "plugged": device.plugged,
            "note": None if device.plugged else N_("The plug is pulled."),
            "state": self._state_now(),
            "setup": self._setup,
            "words": self._words_now(),
            "flicker": self._flicker.look(device.panel),
        }
        return look

    async def press(self, name: str) -> None:
        # one button at a time, as two chords share a contact
        async with self._moving:
            for contact in self._contacts(name):
                self.device.press(contact)
                await asyncio.sleep(_CONTACT_RESTS)

    async def release(self, name: str) -> None:
        async with self._moving:
            for contact in reversed(self._contacts(name)):
                self.device.release(contact)
            await asyncio.sleep(_CONTACT_RESTS)

    async def inject(self, name: str, kind: str) -> None:
        if self.device.app:
            self.device.app.board.buttons.inject(name, kind)

    async def plug(self, wanted: bool) -> None:
        if wanted:
            self.device.plug_in()
        else:
            await self.device.pull_plug()

    async def enter(self, events: list[str]) -> str:
        """Enter events into the game until an event is refused. Returns why that is refused, or ""."""
        app = self.device.app
        try:
            for text in events if app and app.session.game else []:
                app.session.enter(text)
        except ValueError as error:
            return refusal_text(error) if isinstance(error, RuleError) else str(error)
        return ""

    def journals(self) -> dict[str, str]:
        from arcana_portable.page.journals import records

        found = records(f"{self.device.folder}/games")
        return {name: record.decode(errors="replace") for name, record in found.items()}

    def _contacts(self, name: str) -> tuple[str, ...]:
        """Return the contacts that make a button, in the order in which they close."""
        if name in self.device.wiring.buttons:
            return (name,)
        from companion.chords import CHORDS

        # MicroPython, on which this module runs in a browser, has no star in a tuple
        return ("b",) + tuple(contact for contact, button in CHORDS.items() if button == name)

    def _state_now(self) -> dict[str, Any] | None:
        app = self.device.app
        if app and app is not self._app:
            app.session.watchers.append(self._changed)
            self._app, self._is_new = app, True
            # its first picture may be older than this watcher
            self._words_are_new = True
        if app and self._is_new:
            game = app.session.game
            self._state, self._is_new = game.live_state() if game else None, False
            self._setup = game.events[0] if game else ""
        return self._state

    def _words_now(self) -> dict[str, Any] | None:
        app = self.device.app
        if app and app.screen and self._words_are_new:
            from companion.screen_reader import words

            self._words, self._words_are_new = words(app), False
        return self._words

    def _changed(self, kind: str) -> None:
        if kind == "event":
            self._is_new = True
        else:
            self._words_are_new = True


class Flicker:
    """Detects full refreshes, which make the panel flicker; `look` has to be called often."""

    def __init__(self) -> None:
        self._full_refreshes = 0
        self._is_on = False

    def look(self, panel: Any) -> bool:
        """Return whether a full refresh is under way; panel has `full_refreshes` and `busy`."""
        begun = panel.full_refreshes != self._full_refreshes
        self._full_refreshes = panel.full_refreshes
        self._is_on = (begun or self._is_on) and panel.busy
        return self._is_on
