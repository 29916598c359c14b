"""How turns can end: what lies on the table then, and the group's chance to win from there.

An ending is settled but for the prediction; a hit, a miss and none at all are three positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck import CARDS
from shared_rules.shipwreck.cards import pips
from shared_rules.shipwreck.game import GOAL
from shared_rules.shipwreck.place import SANDS

from . import features

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

    from .beliefs import Beliefs
    from .value import Value

ASH = "the-ash"
FREE = "the-blind-man"
Lying = tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """The row at the end of a turn.

    rows: what the four places add to the next position, see `features`. gained: rows of the powers that the
    faded cards become. doom: what their fading brings without a hit. bonus: points that a hit brings besides
    its own. out_of_cards: whether The Restless Hours are lost by it.
    """

    rows: tuple[int, ...]
    gained: tuple[int, ...]
    doom: int
    bonus: int
    out_of_cards: bool


class Row:
    """Settles the end of turns that begin at one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lying: Lying = tuple(tuple(place.fates) if place else () for place in game.row)
        self._places: dict[tuple, tuple[int, bool]] = {}
        self._fresh = game.deck_next()
        self._restless = game.mode.startswith("restless")
        self._doom = game.deep.attack() if game.deep and game.deep.creatures else 2

    def ending(self, lying: Lying, low: bool, falls: bool, slowed: int = 0) -> Ending:
        """Return the Ending with these fates at the places 1-4.

        low: whether a 1 or a 2 was played in this turn. falls: whether The Fall fades.
        slowed: the place that Scions is attached to in this turn, 0 for none.
        """
        rows, gained, faded = [], [], []
        for number, place in enumerate(self.game.row):
            if place is None:
                rows.append(features.UNKNOWN if self.game.deck_size else features.EMPTY)
                continue
            row, fades = self._settled(number, lying[number], slowed == number + 1)
            if (place.card == ASH and low) or (place.card == SANDS and falls) or fades:
                faded.append(place)
                rows.append(-1)
                if place.card != SANDS:
                    gained.append(features.POWER + features.POWER_NUMBERS[CARDS[place.card].power])
            else:
                rows.append(row)
        sands = any(SANDS in place.attached for place in faded)
        doom = sum(self._doom + sands for place in faded if place.card != FREE)
        deck = self.game.deck_size
        rows = [self._dealt(deck) if row < 0 else row for row in rows]
        short = len(faded) > deck
        return Ending(
            tuple(rows), tuple(gained), doom, int(sands and not self.game.deep), short and self._restless
        )

    def _dealt(self, deck: int) -> int:
        if not deck:
            return features.EMPTY
        return features.fresh_row(self._fresh) if self._fresh else features.UNKNOWN

    def _settled(self, number: int, fates: tuple[int, ...], slow: bool) -> tuple[int, bool]:
        key = (number, fates, slow)
        if key not in self._places:
            place = self.game.row[number].copy()
            place.fates = list(fates)
            if slow:
                place.attached.append("the-north-wind")
            self._places[key] = (
                features.card_row(place),
                place.moons is not None and place.pips >= place.moons,
            )
        return self._places[key]


class Endings:
    """The chances to win that go with many endings of one turn.

    hit: by what was spent, ending, fate kept. miss: by what was spent, ending. Both are 0 or 1 where the game
    is over. What was spent: first nothing, then each of `spent`, the rows of powers that are used for it.
    """

    def __init__(
        self,
        game: Game,
        beliefs: Beliefs,
        value: Value,
        endings: list[Ending],
        spent: list[tuple[int, ...]],
        used: list[int] | None = None,
    ) -> None:
        """used: for each ending the row of a power that the active player used for it, COUNT for none."""
        self.value = value
        table = value.weights
        padded = np.append(table, 0.0)
        most = max(len(ending.gained) for ending in endings)
        index = np.array([e.rows + e.gained + (features.COUNT,) * (most - len(e.gained)) for e in endings])
        lies = padded[index].sum(axis=1) + value.log_odds(features.common(game, beliefs, 1))
        if used:
            lies = lies - padded[used]
        taken = np.array([0.0, *(table[list(rows)].sum() for rows in spent)])
        # by what was spent and the ending
        lies = lies - taken[:, None]
        doom = np.array([e.doom for e in endings])
        score = np.array([e.bonus for e in endings]) + game.score + (0 if game.deep else 1)
        over = np.array([e.out_of_cards for e in endings])
        self.lost_by_fading = over | (game.doom + doom >= GOAL)
        self._without = lies + _track(table, features.SCORE, game.score, features.DOOM, game.doom + doom)
        seat = features.seat_row(len(game.players) - 1)
        self._sharp = table[seat : seat + 3].copy()
        self._sharp[0] += table[features.HOLDING]
        miss = value.chance(
            lies + _track(table, features.SCORE, game.score, features.DOOM, game.doom + 1 + doom)
        )
        self.miss = np.where(over | (game.doom + 1 + doom >= GOAL), 0.0, miss)
        if game.deep:
            self.hit = self._freed(game, lies, over)
        else:
            hit = value.chance(lies + _track(table, features.SCORE, score, features.DOOM, game.doom))
            # the seventh point wins at once, before anything fades; one that Sands adds comes with the fading
            won = (game.score + 1 >= GOAL) | ((score >= GOAL) & ~over)
            self.hit = np.repeat(np.where(won, 1.0, np.where(over, 0.0, hit))[..., None], 7, axis=-1)

    def kept(self, chances: np.ndarray, spent: int | np.ndarray = 0) -> np.ndarray:
        """Return the chance to win when nothing is predicted.

        chances: what is believed of the fate kept then, (…, endings, 7). spent: which of `spent`, by the axes
        before that of the endings.
        """
        sums = self._without[spent] + features.sharpness(chances) @ self._sharp
        return np.where(self.lost_by_fading, 0.0, self.value.chance(sums))

    def _freed(self, game: Game, lies: np.ndarray, over: np.ndarray) -> np.ndarray:
        """Return the chances after a hit in Creatures from the Deep, by what the freed fate does best."""
        table, deep = self.value.weights, game.deep
        lies = lies + table[features.SCORE + game.score]
        best = np.zeros((*lies.shape, 7))
        for fate in range(1, 8):
            averted = self.value.chance(lies + table[features.DOOM + max(0, game.doom - pips(fate))])
            best[..., fate - 1] = averted
            for creature in deep.creatures:
                change = self.struck(game, creature.level, fate)
                if change is None:
                    chance = np.ones(lies.shape)
                else:
                    chance = self.value.chance(lies + table[features.DOOM + game.doom] + change)
                best[..., fate - 1] = np.maximum(best[..., fate - 1], chance)
        return np.where(over[:, None], 0.0, best)

    def struck(self, game: Game, level: int, fate: int) -> float | None:
        """Return what a fate on a creature adds to the log odds; None when it wins the game."""
        table, deep = self.value.weights, game.deep
        creature = next(one for one in deep.creatures if one.level == level)
        at = features.CREATURES + 2 * (level - 1)
        before = features.beaten_share(creature.needs, creature.progress(deep.fates[level]))
        fates = [*deep.fates[level], fate]
        if not creature.beaten(fates):
            after = features.beaten_share(creature.needs, creature.progress(fates))
            return table[at + 1] * (after - before)
        if deep.defeats == 2:
            return None
        change = table[features.DEFEATS + deep.defeats + 1] - table[features.DEFEATS + deep.defeats]
        change = change - table[at] - table[at + 1] * before
        if deep.defeats == 0:
            change = change + table[features.CREATURES + 4]
        return change + table[features.READY] * (len(deep.adventurers) - len(deep.ready))


def _track(
    table: np.ndarray, score: int, points: int | np.ndarray, doom: int, steps: int | np.ndarray
) -> np.ndarray:
    return table[score + np.minimum(points, GOAL)] + table[doom + np.minimum(steps, GOAL)]
