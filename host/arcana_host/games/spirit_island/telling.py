"""A game of Spirit Island in sentences, as a person at the table would tell it."""

from typing import Any

from arcana_host.games.spirit_island.naming import (
    adversary_name,
    blight_card_name,
    scenario_name,
    spirit_name,
)
from arcana_host.languages import ENGLISH
from arcana_host.replay import Step
from arcana_host.wording import counted
from shared_rules.spirit_island.boards import matching_lands

from .table_sheet import moment
from .table_texts import TEXTS

_TERRAINS = {"J": "jungle", "M": "mountain", "S": "sands", "W": "wetland"}


def card_name(code: str) -> str:
    """Return an invader card in words.

    >>> card_name("2J"), card_name("3MW"), card_name("2C"), card_name("J")
    ('jungle (stage II)', 'mountain and wetland (stage III)', 'the coast (stage II)', 'jungle')
    """
    terrains = code.lstrip("123")
    special = {"C": "the coast", "L": "the salt deposits"}
    name = special.get(terrains) or " and ".join(_TERRAINS[letter] for letter in terrains)
    return f"{name} (stage {'I' * int(code[0])})" if code[0].isdigit() else name


def sentences_of(step: Step, before: dict[str, Any]) -> list[str]:
    """Return one event in sentences. before: the state before it, {} before the setup."""
    verb, *words = step.text.split(" ")
    told = _TOLD[verb](words, before, step.state)
    return [*told, *_consequences(before, step.state)]


def _setup(words: list[str], before: dict, after: dict) -> list[str]:
    given = dict(word.split("=") for word in words[1:])
    seats = zip(after["players"], after["spirits"], after["boards"], strict=True)
    told = [f"{name} is {spirit_name(spirit)} on board {board}." for name, spirit, board in seats]
    against = [adversary_name(given[key]) for key in ("adversary", "second") if key in given]
    if against:
        told.append(f"They play against {' and '.join(against)}.")
    if "scenario" in given:
        told.append(f"The scenario is {scenario_name(given['scenario'])}.")
    return [*told, f"The difficulty is {after['difficulty']}."]


def _reveal(words: list[str], before: dict, after: dict) -> list[str]:
    if words == ["reminder"]:
        return ["The reminder card comes up."]
    lands = matching_lands(after["boards"], words[0])
    return [f"The invaders explore {card_name(words[0])}{_listed(lands)}."]


def _next(words: list[str], before: dict, after: dict) -> list[str]:
    step, cards = after["step"], after["invaders"].get(after["step"])
    if step not in ("extra", "ravage", "build") or before["turn"] != after["turn"]:
        return []
    lands = [land for code in cards for land in matching_lands(after["boards"], code)]
    verb = "ravage" if step == "ravage" else "build"
    return [f"The invaders {verb} in {', '.join(map(card_name, cards))}{_listed(lands)}."]


def _fear(words: list[str], before: dict, after: dict) -> list[str]:
    earned = after["fear"]["earned"] - before["fear"]["earned"]
    cards = f", which earns {counted(earned, 'fear card')}" if earned else ""
    return [f"{words[0]} fear{cards}."]


def _blight(words: list[str], before: dict, after: dict) -> list[str]:
    where = f" in {words[1]}" if len(words) > 1 else ""
    return [f"{words[0]} blight{where}, {after['blight']['card']} left."]


def _heal(words: list[str], before: dict, after: dict) -> list[str]:
    where = f" from {words[1]}" if len(words) > 1 else ""
    return [f"{words[0]} blight{where} goes back to the card."]


def _flip(words: list[str], before: dict, after: dict) -> list[str]:
    side = "is blighted" if after["blight"]["side"] == "blighted" else "is still healthy"
    name, left = blight_card_name(words[0]), after["blight"]["card"]
    return [f"The blight card turns: {name}. The island {side}, with {left} blight left."]


def _extra(words: list[str], before: dict, after: dict) -> list[str]:
    step = words[0].capitalize()
    return [f"An extra {step} in {card_name(words[1])}{_listed(matching_lands(after['boards'], words[1]))}."]


def _count(words: list[str], before: dict, after: dict) -> list[str]:
    dahan, blight = (word.split("=")[1] for word in words)
    return [f"{dahan} dahan and {blight} blight are on the island: the score is {after['score']}."]


def _end(words: list[str], before: dict, after: dict) -> list[str]:
    return [moment(after, TEXTS[ENGLISH])]


def _nothing(words: list[str], before: dict, after: dict) -> list[str]:
    return []


_TOLD = {
    "setup": _setup,
    "reveal": _reveal,
    "next": _next,
    "fear": _fear,
    "pool": lambda words, before, after: [f"The fear pool grows by {words[0]}, to {after['fear']['pool']}."],
    "card": lambda words, before, after: [f"A fear card is resolved at terror level {after['terror']}."],
    "blight": _blight,
    "heal": _heal,
    "flip": _flip,
    "accelerate": lambda words, before, after: [f"The deck loses {card_name(words[0])}, unexplored."],
    "extra": _extra,
    "tally": lambda words, before, after: [f"The adversary's counter is at {after['tally']}."],
    "won": _nothing,
    "lost": _nothing,
    "sacrifice": _end,
    "count": _count,
    "abandon": _nothing,
}


def _consequences(before: dict, after: dict) -> list[str]:
    """Return what an event brought with it: another terror level, or the end."""
    told = []
    if before and after["terror"] > before["terror"]:
        told.append(f"Terror level {after['terror']}.")
    if before and not before["result"] and after["result"] and after["result"] != "sacrifice":
        told.append(moment(after, TEXTS[ENGLISH]))
    return told


def _listed(lands: list[str]) -> str:
    return f": {', '.join(dict.fromkeys(lands))}" if lands else ""
