"""The group's best decision after each choice of the active player: ask, predict, or let the turn end.

It knows the public information. It works on arrays, for many choices of the active player at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .endings import Endings
    from .questions import Question


class Responses(NamedTuple):
    """The group's best response to each of n choices.

    chance: to win, n. chance_by_fate: the chance to win by the fate kept, n by 7. right: whether the group
    then predicts right, by the fate kept, n by 7; predicts: whether it predicts at all, n by 7. cost: the
    kind of power that it uses, n, an index as in `Endings`.
    """

    chance: np.ndarray
    chance_by_fate: np.ndarray
    right: np.ndarray
    predicts: np.ndarray
    cost: np.ndarray


def top_values(scores: np.ndarray, count: int | np.ndarray) -> np.ndarray:
    """Return a mask of the values with the greatest scores, (…, 7). count: how many, a number or (…)."""
    if isinstance(count, int) and count == 1:
        return scores.argmax(axis=-1)[..., None] == np.arange(7)
    places = np.argsort(np.argsort(-scores, axis=-1, kind="stable"), axis=-1, kind="stable")
    return places < (count[..., None] if isinstance(count, np.ndarray) else count)


class Group:
    """The group after any of n choices.

    endings: their Endings, whose `costs` include the costs of the questions. asked: the Questions. allowed:
    whether a power can still be used, n by questions. predictions: how many values may be predicted without
    a power, n.
    """

    def __init__(
        self, endings: Endings, asked: list[Question], allowed: np.ndarray, predictions: np.ndarray
    ) -> None:
        self.endings = endings
        self.predictions = 1 if (predictions == 1).all() else predictions
        self.gain = endings.hit - endings.miss[..., None]
        self.questions = [number for number, question in enumerate(asked) if question.yes is not None]
        self.extra_predictions = [number for number, question in enumerate(asked) if question.yes is None]
        self.cost = np.array([endings.costs.index(question.cost) for question in asked], dtype=int)
        self.allowed = allowed
        yes = np.array([asked[number].yes for number in self.questions]).reshape(-1, 7)
        self.answers = np.stack([yes, 1 - yes], axis=1)

    def best_responses(self, chances: np.ndarray) -> Responses:
        """Return the best Responses.

        chances: the belief about the fate kept after each choice, n by 7; each row has sum 1.
        """
        best = self.without_question(chances, 0, self.predictions)
        for number in self.extra_predictions:
            more = self.without_question(chances, int(self.cost[number]), self.predictions + 1)
            best = _better(best, more, self.allowed[:, number])
        if self.questions:
            chance = np.where(self.allowed[:, self.questions].T, self._chances_of_questions(chances), -1)
            top = chance.argmax(axis=0)
            allowed = chance[top, np.arange(len(chances))] >= 0
            best = _better(best, self.with_question(chances, top), allowed)
        return best

    def without_question(self, chances: np.ndarray, cost: int, count: int | np.ndarray) -> Responses:
        """Return the best Responses if the group asks nothing.

        cost: an index of the `costs` of the endings. count: how many values are predicted.
        """
        scores = chances * self.gain[cost]
        predicted = top_values(scores, count)
        miss = self.endings.miss[cost]
        chance = miss + (scores * predicted).sum(axis=1)
        silent = self.endings.without_prediction(chances, cost)
        predicts = chance > silent
        by_fate = np.where(predicted, self.endings.hit[cost], miss[:, None])
        by_fate = np.where(predicts[:, None], by_fate, silent[:, None])
        return Responses(
            np.maximum(chance, silent),
            by_fate,
            predicted & predicts[:, None],
            np.repeat(predicts[:, None], 7, axis=1),
            np.full(len(chances), cost),
        )

    def _chances_of_questions(self, chances: np.ndarray) -> np.ndarray:
        """Return the chance to win after each question, questions by n."""
        cost = self.cost[self.questions]
        # questions, answers, choices, values
        part = chances * self.answers[:, :, None, :]
        share = part.sum(axis=-1)
        scores = part * self.gain[cost][:, None]
        chance = self.endings.miss[cost][:, None] * share + self._sum_of_top(scores)
        known = part / np.maximum(share, 1e-12)[..., None]
        silent = self.endings.without_prediction(known, cost[:, None]) * share
        return np.maximum(chance, silent).sum(axis=1)

    def _sum_of_top(self, scores: np.ndarray) -> np.ndarray:
        if isinstance(self.predictions, int) and self.predictions == 1:
            return scores.max(axis=-1)
        return (scores * top_values(scores, self.predictions)).sum(axis=-1)

    def with_question(self, chances: np.ndarray, asked: np.ndarray) -> Responses:
        """Return the best Responses after a question.

        asked: an index of `questions` for each choice, n, or, after a single choice, as many as are compared.
        """
        cost, rows = self.cost[self.questions][asked], np.arange(len(chances))
        # answers, choices, values
        answer = self.answers[asked].swapaxes(0, 1)
        part = chances * answer
        share = part.sum(axis=-1)
        hit, miss = self.endings.hit[cost, rows], self.endings.miss[cost, rows]
        scores = part * (hit - miss[:, None])
        predicted = top_values(scores, self.predictions)
        chance = miss * share + (scores * predicted).sum(axis=-1)
        waited = self.endings.without_prediction(part / np.maximum(share, 1e-12)[..., None], (cost, rows))
        predicts = (chance > waited * share)[..., None]
        by_fate = np.where(predicts, np.where(predicted, hit, miss[:, None]), waited[..., None])
        return Responses(
            np.maximum(chance, waited * share).sum(axis=0),
            (by_fate * answer).sum(axis=0),
            (predicted & predicts & (answer > 0)).any(axis=0),
            (predicts & (answer > 0)).any(axis=0),
            cost,
        )


def _better(first: Responses, other: Responses, allowed: np.ndarray | bool) -> Responses:
    """Return for each choice the Responses with the greater chance; other counts only where it is allowed."""
    better = (other.chance > first.chance) & allowed
    return Responses(
        np.where(better, other.chance, first.chance),
        np.where(better[:, None], other.chance_by_fate, first.chance_by_fate),
        np.where(better[:, None], other.right, first.right),
        np.where(better[:, None], other.predicts, first.predicts),
        np.where(better, other.cost, first.cost),
    )
