"""The table of Spirit Island in words and figures: fear, blight, the invader cards and the lands they match.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arcana_portable.games.sheets import Sheet, blank
from arcana_portable.games.spirit_island.naming import (
    adversary_name,
    blight_card_name,
    card_name,
    printed_name,
    salt_lands,
    step_name,
    unseen_name,
)
from arcana_portable.games.spirit_island.table_texts import TEXTS
from arcana_portable.translation import _
from shared_rules.spirit_island.components import STEPS, matching_lands

_SLOTS = ("extra", "ravage", "build", "explore")


def sheet(state: dict[str, Any]) -> Sheet:
    """Return the sheet of a state."""
    texts = words()
    fear, blight = state["fear"], state["blight"]
    shown = blank()
    shown["title"] = texts["turn"].format(turn=state["turn"])
    shown["moment"] = moment(state, texts)
    standing = {
        "terror": state["terror"],
        "fear": fear["generated"],
        "pool": fear["pool"],
        "blight": blight["card"],
    }
    shown["head"] = texts["head"].format(turn=shown["title"], moment=shown["moment"], **standing)
    shown["tracks"] = [
        # the last card's blight may be more than the pool
        _track("fear", texts["fear"], min(fear["generated"], fear["pool"]), fear["pool"]),
        _track("terror", texts["terror"], state["terror"], 3),
    ]
    table = []
    for slot in _SLOTS:
        cards = state["invaders"][slot]
        if cards:
            lands = [_listed(lands_of(cards, state))]
            lands += [salt_lands(slot)] if "2L" in cards else []
            table.append([step_name(slot), _named(cards), " / ".join([each for each in lands if each])])
    if table:
        shown["table"] = [[texts["slot"], texts["cards"], texts["lands"]]] + table
    shown["rest"] = [list(pair) for pair in _rest(state, texts)]
    return shown


def lands_of(cards: list[str], state: dict[str, Any]) -> list[str]:
    """Return the lands in play that invader cards match, each once."""
    lands = [land for code in cards for land in matching_lands(state["boards"], code)]
    return [land for number, land in enumerate(lands) if land not in lands[:number]]


def _listed(lands: list[str]) -> str:
    """Return lands on a line, which breaks only between boards."""
    text = ""
    for before, land in zip([""] + lands, lands):
        text += ("\u00a0" if before[:1] == land[:1] else " ") + land
    return text[1:]


def words() -> dict[str, str]:
    """Return TEXTS in the current language."""
    return {key: _(text) for key, text in TEXTS.items()}


def moment(state: dict[str, Any], texts: dict[str, str]) -> str:
    """Return the current step, or how the game ended, as a sentence."""
    if state["result"]:
        ended = texts.get(state["result"], state["result"])
        # a sacrifice has two reasons, of which at most one is known
        why = None if state["result"] == "sacrifice" else texts.get(f"why_{state['why']}")
        return f"{ended}: {why}." if why else f"{ended}."
    owed = state["owed"]
    # a question may be called like something else
    return texts.get(owed + "_step", texts.get(owed, owed)) if owed else step_name(state["step"]) + "."


def _track(kind: str, name: str, value: int, of: int) -> dict[str, Any]:
    return {"kind": kind, "name": name, "value": value, "of": of}


def _named(cards: list[str]) -> str:
    """Return invader cards by their terrains, as the panel does: the stages are in the deck."""
    return ", ".join(
        [card_name(code.lstrip("123")) if len(code) > 1 else unseen_name(code) for code in cards]
    )


def _in_words(text: str) -> str:
    """Return an effect that still holds, such as "build 1W" or "ravage quarantine", in words."""
    return ": ".join([_word(word) for word in text.split(" ")])


def _word(word: str) -> str:
    if word in STEPS:
        return step_name(word)
    return unseen_name(word) if word[0].isdigit() else printed_name(word)


def _rest(state: dict[str, Any], texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    fear, blight, invaders = state["fear"], state["blight"], state["invaders"]
    yield texts["left"], str(blight["card"])
    if fear["waiting"]:
        yield texts["waiting"], str(fear["waiting"])
    if fear["left"]:
        yield texts["fear_cards"], " / ".join([str(left) for left in fear["left"]])
    flipped = [blight_card_name(id) for id in blight["flipped"]]
    yield texts["flipped"], ", ".join([texts.get(blight["side"], blight["side"])] + flipped)
    yield texts["deck"], invaders["deck"] or "–"
    if invaders["discard"]:
        yield texts["discard"], _named(invaders["discard"])
    for key in ("skipped", "held", "pinned", "again", "as", "box"):
        if key in invaders:
            yield texts[key], ", ".join(map(_in_words, invaders[key]))
    if "notes" in state:
        yield texts["notes"], ", ".join(map(_in_words, state["notes"]))
    if state["adversary"]:
        yield texts["adversary"], adversary_name(state["adversary"])
    yield texts["difficulty"], str(state["difficulty"])
    if state["tally"]:
        yield texts["tally"], str(state["tally"])
    if state["score"] is not None:
        yield texts["score"], str(state["score"])
