"""The shapes of a device's answers about this game, as far as they are used."""

from typing import Any

from arcana_portable.link.shapes import BadAnswer, Named, OrNull, Test, check
from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import Creature


def _is_phase(value: Any) -> bool:
    return value in ("before-play", "after-play", "after-predict", "deal", "over")


def _is_creature(value: Any) -> bool:
    try:
        Creature.from_text(value)
    except (AttributeError, TypeError, RuleError):
        return False
    return True


_PHASE = Test(_is_phase, "a phase of a turn")
_CREATURE = Test(_is_creature, "a creature")

_PLACE = {
    "card": "text",
    "fates": ["small number"],
    "pips": "small number",
    "moons": OrNull("small number"),
    "attached": ["text"],
}
_TABLE = {
    "active": "text",
    "phase": _PHASE,
    "score": "small number",
    "doom": "small number",
    "row": [OrNull(_PLACE)],
    "powers": ["text"],
    "exiled": ["small number"],
    "unseen": Named("small number"),
    "possible": Named(["small number"]),
}
_HELP = {"assist": "text", "lines": Named(["small number"])}
_DEEP = {
    "creatures": [{"level": "small number", "name": "text", "condition": "text", "fates": ["small number"]}],
    "defeats": "small number",
    "adventurers": Named("word"),
    "ready": ["text"],
}

RESULTS: dict[str, dict[str, Any]] = {
    "creatures": {"creatures": [_CREATURE], "next": OrNull("number")},
    "creature": {"changed": "yes/no"},
}
"""The parts that the result of each method of this game must have."""


def check_state(state: dict[str, Any]) -> None:
    """Check the state of a game. Raises BadAnswer."""
    check(state, _TABLE, "state")
    if "assist" in state:
        check(state, _HELP, "state")
    if "creatures" in state:
        check(state, _DEEP, "state")
        for one in state["creatures"]:
            if not _is_creature(f"{one['level']}:{one['name']}:{one['condition']}"):
                raise BadAnswer("state: there is no such creature")
