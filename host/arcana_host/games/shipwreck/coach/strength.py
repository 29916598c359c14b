"""How strong a table is, estimated from what it chose in recorded games.

Each choice that a record shows is more or less likely for a strength (level, slips): (1 - slips) times the
chance that a rational player of this level makes it, plus slips times one over the number of choices. Hidden
hands are weighted by the reading. Rational is here who nearly always takes the best choice, as players of a
`Table` do between two slips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from shared_rules.shipwreck.game import AFTER_PLAY

from .bots import possible_decisions
from .forecast import SHARPNESS, Outlook
from .group_options import GroupOptions
from .value import Strength

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .forecast import Forecast
    from .group_options import Option
    from .observer import Observer

LEVELS = (0, 1)
GRID = np.linspace(0.0, 0.95, 39) ** 2
"""The shares of slips that are compared: closer to each other where they are few."""

LEVEL_PRIOR = (2 / 3, 1 / 3)
_SLIPS_PRIOR = (2, 8)
"""A beta distribution: its mean is 20 %."""

ASSUMED = [(Strength(level, 0.1), 1 / len(LEVELS)) for level in LEVELS]
"""The strengths with which hidden hands are weighted before the strength is known."""

_POINTS = 3
"""By so many shares of slips a level stands in the mean."""

_LEAST = 0.04
"""A level with less weight is left out."""


class Evidence(Outlook):
    """Follows a game, with how likely its choices are for each strength."""

    def __init__(self) -> None:
        super().__init__(ASSUMED)
        self._judges = [_Judge(forecast) for forecast in self.forecasts]

    def apply(self, text: str) -> None:
        """Apply an event. Raises RuleError, and changes nothing, if it is illegal."""
        for judge in self._judges:
            judge.see(text)
        super().apply(text)

    def logs(self) -> np.ndarray:
        """Return the log likelihood of the choices so far, up to a constant: levels by GRID."""
        for judge in self._judges:
            judge.close_turn()
        return np.array([judge.logs for judge in self._judges])


def evidence(events: Iterable[str]) -> np.ndarray:
    """Return the log likelihood of a game's choices, up to a constant: levels by GRID.

    events: those of the record that were not undone.
    """
    found = Evidence()
    for text in events:
        found.apply(text)
    return found.logs()


def posterior(evidences: Iterable[np.ndarray]) -> list[tuple[Strength, float]]:
    """Return [(Strength, weight)] that stand for what a table's strength can be, the weights with sum 1.

    evidences: one of each game, as `evidence` returns them; none gives what is assumed beforehand.
    """
    a, b = _SLIPS_PRIOR
    # the shares of slips are not evenly spaced
    spacing = np.gradient(GRID)
    with np.errstate(divide="ignore"):
        prior = np.log(GRID ** (a - 1) * (1 - GRID) ** (b - 1) * spacing)
    logs = np.log(LEVEL_PRIOR)[:, None] + prior + sum(evidences, np.zeros((len(LEVELS), len(GRID))))
    chances = np.exp(logs - logs.max())
    chances /= chances.sum()
    found = []
    for level, row in zip(LEVELS, chances, strict=True):
        if row.sum() < _LEAST:
            continue
        ends = np.cumsum(row) / row.sum()
        for point in range(_POINTS):
            # the mean of each third
            part = np.clip(ends, point / _POINTS, (point + 1) / _POINTS)
            shares = np.diff(part, prepend=point / _POINTS)
            found.append((Strength(level, float(shares @ GRID / shares.sum())), float(row.sum())))
    total = sum(weight for _, weight in found)
    return [(strength, weight / total) for strength, weight in found]


class _Judge:
    """Adds up how likely the choices of a game are at one level. logs: the log likelihood over GRID."""

    def __init__(self, forecast: Forecast) -> None:
        self.forecast = forecast
        self.logs = np.zeros(len(GRID))
        self._choice: tuple[np.ndarray, np.ndarray] | None = None
        self._kept = 0

    def see(self, text: str) -> None:
        """Judge the next event, which the Forecast has not seen yet."""
        verb, *words = text.split(" ")
        game = self.forecast.game
        if verb == "illegal":
            self._choice = None
        elif verb in ("predict", "end", "use") and may_decide(self.forecast):
            self._see_group(text)
            self._see_choice()
        if verb in ("hidden", "strike", "avert"):
            self._kept = int(words[-1])
        elif verb == "predict" and words[0].isdigit() and words[-1] == "hit" and not game.shadows:
            self._kept = int(words[0])
        if verb in ("end", "abandon"):
            self.close_turn()

    def close_turn(self) -> None:
        """Judge the choice of the turn, when all is known that comes to light of the fate kept."""
        if self._choice is not None:
            rational, random = self._choice
            if self._kept and (rational + random)[self._kept - 1] > 0:
                rational, random = rational[self._kept - 1], random[self._kept - 1]
            self._add(rational.sum(), random.sum())
        self._choice, self._kept = None, 0

    def _see_choice(self) -> None:
        reading = self.forecast.reading
        numbers = self.forecast.choice_numbers()
        hands, group = reading.hands[numbers], reading.group
        random = group.random_choice[numbers]
        likely = group.rational_slip if random.any() else group.rational_choice
        rational = likely(SHARPNESS)[numbers]
        self._choice = (
            (hands * rational).sum(axis=0) / reading.hands.sum(),
            (hands * random).sum(axis=0) / reading.hands.sum(),
        )

    def _see_group(self, text: str) -> None:
        group = self.forecast.group
        options = GroupOptions(group).options()
        chances = np.array([option.chance for option in options])
        rational = np.exp(SHARPNESS * (chances - chances.max()))
        slips = possible_decisions(group.game)
        random = np.array([option.text in slips for option in options]) / len(slips)
        fits = np.array(fit(text, options, group.belief_about_kept()))
        top = 1.0
        if (fits * random).any():
            # as with plays, see `Reading.rational_slip`
            rational = rational * (random > 0)
            top = rational.max()
        if fits.any():
            self._add(fits @ rational / rational.sum() * top, fits @ random)

    def _add(self, rational: np.ndarray, random: np.ndarray) -> None:
        self.logs += np.log((1 - GRID) * rational + GRID * random + 1e-9)


def may_decide(observer: Observer) -> bool:
    """Return whether the group may decide now: all that belongs to the play has been said."""
    game = observer.game
    return game.phase == AFTER_PLAY and bool(observer.events) and not game.owed and game.outcome is None


def fit(text: str, options: list[Option], belief: np.ndarray) -> list[float]:
    """Return for each option of the group how likely an event follows from it, 0 to 1.

    belief: the chances of the values of the fate kept, for a prediction whose values were not noted.
    """
    verb, *words = text.split(" ")
    if verb != "predict":
        return [float(f"{text} ".startswith(f"{option.text} ")) for option in options]
    found = []
    for option in options:
        values = _predicted(option.text)
        if not values:
            found.append(0.0)
        elif len(words) == 2:
            tried = _predicted(text)
            # who may predict two values and is right with the first has not said the second
            found.append(float(tried <= values if words[1] == "hit" else tried == values))
        else:
            right = float(sum(belief[value - 1] for value in values))
            found.append(right if words[0] == "hit" else 1 - right)
    return found


def _predicted(text: str) -> set[int]:
    """Return the values of a prediction, none of another event."""
    verb, *words = text.split(" ")
    return {int(value) for value in words[0].split(",")} if verb == "predict" else set()
