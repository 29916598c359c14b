"""The chance to win, from the numbers of a position and weights that `training.py` learns."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import features

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "value.json"


class Value:
    """A logistic regression: the weighted features of a position add up to the log odds to win.

    weights: one for each feature, COUNT in all. bias: the intercept.
    """

    def __init__(self, weights: np.ndarray, bias: float) -> None:
        self.weights, self.bias = weights, bias

    def log_odds(self, vector: np.ndarray) -> np.ndarray:
        """Return the log odds to win of feature vectors: (…, COUNT) to (…)."""
        return vector @ self.weights + self.bias

    def chance(self, log_odds: np.ndarray) -> np.ndarray:
        """Return the chances to win, 0 to 1, for log odds."""
        return 1 / (1 + np.exp(-log_odds))

    def as_json(self) -> dict[str, float | list[float]]:
        """Return the weights as JSON data, rounded to four decimal places."""
        return {"bias": round(self.bias, 4), "weights": [round(float(each), 4) for each in self.weights]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Value:
        """Return the Value that `as_json` wrote."""
        return cls(np.array(data["weights"]), data["bias"])


@lru_cache
def load_value() -> Value:
    """Return the Value that is shipped with the program."""
    return Value.from_json(json.loads(FILE.read_text(encoding="utf-8")))


def first_guess() -> Value:
    """Return a Value that only knows that points are good, doom is bad, and cards should last."""
    weights = np.zeros(features.COUNT)
    weights[features.SCORE : features.SCORE + 8] = 0.55 * np.arange(8)
    weights[features.DOOM : features.DOOM + 8] = -0.6 * np.arange(8)
    for left in range(1, features.LEVELS):
        weights[left : features.UNKNOWN : features.LEVELS] = 0.08 * left
    weights[features.UNKNOWN] = 0.2
    weights[features.POWER : features.MODE] = 0.25
    weights[features.SEATS + 1 : features.DECK : 3] = 0.3
    weights[features.CREATURES + 1 : features.READY : 2] = 1
    weights[features.DEFEATS : features.CREATURES] = 1.4 * np.arange(4)
    return Value(weights, -1.0)
