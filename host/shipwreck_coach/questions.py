"""The faded powers that the group may use before it predicts, as questions about the fate kept.

`shared_rules` defines the question; here it becomes a table of yes and no.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from shared_rules.shipwreck.cards import Power, power_of
from shared_rules.shipwreck.powers import question, slots_of

from . import features
from .legal_hands import FATES

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game


class Question(NamedTuple):
    """A use of a power before the prediction.

    event: without the answer. cost: the features of the powers that it uses. yes: for the values 1-7 of the
    fate kept whether the answer is yes; None if the power gives an additional prediction instead. value: the
    visible fate that Storms names, or 0. played: the fate played that `yes` is for, 0 for any.
    """

    event: str
    cost: tuple[int, ...]
    yes: np.ndarray | None
    value: int = 0
    played: int = 0


@lru_cache
def _answers(card: str, named: int | str, played: int) -> np.ndarray:
    """Return for the values 1-7 of the fate kept whether the answer is yes.

    card: whose power it is. named: the object of its question, "" for no object. played: the fate played, 0
    for any.
    """

    # the attributes of a Game that a question may read
    view: Any = SimpleNamespace(last_play=(played, 1) if played else None)
    asked = question(view, card, *([named] if named else []), "yes")
    return np.array([asked(fate) for fate in FATES], dtype=float)


_power = lru_cache(power_of)


def questions(game: Game, weights: np.ndarray) -> list[Question]:
    """Return the questions that the group may ask now or after the play, each power once.

    weights: of all features; a question that costs another power takes the least valuable power.
    """
    if game.used or game.shadows:
        return []
    found: list[Question] = []
    seen = set()
    for card in game.powers:
        power = _power(card)
        if power.id in seen or power.when != "before-predict":
            continue
        seen.add(power.id)
        feature = features.power_number(power.id)
        if power.does == "predict":
            found.append(Question(f"use {card}", (feature,), None))
        elif "yes" in slots_of(power):
            found += _questions_of(game, card, power, feature, weights)
    return found


def _questions_of(game: Game, card: str, power: Power, feature: int, weights: np.ndarray) -> list[Question]:
    if power.tells == "near":
        return [Question(f"use {card}", (feature,), _answers(card, "", p), played=p) for p in FATES]
    named = slots_of(power)[:-1]
    if named == ["fate"]:
        return [
            Question(f"use {card} {v}", (feature,), _answers(card, v, 0), v if power.tells == "same" else 0)
            for v in FATES
        ]
    if named == ["card"]:
        others = [other for other in game.powers if other != card]
        if not others:
            return []
        other = min(others, key=lambda each: weights[features.power_feature(each)])
        cost = (feature, features.power_feature(other))
        return [Question(f"use {card} {other}", cost, _answers(card, other, 0))]
    if named:
        raise NotImplementedError(f"questions.py has no way to ask {power.id}")
    return [Question(f"use {card}", (feature,), _answers(card, "", 0))]
