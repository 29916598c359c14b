"""The table sheet of a state, for pages and terminals, and its sentences for screen readers.

The dicts of a state from MicroPython have no order. It runs on CPython and, in the browser, on MicroPython.
It must not know pages, terminals, or where a state came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arcana_portable.games.sheets import Sheet, blank
from arcana_portable.games.shipwreck.naming import (
    GOAL,
    LEVELS,
    RESULTS,
    card_name,
    condition,
    number_lines,
    player_name,
    power_name,
)
from arcana_portable.translation import N_, _
from shared_rules.shipwreck import CARDS
from shared_rules.shipwreck.deep import Creature
from shared_rules.shipwreck.game import DEFEATS

_PHASES = {
    "before-play": N_("{player} plays a fate."),
    "after-play": N_("{player} has played."),
    "after-predict": N_("The prediction is made; {player} ends the turn."),
    "deal": N_("A card is dealt."),
}


def sheet(state: dict[str, Any]) -> Sheet:
    """Return the sheet of a state."""
    shown = blank()
    level = state.get("assist", "")
    shown["help"] = _(LEVELS.get(level, level)) if level else ""
    shown["title"] = _("Turn {turn}", turn=state["turn"])
    shown["tracks"] = _tracks(state)
    shown["moment"] = _moment(state)
    shown["head"] = _head(state, shown)
    shown["row"] = [_place(place, state) for place in state["row"]]
    shown["creatures"] = [_creature(creature) for creature in state.get("creatures", ())]
    shown["lines"] = [
        {"player": player_name(player), "tokens": tokens} for player, tokens in number_lines(state)
    ]
    shown["rest"] = list(_rest(state))
    return shown


def sentences(sheet: Sheet) -> list[str]:
    """Return a sheet as lines to be read out, the standing first."""
    lines = [sheet["head"]]
    lines += [_creature_in_words(creature) for creature in sheet["creatures"]]
    lines += [_place_in_words(number, place) for number, place in enumerate(sheet["row"], 1)]
    lines += [_line_in_words(line) for line in sheet["lines"]]
    lines += [f"{heading}: {text}." for heading, text in sheet["rest"] if heading != _("Unseen fates")]
    return lines


def _tracks(state: dict) -> list[dict]:
    won = ("defeats", _("Defeats"), DEFEATS) if "creatures" in state else ("score", _("Score"), GOAL)
    return [
        {"kind": kind, "name": name, "value": state[kind], "of": of}
        for kind, name, of in (won, ("doom", _("Doom"), GOAL))
    ]


def _moment(state: dict) -> str:
    if state["result"]:
        return _(RESULTS.get(state["result"], state["result"]))
    # a newer companion may know more phases
    return _(_PHASES.get(state["phase"], state["phase"])).format(player=player_name(state["active"]))


def _head(state: dict, shown: Sheet) -> str:
    won = shown["tracks"][0]
    standing = f"{won['name']} {won['value']}, {_('doom')} {state['doom']}"
    return f"{shown['title']}. {standing}. {shown['moment']}"


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


def _creature(creature: dict) -> dict:
    read = Creature(creature["level"], creature["name"], creature["condition"])
    return {"name": read.title, "level": read.level, "condition": condition(read), "fates": creature["fates"]}


def _rest(state: dict) -> Iterator[tuple[str, str]]:
    if "creatures" in state:
        ready = [
            _("{player} the {adventurer}", player=player, adventurer=_capitalize(who))
            for player, who in sorted(state["adventurers"].items())
            if who in state["ready"]
        ]
        yield _("Ready"), ", ".join(ready) or _("nobody")
    if state["powers"]:
        yield _("Faded powers"), ", ".join(map(power_name, state["powers"]))
    if state["exiled"]:
        yield _("Exiled"), ", ".join(map(str, state["exiled"]))
    yield _("Unseen fates"), ", ".join(f"{value}×{count}" for value, count in sorted(state["unseen"].items()))


def _place_in_words(number: int, place: dict | None) -> str:
    if place is None:
        return _("Place {number}: empty.", number=number)
    card = place["name"] + (_(" with {powers}", powers=place["attached"]) if place["attached"] else "")
    moons = ""
    if place["moons"] is not None:
        full = min(place["pips"], place["moons"])
        fades = _(", moons {full} of {all}: it fades at the end of the turn")
        moons = (fades if place["fades"] else _(", moons {full} of {all}")).format(
            full=full, all=place["moons"]
        )
    fates = _fates(place["fates"])
    return (
        _("Place {number}: {card} ({ability}), ", number=number, card=card, ability=place["ability"])
        + f"{fates}{moons}."
    )


def _creature_in_words(creature: dict) -> str:
    return f"{creature['name']} ({creature['level']}): {creature['condition']}; {_fates(creature['fates'])}."


def _fates(fates: list[int]) -> str:
    return _("fates {values}", values=", ".join(map(str, fates))) if fates else _("no fates")


def _capitalize(text: str) -> str:
    return text[0].upper() + text[1:]


def _line_in_words(line: dict) -> str:
    by_mark: dict[str, list[str]] = {}
    for value, mark in line["tokens"]:
        by_mark.setdefault(mark, []).append(str(value))
    marks = [f"{', '.join(values)} {_(mark)}" for mark, values in sorted(by_mark.items())]
    return _("{player}'s number line: {marks}.", player=line["player"], marks="; ".join(marks))
