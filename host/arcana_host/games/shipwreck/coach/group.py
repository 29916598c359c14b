"""What the group does best once the active player has had a choice: ask, predict, or let the turn go by.

It sees what everybody sees; all of it is worked out for many choices of the active player at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .endings import Endings
    from .questions import Question

WAIT, PREDICT, ASK = 0, 1, 2


class Answers(NamedTuple):
    """What the group does best for each of n choices.

    chance: of winning, n. worth: the same by the fate kept, n by 7. right: whether the fate is predicted
    rightly then, n by 7. question: the number of the question that is asked, -1 for none, n. predicts:
    whether something is predicted where nothing is asked, n.
    """

    chance: np.ndarray
    worth: np.ndarray
    right: np.ndarray
    question: np.ndarray
    predicts: np.ndarray


def best(scores: np.ndarray, count: int | np.ndarray) -> np.ndarray:
    """Return which values to predict: those with the greatest scores, as truth values, (…, 7).

    count: how many, a number or (…).
    """
    if isinstance(count, int) and count == 1:
        return scores.argmax(axis=-1)[..., None] == np.arange(7)
    places = np.argsort(np.argsort(-scores, axis=-1, kind="stable"), axis=-1, kind="stable")
    return places < (count[..., None] if isinstance(count, np.ndarray) else count)


class Group:
    """The group after any of n choices.

    endings: their Endings; `spent` of it holds what each kind of power costs. asked: the Questions, each
    with its number among `spent`. allowed: whether a power can still be used, n by questions. predictions:
    how many values may be predicted without one, n.
    """

    def __init__(
        self,
        endings: Endings,
        asked: list[tuple[Question, int]],
        allowed: np.ndarray,
        predictions: np.ndarray,
    ) -> None:
        self.endings = endings
        self.predictions = 1 if (predictions == 1).all() else predictions
        self.gain = endings.hit - endings.miss[..., None]
        self.questions = [number for number, (question, _) in enumerate(asked) if question.yes is not None]
        self.twice = [number for number, (question, _) in enumerate(asked) if question.yes is None]
        self.spent = np.array([spent for _, spent in asked], dtype=int)
        self.allowed = allowed
        yes = np.array([asked[number][0].yes for number in self.questions]).reshape(-1, 7)
        self.halves = np.stack([yes, 1 - yes], axis=1)

    def answers(self, chances: np.ndarray) -> Answers:
        """Return what is best; chances: what is believed of the fate kept, n by 7, each row with sum 1."""
        n = len(chances)
        rows = np.arange(n)
        worth, right, total, predicts = self.plain(chances, 0, self.predictions)
        question = np.full(n, -1)
        for number in self.twice:
            more = self.plain(chances, int(self.spent[number]), self.predictions + 1)
            better = (more[2] > total) & self.allowed[:, number]
            total = np.where(better, more[2], total)
            worth = np.where(better[:, None], more[0], worth)
            right = np.where(better[:, None], more[1], right)
            question = np.where(better, number, question)
        if self.questions:
            found, named, sums = self.halves_of(chances)
            sums = np.where(self.allowed[:, self.questions].T, sums, -1)
            top = sums.argmax(axis=0)
            better = sums[top, rows] > total
            total = np.where(better, sums[top, rows], total)
            worth = np.where(better[:, None], found[top, rows], worth)
            right = np.where(better[:, None], named[top, rows], right)
            question = np.where(better, np.array(self.questions)[top], question)
        return Answers(total, worth, right, question, predicts)

    def plain(
        self, chances: np.ndarray, spent: int, count: int | np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return worth, right and chance without a question, and whether something is predicted."""
        scores = chances * self.gain[spent]
        named = best(scores, count)
        miss = self.endings.miss[spent]
        predicted = miss + (scores * named).sum(axis=1)
        kept = self.endings.kept(chances, spent)
        predicts = predicted > kept
        worth = np.where(named, self.endings.hit[spent], miss[:, None])
        worth = np.where(predicts[:, None], worth, kept[:, None])
        return worth, named & predicts[:, None], np.maximum(predicted, kept), predicts

    def halves_of(self, chances: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return worth (questions, n, 7), right and chance (questions, n) of asking."""
        spent = self.spent[self.questions]
        # questions, halves, choices, values
        part = chances * self.halves[:, :, None, :]
        share = part.sum(axis=-1)
        scores = part * self.gain[spent][:, None]
        named = best(scores, self.predictions)
        hit, miss = self.endings.hit[spent][:, None], self.endings.miss[spent][:, None]
        predicted = miss * share + (scores * named).sum(axis=-1)
        known = part / np.maximum(share, 1e-12)[..., None]
        kept = self.endings.kept(known, spent[:, None]) * share
        predicts = predicted > kept
        worth = np.where(named, hit, miss[..., None])
        waited = kept / np.maximum(share, 1e-12)
        worth = np.where(predicts[..., None], worth, waited[..., None])
        half = self.halves[:, :, None, :]
        right = ((named & predicts[..., None]) * half).sum(axis=1) > 0
        return (worth * half).sum(axis=1), right, np.maximum(predicted, kept).sum(axis=1)
