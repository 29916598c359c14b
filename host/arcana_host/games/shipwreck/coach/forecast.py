"""The chance to win of a table of a certain strength, event by event.

A table of strength (level, slips) reads at this level and plays by the bots' Value, but for its slips: see
`Table`. What its players believe is apart from what is likely: they read each other as if nobody slipped,
while a Forecast takes into account how players of this strength choose.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from shared_rules.shipwreck.game import AFTER_PREDICT

from .bots import possible_decisions
from .observer import Observer, copy_observer
from .reading import PlayerModel, Reading
from .value import load_table_values, load_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .beliefs import Beliefs
    from .choices import Choice
    from .group_options import Option
    from .value import Strength, TableValues, Value


SHARPNESS = 300.0
"""How rational players are between two slips: tables like the bots' nearly always take the best choice."""


class TableReading:
    """What each choice of a turn means at a table of one strength.

    group: what the group reads. choices, kept, unseen: as there. hands: how likely the hand of each choice
    and fate kept is, n by 7, not normalized. likelihood: how likely a player of this strength makes each
    choice with each fate kept, n by 7.
    """

    def __init__(self, group: Reading, beliefs: Beliefs, value: Value, slips: float) -> None:
        self.group, self.value, self.slips = group, value, slips
        self.choices, self.kept, self.unseen = group.choices, group.kept, group.unseen
        hands = beliefs.hands(group.game.active, self.unseen)
        self.hands = np.array([getattr(hands, each.which)[each.fate - 1] for each in self.choices])
        self.likelihood = (1 - slips) * group.rational_choice(SHARPNESS) + slips * group.random_choice

    def choices_of(self, hand: tuple[int, int]) -> list[tuple[Choice, float]]:
        """Return the choices that a hand allows, each with its chance to win, the best first."""
        found = self.group.numbers_of(hand)
        chances = [(self.choices[n], float(self.chance_by_fate[n, kept - 1])) for n, kept in found]
        return sorted(chances, key=lambda each: -each[1])

    def index_of(self, events: tuple[str, ...]) -> int | None:
        """Return the index of the choice with exactly these events, None if there is none."""
        return self.group.index_of(events)

    def indices_with_prefix(self, events: tuple[str, ...]) -> list[int]:
        """Return the indices of the choices that begin with these events."""
        return self.group.indices_with_prefix(events)

    @cached_property
    def chance_by_fate(self) -> np.ndarray:
        """The chance to win after each choice, before the group decides, by the fate kept, n by 7."""
        group, endings = self.group, self.group.endings_by(self.value)
        hit, miss = endings.hit, endings.miss[..., None]
        waits = [endings.without_prediction(group.chances, number)[:, None] for number in range(len(miss))]
        planned = group.responses
        cells = (planned.cost, np.arange(len(self.choices)))
        silent = np.where(planned.predicts, miss[cells], np.array(waits)[cells])
        best = np.where(planned.right, hit[cells], silent)
        # a slip waits, or predicts one of the possible values
        values = (self.kept & (self.hands > 0)).sum(axis=1)[:, None]
        slip = (waits[0] + hit[0] + np.maximum(values - 1, 0) * miss[0]) / (values + 1)
        found = (1 - self.slips) * best + self.slips * slip
        if group.plays_again:
            found[group.plays_again] = group.chances_before_next_play(self.value)[:, None]
        return found

    @cached_property
    def expected(self) -> np.ndarray:
        """The chance to win before the choice with the hand of each choice and fate kept, n by 7."""
        return self.group.sum_of_hand(self.likelihood * self.chance_by_fate)

    def chance(self) -> float:
        """Return the chance to win before the hand is known."""
        weights = self.hands * self.likelihood
        return float((weights * self.chance_by_fate).sum() / weights.sum())


class Forecast(Observer):
    """Follows a game, and gives the chance to win of a table of one strength.

    group: an Observer of the same game that reads at this level; it gets each event after the Forecast.
    """

    def __init__(self, strength: Strength, group: Observer, values: TableValues) -> None:
        self.strength, self.group = strength, group
        super().__init__(PlayerModel(values.at(strength), strength.level))

    @property
    def believed(self) -> Beliefs:
        """The Beliefs of the group at the beginning of the turn, which the features of a position show."""
        return self.group.beliefs

    @property
    def reading(self) -> Any:
        """The TableReading of this turn's choices, as they were before the play."""
        if self._reading is None:
            group, slips = self.group.reading, self.strength.slips
            found: Any = TableReading(group, self.beliefs, self.model.value, slips)
            self._reading = found
        return self._reading

    def chance(self) -> float:
        """Return the chance to win, 0 to 1."""
        game = self.game
        if game.phase == AFTER_PREDICT and not game.owed and not game.fading():
            # nothing more comes to light before the next turn
            return self._after_end().chance()
        return super().chance()

    def chance_after_play(self) -> float:
        """Return the chance to win after a play, before the group has asked or predicted."""
        return self.chance_with(self.belief_about_kept())

    def chance_with(self, weights: np.ndarray) -> float:
        """Return the chance to win after the choice so far.

        weights: of the values 1-7 of the fate kept, with sum 1.
        """
        return self._over_choices(self.reading.chance_by_fate, weights)

    def expected_with(self, weights: np.ndarray) -> float:
        """Return the chance to win before the choice, of a player who drew this hand; weights: as above."""
        return self._over_choices(self.reading.expected, weights)

    def expected_of_group(self, options: Sequence[Option], planned: str) -> float:
        """Return the chance to win before the group decides. planned: what it does unless it slips."""
        chances = {option.text: option.chance for option in options}
        slips = [chances[text] for text in possible_decisions(self.game) if text in chances]
        best = chances.get(planned, options[0].chance)
        return (1 - self.strength.slips) * best + self.strength.slips * sum(slips) / len(slips)

    def choice_numbers(self) -> list[int]:
        """Return the indices of the choices that can have been made so far."""
        number = self.reading.index_of(self.events)
        if number is not None:
            return [number]
        # a use of a power that the coach does not consider counts as the play before it
        return self.reading.indices_with_prefix(self.events) or self.reading.indices_with_prefix(
            self.events[:1]
        )

    def _over_choices(self, by_fate: np.ndarray, weights: np.ndarray) -> float:
        reading, numbers = self.reading, self.choice_numbers()
        share = (reading.hands * reading.likelihood)[numbers] + 1e-300 * reading.kept[numbers] + 1e-305
        return float(weights @ ((share * by_fate[numbers]).sum(axis=0) / share.sum(axis=0)))

    def _after_end(self) -> Forecast:
        after, group = copy_observer(self), copy_observer(self.group)
        after.group = group
        after.apply("end")
        group.apply("end")
        return after


class Outlook:
    """Follows a game, with the chance to win averaged over what the strength of its table can be.

    strengths: [(Strength, weight)]; the weights have sum 1. groups: {level: the Observer that reads at it}.
    forecasts: a Forecast for each strength. weights: theirs.
    """

    def __init__(self, strengths: Iterable[tuple[Strength, float]], levels: Iterable[int] = ()) -> None:
        """levels: of Observers that are wanted besides those of the strengths."""
        strengths = list(strengths)
        value = load_value()
        wanted = {*levels, *(strength.level for strength, _ in strengths)}
        self.groups = {level: Observer(PlayerModel(value, level)) for level in sorted(wanted)}
        self.forecasts = [
            Forecast(strength, self.groups[strength.level], load_table_values()) for strength, _ in strengths
        ]
        self.weights = np.array([weight for _, weight in strengths])

    def apply(self, text: str) -> None:
        """Apply an event. Raises RuleError, and changes nothing, if it is illegal."""
        for observer in (*self.forecasts, *self.groups.values()):
            observer.apply(text)

    def chance(self) -> float:
        """Return the chance to win, 0 to 1."""
        chances = [forecast.chance() for forecast in self.forecasts]
        # the rounding of a mean must not leave the range
        return min(max(chances), max(min(chances), self.mean(chances)))

    def belief_about_kept(self) -> np.ndarray:
        """Return the chances of the values 1-7 of the fate that the active player kept."""
        return self.weights @ np.array([forecast.belief_about_kept() for forecast in self.forecasts])

    def mean(self, each: Iterable[float]) -> float:
        """Return the mean of a number of each Forecast."""
        return float(self.weights @ np.array(list(each)))
