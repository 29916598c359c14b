"""The chance to win, from the features of a position and weights that `training.py` learns.

`value.json` has the weights by the names of the features: one set by which the bots play, and one for each
strength of a table.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import features

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "value.json"

SLIPS = (0.0, 0.05, 0.15, 0.3, 0.6, 1.0)
"""The shares of slips that the chances of tables are learned for."""


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


class Strength(NamedTuple):
    """The strength of a table. level: how far it reads, 0 or 1. slips: how often it slips, 0 to 1."""

    level: int
    slips: float


class TableValues:
    """The chances to win of tables of every strength: a `Value` for each.

    weights: levels by SLIPS by COUNT, bias: levels by SLIPS. Between two of SLIPS they go in a straight line
    over the square root of the share of slips.
    """

    def __init__(self, weights: np.ndarray, bias: np.ndarray) -> None:
        self.weights, self.bias = weights, bias

    def at(self, strength: Strength) -> Value:
        """Return the Value for a strength. Levels above 1 count as 1."""
        level, parts = min(1, strength.level), between_slips(strength.slips)
        return Value(parts @ self.weights[level], float(parts @ self.bias[level]))

    def as_json(self) -> dict[str, Any]:
        """Return the weights by the names of their features as JSON data, rounded to three decimal places."""
        weights = {
            name: [[round(float(each), 3) for each in level] for level in self.weights[:, :, number]]
            for number, name in enumerate(features.NAMES)
            if np.abs(self.weights[:, :, number]).max() >= 0.0005
        }
        return {
            "bias": [[round(float(each), 3) for each in level] for level in self.bias],
            "weights": weights,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableValues:
        """Return the TableValues that `as_json` wrote. A feature that they do not name counts nothing."""
        none = np.zeros((2, len(SLIPS)))
        weights = np.array([data["weights"].get(name, none) for name in features.NAMES])
        return cls(np.moveaxis(weights, 0, -1), np.array(data["bias"]))


def between_slips(slips: float) -> np.ndarray:
    """Return how much each of SLIPS counts for a share of slips, 0 to 1: two neighbours, together 1."""
    roots = np.sqrt(SLIPS)
    return np.array([np.interp(np.sqrt(slips), roots, row) for row in np.eye(len(SLIPS))])


@lru_cache
def _read_file() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))


@lru_cache
def load_value() -> Value:
    """Return the Value by which the bots play, shipped with the program."""
    return Value.from_json(_read_file()["bots"])


@lru_cache
def load_table_values() -> TableValues:
    """Return the TableValues that are shipped with the program."""
    return TableValues.from_json(_read_file()["tables"])


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
