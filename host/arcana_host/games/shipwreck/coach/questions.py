"""The faded powers that the group may use before it predicts, as questions about the fate kept.

What a question asks stands in `shared_rules`; here it becomes a table of yes and no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck import POWERS
from shared_rules.shipwreck.powers import question

from . import features
from .legality import FATES

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

_ASKING = ("saints", "secrets", "songs", "spires", "swords", "shackles", "storms", "scythes")


class Question(NamedTuple):
    """One way to use a power before the prediction.

    words: the event without the answer. spent: the rows of the powers that it costs. yes: for the values 1-7
    of the fate kept whether the answer is yes; None where the power gives one more prediction instead.
    value: the fate that Storms names, which must be visible. played: the fate played that `yes` is for, 0
    for any.
    """

    words: str
    spent: tuple[int, ...]
    yes: np.ndarray | None
    value: int = 0
    played: int = 0


class _Asked:
    """What `question` looks at in a Game."""

    def __init__(self, game: Game, played: int) -> None:
        self.power = game.power
        self.last_play = (played, 1)


def questions(game: Game, worth: np.ndarray) -> list[Question]:
    """Return the questions that the group may ask now or after the play, each power once.

    worth: of a power by its row in `features`, for what has to be given up besides.
    """
    if game.used or game.shadows:
        return []
    found: list[Question] = []
    seen = set()
    for card in game.powers:
        power = game.power(card)
        if power in seen or POWERS[power].when != "before-predict":
            continue
        seen.add(power)
        row = features.POWER + features.POWER_NUMBERS[power]
        if power == "sorrows":
            found.append(Question(f"use {card}", (row,), None))
        elif power in _ASKING:
            found += _ask(game, card, power, row, worth)
    return found


def _ask(game: Game, card: str, power: str, row: int, worth: np.ndarray) -> list[Question]:
    def yes(played: int, *words: int | str) -> np.ndarray:
        asked = question(_Asked(game, played), card, *words, "yes")  # type: ignore[arg-type]
        return np.array([asked(fate) for fate in FATES], dtype=float)

    if power == "saints":
        return [Question(f"use {card} {x}", (row,), yes(0, x)) for x in range(1, 7)]
    if power == "storms":
        return [Question(f"use {card} {v}", (row,), yes(0, v), value=v) for v in FATES]
    if power == "shackles":
        return [Question(f"use {card}", (row,), yes(p), played=p) for p in FATES]
    if power == "scythes":
        others = [other for other in game.powers if other != card]
        rows = {other: features.POWER + features.POWER_NUMBERS[game.power(other)] for other in others}
        if not others:
            return []
        other = min(others, key=lambda one: worth[rows[one]])
        return [Question(f"use {card} {other}", (row, rows[other]), yes(0, other))]
    return [Question(f"use {card}", (row,), yes(0))]
