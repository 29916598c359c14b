"""The table in words and figures, for a page that knows nothing of the game and for those who hear it.

It is handed a state as `Game.state()` gives it, whose dicts have no order where it comes from MicroPython. It
runs on CPython and, in the browser, on MicroPython, too. It must not know pages, terminals, nor where a state
came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from arcana_host.games.sheets import Sheet, blank
from arcana_host.games.shipwreck.about import NAME
from arcana_host.games.shipwreck.naming import (
    GOAL,
    LEVELS,
    card_name,
    condition,
    number_lines,
    player_name,
    power_name,
)
from arcana_host.games.shipwreck.table_texts import TEXTS
from shared_rules.shipwreck import CARDS
from shared_rules.shipwreck.creature import Creature
from shared_rules.shipwreck.game import DEFEATS

Texts: TypeAlias = "dict[str, str]"


def sheet(state: dict[str, Any], language: str) -> Sheet:
    """Return what is to be seen of a state, in a language of TEXTS."""
    texts = TEXTS[language]
    shown = blank(language)
    shown["game"] = NAME
    shown["result"] = state["result"]
    level = state.get("assist", "")
    shown["help"] = LEVELS.get(level, level)
    shown["title"] = texts["turn"].format(state["turn"])
    shown["tracks"] = _tracks(state, texts)
    shown["moment"] = _moment(state, texts)
    shown["head"] = _head(state, shown, texts)
    shown["row"] = [_place(place, state) for place in state["row"]]
    shown["creatures"] = [_creature(creature, language) for creature in state.get("creatures", ())]
    shown["lines"] = [
        {"player": player_name(player), "tokens": tokens} for player, tokens in number_lines(state)
    ]
    shown["rest"] = list(_rest(state, texts))
    return shown


def sentences(sheet: Sheet) -> list[str]:
    """Return a sheet as lines to be read out, the one that says how things stand first."""
    texts = TEXTS[sheet["language"]]
    lines = [sheet["head"]]
    lines += [_creature_in_words(creature, texts) for creature in sheet["creatures"]]
    lines += [_place_in_words(number, place, texts) for number, place in enumerate(sheet["row"], 1)]
    lines += [_line_in_words(line, texts) for line in sheet["lines"]]
    lines += [f"{heading}: {text}." for heading, text in sheet["rest"] if heading != texts["unseen"]]
    return lines


def _tracks(state: dict, texts: Texts) -> list[dict]:
    won = ("defeats", DEFEATS) if "creatures" in state else ("score", GOAL)
    return [
        {"kind": kind, "name": texts[kind], "value": state[kind], "of": of}
        for kind, of in (won, ("doom", GOAL))
    ]


def _moment(state: dict, texts: Texts) -> str:
    moment = state["result"] or state["phase"]
    # a newer companion may know more of them
    return texts.get(moment, moment).format(player_name(state["active"]))


def _head(state: dict, shown: Sheet, texts: Texts) -> str:
    won = shown["tracks"][0]
    standing = (won["name"], won["value"], texts["doom_within"], state["doom"])
    return texts["head"].format(shown["title"], *standing, shown["moment"])


def _place(place: dict | None, state: dict) -> dict | None:
    if place is None:
        return None
    card = CARDS[place["card"]] if place["card"] in CARDS else None
    moons = place["moons"]
    return {
        "name": card_name(place["card"]),
        "ability": card.ability if card else "",
        "fates": place["fates"],
        "pips": place["pips"],
        "moons": moons,
        "fades": moons is not None and place["pips"] >= moons and not state["result"],
        "attached": ", ".join(map(power_name, place["attached"])),
    }


def _creature(creature: dict, language: str) -> dict:
    read = Creature(creature["level"], creature["name"], creature["condition"])
    return {
        "name": read.title,
        "level": read.level,
        "condition": condition(read, language),
        "fates": creature["fates"],
    }


def _rest(state: dict, texts: Texts) -> Iterator[tuple[str, str]]:
    if "creatures" in state:
        ready = [
            texts["adventurer"].format(player, _begin_large(who))
            for player, who in sorted(state["adventurers"].items())
            if who in state["ready"]
        ]
        yield texts["ready"], ", ".join(ready) or texts["nobody"]
    if state["powers"]:
        yield texts["powers"], ", ".join(map(power_name, state["powers"]))
    if state["exiled"]:
        yield texts["exiled"], ", ".join(map(str, state["exiled"]))
    yield texts["unseen"], ", ".join(f"{value}×{count}" for value, count in sorted(state["unseen"].items()))


def _place_in_words(number: int, place: dict | None, texts: Texts) -> str:
    if place is None:
        return texts["empty"].format(number)
    attached = texts["attached"].format(place["attached"]) if place["attached"] else ""
    moons = ""
    if place["moons"] is not None:
        full = min(place["pips"], place["moons"])
        moons = texts["fades" if place["fades"] else "moons"].format(full, place["moons"])
    fates = _fates(place["fates"], texts)
    return texts["place"].format(number, place["name"], attached, place["ability"], fates, moons)


def _creature_in_words(creature: dict, texts: Texts) -> str:
    fates = _fates(creature["fates"], texts)
    return f"{creature['name']} ({creature['level']}): {creature['condition']}; {fates}."


def _fates(fates: list[int], texts: Texts) -> str:
    return texts["fates"].format(", ".join(map(str, fates))) if fates else texts["no_fates"]


def _begin_large(text: str) -> str:
    return text[0].upper() + text[1:]


def _line_in_words(line: dict, texts: Texts) -> str:
    by_mark: dict[str, list[str]] = {}
    for value, mark in line["tokens"]:
        by_mark.setdefault(mark, []).append(str(value))
    told = [f"{', '.join(values)} {texts[mark]}" for mark, values in sorted(by_mark.items())]
    return texts["line"].format(line["player"], "; ".join(told))
