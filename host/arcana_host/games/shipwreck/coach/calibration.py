"""How good the coach's chances are, measured on games of bots, whose hidden fates are known."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from .observer import Observer
from .table import Table, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .reading import PlayerModel

LEAST_CHANCE = 1e-6
"""Smaller chances count as this one, so that a single surprise does not dominate a mean log loss."""


class KnownGame(NamedTuple):
    """A game whose hidden fates are known.

    events: the record. kept: for each turn the number of events before the group decided, and the value of
    the fate kept. chances: to win, before each play. won: whether the game was won.
    """

    events: list[str]
    kept: list[tuple[int, int]]
    chances: list[float]
    won: bool


class _RecordingTable(Table):
    """A table that records the hidden fates and the chances to win."""

    def __init__(self, variant: Variant, model: PlayerModel, seed: str) -> None:
        self.kept: list[tuple[int, int]] = []
        self.chances: list[float] = []
        super().__init__(variant, model, seed)

    def turn(self) -> None:
        self.chances.append(self.observer.chance())
        super().turn()

    def _group_turn(self, active: str, kept: int) -> None:
        self.kept.append((len(self.game.events), kept))
        super()._group_turn(active, kept)


def play_known_game(variant: Variant, model: PlayerModel, seed: int | str) -> KnownGame:
    """Let bots play a game, and return it with what was hidden."""
    table = _RecordingTable(variant, model, f"told {seed}")
    table.play()
    return KnownGame(table.game.events, table.kept, table.chances, table.game.result == "won")


def log_losses(game: KnownGame, model: PlayerModel) -> list[float]:
    """Return the log loss of each turn: minus the log of the chance that the reading gave the true fate."""
    observer, found = Observer(model), []
    kept = dict(game.kept)
    for count, text in enumerate(game.events):
        if count in kept:
            chance = observer.chances(observer.game.active)[kept[count] - 1]
            found.append(-log(max(LEAST_CHANCE, float(chance))))
        observer.apply(text)
    return found


def calibration_bins(
    forecasts: Iterable[tuple[float, bool]], count: int = 10
) -> list[tuple[float, float, int]]:
    """Return forecasts in bins of equal size, from the lowest chance to the highest.

    forecasts: a chance and whether it came true. count: how many bins. Each bin is its mean chance, the share
    that came true, and its size.

    >>> calibration_bins([(0.2, False), (0.2, True), (0.8, True), (0.9, True)], 2)
    [(0.2, 0.5, 2), (0.85, 1.0, 2)]
    """
    ordered = sorted(forecasts)
    found = []
    for number in range(count):
        part = ordered[number * len(ordered) // count : (number + 1) * len(ordered) // count]
        if part:
            mean = sum(chance for chance, _ in part) / len(part)
            found.append((round(mean, 6), sum(came for _, came in part) / len(part), len(part)))
    return found
