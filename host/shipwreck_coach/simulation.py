"""Plays many games of bots, and summarizes them."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from .table import Table, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shared_rules.shipwreck import Game

    from .reading import PlayerModel

_AT_ONCE = 8


class Outcome(NamedTuple):
    """The outcome of a game.

    result, turns, score, doom: at its end. wrong, faded: the doom from wrong predictions and from fading
    cards. hits, misses: how many predictions were right and wrong. events: of its record.
    """

    result: str
    turns: int
    score: int
    doom: int
    wrong: int
    faded: int
    hits: int
    misses: int
    events: list[str]


class Summary(NamedTuple):
    """A summary of many games.

    wins: how many were won. low, high: the 95 % interval of the share of wins. turns, predictions: an average
    game's. wrong, faded: an average game's doom by its cause. hits: the share of right predictions, None
    without any.
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

    The seed determines all of them, whatever the jobs. jobs: how many processes play, None for one a core.
    slips: the chance, 0 to 1, that a choice is a slip, see `Table`.
    """
    one = partial(_outcome, variant, model, seed, slips)
    if jobs == 1 or games < _AT_ONCE:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(games), chunksize=_AT_ONCE)


def summarize(outcomes: list[Outcome]) -> Summary:
    """Return the Summary of at least one game."""
    games = len(outcomes)
    wins = sum(outcome.result == "won" for outcome in outcomes)
    total = Counter[str]()
    for outcome in outcomes:
        for name in ("turns", "wrong", "faded", "hits", "misses"):
            total[name] += getattr(outcome, name)
    tried = total["hits"] + total["misses"]
    return Summary(
        games,
        wins,
        *interval(wins, games),
        total["turns"] / games,
        total["wrong"] / games,
        total["faded"] / games,
        total["hits"] / tried if tried else None,
        tried / games,
    )


def _outcome(variant: Variant, model: PlayerModel, seed: int, slips: float, number: int) -> Outcome:
    counted = _CountingTable(variant, model, f"{seed} {number}", slips)
    counted.play()
    game: Game = counted.game
    return Outcome(
        str(game.result),
        game.turn,
        game.score,
        game.doom,
        counted.doom["predict"],
        counted.doom["end"],
        counted.outcomes["hit"],
        counted.outcomes["miss"],
        list(game.events),
    )


class _CountingTable(Table):
    """A table that counts by which events the doom rises, and the predictions."""

    def __init__(self, variant: Variant, model: PlayerModel, seed: str, slips: float) -> None:
        self.doom = Counter[str]()
        self.outcomes = Counter[str]()
        super().__init__(variant, model, seed, slips=slips)

    def apply(self, text: str) -> None:
        """Apply an event."""
        before = self.game.doom
        super().apply(text)
        verb, *words = text.split(" ")
        if verb in ("predict", "end"):
            self.doom[verb] += self.game.doom - before
        if verb == "predict":
            self.outcomes[words[-1]] += 1
