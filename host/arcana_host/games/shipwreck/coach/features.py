"""A public position as the numbers from which the chance to win is worked out.

A position is a sum of rows of one table: a row for each card with the moons that it has left, for the score,
for the doom, for each power, for what each seat holds. It must not know how the chance is worked out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from shared_rules.shipwreck import CARDS, MODES, POWERS

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game
    from shared_rules.shipwreck.place import Place

    from .beliefs import Beliefs

_CARDS = {card: number for number, card in enumerate(CARDS)}
POWER_NUMBERS = {power: number for number, power in enumerate(POWERS)}

LEVELS = 5
"""Moons that are left, 1 to 4, and 0 for a card that says itself when it fades."""

UNKNOWN = len(_CARDS) * LEVELS
EMPTY = UNKNOWN + 1
SCORE = EMPTY + 1
DOOM = SCORE + 8
POWER = DOOM + 8
MODE = POWER + len(POWER_NUMBERS)
PLAYERS = MODE + len(MODES)
SEATS = PLAYERS + 4
"""Three rows a seat, from the next active player on: holds a fate, the greatest chance of a value of it, and
the sum of the squares of the chances."""
DECK = SEATS + 15
DEFEATS = DECK + 1
CREATURES = DEFEATS + 4
"""Two rows a level: in sight, how far it is beaten."""
READY = CREATURES + 6
HOLDING = READY + 1
"""How many fates are held."""
NOTHING = HOLDING + 1
COUNT = NOTHING + 1


def card_row(place: Place) -> int:
    """Return the row of a card in the row with the moons that it has left."""
    left = 0 if place.moons is None else max(1, min(4, place.moons - place.pips))
    return _CARDS[place.card] * LEVELS + left


def fresh_row(card: str | None) -> int:
    """Return the row of a card that was just dealt: `None` where nobody knows it."""
    if card is None:
        return UNKNOWN
    return _CARDS[card] * LEVELS + min(4, CARDS[card].moons or 0)


def sharpness(chances: np.ndarray) -> np.ndarray:
    """Return what is known of a held fate: 1, the greatest chance, the sum of squares; chances: (…, 7)."""
    return np.stack(
        [np.ones(chances.shape[:-1]), chances.max(axis=-1), (chances * chances).sum(axis=-1)], axis=-1
    )


@lru_cache
def seat_row(offset: int) -> int:
    """Return the first row of the seat that is so many turns away."""
    return SEATS + 3 * min(offset, 4)


def common(game: Game, beliefs: Beliefs, passed: int) -> np.ndarray:
    """Return the numbers, a vector of COUNT, of all that is not row, score, doom and the active seat's fate.

    passed: 1 when the next position is that of the next player's turn, 0 for the one whose turn it is.
    """
    vector = np.zeros(COUNT)
    for card in game.powers:
        vector[POWER + POWER_NUMBERS[game.power(card)]] += 1
    vector[MODE + MODES.index(game.mode)] = 1
    seats = len(game.players)
    vector[PLAYERS + max(2, min(5, seats)) - 2] = 1
    active = game.players.index(game.active)
    for offset in range(seats):
        player = game.players[(active + passed + offset) % seats]
        if player != game.active and player in beliefs.holders:
            at = seat_row(offset)
            vector[at : at + 3] = sharpness(beliefs.of(player))
            vector[HOLDING] += 1
    vector[DECK] = game.deck_size / 16
    if game.deep:
        _add_creatures(vector, game)
    return vector


def _add_creatures(vector: np.ndarray, game: Game) -> None:
    deep = game.deep
    vector[DEFEATS + deep.defeats] = 1
    vector[READY] = len(deep.ready)
    for creature in deep.creatures:
        at = CREATURES + 2 * (creature.level - 1)
        vector[at] = 1
        vector[at + 1] = beaten_share(creature.needs, creature.progress(deep.fates[creature.level]))


def beaten_share(needs: list, progress: list[int]) -> float:
    """Return how far a creature is beaten, 0 to 1, over all its needs."""
    return sum(done / need[1] for done, need in zip(progress, needs, strict=True)) / len(needs)


def position(game: Game, beliefs: Beliefs) -> np.ndarray:
    """Return the numbers of a position before a play, a vector of COUNT."""
    vector = common(game, beliefs, 0)
    for place in game.row:
        vector[card_row(place) if place else (UNKNOWN if game.deck_size else EMPTY)] += 1
    vector[SCORE + game.score] += 1
    vector[DOOM + game.doom] += 1
    if game.active in beliefs.holders:
        vector[SEATS : SEATS + 3] = sharpness(beliefs.of(game.active))
        vector[HOLDING] += 1
    return vector
