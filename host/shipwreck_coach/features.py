"""A public position as a feature vector, from which `value` works out the chance to win.

The features: each card with its moons left, the score, the doom, each power, each seat's fate. The constants
are the index of a feature, or of the first feature of a group; `NAMES` has the name of each, by which its
weight is stored, so that an additional card changes no other card's weight. It must not know the weights.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from shared_rules.shipwreck import CARDS, MODES, POWERS
from shared_rules.shipwreck.cards import count_of

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game
    from shared_rules.shipwreck.cards import Place

    from .beliefs import Beliefs

_CARDS = {card: number for number, card in enumerate(CARDS)}
POWER_NUMBERS = {power: number for number, power in enumerate(POWERS)}

LEVELS = 5
"""Features of a card: 1 to 4 moons left, and 0 for a card that fades by a condition of its own."""

UNKNOWN = len(_CARDS) * LEVELS
EMPTY = UNKNOWN + 1
SCORE = EMPTY + 1
DOOM = SCORE + 8
POWER = DOOM + 8
MODE = POWER + len(POWER_NUMBERS)
PLAYERS = MODE + len(MODES)
SEATS = PLAYERS + 4
"""Three features a seat, from the next active player on: whether they hold a fate, the greatest chance of a
value of it, and the sum of the squares of the chances."""
DECK = SEATS + 15
DEFEATS = DECK + 1
CREATURES = DEFEATS + 4
"""Two features a level: whether the creature is in sight, and how far it is beaten."""
READY = CREATURES + 6
HOLDING = READY + 1
"""How many fates are held."""
SCORE_TIMES_DOOM = HOLDING + 1
MORE_CARDS = SCORE_TIMES_DOOM + 1
"""How many cards the sets have beyond the base game's, in tens."""
COUNT = MORE_CARDS + 1


def _names() -> tuple[str, ...]:
    """Return the names of all features, in the order of their indices."""
    found = [f"card {card} {left}" for card in CARDS for left in range(LEVELS)]
    found += ["card unknown", "card none"]
    found += [f"{word} {number}" for word in ("score", "doom") for number in range(8)]
    found += [f"power {power}" for power in POWERS] + [f"mode {mode}" for mode in MODES]
    found += [f"players {count}" for count in range(2, 6)]
    found += [f"seat {seat} {word}" for seat in range(5) for word in ("holds", "greatest", "squares")]
    found += ["deck", *(f"defeats {number}" for number in range(4))]
    found += [f"creature {level} {word}" for level in range(1, 4) for word in ("in-sight", "beaten")]
    return (*found, "ready", "holding", "score times doom", "more cards")


NAMES = _names()


def card_feature(place: Place) -> int:
    """Return the feature of a card in the row with the moons that it has left."""
    left = 0 if place.moons is None else max(1, min(4, place.moons - place.pips))
    return _CARDS[place.card] * LEVELS + left


@lru_cache
def fresh_card_feature(card: str | None) -> int:
    """Return the feature of a newly dealt card. card: None for an unknown card."""
    if card is None:
        return UNKNOWN
    return _CARDS[card] * LEVELS + min(4, CARDS[card].moons or 0)


def power_number(power: str) -> int:
    """Return the feature of a power."""
    return POWER + POWER_NUMBERS[power]


@lru_cache
def power_feature(card: str) -> int:
    """Return the feature of the power on the back of a card."""
    return power_number(CARDS[card].power)


def sharpness(chances: np.ndarray) -> np.ndarray:
    """Return a held fate's features, 1, the greatest chance and the sum of squares: (…, 7) to (…, 3)."""
    found = np.ones((*chances.shape[:-1], 3))
    chances.max(axis=-1, out=found[..., 1])
    np.einsum("...k,...k->...", chances, chances, out=found[..., 2])
    return found


@lru_cache
def seat_feature(offset: int) -> int:
    """Return the first feature of the seat whose turn comes after `offset` others."""
    return SEATS + 3 * min(offset, 4)


def shared_features(game: Game, beliefs: Beliefs, passed: int) -> np.ndarray:
    """Return the features that all endings of a turn share, a vector of COUNT.

    These are all features except those of the row, the score, the doom and the active player's fate.
    passed: 1 for a position in the next player's turn, 0 for a position in this turn.
    """
    vector = np.zeros(COUNT)
    for card in game.powers:
        vector[power_feature(card)] += 1
    vector[MODE + MODES.index(game.mode)] = 1
    seats = len(game.players)
    vector[PLAYERS + max(2, min(5, seats)) - 2] = 1
    active = game.players.index(game.active)
    for offset in range(seats):
        player = game.players[(active + passed + offset) % seats]
        if player != game.active and player in beliefs.holders:
            at = seat_feature(offset)
            vector[at : at + 3] = sharpness(beliefs.marginal(player))
            vector[HOLDING] += 1
    vector[DECK] = game.deck_size / 16
    vector[MORE_CARDS] = _tens_of_cards(game.sets) - _tens_of_cards(("base",))
    if game.deep:
        _add_creatures(vector, game)
    return vector


@lru_cache
def _tens_of_cards(sets: tuple[str, ...]) -> float:
    return count_of(sets) / 10


def _add_creatures(vector: np.ndarray, game: Game) -> None:
    deep = game.deep
    vector[DEFEATS + deep.defeats] = 1
    vector[READY] = len(deep.ready)
    for creature in deep.creatures:
        at = CREATURES + 2 * (creature.level - 1)
        vector[at] = 1
        vector[at + 1] = beaten_share(creature.needs, creature.progress(deep.fates[creature.level]))


def beaten_share(needs: list, progress: list[int]) -> float:
    """Return how far a creature is beaten, 0 to 1: the mean over its needs."""
    return sum(done / need[1] for done, need in zip(progress, needs, strict=True)) / len(needs)


def position(game: Game, beliefs: Beliefs) -> np.ndarray:
    """Return the features of a position before a play, a vector of COUNT."""
    vector = shared_features(game, beliefs, 0)
    for place in game.row:
        vector[card_feature(place) if place else (UNKNOWN if game.deck_size else EMPTY)] += 1
    vector[SCORE + game.score] += 1
    vector[DOOM + game.doom] += 1
    vector[SCORE_TIMES_DOOM] = game.score * game.doom
    if game.active in beliefs.holders:
        vector[SEATS : SEATS + 3] = sharpness(beliefs.marginal(game.active))
        vector[HOLDING] += 1
    return vector
