"""What the group can do now, after a play: its options, each with the chance to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import features
from .group import Group, best
from .legality import FATES
from .questions import Question, questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .watch import Watch


class Option(NamedTuple):
    """One thing that the group can do.

    text: the event, without its answer or outcome: "predict 3", "use dawn 4", "end". chance: to win after it.
    right: the chance that the fate is predicted rightly in this turn.
    """

    text: str
    chance: float
    right: float


class GroupNow:
    """The group after a play, when nothing is owed. watch: the Watch of the game."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.game = watch.game
        self.chances = watch.chances_kept()
        value = watch.how.value
        asked: list[tuple[Question, int]] = []
        spent: list[tuple[int, ...]] = [()]
        visible = set(self.game.visible())
        for question in questions(self.game, value.weights):
            if question.played in (0, self.game.last_play[0]) and (
                not question.value or question.value in visible
            ):
                if question.spent not in spent:
                    spent.append(question.spent)
                asked.append((question, spent.index(question.spent)))
        self.endings = watch.endings([watch.ending()], spent)
        self._asked = asked

    def options(self) -> list[Option]:
        """Return all options, the best first."""
        found = [self._wait(), *self.predictions(), *self._questions(), *self._slowing()]
        return sorted(found, key=lambda option: -option.chance)

    def best(self) -> Option:
        """Return the best option."""
        return self.options()[0]

    def predictions(self) -> list[Option]:
        """Return the predictions: the best values together, and where one is allowed each value by itself."""
        count = self.game.predictions
        scores = self.chances * (self.endings.hit[0, 0] - self.endings.miss[0, 0])
        first = best(scores[None], count)[0]
        order = sorted(np.flatnonzero(first), key=lambda number: -scores[number])
        sets = [tuple(int(number) + 1 for number in order)]
        if count == 1:
            sets += [(fate,) for fate in FATES if (fate,) != sets[0] and self.chances[fate - 1] > 0]
        return [self.predict(values) for values in sets]

    def predict(self, values: Sequence[int]) -> Option:
        """Return the option of predicting these values."""
        numbers = [value - 1 for value in values]
        hit, miss = self.endings.hit[0, 0], self.endings.miss[0, 0]
        chance = miss + (self.chances * (hit - miss))[numbers].sum()
        text = "predict " + ",".join(map(str, values))
        return Option(text, float(chance), float(self.chances[numbers].sum()))

    def _wait(self) -> Option:
        return Option("end", float(self.endings.kept(self.chances[None])[0]), 0.0)

    def _questions(self) -> list[Option]:
        found = []
        for question, spent in self._asked:
            count = self.game.predictions
            group = Group(self.endings, [(question, spent)], np.ones((1, 1), dtype=bool), np.array([count]))
            if question.yes is None:
                _, right, chance, _ = group.plain(self.chances[None], spent, count + 1)
            else:
                _, right, chance = (part[0] for part in group.halves_of(self.chances[None]))
            found.append(Option(question.words, float(chance[0]), float((right[0] * self.chances).sum())))
        return found

    def _slowing(self) -> list[Option]:
        """Return the options of Scions."""
        game = self.game
        card = next((card for card in game.powers if game.power(card) == "scions"), None)
        if card is None or game.used or game.shadows:
            return []
        row = features.POWER + features.POWER_NUMBERS["scions"]
        found = []
        for place in (1, 2, 3, 4):
            if game.row[place - 1]:
                endings = self.watch.endings([self.watch.ending(place)], [(row,)])
                group = Group(endings, [], np.ones((1, 0), dtype=bool), np.array([game.predictions]))
                _, right, chance, _ = group.plain(self.chances[None], 1, game.predictions)
                found.append(
                    Option(f"use {card} {place}", float(chance[0]), float((right[0] * self.chances).sum()))
                )
        return found
