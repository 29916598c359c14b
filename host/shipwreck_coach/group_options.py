"""The options of the group after a play, each with its chance to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck import power_of
from shared_rules.shipwreck.legality import printed_values

from . import features
from .group import Group, Responses
from .legal_hands import FATES
from .questions import questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .endings import Endings
    from .observer import Observer


class Option(NamedTuple):
    """An option of the group.

    text: the event, without its answer or outcome: "predict 3", "use dawn 4", "end". chance: to win after it.
    right: the chance of a right prediction in this turn.
    """

    text: str
    chance: float
    right: float


class GroupOptions:
    """The options after a play whose answers are all given. observer: the Observer of the game."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.game = observer.game
        self.chances = observer.belief_about_kept()
        value = observer.model.value
        visible = {0, *self.game.visible()}
        self._asked = [
            question
            for question in questions(self.game, value.weights)
            if question.played in (0, self.game.last_play[0]) and question.value in visible
        ]
        self.endings = observer.endings([observer.ending()], [question.cost for question in self._asked])

    def options(self) -> list[Option]:
        """Return all options, the best first."""
        found = [self._wait(), *self.predictions(), *self._questions(), *self._scions()]
        return sorted(found, key=lambda option: -option.chance)

    def best(self) -> Option:
        """Return the best option."""
        return self.options()[0]

    def predictions(self) -> list[Option]:
        """Return the predictions: the best values together; if one is allowed, also each value by itself."""
        count = self.game.predictions
        order = sorted(FATES, key=lambda fate: -self._scores[fate - 1])
        sets = [sorted(order[:count])]
        if count == 1:
            sets += [[fate] for fate in order[1:] if self.chances[fate - 1] > 0]
        return [self.prediction([self.said(fate) for fate in fates]) for fates in sets]

    def said(self, fate: int) -> str:
        """Return the words that predict a printed value; with Shadows the group names the meaning."""
        return f"+{fate + 1}" if self.game.shadows else str(fate)

    def right_of(self, said: Iterable[str]) -> np.ndarray:
        """Return a mask of the fates kept, 1-7, for which a prediction of these values is right."""
        values = [value if value[0] == "+" else int(value) for value in said]
        right = {fate for value in values for fate in printed_values(self.game, value)}
        return np.array([fate in right for fate in FATES])

    def prediction(self, said: Sequence[str]) -> Option:
        """Return the option of predicting these values."""
        right = self.right_of(said)
        chance = self.endings.miss[0, 0] + (right * self._scores).sum()
        return Option("predict " + ",".join(said), float(chance), float(self.chances[right].sum()))

    @property
    def _scores(self) -> np.ndarray:
        return self.chances * (self.endings.hit[0, 0] - self.endings.miss[0, 0])

    def _wait(self) -> Option:
        silent = self.endings.without_prediction(self.observer.believed_of_kept()[None])
        return Option("end", float(silent[0]), 0.0)

    def _questions(self) -> list[Option]:
        count, asked = self.game.predictions, self._asked
        if not asked:
            return []
        allowed = np.ones((1, len(asked)), dtype=bool)
        group = Group(self.endings, asked, allowed, np.array([count]))
        found: dict[int, Responses] = {}
        for number in group.extra_predictions:
            found[number] = group.without_question(self.chances[None], int(group.cost[number]), count + 1)
        if group.questions:
            answered = group.with_question(self.chances[None], np.arange(len(group.questions)))
            for row, number in enumerate(group.questions):
                found[number] = Responses(*(part[[row]] for part in answered))
        return [
            self._use(asked[number].event, found[number], self.endings, int(group.cost[number]))
            for number in sorted(found)
        ]

    def _scions(self) -> list[Option]:
        """Return the options of Scions."""
        game = self.game
        card = next((card for card in game.powers if power_of(card).does == "attach"), None)
        if card is None or game.used or game.shadows:
            return []
        row = features.power_feature(card)
        found = []
        for place in (1, 2, 3, 4):
            if game.row[place - 1]:
                endings = self.observer.endings([self.observer.ending(place)], [(row,)])
                group = Group(endings, [], np.ones((1, 0), dtype=bool), np.array([game.predictions]))
                response = group.without_question(self.chances[None], 1, game.predictions)
                found.append(self._use(f"use {card} {place}", response, endings, 1))
        return found

    def _use(self, text: str, response: Responses, endings: Endings, cost: int) -> Option:
        """Return the option of a power, after which the group decides once more. cost: as in `endings`."""
        hit, miss, slips = endings.hit[cost, 0], endings.miss[cost, 0], self.observer.slips
        silent = endings.without_prediction(self.chances[None], cost)[0]
        values = (self.chances > 0).sum()
        random = (silent + values * miss + self.chances @ (hit - miss)) / (values + 1)
        chance = (1 - slips) * response.chance[0] + slips * random
        return Option(text, float(chance), float((response.right[0] * self.chances).sum()))
