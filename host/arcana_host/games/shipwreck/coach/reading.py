"""What a choice of the active player tells the group: a rational-speech-act model.

At level 0, every hand that allows a choice is equally likely to make it. At level 1, the group assumes that
the player chose rationally among all choices of the hand, for a group at level 0; at level 2, for a group at
level 1; and so on. A rational player prefers one choice to another by the factor exp(rationality × difference
of the chances to win). Source: Frank and Goodman, Predicting pragmatic reasoning in language games, Science
336 (2012).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import features
from .choices import Choice, choices
from .endings import Endings
from .group import Group
from .questions import Question, questions

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

    from .beliefs import Beliefs
    from .value import Value

RATIONALITY = 60.0
"""How rational players are assumed to be; `training.py --rationality` compares candidates."""

LEVEL = 1
"""The level at which bots and reviews read."""


class PlayerModel(NamedTuple):
    """What the coach assumes of the players.

    value: the chances to win that they go by. level: of reading, 0 and up. rationality: 0 for random choices.
    """

    value: Value
    level: int = LEVEL
    rationality: float = RATIONALITY


class Reading:
    """All choices of a turn before the play, and what each of them tells.

    choices: the n Choices. chances: the group's belief about the fate kept after each, n by 7. responses: the
    group's best Responses then. likelihood: how likely a player makes each choice with each fate kept, n by
    7. hands: how likely the hand of each choice and fate kept is, n by 7, not normalized.
    """

    def __init__(self, game: Game, beliefs: Beliefs, model: PlayerModel) -> None:
        self.game, self.beliefs, self.model = game, beliefs, model
        self.unseen = [game.unseen(fate) for fate in range(1, 8)]
        self.hands_before = beliefs.hands(game.active, self.unseen)
        ways = self.hands_before.either
        self.choices = [choice for choice in choices(game) if (ways[choice.fate - 1] * choice.kept).any()]
        self.kept = np.array([choice.kept for choice in self.choices])
        self._fate = np.array([choice.fate - 1 for choice in self.choices])
        self.hands = np.array(
            [getattr(self.hands_before, choice.which)[choice.fate - 1] for choice in self.choices]
        )
        self._prepare()
        self.likelihood = self.kept.astype(float)
        self.chances = self._belief()
        self.responses = self.group.best_responses(self.chances)
        self._revalue_plays_again()
        for _ in range(model.level):
            self.likelihood = self._likelihood()
            self.chances = self._belief()
            self.responses = self.group.best_responses(self.chances)
            self._revalue_plays_again()

    @property
    def chance_by_fate(self) -> np.ndarray:
        """The chance to win after each choice, by the fate kept, n by 7."""
        return self.responses.chance_by_fate

    def chance(self) -> float:
        """Return the chance to win as everybody knows it, before the hand is known."""
        best = np.full((7, 7), -1.0)
        for choice, by_fate in zip(self.choices, np.where(self.kept, self.chance_by_fate, -1.0), strict=True):
            best[choice.fate - 1] = np.maximum(best[choice.fate - 1], by_fate)
        best = np.maximum(best, best.T)
        ways = np.triu(self.hands_before.either) * (best >= 0)
        return float((ways * best).sum() / ways.sum())

    def choices_of(self, hand: tuple[int, int]) -> list[tuple[Choice, float]]:
        """Return the choices that a hand allows, each with its chance to win, the best first."""
        found = []
        for number, choice in enumerate(self.choices):
            if choice.fate in hand:
                kept = hand[1] if choice.fate == hand[0] else hand[0]
                if choice.kept[kept - 1]:
                    found.append((choice, float(self.chance_by_fate[number, kept - 1])))
        return sorted(found, key=lambda each: -each[1])

    def index_of(self, events: tuple[str, ...]) -> int | None:
        """Return the index of the choice with exactly these events, None if there is none."""
        for number, choice in enumerate(self.choices):
            if choice.events == events:
                return number
        return None

    def indices_with_prefix(self, events: tuple[str, ...]) -> list[int]:
        """Return the indices of the choices that begin with these events."""
        return [
            number for number, choice in enumerate(self.choices) if choice.events[: len(events)] == events
        ]

    def _prepare(self) -> None:
        game, value = self.game, self.model.value
        asked: list[tuple[Question, int]] = []
        spent: list[tuple[int, ...]] = [()]
        for question in questions(game, value.weights):
            if question.spent not in spent:
                spent.append(question.spent)
            asked.append((question, spent.index(question.spent)))
        used = [
            features.POWER + features.POWER_NUMBERS[choice.power] if choice.power else features.COUNT
            for choice in self.choices
        ]
        self.endings = Endings(game, self.beliefs, value, [each.ending for each in self.choices], spent, used)
        allowed = np.ones((len(self.choices), len(asked)), dtype=bool)
        for column, (question, _) in enumerate(asked):
            for row, choice in enumerate(self.choices):
                allowed[row, column] = (
                    not choice.power
                    and question.played in (0, choice.fate)
                    and (not question.value or any(question.value in fates for fates in choice.fates))
                )
        predictions = np.array([2 if choice.extra_prediction else 1 for choice in self.choices])
        self.group = Group(self.endings, asked, allowed, predictions)
        self._plays_again = [number for number, choice in enumerate(self.choices) if choice.plays_again]
        self._shared_log_odds = (
            value.log_odds(features.shared_features(game, self.beliefs, 0)) if self._plays_again else None
        )

    def _revalue_plays_again(self) -> None:
        """Give plays on The Feast the chance to win before the next play, which the same player makes."""
        if not self._plays_again:
            return
        value, game = self.model.value, self.game
        sharp = features.sharpness(self.chances[self._plays_again])
        seat = value.weights[features.SEATS : features.SEATS + 3].copy()
        seat[0] += value.weights[features.HOLDING]
        places = np.array([self.choices[number].ending.places for number in self._plays_again])
        sums = self._shared_log_odds + value.weights[places].sum(axis=1) + sharp @ seat
        sums = sums + value.weights[features.SCORE + game.score] + value.weights[features.DOOM + game.doom]
        chance = value.chance(sums)
        self.responses.chance_by_fate[self._plays_again] = chance[:, None]
        self.responses.chance[self._plays_again] = chance
        self.responses.right[self._plays_again] = False

    def _likelihood(self) -> np.ndarray:
        """Return how likely a rational player makes each choice with each fate kept, n by 7."""
        weight = np.exp(self.model.rationality * self.chance_by_fate) * self.kept
        # by the fate played and the one kept; the same hand may play either
        total = np.zeros((7, 7))
        np.add.at(total, self._fate, weight)
        total = total + total.T - np.diag(np.diag(total))
        return weight / np.maximum(total[self._fate], 1e-300)

    def _belief(self) -> np.ndarray:
        """Return the belief about the fate kept after each choice, n by 7, by Bayes' rule."""
        ways = self.hands * self.likelihood
        total = ways.sum(axis=1, keepdims=True)
        bare = self.hands * self.kept
        ways = np.where(total > 0, ways, bare)
        total = ways.sum(axis=1, keepdims=True)
        return np.where(total > 0, ways / np.maximum(total, 1e-300), self.kept / 7)
