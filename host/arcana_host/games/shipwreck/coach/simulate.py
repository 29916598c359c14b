"""Many games of bots against the bag, and what they say together."""

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

    from .reading import How

_AT_ONCE = 8


class Outcome(NamedTuple):
    """One game. result, turns, score, doom: at its end. wrong, faded: the doom that wrong predictions and
    fading cards brought. hits, misses: how many predictions were right and wrong. events: the record's.
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
    """Many games. wins: how many were won. low, high: the 95 % interval of the share of wins.

    turns, wrong, faded: turns and doom by its cause, an average game. hits: the share of right predictions,
    None where there was none. predictions: how many there were in an average game.
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
        """Return it as JSON can hold it."""
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
    """Return the 95 % interval of a share.

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
    variant: Variant, how: How, games: int, seed: int = 1, jobs: int | None = None
) -> Iterator[Outcome]:
    """Yield the Outcomes of games, in the order of their numbers.

    The seed decides all of them, whatever the jobs. jobs: how many processes play, None for one a core.
    """
    one = partial(_outcome, variant, how, seed)
    if jobs == 1 or games < _AT_ONCE:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(games), chunksize=_AT_ONCE)


def add_up(outcomes: list[Outcome]) -> Summary:
    """Return what games say together; there has to be at least one."""
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


def _outcome(variant: Variant, how: How, seed: int, number: int) -> Outcome:
    counted = _Counted(variant, how, f"{seed} {number}")
    counted.play()
    game: Game = counted.game
    return Outcome(
        str(game.result),
        game.turn,
        game.score,
        game.doom,
        counted.doom["predict"],
        counted.doom["end"],
        counted.told["hit"],
        counted.told["miss"],
        list(game.events),
    )


class _Counted(Table):
    """A table that counts by which events the doom rises, and the predictions."""

    def __init__(self, variant: Variant, how: How, seed: str) -> None:
        self.doom = Counter[str]()
        self.told = Counter[str]()
        super().__init__(variant, how, seed)

    def put(self, text: str) -> None:
        """Record an event."""
        before = self.game.doom
        super().put(text)
        verb, *words = text.split(" ")
        if verb in ("predict", "end"):
            self.doom[verb] += self.game.doom - before
        if verb == "predict":
            self.told[words[-1]] += 1
