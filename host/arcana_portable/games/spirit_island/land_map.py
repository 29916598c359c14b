"""The boards in play as a page shows them: each land's contents, the effects of the step there, and answers.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import Any

from arcana_portable.translation import N_, _, refusal_text
from shared_rules.errors import RuleError
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import (
    GROUNDS,
    NOWHERE,
    THEMATIC,
    is_coastal,
    is_land,
    matching_lands,
)
from shared_rules.spirit_island.lands.island import answers_to
from shared_rules.spirit_island.lands.land import CERTAIN, Land, neighbours, varies
from shared_rules.spirit_island.lands.ravage import ravage

from .beginning import island_after_setup, island_as_it_begins
from .naming import spirit_name, step_name, terrain_name
from .question import read_question
from .ravage_words import Words
from .table_texts import TEXTS

_FIELDS = (
    ("E", N_("Explorers")),
    ("T", N_("Towns")),
    ("C", N_("Cities")),
    ("D", N_("Dahan")),
    ("P", N_("Presence")),
    ("blight", N_("Blight")),
    ("badlands", N_("Badlands")),
    ("beasts", N_("Beasts")),
    ("disease", N_("Disease")),
    ("wilds", N_("Wilds")),
    ("vitality", N_("Vitality")),
)
_VERBS = ("ravage", "build", "explore")
_LANDS = range(1, 9)


def land_map(state: dict[str, Any], setup: str) -> dict[str, Any] | None:
    """Return the boards in play, for pages; None before boards are in play.

    setup: the first event of the game, "" if it is not known.

    boards: [{name, note, lands}], [] for the thematic map, of which nothing is known; a land {name, terrain,
    kind: the terrain's letter, lying: its text or None, noted: its text or None if only the land calculator
    of a device has it, begins: its text after the setup, which the calculator suggests, holds: the effects
    that hold this turn, near: names, now: whether the step's cards match it}. fields: [[how a land names it,
    label]]. verbs: [[verb, label]], [] without boards. step: {label, events} that resolve the rest of the
    step in all lands that were entered, or None where nothing has to be resolved. begin: {label, note,
    events} that enter the initial island, or None once a land was entered, or later in the game. asked:
    {label, answers: [[event, label]]} for the questions of a Ravage, or None.
    """
    if not state["boards"]:
        return None
    step, lands = state["step"], state["lands"]
    slot = "build" if step == "extra" else step
    codes = state["invaders"].get(step, []) if slot in _VERBS else []
    matching = {land for code in codes for land in matching_lands(state["boards"], code)}
    try:
        begins = island_after_setup(Game.replay([setup]))
    except RuleError:
        # the setup is not known, or has words that only a newer device knows
        begins = {}
    boards = [
        {
            "name": _("Board {board}", board=board),
            "note": _note(board),
            "lands": [_land(board + str(number), state, matching, begins) for number in _LANDS],
        }
        for board in state["boards"]
        if board not in THEMATIC
    ]
    due = state.get("due", [])
    return {
        "boards": boards,
        "fields": [[name, _(label)] for name, label in _FIELDS],
        "verbs": [[verb, step_name(verb)] for verb in _VERBS] if boards else [],
        "step": {"label": step_name(due[0].split(" ")[0]), "events": due} if due else None,
        "begin": _beginning(state, setup),
        "asked": _asked(state["asked"], lands, setup) if state.get("asked") else None,
    }


def _beginning(state: dict[str, Any], setup: str) -> dict[str, Any] | None:
    """Return how to begin with the starting pieces, or None if that is over or they are unknown."""
    step, first = (state["turn"], state["step"]), state["invaders"]["build"]
    if not setup or step != (1, "growth") or state["owed"] or state["lands"] or len(first) != 1:
        return None
    lands, left = island_as_it_begins(setup, first[0])
    names = ", ".join([spirit_name(spirit) for spirit in left])
    note = _("Add the presence that you place where you choose: {spirits}.", spirits=names) if left else ""
    events = [f"land {name} {lying}".rstrip() for name, lying in sorted(lands.items())]
    return {"label": _("Begin with the starting pieces"), "note": note, "events": events} if events else None


def _asked(asked: dict[str, str], lands: dict[str, str], setup: str) -> dict[str, Any]:
    [(verb, land)] = asked.items()
    labels = dict(_FIELDS)
    answers = []
    for event in answers_to(verb, land, lands, "archipelago=yes" in setup.split(" ")):
        name, *there = event.split(" ")[1:]
        named = {"yes": _("yes"), "no": _("no"), NOWHERE: _("another land")}.get(name, name)
        lies = ", ".join([_(labels[word.split("=")[0]]) for word in there])
        answers.append([event, f"{named}: {lies}" if lies else named])
    return {"label": _(TEXTS[verb + "_step"]), "answers": answers}


def _note(board: str) -> str:
    if board in CERTAIN:
        return ""
    return _("Which lands are adjacent comes from one source: check it on your board.")


def _land(name: str, state: dict[str, Any], matching: set[str], begins: dict[str, Land]) -> dict[str, Any]:
    [kind] = [letter for letter in GROUNDS if name in matching_lands(state["boards"], letter)]
    terrain = terrain_name(kind)
    held = state.get("turn_lands", {}).get(name, {})
    holds = [_("Defend {number}", number=held["defend"])] if "defend" in held else []
    return {
        "name": name,
        "terrain": _("{terrain}, coast", terrain=terrain) if is_coastal(name) else terrain,
        "kind": kind,
        "lying": state["lands"].get(name),
        "noted": state.get("noted", {}).get(name),
        "begins": str(begins.get(name, "")),
        "holds": ", ".join(holds + ([_("isolated")] if "isolate" in held else [])),
        "near": neighbours(name),
        "now": name in matching,
    }


def answer(state: dict[str, Any], setup: str, question: str, land: str) -> dict[str, Any]:
    """Return the result of a Ravage: {"lines", "steps"}, or {"refused"} where the question makes no sense.

    setup: the first event of the game, as the state names only one adversary. question: the contents of a
    land and its effects, as `arcana ravage` takes them. land: its name; the known facts about the lands
    around it and about this turn count, too.
    """
    try:
        begun = Game.replay([setup])
        adversaries = [text for text in (begun.adversary, begun.second) if text]
        lying, conditions = read_question(question, adversaries)
        if is_land(land):
            held = state.get("turn_lands", {})
            open_to = [each for each in neighbours(land) if "isolate" not in held.get(each, {})]
            around = " ".join(state["lands"].get(each, "") for each in open_to)
            conditions.defend += held.get(land, {}).get("defend", 0)
            conditions.coastal = is_coastal(land)
            conditions.cascades = varies(begun, land, "S")
            if "isolate" not in held.get(land, {}) and " T" in " " + around:
                conditions.next_to_town = 1
        words = Words(ravage(lying, conditions))
    except RuleError as error:
        return {"refused": refusal_text(error)}
    # the browser's MicroPython unpacks nothing into a list
    return {"lines": [_("If a Ravage comes here now:")] + words.answer, "steps": words.steps + [words.after]}
