"""The form for a land of the map: the values filled in on a page, and their effects.

It runs on CPython and, in the browser, on MicroPython. It must not know the meaning of fields and verbs; the
rules answer and refuse.
"""

from __future__ import annotations

from typing import Any

from arcana_portable.page.land_markup import KEEP, cascades, fields, verbs
from arcana_portable.page.markup import text

_NOWHERE: dict[str, Any] = {"name": "", "lying": None, "noted": None, "begins": "", "near": []}


class LandForm:
    """The form for a land, as a page has filled it in.

    map: as `PortableGame.map` returns it. name: of the land, "" where no land is known. filled: {name of an
    entry: its text}, {} for a land that is chosen anew: lying, the land's contents; was, the contents when
    the page last received them; holds; cascade; and a number for each field.

    Raises ValueError if the map has no such land.
    """

    def __init__(self, map: dict[str, Any], name: str, filled: dict[str, str]) -> None:
        self._map = map
        self._land = self._find(name)
        # what was entered comes before suggestions
        noted = self._land["begins"] if self._land["noted"] is None else self._land["noted"]
        self._lay = noted if self._land["lying"] is None else self._land["lying"]
        self._filled = filled
        self.lying = " ".join(filled.get("lying", "").split())

    def question(self) -> str:
        """Return the contents and the effects of the land, as a game answers them."""
        return f"{self.lying} {self._filled.get('holds', '').strip()}".strip()

    def choose(self) -> dict[str, Any]:
        """Return the page's data about a land that was chosen, or has changed."""
        news: dict[str, Any] = {"#land-name": text(self._land["name"]), "#land-verbs": verbs(self._map)}
        # text that somebody is writing there is not taken away
        if self._filled.get("was") != self._lay:
            self.lying = self._lay
            news["form"] = {"lying": self._lay, "was": self._lay}
            news["#land-fields"] = fields(self._map, self._values())
        if not self._filled:
            news["form"]["holds"] = ""
            news["#land-cascade"] = cascades(self._land["near"])
        return news

    def change(self, name: str) -> dict[str, Any]:
        """Return the other changes of the page when somebody changes an entry."""
        if name in [field for field, _label in self._map["fields"]]:
            self.lying = " ".join(self._words())
            return {"form": {"lying": self.lying}}
        return {"form": self._values()} if name == "lying" else {}

    def events(self, verb: str) -> list[str]:
        """Return the events of a verb. Changes that were not kept yet count."""
        name, found = self._land["name"], []
        if verb == KEEP or self.lying != self._land["lying"]:
            found.append(f"land {name} {self.lying}".rstrip())
        if verb != KEEP:
            more = ""
            if verb == self._map["verbs"][0][0]:
                more = " " + self._filled.get("holds", "").strip()
                if self._filled.get("cascade"):
                    more += f" cascade={self._filled['cascade']}"
            found.append(f"{verb} {name} {more.strip()}".rstrip())
        return found

    def _find(self, name: str) -> dict[str, Any]:
        lands = [land for board in self._map["boards"] for land in board["lands"]]
        for land in lands or [_NOWHERE]:
            if land["name"] == name:
                return land
        raise ValueError(name)

    def _values(self) -> dict[str, str]:
        """Return the number of each field; pieces with strife or damage stand in the text alone."""
        words = self.lying.split()
        found = {}
        for field, _label in self._map["fields"]:
            numbers = [word[len(_begin(field)) :] for word in words if _is_of(word, field)]
            found[field] = numbers[0] if numbers else "0"
        return found

    def _words(self) -> list[str]:
        """Return the contents of the land with the numbers of the fields."""
        short: list[str] = []
        long: list[str] = []
        others = self.lying.split()
        for field, _label in self._map["fields"]:
            others = [word for word in others if not _is_of(word, field)]
            number = self._filled.get(field, "")
            if number.isdigit() and int(number):
                (short if len(field) == 1 else long).append(_begin(field) + number)
        return short + others + long


def _begin(field: str) -> str:
    return field if len(field) == 1 else f"{field}="


def _is_of(word: str, field: str) -> bool:
    begin = _begin(field)
    return word.startswith(begin) and word[len(begin) :].isdigit()
