"""The information in a choice of the active player for the group: a rational-speech-act model.

At level 0, every hand that allows a choice is equally likely to make it. At level 1, the group assumes that
the player chose rationally among all choices of the hand, for a group at level 0; at level 2, for a group at
level 1; and so on. A rational player prefers a choice to another by the factor exp(rationality × difference
of the chances to win). Source: Frank and Goodman, Predicting pragmatic reasoning in language games, Science
336 (2012).
"""

from __future__ import annotations

from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import features
from .choices import Choice, choices
from .endings import Endings
from .group import Group
from .legal_hands import unseen_tokens
from .questions import questions

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

    from .beliefs import Beliefs
    from .value import Value

RATIONALITY = 60.0
"""How rational players are assumed to be: 0 is a random choice, and bots take the best choice."""

LEVEL = 1
"""The level at which bots read by default."""


class PlayerModel(NamedTuple):
    """The coach's assumptions about the players.

    value: the chances to win that they go by. level: of reading, 0 and up.
    """

    value: Value
    level: int = LEVEL


class Reading:
    """All choices of a turn before the play, and the information in each choice.

    choices: the n Choices. chances: the group's belief about the fate kept after each, n by 7. responses: the
    group's best Responses then. likelihood: how likely a player makes each choice with each fate kept, n by
    7. hands: how likely the hand of each choice and fate kept is, n by 7, not normalized.
    """

    def __init__(self, game: Game, beliefs: Beliefs, model: PlayerModel) -> None:
        self.game, self.beliefs, self.model = game, beliefs, model
        self.unseen = unseen_tokens(game)
        self.hands_before = beliefs.hands(game.active, self.unseen)
        found = choices(game)
        self.kept = np.array([choice.kept for choice in found])
        self._fate = np.array([choice.fate - 1 for choice in found])
        held = (self.hands_before.either[self._fate] * self.kept).any(axis=1)
        self.choices = list(compress(found, held))
        self.kept, self._fate = self.kept[held], self._fate[held]
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
        best = self._best_of_hands()
        ways = np.triu(self.hands_before.either) * (best >= 0)
        return float((ways * best).sum() / ways.sum())

    def choices_of(
        self, hand: tuple[int, int], chance_by_fate: np.ndarray | None = None
    ) -> list[tuple[Choice, float]]:
        """Return the choices that a hand allows, each with its chance to win, the best first.

        chance_by_fate: after each choice, by the fate kept, n by 7; None for this Reading's chances.
        """
        chances = self.chance_by_fate if chance_by_fate is None else chance_by_fate
        found = []
        for number, choice in enumerate(self.choices):
            if choice.fate in hand:
                kept = hand[1] if choice.fate == hand[0] else hand[0]
                if choice.kept[kept - 1]:
                    found.append((choice, float(chances[number, kept - 1])))
        return sorted(found, key=lambda each: -each[1])

    def index_of(self, events: tuple[str, ...]) -> int | None:
        """Return the index of the choice with exactly these events, or None."""
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
        asked = questions(game, value.weights)
        self.endings = Endings(
            game,
            self.beliefs,
            value,
            [each.ending for each in self.choices],
            [question.cost for question in asked],
            [features.power_number(each.power) if each.power else features.COUNT for each in self.choices],
        )
        allowed = np.ones((len(self.choices), len(asked)), dtype=bool)
        for column, question in enumerate(asked):
            for row, choice in enumerate(self.choices):
                allowed[row, column] = (
                    not choice.power
                    and question.played in (0, choice.fate)
                    and (not question.value or any(question.value in fates for fates in choice.fates))
                )
        predictions = np.array([2 if choice.extra_prediction else 1 for choice in self.choices])
        self.group = Group(self.endings, asked, allowed, predictions)
        self.plays_again = [number for number, choice in enumerate(self.choices) if choice.plays_again]

    def chances_before_next_play(self, value: Value) -> np.ndarray:
        """Return the chances to win after the plays on The Feast, whose player plays once more."""
        game = self.game
        sharp = features.sharpness(self.chances[self.plays_again])
        seat = value.weights[features.SEATS : features.SEATS + 3].copy()
        seat[0] += value.weights[features.HOLDING]
        places = np.array([self.choices[number].ending.places for number in self.plays_again])
        sums = value.log_odds(features.shared_features(game, self.beliefs, 0))
        sums = sums + value.weights[places].sum(axis=1) + sharp @ seat
        return value.chance(sums + value.standing(game.score, game.doom))

    def _revalue_plays_again(self) -> None:
        """Give plays on The Feast the chance to win before the next play."""
        if self.plays_again:
            chance = self.chances_before_next_play(self.model.value)
            self.responses.chance_by_fate[self.plays_again] = chance[:, None]
            self.responses.chance[self.plays_again] = chance
            self.responses.right[self.plays_again] = False

    @cached_property
    def best_choice(self) -> np.ndarray:
        """How likely a player who always takes the best choice makes each, with each fate kept, n by 7."""
        chances = np.where(self.kept, self.chance_by_fate, -1.0)
        return self._share_of_hand((chances >= self._best_of_hands()[self._fate] - 1e-9) * self.kept)

    @cached_property
    def random_choice(self) -> np.ndarray:
        """The probability of each choice with each fate kept if the player slips, n by 7: see
        `bots.possible_plays`."""
        plain = [choice.which == "either" and not choice.power for choice in self.choices]
        return self._share_of_hand(self.kept * np.array(plain, dtype=float)[:, None])

    def _best_of_hands(self) -> np.ndarray:
        """Return the chance to win of the best choice of each hand, 7 by 7, -1 without a choice."""
        best = np.full((7, 7), -1.0)
        np.maximum.at(best, self._fate, np.where(self.kept, self.chance_by_fate, -1.0))
        return np.maximum(best, best.T)

    def _likelihood(self) -> np.ndarray:
        """Return how likely a rational player makes each choice with each fate kept, n by 7."""
        return self._share_of_hand(np.exp(RATIONALITY * self.chance_by_fate) * self.kept)

    def _share_of_hand(self, weight: np.ndarray) -> np.ndarray:
        """Return weights, n by 7, as shares of the weights of all choices of the same hand."""
        return weight / np.maximum(self.sum_of_hand(weight), 1e-300)

    def sum_of_hand(self, weight: np.ndarray) -> np.ndarray:
        """Return for each choice and fate kept the sum over all choices of the same hand, n by 7."""
        # by the fate played and the fate kept; the same hand may play either
        total = np.zeros((7, 7))
        np.add.at(total, self._fate, weight)
        total = total + total.T - np.diag(np.diag(total))
        return total[self._fate]

    def _belief(self) -> np.ndarray:
        """Return the belief about the fate kept after each choice, n by 7, by Bayes' rule."""
        ways = self.hands * self.likelihood
        total = ways.sum(axis=1, keepdims=True)
        bare = self.hands * self.kept
        ways = np.where(total > 0, ways, bare)
        total = ways.sum(axis=1, keepdims=True)
        return np.where(total > 0, ways / np.maximum(total, 1e-300), self.kept / 7)
