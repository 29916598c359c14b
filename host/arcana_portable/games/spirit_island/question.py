"""A Ravage that is asked about on its own: the question as a text, and the answer as JSON data.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.spirit_island.components import Refusal
from shared_rules.spirit_island.lands.land import Conditions, Land, read_condition, read_word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shared_rules.spirit_island.lands.ravage import Outcome


def read_question(text: str, adversaries: Iterable[str] = ()) -> tuple[Land, Conditions]:
    """Return the land and the conditions that a text describes. Raises Refusal if it can't be read.

    text: a land as in a record, then conditions, in any order: `defend=2`, `defend_each=1`, `cap=4`,
    `bonus=1`, `out=1`, `before=2`, `together=1`, `strike=1`, `weaker=1`, `weaker_by_strife=1`, `durable=1`,
    `dahan_health=3`, `less=1`, `blight_at=3`, `next_to_town=1`, `coastal=1`, `push=none`.

    >>> land, conditions = read_question("E2 D1 blight=1 defend=3 together=1")
    >>> str(land), conditions.defend, conditions.timing
    ('E2 D1 blight=1', 3, [('together', 1)])
    """
    land, conditions = Land(), Conditions(adversaries)
    seen: list[str] = []
    for word in text.split():
        name = word.partition("=")[0]
        if name in seen and name != word:
            raise Refusal("twice", name)
        seen.append(name)
        if not read_condition(conditions, word):
            read_word(land, word)
    return land, conditions


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return all of an outcome but its steps as a dict, as docs/record.md defines it."""
    names = "damage to_land to_dahan blight cascade dahan_destroyed counter destroyed fear after defend_for"
    found = {name: getattr(outcome, name) for name in names.split(" ")}
    if outcome.pushed:
        found["pushed"] = outcome.pushed
    return found
