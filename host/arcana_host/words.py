"""The table in words and figures, for a page that knows nothing of the game and for those who hear it.

It is handed a state as `Game.state()` gives it, whose dicts have no order where it comes from MicroPython. It
runs on CPython and, in the browser, on MicroPython, too. It must not know pages, terminals, nor where a state
came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from arcana_host.naming import GOAL, card_name, condition, number_lines, power_name
from shared_rules.shipwreck import CARDS
from shared_rules.shipwreck.creature import Creature
from shared_rules.shipwreck.game import DEFEATS

NO_GAME = "No game is on the table."
_RESULTS = {
    "won": "The group has won.",
    "lost": "The group has lost.",
    "abandoned": "The game was abandoned.",
}
_PHASES = {
    "before-play": "{} plays a fate.",
    "after-play": "{} has played.",
    "after-predict": "The prediction is made; {} ends the turn.",
    "deal": "A card is dealt.",
}

Sheet: TypeAlias = "dict[str, Any]"
"""What a page shows of a table; all of its texts are for people.

head: one line that says how things stand. tracks: [{name, value, of}]. row: for each place None, or {name,
ability, fates, pips, moons (None for none), fades: whether its moons are full, attached}. creatures: [{name,
level, condition, fates}]. lines: [{player, tokens: [[value, mark]]}], as `view.number_lines` has them. rest:
[[heading, text]] of what else lies on the table.
"""


def sheet(state: dict[str, Any] | None) -> Sheet:
    """Return what is to be seen of a state; None is a table without a game."""
    if state is None or state["phase"] is None:
        return {"head": NO_GAME, "tracks": [], "row": [], "creatures": [], "lines": [], "rest": []}
    tracks = _tracks(state)
    standing = _begin_large(", ".join(f"{track['name'].lower()} {track['value']}" for track in tracks))
    return {
        "head": f"Turn {state['turn']}. {standing}. {_moment(state)}",
        "tracks": tracks,
        "row": [_place(place, state) for place in state["row"]],
        "creatures": [_creature(creature) for creature in state.get("creatures", ())],
        "lines": [
            {"player": player.replace(".", " "), "tokens": tokens} for player, tokens in number_lines(state)
        ],
        "rest": list(_rest(state)),
    }


def sentences(sheet: Sheet) -> list[str]:
    """Return a sheet as lines to be read out, the one that says how things stand first."""
    lines = [sheet["head"]]
    lines += [_creature_in_words(creature) for creature in sheet["creatures"]]
    lines += [_place_in_words(number, place) for number, place in enumerate(sheet["row"], 1)]
    lines += [_line_in_words(line) for line in sheet["lines"]]
    lines += [f"{heading}: {text}." for heading, text in sheet["rest"] if heading != _UNSEEN]
    return lines


def changes(before: Sheet | None, after: Sheet) -> list[str]:
    """Return how things stand in `after`, and those of its lines that `before` did not have.

    before: None for nothing yet.
    """
    head, *lines = sentences(after)
    known = sentences(before) if before else []
    return [head] + [line for line in lines if line not in known]


_UNSEEN = "Unseen fates"


def _tracks(state: dict) -> list[dict]:
    won = ("Defeats", state["defeats"], DEFEATS) if "creatures" in state else ("Score", state["score"], GOAL)
    return [
        {"name": name, "value": value, "of": of} for name, value, of in (won, ("Doom", state["doom"], GOAL))
    ]


def _moment(state: dict) -> str:
    return _RESULTS[state["result"]] if state["result"] else _PHASES[state["phase"]].format(state["active"])


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
    return {
        "name": read.title,
        "level": read.level,
        "condition": condition(read),
        "fates": creature["fates"],
    }


def _rest(state: dict) -> Iterator[tuple[str, str]]:
    if "creatures" in state:
        ready = [
            f"{player} the {_begin_large(who)}"
            for player, who in sorted(state["adventurers"].items())
            if who in state["ready"]
        ]
        yield "Ready", ", ".join(ready) or "nobody"
    if state["powers"]:
        yield "Faded powers", ", ".join(map(power_name, state["powers"]))
    if state["exiled"]:
        yield "Exiled", ", ".join(map(str, state["exiled"]))
    yield _UNSEEN, ", ".join(f"{value}×{count}" for value, count in sorted(state["unseen"].items()))


def _place_in_words(number: int, place: dict | None) -> str:
    if place is None:
        return f"Place {number}: empty."
    attached = f" with {place['attached']}" if place["attached"] else ""
    words = f"Place {number}: {place['name']}{attached} ({place['ability']}), {_fates(place['fates'])}"
    if place["moons"] is None:
        return f"{words}."
    fades = ": it fades at the end of the turn" if place["fades"] else ""
    return f"{words}, {min(place['pips'], place['moons'])} of {place['moons']} moons{fades}."


def _creature_in_words(creature: dict) -> str:
    return f"{creature['name']} ({creature['level']}): {creature['condition']}; {_fates(creature['fates'])}."


def _fates(fates: list[int]) -> str:
    return "fates " + ", ".join(map(str, fates)) if fates else "no fates"


def _begin_large(text: str) -> str:
    return text[0].upper() + text[1:]


def _line_in_words(line: dict) -> str:
    by_mark: dict[str, list[str]] = {}
    for value, mark in line["tokens"]:
        by_mark.setdefault(mark, []).append(str(value))
    told = [f"{', '.join(values)} {mark}" for mark, values in sorted(by_mark.items())]
    return f"Number line of {line['player']}: {'; '.join(told)}."
