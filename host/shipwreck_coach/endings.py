"""How a turn can end: the contents of the table then, and the group's chance to win from there.

An ending leaves only the prediction open: a hit, a miss and no prediction lead to three positions.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from shared_rules.shipwreck.cards import CARDS, SANDS, SCIONS, Place, pips
from shared_rules.shipwreck.game import GOAL

from . import features

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shared_rules.shipwreck import Game

    from .beliefs import Beliefs
    from .value import Value

ASH = "the-ash"
FREE = "the-blind-man"
RowFates = tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """The row at the end of a turn.

    places: the features of the four places then. gained: the features of the powers that the faded cards
    become. doom: how much fading adds without a hit. bonus: points that a hit brings besides its own.
    out_of_cards: whether the deck is too small, which loses The Restless Hours.
    """

    places: tuple[int, ...]
    gained: tuple[int, ...]
    doom: int
    bonus: int
    out_of_cards: bool


class EndingBuilder:
    """Works out the possible ends of turns that begin in the same position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fates: RowFates = tuple(tuple(place.fates) if place else () for place in game.row)
        self._endings: dict[tuple, Ending] = {}
        self._deck = game.deck_size
        self._cards = [(place.card, tuple(place.attached)) if place else (None, ()) for place in game.row]
        self._ash = ASH in (card for card, _ in self._cards)
        fresh = game.deck_next()
        unknown = features.UNKNOWN if self._deck else features.EMPTY
        self._dealt = features.fresh_card_feature(fresh) if fresh else unknown
        self._restless = game.mode.startswith("restless")
        self._doom = game.deep.attack() if game.deep and game.deep.creatures else 2

    def ending(self, fates: RowFates, low: bool, falls: bool, slowed: int = 0) -> Ending:
        """Return the Ending with these fates at the places 1-4.

        low: whether a 1 or a 2 was played in this turn. falls: whether The Fall fades.
        slowed: the place to which Scions is attached in this turn, or 0.
        """
        # many choices leave the same row
        key = (fates, low and self._ash, falls, slowed)
        if key not in self._endings:
            self._endings[key] = self._ending(fates, low, falls, slowed)
        return self._endings[key]

    def _ending(self, fates: RowFates, low: bool, falls: bool, slowed: int) -> Ending:
        places, faded = [], []
        for number, (card, attached) in enumerate(self._cards):
            if card is None:
                places.append(features.UNKNOWN if self._deck else features.EMPTY)
                continue
            slow = (SCIONS,) if slowed == number + 1 else ()
            feature, fades = _card_at_end(card, fates[number], attached + slow)
            if fades or (card == ASH and low) or (card == SANDS and falls):
                faded.append((card, attached))
                feature = self._dealt
            places.append(feature)
        if not faded:
            return Ending(tuple(places), (), 0, 0, False)
        gained = tuple(features.power_feature(card) for card, _ in faded if card != SANDS)
        sands = any(SANDS in attached for _, attached in faded)
        doom = sum((0 if card == FREE else self._doom) + sands for card, _ in faded)
        short = len(faded) > self._deck
        return Ending(
            tuple(places), gained, doom, int(sands and not self.game.deep), short and self._restless
        )


@lru_cache(maxsize=50_000)
def _card_at_end(card: str, fates: tuple[int, ...], attached: tuple[str, ...]) -> tuple[int, bool]:
    """Return the feature of a card with these fates and attached cards, and whether its moons are used up."""
    place = Place(card, CARDS[card].moons)
    place.fates, place.attached = list(fates), list(attached)
    return features.card_feature(place), place.moons is not None and place.pips >= place.moons


class Endings:
    """The chances to win after many endings of a turn.

    hit: by the index of the cost, ending, fate kept. miss: by the index of the cost, ending. Both
    are 0 or 1 where the game is over.
    """

    def __init__(
        self,
        game: Game,
        beliefs: Beliefs,
        value: Value,
        endings: list[Ending],
        costs: Iterable[tuple[int, ...]] = (),
        used: list[int] | None = None,
    ) -> None:
        """Work out the chances. value: by which.

        costs: the ways to use powers before the prediction, each as the features of the powers that it costs;
        the attribute `costs` has each once, after () for no power. used: for each ending the feature of the
        power that the active player used, or COUNT.
        """
        self.game, self.costs, self._used = game, [(), *dict.fromkeys(costs)], used
        self._shared = features.shared_features(game, beliefs, 1)
        most = max(len(ending.gained) for ending in endings)
        self._index = np.array(
            [e.places + e.gained + (features.COUNT,) * (most - len(e.gained)) for e in endings]
        )
        self._numbers = np.array([(e.doom, e.bonus, e.out_of_cards) for e in endings]).T
        self._evaluate(value)

    def by_value(self, value: Value) -> Endings:
        """Return the Endings of the same turn with the chances of another Value."""
        other = copy.copy(self)
        other._evaluate(value)
        return other

    def _evaluate(self, value: Value) -> None:
        self.value, game = value, self.game
        weights = value.weights
        padded = np.append(weights, 0.0)
        log_odds = padded[self._index].sum(axis=1) + value.log_odds(self._shared)
        if self._used:
            log_odds = log_odds - padded[self._used]
        total = np.array([weights[list(each)].sum() for each in self.costs])
        # by the cost and the ending
        log_odds = log_odds - total[:, None]
        doom, bonus, short = self._numbers
        score, over = bonus + game.score + (0 if game.deep else 1), short > 0
        self.lost_by_fading = over | (game.doom + doom >= GOAL)
        self._without = log_odds + value.standing(game.score, game.doom + doom)
        seat = features.seat_feature(len(game.players) - 1)
        self._sharp = weights[seat : seat + 3].copy()
        self._sharp[0] += weights[features.HOLDING]
        miss = value.chance(log_odds + value.standing(game.score, game.doom + 1 + doom))
        self.miss = np.where(over | (game.doom + 1 + doom >= GOAL), 0.0, miss)
        if game.deep:
            self.hit = self._hit_with_creatures(game, log_odds, over)
        else:
            hit = value.chance(log_odds + value.standing(score, game.doom))
            # the seventh point wins at once, before anything fades; a point from Sands comes with the fading
            won = (game.score + 1 >= GOAL) | ((score >= GOAL) & ~over)
            self.hit = np.repeat(np.where(won, 1.0, np.where(over, 0.0, hit))[..., None], 7, axis=-1)

    def without_prediction(self, chances: np.ndarray, cost: Any = 0) -> np.ndarray:
        """Return the chances to win when nothing is predicted, (…, endings).

        chances: the belief about the fate kept then, (…, endings, 7). cost: an index into `costs`, or
        several, with their axes before the axis of the endings.
        """
        sums = self._without[cost] + features.sharpness(chances) @ self._sharp
        return np.where(self.lost_by_fading, 0.0, self.value.chance(sums))

    def _hit_with_creatures(self, game: Game, log_odds: np.ndarray, over: np.ndarray) -> np.ndarray:
        """Return the chances after a hit in Creatures from the Deep, with the best use of the freed fate."""
        value, deep = self.value, game.deep
        best = np.zeros((*log_odds.shape, 7))
        for fate in range(1, 8):
            averted = value.chance(log_odds + value.standing(game.score, max(0, game.doom - pips(fate))))
            best[..., fate - 1] = averted
            for creature in deep.creatures:
                change = self.strike_log_odds(game, creature.level, fate)
                if change is None:
                    chance = np.ones(log_odds.shape)
                else:
                    chance = value.chance(log_odds + value.standing(game.score, game.doom) + change)
                best[..., fate - 1] = np.maximum(best[..., fate - 1], chance)
        return np.where(over[:, None], 0.0, best)

    def strike_log_odds(self, game: Game, level: int, fate: int) -> float | None:
        """Return the change of the log odds by striking a creature with a fate; None if it wins the game."""
        weights, deep = self.value.weights, game.deep
        creature = next(one for one in deep.creatures if one.level == level)
        at = features.CREATURES + 2 * (level - 1)
        before = features.beaten_share(creature.needs, creature.progress(deep.fates[level]))
        fates = [*deep.fates[level], fate]
        if not creature.beaten(fates):
            after = features.beaten_share(creature.needs, creature.progress(fates))
            return weights[at + 1] * (after - before)
        if deep.defeats == 2:
            return None
        change = weights[features.DEFEATS + deep.defeats + 1] - weights[features.DEFEATS + deep.defeats]
        change = change - weights[at] - weights[at + 1] * before
        if deep.defeats == 0:
            change = change + weights[features.CREATURES + 4]
        return change + weights[features.READY] * (len(deep.adventurers) - len(deep.ready))
