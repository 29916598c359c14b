"""Fits the chances to win of tables of every strength to positions and results: see `training`.

Score and doom have a weight for each level of reading and each of SLIPS, under the constraint that a point
more is never worse and a doom more never better. Every other feature has one weight, and what the level and
the square root of the share of slips add to it. It needs scipy, which comes with scikit-learn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import features
from .value import SLIPS, TableValues, Value, between_slips

RIDGE = 3.0
"""How strongly weights are drawn to those of the bots' Value, and what slips add to it to 0."""

SMOOTH = 2.0
"""How strongly the weights of neighbouring SLIPS and of the two levels are drawn to each other."""

_STEPS = 7


class Positions(NamedTuple):
    """n positions. vectors: n by COUNT. levels, slips: of their tables. won: whether the game was won."""

    vectors: np.ndarray
    levels: np.ndarray
    slips: np.ndarray
    won: np.ndarray


class _Model:
    """The weights as one flat array, and what they say of positions.

    common: the features besides score and doom. steps: levels by SLIPS by (intercept, points, doom).
    """

    def __init__(self, positions: Positions, start: Value) -> None:
        from scipy.sparse import csr_matrix

        marked = np.zeros(features.COUNT, dtype=bool)
        marked[features.SCORE : features.SCORE + 8] = marked[features.DOOM : features.DOOM + 8] = True
        self.common = np.flatnonzero(~marked)
        self.start = start.weights[self.common]
        self.vectors = csr_matrix(positions.vectors[:, self.common].astype(float))
        self.roots, self.levels, self.won = np.sqrt(positions.slips), positions.levels, positions.won
        parts = np.array([between_slips(slips) for slips in np.unique(positions.slips)])
        self.parts = parts[np.unique(positions.slips, return_inverse=True)[1]]
        score = positions.vectors[:, features.SCORE : features.SCORE + 8].argmax(axis=1)
        doom = positions.vectors[:, features.DOOM : features.DOOM + 8].argmax(axis=1)
        counted = np.arange(1, _STEPS + 1)
        ones = np.ones((len(score), 1))
        self.steps = np.hstack([ones, score[:, None] >= counted, doom[:, None] >= counted]).astype(float)
        self.shape = (2, len(SLIPS), self.steps.shape[1])

    def split(self, flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (3 by common: weights and what roots and levels add; steps)."""
        size = 3 * len(self.common)
        return flat[:size].reshape(3, -1), flat[size:].reshape(self.shape)

    def first(self) -> np.ndarray:
        """Return where the search starts."""
        steps = np.zeros(self.shape)
        steps[..., 1 : 1 + _STEPS], steps[..., 1 + _STEPS :] = 0.3, -0.4
        return np.concatenate([self.start, np.zeros(2 * len(self.common)), steps.ravel()])

    def bounds(self) -> list[tuple[float | None, float | None]]:
        """Return the bounds of each weight: a point never worse, a doom never better."""
        step = [(None, None), *[(0.0, None)] * _STEPS, *[(None, 0.0)] * _STEPS]
        return [(None, None)] * (3 * len(self.common)) + step * (2 * len(SLIPS))

    def loss(self, flat: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the log loss with its penalties, and its gradient."""
        common, steps = self.split(flat)
        per_position = self.vectors @ common.T
        log_odds = per_position[:, 0] + self.roots * per_position[:, 1] + self.levels * per_position[:, 2]
        # by position: the weights of the steps at its strength
        at = np.einsum("nk,nks->ns", self.parts, steps[self.levels])
        log_odds = log_odds + (at * self.steps).sum(axis=1)
        loss = np.logaddexp(0, log_odds).sum() - log_odds[self.won].sum()
        error = 1 / (1 + np.exp(-log_odds)) - self.won
        slope = np.stack(
            [self.vectors.T @ (error * factor) for factor in (np.ones(len(error)), self.roots, self.levels)]
        )
        step_slope = np.zeros(self.shape)
        for level in (0, 1):
            own = self.levels == level
            step_slope[level] = self.parts[own].T @ (error[own][:, None] * self.steps[own])
        away = common - np.stack([self.start, np.zeros_like(self.start), np.zeros_like(self.start)])
        between = np.diff(steps, axis=1)
        levels = steps[1] - steps[0]
        loss += RIDGE * (away**2).sum() + SMOOTH * ((between**2).sum() + (levels**2).sum())
        slope += 2 * RIDGE * away
        step_slope[:, 1:] += 2 * SMOOTH * between
        step_slope[:, :-1] -= 2 * SMOOTH * between
        step_slope[1] += 2 * SMOOTH * levels
        step_slope[0] -= 2 * SMOOTH * levels
        return float(loss), np.concatenate([slope.ravel(), step_slope.ravel()])

    def values(self, flat: np.ndarray) -> TableValues:
        """Return the TableValues of the weights."""
        common, steps = self.split(flat)
        weights = np.zeros((2, len(SLIPS), features.COUNT))
        for level in (0, 1):
            for number, slips in enumerate(SLIPS):
                weights[level, number, self.common] = (
                    common[0] + np.sqrt(slips) * common[1] + level * common[2]
                )
        weights[..., features.SCORE + 1 : features.SCORE + 8] = np.cumsum(steps[..., 1 : 1 + _STEPS], axis=-1)
        weights[..., features.DOOM + 1 : features.DOOM + 8] = np.cumsum(steps[..., 1 + _STEPS :], axis=-1)
        return TableValues(weights, steps[..., 0])


def fit(positions: Positions, start: Value) -> TableValues:
    """Return the TableValues that fit best. start: the bots' Value, for features that the positions lack."""
    from scipy.optimize import minimize

    model = _Model(positions, start)
    found = minimize(
        model.loss,
        model.first(),
        jac=True,
        method="L-BFGS-B",
        bounds=model.bounds(),
        options={"maxiter": 400},
    )
    return model.values(found.x)
