"""What a choice of the active player tells a group that reads it, level by level: rational speech acts.

Level 0 takes a choice for what it says: whoever can make it makes it. At level 1 the group asks which choice
a sensible player would have preferred with each hand, the group being at level 0; at level 2, the group
being at level 1; and so on. One number says how sensible: a player prefers one choice to another by the
factor exp(sense × difference of the chances to win). Source: Frank and Goodman, Predicting pragmatic
reasoning in language games, Science 336 (2012).
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

SENSE = 60.0
"""How sensible players are taken to be; chosen by `training.py`."""

LEVEL = 1
"""The level at which the bots read, and at which a record is looked at."""


class How(NamedTuple):
    """How the table plays and reads: the Value, the level of reading, how sensible players are."""

    value: Value
    level: int = LEVEL
    sense: float = SENSE


class Reading:
    """All choices of a turn before the play, and what each of them tells.

    choices: the Choices. chances: what the group believes of the fate kept after each, n by 7. answers: what
    the group does best then. likelihood: how likely a player who holds the hand makes the choice, n by 7.
    hands: how likely each hand is that can make the choice, n by 7.
    """

    def __init__(self, game: Game, beliefs: Beliefs, how: How) -> None:
        self.game, self.beliefs, self.how = game, beliefs, how
        self.unseen = [game.unseen(fate) for fate in range(1, 8)]
        self.hands_before = beliefs.hands(game.active, self.unseen)
        ways = self.hands_before.either
        self.choices = [choice for choice in choices(game) if (ways[choice.fate - 1] * choice.kept).any()]
        self.kept = np.array([choice.kept for choice in self.choices])
        self._fate = np.array([choice.fate - 1 for choice in self.choices])
        self.hands = np.array(
            [getattr(self.hands_before, choice.which)[choice.fate - 1] for choice in self.choices]
        )
        self._same = self._fate[:, None] == np.arange(7)
        self._prepare()
        self.likelihood = self.kept.astype(float)
        self.chances = self._read()
        self.answers = self.group.answers(self.chances)
        self._overlay()
        for _ in range(how.level):
            self.likelihood = self._speak()
            self.chances = self._read()
            self.answers = self.group.answers(self.chances)
            self._overlay()

    @property
    def worth(self) -> np.ndarray:
        """The chance to win after each choice, by the fate kept, n by 7."""
        return self.answers.worth

    def chance(self) -> float:
        """Return the chance to win before the hand is known, if the active player chooses best."""
        best = np.full((7, 7), -1.0)
        for choice, worth in zip(self.choices, np.where(self.kept, self.worth, -1.0), strict=True):
            best[choice.fate - 1] = np.maximum(best[choice.fate - 1], worth)
        best = np.maximum(best, best.T)
        ways = np.triu(self.hands_before.either) * (best >= 0)
        return float((ways * best).sum() / ways.sum())

    def of_hand(self, hand: tuple[int, int]) -> list[tuple[Choice, float]]:
        """Return the choices of a hand, each with the chance to win, the best first.

        A choice that says which fate is from the turn before is left out unless `old` is known.
        """
        found = []
        for number, choice in enumerate(self.choices):
            if choice.fate in hand:
                kept = hand[1] if choice.fate == hand[0] else hand[0]
                if choice.kept[kept - 1]:
                    found.append((choice, float(self.worth[number, kept - 1])))
        return sorted(found, key=lambda each: -each[1])

    def number(self, events: tuple[str, ...]) -> int | None:
        """Return the number of the choice that consists of these events, None where there is none."""
        for number, choice in enumerate(self.choices):
            if choice.events == events:
                return number
        return None

    def beginning_with(self, events: tuple[str, ...]) -> list[int]:
        """Return the numbers of the choices that begin with these events."""
        return [
            number for number, choice in enumerate(self.choices) if choice.events[: len(events)] == events
        ]

    # --- how it is worked out

    def _prepare(self) -> None:
        game, value = self.game, self.how.value
        asked: list[tuple[Question, int]] = []
        spent: list[tuple[int, ...]] = [()]
        for question in questions(game, value.weights):
            if question.spent not in spent:
                spent.append(question.spent)
            asked.append((question, spent.index(question.spent)))
        self.asked = [question for question, _ in asked]
        used = [
            features.POWER + features.POWER_NUMBERS[choice.used] if choice.used else features.COUNT
            for choice in self.choices
        ]
        self.endings = Endings(game, self.beliefs, value, [each.ending for each in self.choices], spent, used)
        allowed = np.ones((len(self.choices), len(asked)), dtype=bool)
        for column, (question, _) in enumerate(asked):
            for row, choice in enumerate(self.choices):
                allowed[row, column] = (
                    not choice.used
                    and question.played in (0, choice.fate)
                    and (not question.value or any(question.value in fates for fates in choice.lying))
                )
        predictions = np.array([2 if choice.wish else 1 for choice in self.choices])
        self.group = Group(self.endings, asked, allowed, predictions)
        self._again = [number for number, choice in enumerate(self.choices) if choice.again]
        self._lies_again = value.log_odds(features.common(game, self.beliefs, 0)) if self._again else None

    def _overlay(self) -> None:
        """A play on The Feast is worth what the position before the next play is."""
        if not self._again:
            return
        value, game = self.how.value, self.game
        sharp = features.sharpness(self.chances[self._again])
        seat = value.weights[features.SEATS : features.SEATS + 3].copy()
        seat[0] += value.weights[features.HOLDING]
        rows = np.array([self.choices[number].ending.rows for number in self._again])
        sums = self._lies_again + value.weights[rows].sum(axis=1) + sharp @ seat
        sums = sums + value.weights[features.SCORE + game.score] + value.weights[features.DOOM + game.doom]
        chance = value.chance(sums)
        self.answers.worth[self._again] = chance[:, None]
        self.answers.chance[self._again] = chance
        self.answers.right[self._again] = False

    def _speak(self) -> np.ndarray:
        """Return how likely a sensible player makes each choice with each fate kept."""
        weight = np.exp(self.how.sense * self.worth) * self.kept
        # by the fate played and the one kept; the same hand may play either
        total = np.zeros((7, 7))
        np.add.at(total, self._fate, weight)
        total = total + total.T - np.diag(np.diag(total))
        return weight / np.maximum(total[self._fate], 1e-300)

    def _read(self) -> np.ndarray:
        ways = self.hands * self.likelihood
        total = ways.sum(axis=1, keepdims=True)
        bare = self.hands * self.kept
        ways = np.where(total > 0, ways, bare)
        total = ways.sum(axis=1, keepdims=True)
        return np.where(total > 0, ways / np.maximum(total, 1e-300), self.kept / 7)
