"""What everybody at the table may believe of the held fates: a chance for each combination of their values.

It knows tokens and chances; how a player chooses is said by whoever brings the chances of a play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .legality import FATES


class Hands(NamedTuple):
    """How likely each hand of the active player is, as three tables, fate played by fate kept.

    either: whichever of the two was held before. old: the fate played was held before. new: it was not.
    The numbers have no fixed sum.
    """

    either: np.ndarray
    old: np.ndarray
    new: np.ndarray


@lru_cache
def _counts(holders: int) -> np.ndarray:
    """Return how often each fate is in each combination of held fates: 7 by 7**holders."""
    grid = np.indices((7,) * holders).reshape(holders, -1) if holders else np.zeros((0, 1), dtype=int)
    return np.array([(grid == fate - 1).sum(axis=0) for fate in FATES], dtype=float)


class Beliefs:
    """Chances of what is held between two turns.

    holders: who holds a fate. joint: an axis of 7 values for each of them, in their order; its sum is 1.

    >>> beliefs = Beliefs()
    >>> hands = beliefs.hands("Ann", [3, 3, 3, 3, 3, 3, 3])
    >>> hands.either[0, 0], hands.either[0, 1]
    (np.float64(6.0), np.float64(18.0))
    """

    def __init__(self, holders: tuple[str, ...] = (), joint: np.ndarray | None = None) -> None:
        self.holders = list(holders)
        self.joint = np.ones(()) if joint is None else joint

    def copy(self) -> Beliefs:
        """Return beliefs that can go another way."""
        return Beliefs(tuple(self.holders), self.joint.copy())

    def of(self, player: str) -> np.ndarray:
        """Return the chance of each value 1-7 of the fate that a player holds."""
        axis = self.holders.index(player)
        return self.joint.sum(axis=tuple(other for other in range(self.joint.ndim) if other != axis))

    def hands(self, active: str, unseen: list[int]) -> Hands:
        """Return the hands that the active player can have after drawing.

        unseen: how many tokens of the values 1-7 are held or in the bag.
        """
        own, bag = self._apart(active, unseen)
        if own is None:
            others = self.joint.reshape(-1)
            drawn = np.maximum((bag * others) @ bag.T - np.diag(bag @ others), 0)
            either = 2 * drawn - np.diag(np.diag(drawn))
            return Hands(either, np.zeros((7, 7)), either)
        drawn = np.maximum(own @ bag.T - np.diag(own.sum(axis=1)), 0)
        either = drawn + drawn.T - np.diag(np.diag(drawn))
        return Hands(either, drawn, drawn.T)

    def play(self, active: str, unseen: list[int], fate: int, likelihood: np.ndarray, which: str) -> None:
        """Take a play in: from now on the active player holds the fate kept.

        likelihood: for the values 1-7 of the fate kept, how likely who holds them makes this play.
        which: "either", "old" or "new", see Hands.
        """
        own, bag = self._apart(active, unseen)
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
        left = ways * likelihood[:, None]
        if not left.sum() > 0:
            left = ways if ways.sum() > 0 else np.ones_like(ways)
        self.joint = (left / left.sum()).T.reshape((7,) * len(self.holders))

    def limit(self, player: str, values: list[int]) -> None:
        """Take in that a player's fate is one of these."""
        fits = np.zeros(7)
        fits[[value - 1 for value in values]] = 1
        shape = [1] * self.joint.ndim
        shape[self.holders.index(player)] = 7
        joint = self.joint * fits.reshape(shape)
        if not joint.sum() > 0:
            joint = np.ones_like(joint) * fits.reshape(shape)
        self.joint = joint / joint.sum()

    def drop(self, player: str) -> None:
        """Take in that a player's fate went to the bag."""
        axis = self.holders.index(player)
        self.holders.remove(player)
        self.joint = self.joint.sum(axis=axis)

    def _apart(self, active: str, unseen: list[int]) -> tuple[np.ndarray | None, np.ndarray]:
        """Return the joint, 7 by combinations of the others, None where nothing is held, and the bag."""
        others = len(self.holders) - (active in self.holders)
        bag = np.maximum(np.array(unseen, dtype=float)[:, None] - _counts(others), 0)
        if active not in self.holders:
            return None, bag
        return np.moveaxis(self.joint, self.holders.index(active), 0).reshape(7, -1), bag
