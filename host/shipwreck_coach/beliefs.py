"""The public belief about the held fates: a joint distribution over all combinations of their values.

It knows tokens and chances, but not how players choose: the caller gives the likelihood of a play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .legal_hands import FATES


class Hands(NamedTuple):
    """How likely each hand of the active player is, in three tables, fate played by fate kept; not
    normalized.

    old: the fate played was held since an earlier turn. new: it was drawn in this turn. either: whichever it
    was.
    """

    either: np.ndarray
    old: np.ndarray
    new: np.ndarray


@lru_cache
def _fate_counts(holders: int) -> np.ndarray:
    """Return how often each fate is in each combination of held fates: 7 by 7**holders."""
    grid = np.indices((7,) * holders).reshape(holders, -1) if holders else np.zeros((0, 1), dtype=int)
    return np.array([(grid == fate - 1).sum(axis=0) for fate in FATES], dtype=float)


class Beliefs:
    """The distribution of the fates that are held between two turns.

    holders: the players who hold a fate. joint: their joint distribution, an axis of 7 for each, with sum 1.

    >>> beliefs = Beliefs()
    >>> hands = beliefs.hands("Ann", np.full(7, 3))
    >>> hands.either[0, 0], hands.either[0, 1]
    (np.float64(6.0), np.float64(18.0))
    """

    def __init__(self, holders: tuple[str, ...] = (), joint: np.ndarray | None = None) -> None:
        self.holders = list(holders)
        self.joint = np.ones(()) if joint is None else joint

    def copy(self) -> Beliefs:
        """Return an independent copy."""
        return Beliefs(tuple(self.holders), self.joint.copy())

    def marginal(self, player: str) -> np.ndarray:
        """Return the marginal distribution of a player's fate: the chances of 1-7."""
        axis = self.holders.index(player)
        return self.joint.sum(axis=tuple(other for other in range(self.joint.ndim) if other != axis))

    def hands(self, active: str, unseen: np.ndarray) -> Hands:
        """Return how likely each hand of the active player is after drawing.

        unseen: how many tokens of the values 1-7 are held or in the bag.
        """
        own, bag = self._split(active, unseen)
        if own is None:
            others = self.joint.reshape(-1)
            drawn = np.maximum((bag * others) @ bag.T - np.diag(bag @ others), 0)
            either = 2 * drawn - np.diag(np.diag(drawn))
            return Hands(either, np.zeros((7, 7)), either)
        drawn = np.maximum(own @ bag.T - np.diag(own.sum(axis=1)), 0)
        either = drawn + drawn.T - np.diag(np.diag(drawn))
        return Hands(either, drawn, drawn.T)

    def play(self, active: str, unseen: np.ndarray, fate: int, likelihood: np.ndarray, which: str) -> None:
        """Update for a play (Bayes' rule); from now on the active player holds the fate kept.

        unseen: see `hands`. fate: the fate played. likelihood: how likely the play is with each value 1-7 of
        the fate kept. which: whether the fate played is known to be "old" or "new", or "either", see Hands.
        """
        own, bag = self._split(active, unseen)
        played = fate - 1
        one = np.eye(7)[played]
        if own is None:
            others = self.joint.reshape(-1)
            # two different fates come in either order
            ways = (others * bag[played]) * np.maximum(bag - one[:, None], 0) * (2 - one)[:, None]
            if which == "old":
                ways = ways * 0
        else:
            ways = np.zeros_like(own)
            if which in ("either", "new"):
                ways += own * np.maximum(bag[played] - one[:, None], 0)
            if which in ("either", "old"):
                drawn = own[played] * np.maximum(bag - one[:, None], 0)
                if which == "either":
                    drawn[played] = 0
                ways += drawn
            self.holders.remove(active)
        self.holders.append(active)
        posterior = ways * likelihood[:, None]
        if not posterior.sum() > 0:
            posterior = ways if ways.sum() > 0 else np.ones_like(ways)
        self.joint = (posterior / posterior.sum()).T.reshape((7,) * len(self.holders))

    def restrict(self, player: str, values: list[int]) -> None:
        """Update for the information that a player's fate is among these values."""
        mask = np.zeros(7)
        mask[[value - 1 for value in values]] = 1
        shape = [1] * self.joint.ndim
        shape[self.holders.index(player)] = 7
        joint = self.joint * mask.reshape(shape)
        if not joint.sum() > 0:
            joint = np.ones_like(joint) * mask.reshape(shape)
        self.joint = joint / joint.sum()

    def drop(self, player: str) -> None:
        """Remove a player, whose fate is back in the bag: sum over its values."""
        axis = self.holders.index(player)
        self.holders.remove(player)
        self.joint = self.joint.sum(axis=axis)

    def _split(self, active: str, unseen: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
        """Return the joint, 7 by combinations of the others (None if `active` holds no fate), and the bag."""
        others = len(self.holders) - (active in self.holders)
        bag = np.maximum(unseen[:, None] - _fate_counts(others), 0)
        if active not in self.holders:
            return None, bag
        return np.moveaxis(self.joint, self.holders.index(active), 0).reshape(7, -1), bag
