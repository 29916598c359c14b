"""The chance to win, from the features of a position and weights that `host/tools/train_coach.py` learns.

`value.json` has the weights by the names of the features: a set for the bots' play, and a set for the
yardstick's chances.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shared_rules.shipwreck.game import GOAL

from . import features

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "value.json"


class Value:
    """A logistic regression: the weighted features of a position add up to the log odds to win.

    weights: a weight for each feature, COUNT in all. bias: the intercept.
    """

    def __init__(self, weights: np.ndarray, bias: float) -> None:
        self.weights, self.bias = weights, bias

    def log_odds(self, vector: np.ndarray) -> np.ndarray:
        """Return the log odds to win of feature vectors: (…, COUNT) to (…)."""
        return vector @ self.weights + self.bias

    def standing(self, score: Any, doom: Any) -> Any:
        """Return the log odds that a score and a doom, numbers or arrays, add; more than GOAL is GOAL."""
        score, doom, weights = np.minimum(score, GOAL), np.minimum(doom, GOAL), self.weights
        product = weights[features.SCORE_TIMES_DOOM] * score * doom
        return weights[features.SCORE + score] + weights[features.DOOM + doom] + product

    def chance(self, log_odds: np.ndarray) -> np.ndarray:
        """Return the chances to win, 0 to 1, for log odds."""
        return 1 / (1 + np.exp(-log_odds))

    def as_json(self) -> dict[str, Any]:
        """Return the weights by the names of their features as JSON data, rounded to four decimal places."""
        weights = {
            name: round(float(weight), 4)
            for name, weight in zip(features.NAMES, self.weights, strict=True)
            if round(float(weight), 4)
        }
        return {"bias": round(self.bias, 4), "weights": weights}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Value:
        """Return the Value that `as_json` wrote. A feature that it does not name counts nothing."""
        return cls(np.array([data["weights"].get(name, 0.0) for name in features.NAMES]), data["bias"])


@lru_cache
def _read_file() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))


@lru_cache
def load_value() -> Value:
    """Return the Value by which the bots play, shipped with the program."""
    return Value.from_json(_read_file()["bots"])


@lru_cache
def load_yardstick_value() -> Value:
    """Return the Value of the yardstick's chances, shipped with the program."""
    return Value.from_json(_read_file()["yardstick"])
