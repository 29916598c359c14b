"""The faded powers that the group may use before it predicts, as questions about the fate kept.

`shared_rules` says what a question asks; here it becomes a table of yes and no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck import POWERS
from shared_rules.shipwreck.event import asked_with
from shared_rules.shipwreck.powers import question

from . import features
from .legal_hands import FATES

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game


class Question(NamedTuple):
    """One way to use a power before the prediction.

    event: without the answer. cost: the features of the powers that it uses. yes: for the values 1-7 of the
    fate kept whether the answer is yes; None where the power gives one more prediction instead. value: the
    fate that Storms names, which must be visible, 0 for none. played: the fate played that `yes` is for, 0
    for any.
    """

    event: str
    cost: tuple[int, ...]
    yes: np.ndarray | None
    value: int = 0
    played: int = 0


class _GameView:
    """The part of a Game that `question` reads."""

    def __init__(self, game: Game, played: int) -> None:
        self.power = game.power
        self._played = played

    @property
    def last_play(self) -> tuple[int, int]:
        if not self._played:
            raise NotImplementedError(
                "questions.py does not ask by the fate played, on which a power depends"
            )
        return self._played, 1


def questions(game: Game, weights: np.ndarray) -> list[Question]:
    """Return the questions that the group may ask now or after the play, each power once.

    weights: of all features; a question that costs another power takes the one that is worth least.
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
        feature = features.POWER + features.POWER_NUMBERS[power]
        if power == "sorrows":
            found.append(Question(f"use {card}", (feature,), None))
        elif asked_with(power) is not None:
            found += _questions_of(game, card, power, feature, weights)
    return found


def _questions_of(game: Game, card: str, power: str, feature: int, weights: np.ndarray) -> list[Question]:
    def yes(played: int, *words: int | str) -> np.ndarray:
        asked = question(_GameView(game, played), card, *words, "yes")  # type: ignore[arg-type]
        return np.array([asked(fate) for fate in FATES], dtype=float)

    if power == "storms":
        return [Question(f"use {card} {v}", (feature,), yes(0, v), value=v) for v in FATES]
    if power == "shackles":
        return [Question(f"use {card}", (feature,), yes(p), played=p) for p in FATES]
    named = asked_with(power)
    if named == "fate":
        return [Question(f"use {card} {v}", (feature,), yes(0, v)) for v in FATES]
    if named == "card":
        others = [other for other in game.powers if other != card]
        features_of = {other: features.POWER + features.POWER_NUMBERS[game.power(other)] for other in others}
        if not others:
            return []
        other = min(others, key=lambda one: weights[features_of[one]])
        return [Question(f"use {card} {other}", (feature, features_of[other]), yes(0, other))]
    if named:
        raise NotImplementedError(f"questions.py has no way to ask {power}")
    return [Question(f"use {card}", (feature,), yes(0))]
