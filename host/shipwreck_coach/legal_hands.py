"""Which hands may be played where, as tables of truth values, worked out with the rules in `shared_rules`.

A table is 7 by 7: the index of the fate played, then of the fate kept; the index of fate 1 is 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from shared_rules.shipwreck.cards import rule_of

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

FATES = range(1, 8)


def unseen_tokens(game: Game) -> np.ndarray:
    """Return how many tokens of the values 1-7 are held or in the bag."""
    return 3 - np.bincount(game.seen(), minlength=8)[1:]


@lru_cache(maxsize=20_000)
def _table(card: str, up: int, visible: tuple[int, ...], fates: tuple[int, ...]) -> np.ndarray:
    rule = rule_of(card)
    return np.array([[bool(rule(p, k + up, visible, fates, k)) for k in FATES] for p in FATES])


def legal_hands(game: Game) -> list[np.ndarray]:
    """Return which hands may be played on The Hours and at the places 1 to 4: five tables of truth values.

    >>> from shared_rules.shipwreck import Game
    >>> setup = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
    >>> [int(table.sum()) for table in legal_hands(Game.replay([setup]))]
    [0, 21, 10, 7, 19]
    """
    visible = tuple(sorted(game.visible()))
    up = 1 if game.shadows else 0
    found = []
    for place in game.row:
        if place is None or (game.feast_played and place.card == "the-feast"):
            found.append(np.zeros((7, 7), dtype=bool))
        else:
            found.append(_table(place.card, up, visible, tuple(place.fates)))
    somewhere = found[0] | found[1] | found[2] | found[3]
    return [~(somewhere | somewhere.T), *found]
