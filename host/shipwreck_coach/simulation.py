"""Plays many games of bots, and summarizes them."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .table import Table, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .reading import PlayerModel

_AT_ONCE = 8


class Outcome(NamedTuple):
    """The outcome of a game.

    result, turns: at its end. wrong, faded: the doom from wrong predictions and from fading cards. hits,
    misses: how many predictions were right and wrong. events: of its record.
    """

    result: str
    turns: int
    wrong: int
    faded: int
    hits: int
    misses: int
    events: list[str]


class Summary(NamedTuple):
    """A summary of many games.

    wins: how many were won. low, high: the 95 % interval of the share of wins. turns, predictions: an average
    game's. wrong, faded: an average game's doom by its cause. hits: the share of right predictions, or None
    without predictions.
    """

    games: int
    wins: int
    low: float
    high: float
    turns: float
    wrong: float
    faded: float
    hits: float | None
    predictions: float

    @property
    def share(self) -> float:
        """The share of wins, 0 to 1."""
        return self.wins / self.games

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.share,
            "interval": [self.low, self.high],
            "turns": self.turns,
            "doom": {"wrong_predictions": self.wrong, "fading": self.faded},
            "predictions": self.predictions,
            "hit_rate": self.hits,
        }


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share, its ends from 0 to 1.

    Source: Wilson, Probable inference, the law of succession, and statistical inference (1927).

    >>> [round(end, 3) for end in interval(85, 100)]
    [0.767, 0.907]
    """
    z = 1.959964
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def simulate(
    variant: Variant,
    model: PlayerModel,
    games: int,
    seed: int = 1,
    jobs: int | None = None,
    slips: float = 0.0,
) -> Iterator[Outcome]:
    """Let bots play games, and yield their Outcomes.

    The seed determines all of them, for any number of jobs. jobs: the number of processes, or None for one
    per core. slips: the chance, 0 to 1, that a choice is a slip, see `Table`.
    """
    one = partial(_outcome, variant, model, seed, slips)
    if jobs == 1 or games < _AT_ONCE:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(games), chunksize=_AT_ONCE)


def summarize(outcomes: list[Outcome]) -> Summary:
    """Return the Summary of at least one game."""
    games, wins = len(outcomes), sum(outcome.result == "won" for outcome in outcomes)
    turns, wrong, faded, hits, misses = np.sum([outcome[1:6] for outcome in outcomes], axis=0).tolist()
    tried = hits + misses
    share = hits / tried if tried else None
    low, high = interval(wins, games)
    return Summary(games, wins, low, high, turns / games, wrong / games, faded / games, share, tried / games)


def _outcome(variant: Variant, model: PlayerModel, seed: int, slips: float, number: int) -> Outcome:
    table = Table(variant, model, f"{seed} {number}", slips).play()
    game, rises = table.game, table.rises
    made = Counter(text.split(" ")[-1] for text in game.events if text.startswith("predict "))
    numbers = (game.turn, rises["predict"], rises["end"], made["hit"], made["miss"])
    return Outcome(str(game.result), *numbers, list(game.events))
