"""Compares what the coach said with what came of it, over games whose hands are known."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from .table import Table, Variant
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .reading import How

LEAST = 1e-6
"""No chance counts as less, so that one surprise does not outweigh everything."""


class Told(NamedTuple):
    """A game whose hands are known.

    events: the record. kept: for every turn how many events there were when the group had its say, and the
    value of the fate kept. chances: to win, before every play. won: whether it was.
    """

    events: list[str]
    kept: list[tuple[int, int]]
    chances: list[float]
    won: bool


class _Telling(Table):
    """A table that tells what it knows and what its coach says."""

    def __init__(self, variant: Variant, how: How, seed: str) -> None:
        self.kept: list[tuple[int, int]] = []
        self.chances: list[float] = []
        super().__init__(variant, how, seed)

    def turn(self) -> None:
        self.chances.append(self.watch.chance())
        super().turn()

    def _group(self, active: str, kept: int) -> None:
        self.kept.append((len(self.game.events), kept))
        super()._group(active, kept)


def told(variant: Variant, how: How, seed: int | str) -> Told:
    """Return a game of bots with what was hidden."""
    table = _Telling(variant, how, f"told {seed}")
    table.play()
    return Told(table.game.events, table.kept, table.chances, table.game.result == "won")


def losses(game: Told, how: How) -> list[float]:
    """Return, for each turn, minus the logarithm of the chance that a reading gave to the true fate."""
    watch, found = Watch(how), []
    kept = dict(game.kept)
    for count, text in enumerate(game.events):
        if count in kept:
            chance = watch.chances(watch.game.active)[kept[count] - 1]
            found.append(-log(max(LEAST, float(chance))))
        watch.take(text)
    return found


def bins(said: Iterable[tuple[float, bool]], count: int = 10) -> list[tuple[float, float, int]]:
    """Return bins that hold equally many sayings, from the lowest chance to the highest.

    said: a chance and whether it came true. Each bin is its mean chance, the share that came true, how many.

    >>> bins([(0.2, False), (0.2, True), (0.8, True), (0.9, True)], 2)
    [(0.2, 0.5, 2), (0.85, 1.0, 2)]
    """
    ordered = sorted(said)
    found = []
    for number in range(count):
        part = ordered[number * len(ordered) // count : (number + 1) * len(ordered) // count]
        if part:
            mean = sum(chance for chance, _ in part) / len(part)
            found.append((round(mean, 6), sum(came for _, came in part) / len(part), len(part)))
    return found
