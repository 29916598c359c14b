"""Fits the chances to win of tables of every strength to positions and results: see `training`.

A table's log odds are a share of what the bots' Value says of cards, powers and held fates, and steps for
each point and each doom, under the constraint that a point more is never worse and a doom more never better.
The share and the steps depend on the level of reading and on the share of slips. Beside that, the features in
OWN get one weight each, and what the level and the square root of the share of slips add to it.

So few numbers are fitted because the positions of a game share its result: weights of their own for every
card predict other games worse, even from 12,000 games. It needs scipy, which comes with scikit-learn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import features
from .value import SLIPS, TableValues, Value, between_slips

OWN = np.arange(features.MODE, features.DEFEATS)
"""Mode, players, what the seats hold, and the deck."""

RIDGE = 150.0
"""How strongly the weights of OWN are drawn to 0."""

SMOOTH = 15.0
"""How strongly the numbers of neighbouring SLIPS and of the two levels are drawn to each other."""

_STEPS = 7
_SHARED, _SCORE, _DOOM = 1, slice(2, 2 + _STEPS), slice(2 + _STEPS, 2 + 2 * _STEPS)


class Positions(NamedTuple):
    """n positions. vectors: n by COUNT. levels, slips: of their tables. won: whether the game was won."""

    vectors: np.ndarray
    levels: np.ndarray
    slips: np.ndarray
    won: np.ndarray


class _Cell(NamedTuple):
    """The positions of one strength.

    level: of reading. parts: how much each of SLIPS counts. factors: of the rows of `own`. vectors: OWN of
    each position. steps: what the numbers of `steps` are multiplied with. won: as in Positions.
    """

    level: int
    parts: np.ndarray
    factors: np.ndarray
    vectors: np.ndarray
    steps: np.ndarray
    won: np.ndarray


class _Model:
    """The numbers as one flat array, and what they say of positions.

    shared: the weights of the bots' Value, without score and doom. own: OWN by (1, root of slips, level).
    steps: levels by SLIPS by (intercept, share, points, doom).
    """

    def __init__(self, positions: Positions, start: Value) -> None:
        self.shared = start.weights.copy()
        self.shared[features.SCORE : features.SCORE + 8] = self.shared[features.DOOM : features.DOOM + 8] = 0
        self.shape = (2, len(SLIPS), 2 + 2 * _STEPS)
        self.cells = [
            self._cell(positions, level, slips, (positions.levels == level) & (positions.slips == slips))
            for level in (0, 1)
            for slips in np.unique(positions.slips)
        ]

    def _cell(self, positions: Positions, level: int, slips: float, rows: np.ndarray) -> _Cell:
        vectors = positions.vectors[rows].astype(float)
        counted = np.arange(1, _STEPS + 1)
        score = vectors[:, features.SCORE : features.SCORE + 8].argmax(axis=1)[:, None]
        doom = vectors[:, features.DOOM : features.DOOM + 8].argmax(axis=1)[:, None]
        of_bots = (vectors @ self.shared)[:, None]
        return _Cell(
            level,
            between_slips(slips),
            np.array([1.0, np.sqrt(slips), level]),
            vectors[:, OWN],
            np.hstack([np.ones_like(of_bots), of_bots, score >= counted, doom >= counted]),
            positions.won[rows],
        )

    def split(self, flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (own, steps)."""
        size = 3 * len(OWN)
        return flat[:size].reshape(3, -1), flat[size:].reshape(self.shape)

    def first(self) -> np.ndarray:
        """Return where the search starts."""
        steps = np.zeros(self.shape)
        steps[..., _SHARED], steps[..., _SCORE], steps[..., _DOOM] = 1, 0.3, -0.4
        return np.concatenate([np.zeros(3 * len(OWN)), steps.ravel()])

    def bounds(self) -> list[tuple[float | None, float | None]]:
        """Return the bounds of each number: a point never worse, a doom never better."""
        step = [(None, None), (0.0, None), *[(0.0, None)] * _STEPS, *[(None, 0.0)] * _STEPS]
        return [(None, None)] * (3 * len(OWN)) + step * (2 * len(SLIPS))

    def loss(self, flat: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the log loss with its penalties, and its gradient."""
        own, steps = self.split(flat)
        loss, slope, step_slope = 0.0, np.zeros_like(own), np.zeros_like(steps)
        for cell in self.cells:
            log_odds = cell.vectors @ (cell.factors @ own) + cell.steps @ (cell.parts @ steps[cell.level])
            loss += np.logaddexp(0, log_odds).sum() - log_odds[cell.won].sum()
            error = 1 / (1 + np.exp(-log_odds)) - cell.won
            slope += np.outer(cell.factors, error @ cell.vectors)
            step_slope[cell.level] += np.outer(cell.parts, error @ cell.steps)
        between = np.diff(steps, axis=1)
        levels = steps[1] - steps[0]
        loss += RIDGE * (own**2).sum() + SMOOTH * ((between**2).sum() + (levels**2).sum())
        slope += 2 * RIDGE * own
        step_slope[:, 1:] += 2 * SMOOTH * between
        step_slope[:, :-1] -= 2 * SMOOTH * between
        step_slope[1] += 2 * SMOOTH * levels
        step_slope[0] -= 2 * SMOOTH * levels
        return float(loss), np.concatenate([slope.ravel(), step_slope.ravel()])

    def values(self, flat: np.ndarray) -> TableValues:
        """Return the TableValues of the numbers."""
        own, steps = self.split(flat)
        weights = steps[..., _SHARED, None] * self.shared
        for level in (0, 1):
            for number, slips in enumerate(SLIPS):
                weights[level, number, OWN] += own[0] + np.sqrt(slips) * own[1] + level * own[2]
        weights[..., features.SCORE + 1 : features.SCORE + 8] = np.cumsum(steps[..., _SCORE], axis=-1)
        weights[..., features.DOOM + 1 : features.DOOM + 8] = np.cumsum(steps[..., _DOOM], axis=-1)
        return TableValues(weights, steps[..., 0])


def fit(positions: Positions, start: Value) -> TableValues:
    """Return the TableValues that fit best. start: the bots' Value."""
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
