"""The messages between a page and a device: dicts of plain values, for any transport.

A key such as "#status" is the id of an element of the page, and its value the markup that belongs there.

It runs on CPython and, in the browser, on MicroPython. It must not know the game, or the kind of device,
which is a `PageDevice`.
"""

from __future__ import annotations

from binascii import b2a_base64
from typing import TYPE_CHECKING, Any

from arcana_portable.games import of_state
from arcana_portable.games.sheets import changes, sheet
from arcana_portable.page.land_form import LandForm
from arcana_portable.page.land_markup import KEEP, answer, boards
from arcana_portable.page.markup import text, unseen
from arcana_portable.page.panel_markup import in_its_language, meanings, written
from arcana_portable.page.panel_words import keys
from arcana_portable.page.panel_words import news as panel_news
from arcana_portable.page.table_markup import table
from arcana_portable.translation import ENGLISH, _, code, language, page_texts, rules, speaking
from shared_rules import BUTTONS

if TYPE_CHECKING:
    from arcana_host.page.page_device import Look, PageDevice

    from arcana_portable.games.sheets import Sheet


class PageMessages:
    """The messages to and from all pages of a device. shown: the device."""

    def __init__(self, shown: PageDevice) -> None:
        self.shown = shown
        self._seen: Look = {}
        self._sheet: Sheet | None = None
        self._entry: dict[str, str] | None = None
        self._standing = ""
        self._map: dict[str, Any] | None = None
        self._rules_of = ("", "")
        self._sent: dict[str, Any] = {}

    def all(self) -> dict[str, Any]:
        """Return everything that a new page has to know."""
        known = {"offers": self.shown.offers, "ended": self.shown.ended, "command": self.shown.command}
        known.update(self._sent)
        return known

    def news(self) -> dict[str, Any]:
        """Return the changes since the last call; {} for nothing."""
        seen, now = self._seen, self.shown.look()
        self._seen = now
        news: dict[str, Any] = {}
        for key in ("size", "plugged", "flicker"):
            if now.get(key) != seen.get(key):
                news[key] = now.get(key)
        if now["picture"] and now["picture"] != seen.get("picture"):
            news["picture"] = b2a_base64(now["picture"]).decode().strip()
        words = now.get("words")
        if words and words != seen.get("words"):
            news["#written"] = written(words)
            news["#now"] = meanings(words)
            news["#said"] = in_its_language(words, text("\n".join(panel_news(seen.get("words"), words))))
            news["does"] = {button: does for button, _name, does in keys(words)}
            news["name"] = words["written"]
        with speaking(words["language"] if words else ENGLISH):
            self._add_texts(now, seen, news)
        self._sent.update(news)
        return news

    def _add_texts(self, now: Look, seen: Look, news: dict[str, Any]) -> None:
        """Add the texts of the page itself to the news, in the language of the panel."""
        spoken_before = self._sheet["language"] if self._sheet else None
        if language() != spoken_before:
            news["language"] = {"code": code(language()), "texts": page_texts(language())}
        before = self._sheet if language() == spoken_before else None
        if before is None or now["state"] is not seen.get("state"):
            self._sheet = shown = sheet(now["state"])
            news["#lying"] = table(shown, "buttons" in self.shown.offers)
            if "map" in self.shown.offers:
                self._add_map(now, news)
            # the first table is no change, nor is the same table in another language
            known = before if before and before["game"] else shown
            self._standing = "\n".join(changes(known, shown))
        if "map" in self.shown.offers and self._sheet:
            asks = (now.get("words") or {}).get("asks")
            self._add_points(None if asks else self._sheet["entry"], news)
        game = (self._sheet["game"] if self._sheet else None) or now.get("game")
        if game and (game, language()) != self._rules_of:
            self._rules_of = (game, language())
            news["#rules-text"] = rules(game)
        status = _status(_(now["note"]) if now["note"] else self._standing)
        if status != self._sent.get("#status"):
            news["#status"] = status

    def _add_points(self, entry: dict[str, str] | None, news: dict[str, Any]) -> None:
        """Add for whom the page asks points. entry: as in the sheet, None while the panel asks a question."""
        self._entry, name = entry, text(entry["text"]) if entry else ""
        if name != self._sent.get("#entry-name"):
            news["#entry-name"] = name
        if (entry and entry["event"]) != self._sent.get("entry"):
            news["entry"] = entry and entry["event"]
            news["#entry-refused"] = ""

    def _add_map(self, now: Look, news: dict[str, Any]) -> None:
        """Add the map and what lies on it."""
        state, setup = now["state"], now.get("setup", "")
        self._map = of_state(state).map(state, setup) if state and state["mode"] else None
        news["map"] = self._map is not None
        news["#boards"] = boards(self._map) if self._map else ""

    async def handle(self, message: Any, held: set[str]) -> dict[str, Any]:
        """Handle a message from a page, and return the answer for this page alone.

        Invalid messages, and messages for functions that are not offered, are ignored. held: the buttons that
        this page holds down; it is updated.
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
                await self.shown.inject("key", letter)
            if message.get("long") == "b":
                await self.shown.inject("b", "long")
        if "plug" in self.shown.offers and isinstance(message.get("plug"), bool):
            await self.shown.plug(message["plug"])
        state = self._seen.get("state")
        if "map" in self.shown.offers and state and state["mode"] and self._sheet:
            with speaking(self._sheet["language"]):
                return await self._handle_entry(message, self._entry)
        return {}

    async def _handle_entry(self, message: dict[str, Any], entry: dict[str, str] | None) -> dict[str, Any]:
        """Enter a page's events, or answer its question about a land.

        entry: whose points can be entered.
        """
        if _is_texts(message.get("enter")):
            return await self._enter(message["enter"])
        if isinstance(message.get("event"), str):
            return await self._enter([message["event"].strip()])
        if entry and isinstance(message.get("points"), str):
            try:
                points = int(message["points"])
            except ValueError:
                return {}
            return await self._enter([f"{entry['event']} {points}"])
        filled = message.get("land")
        if self._map and isinstance(filled, dict) and _is_texts(list(filled.values())):
            return await self._handle_land(self._map, str(message.get("name")), filled, message.get("by"))
        return {}

    async def _handle_land(
        self, map: dict[str, Any], name: str, filled: dict[str, str], by: Any
    ) -> dict[str, Any]:
        """Handle an action in the form for a land. by: a verb, "choose", or the changed entry."""
        try:
            form = LandForm(map, name, filled)
        except ValueError:
            # the map has other lands by now
            return {}
        if by in [KEEP] + [verb for verb, _label in map["verbs"]]:
            return await self._enter(form.events(by)) if map["verbs"] else {}
        news = form.choose() if by == "choose" else form.change(by)
        state, setup = self._seen["state"] or {}, self._seen.get("setup", "")
        news["#land-answer"] = answer(of_state(state).answer(state, setup, form.question(), name))
        return news

    async def _enter(self, events: list[str]) -> dict[str, Any]:
        refused = await self.shown.enter(events)
        news: dict[str, Any] = {"#map-refused": text(refused), "#entry-refused": text(refused)}
        if not refused:
            # it was used; until then it stays
            news["form"] = {"cascade": "?"}
        return news


def _status(standing: str) -> str:
    """Return the first line; the others, which the table shows, are for users of screen readers."""
    head, _end, changed = standing.partition("\n")
    return text(head) + (unseen(f"\n{changed}") if changed else "")


def _is_texts(given: Any) -> bool:
    return isinstance(given, list) and all([isinstance(each, str) for each in given])
