"""The messages between a page and a device: dicts of plain values, for any transport.

It runs on CPython and, in the browser, on MicroPython. It must not know the game, or the kind of device,
which is a `PageDevice`.
"""

from __future__ import annotations

from binascii import b2a_base64
from typing import TYPE_CHECKING, Any

from arcana_host.games import of_state
from arcana_host.games.sheets import changes, sheet
from arcana_host.page.panel_words import news as panel_news
from arcana_host.page.panel_words import spoken
from arcana_host.translation import ENGLISH, _, code, language, page_texts, rules, speaking
from shared_rules import BUTTONS

if TYPE_CHECKING:
    from arcana_host.games.sheets import Sheet
    from arcana_host.page.page_device import Look, PageDevice


class PageMessages:
    """The messages to and from all pages of one device. shown: the device."""

    def __init__(self, shown: PageDevice) -> None:
        self.shown = shown
        self._seen: Look = {}
        self._sheet: Sheet | None = None
        self._standing = ""
        self._rules_of = ("", "")
        self._told: dict[str, Any] = {}

    def all(self) -> dict[str, Any]:
        """Return everything that a new page has to know."""
        known = {"offers": self.shown.offers, "ended": self.shown.ended, "command": self.shown.command}
        known.update(self._told)
        return known

    def news(self) -> dict[str, Any]:
        """Return what has changed since the last call; {} for nothing."""
        seen, now = self._seen, self.shown.look()
        self._seen = now
        news: dict[str, Any] = {}
        for key in ("size", "plugged", "flicker"):
            if now.get(key) != seen.get(key):
                news[key] = now.get(key)
        for key, before, after in (
            ("picture", seen.get("picture"), now["picture"]),
            ("shades", seen.get("shades"), now.get("shades")),
        ):
            if after and after != before:
                news[key] = b2a_base64(after).decode().strip()
        words = now.get("words")
        if words and words != seen.get("words"):
            news["words"] = spoken(words)
            news["said"] = "\n".join(panel_news(seen.get("words"), words))
        with speaking(words["language"] if words else ENGLISH):
            self._add_texts(now, seen, news)
        self._told.update(news)
        return news

    def _add_texts(self, now: Look, seen: Look, news: dict[str, Any]) -> None:
        """Add the texts of the page itself to the news, in the language of the panel."""
        spoken_before = self._sheet["language"] if self._sheet else None
        if language() != spoken_before:
            news["language"] = {"code": code(language()), "texts": page_texts(language())}
        before = self._sheet if language() == spoken_before else None
        if before is None or now["state"] is not seen.get("state"):
            self._sheet = table = sheet(now["state"])
            news["table"] = table
            if "map" in self.shown.offers:
                state = now["state"]
                setup = now.get("setup", "")
                news["map"] = of_state(state).map(state, setup) if state and state["mode"] else None
            # the first table is no change, nor is the same one in another language
            known = before if before and before["game"] else table
            self._standing = "\n".join(changes(known, table))
        game = (self._sheet["game"] if self._sheet else None) or now.get("game")
        if game and (game, language()) != self._rules_of:
            self._rules_of = (game, language())
            news["rules"] = rules(game)
        status = _(now["note"]) if now["note"] else self._standing
        if status != self._told.get("status"):
            news["status"] = status

    async def handle(self, message: Any, held: set[str]) -> dict[str, Any]:
        """Handle a message from a page, and return the answer for this page alone.

        Invalid messages, and those for what is not offered, are ignored. held: the buttons that this page
        holds down; it is updated.
        """
        if not isinstance(message, dict):
            return {}
        if "buttons" in self.shown.offers:
            if message.get("down") in BUTTONS:
                held.add(message["down"])
                await self.shown.press(message["down"])
            if message.get("up") in BUTTONS:
                held.discard(message["up"])
                await self.shown.release(message["up"])
            letter = message.get("type")
            if isinstance(letter, str) and len(letter) == 1:
                await self.shown.type(letter)
        if "plug" in self.shown.offers and isinstance(message.get("plug"), bool):
            await self.shown.plug(message["plug"])
        return await self._handle_map(message) if "map" in self.shown.offers else {}

    async def _handle_map(self, message: dict[str, Any]) -> dict[str, Any]:
        """Answer a question from the map of a game, or enter the events from there."""
        state, events, question = self._seen.get("state"), message.get("enter"), message.get("ask")
        if not state or not state["mode"] or not self._sheet:
            return {}
        with speaking(self._sheet["language"]):
            if isinstance(question, str):
                place = str(message.get("about", ""))
                setup = self._seen.get("setup", "")
                return {"answer": of_state(state).answer(state, setup, question, place)}
            if isinstance(events, list) and all([isinstance(text, str) for text in events]):
                return {"refused": await self.shown.enter(events)}
        return {}
