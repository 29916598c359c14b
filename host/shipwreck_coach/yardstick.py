"""The yardstick: a fixed group, whose play determines every chance, loss and likelihood of a review.

It is a `Table` at LEVEL with SLIPS, which plays by the bots' Value. Its players read each other as if nobody
slipped; the Yardstick itself accounts for their slips, and for the information in their choices.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from shared_rules.record import UNDO
from shared_rules.shipwreck.game import AFTER_PLAY, AFTER_PREDICT, BEFORE_PLAY, OVER

from . import features
from .group_options import GroupOptions
from .observer import Observer, copy_observer
from .reading import PlayerModel, Reading
from .value import load_value, load_yardstick_value

if TYPE_CHECKING:
    from .beliefs import Beliefs
    from .choices import Choice
    from .group_options import Option
    from .value import Value

LEVEL = 1
SLIPS = 0.1


class TurnReading:
    """The meaning of each choice of a turn at the yardstick's table.

    group: the Reading of its players. choices: as there. hands: how likely the hand of each choice and fate
    kept is, n by 7, not normalized. likelihood: how likely each choice is with each fate kept, n by 7.
    """

    def __init__(self, group: Reading, beliefs: Beliefs, value: Value) -> None:
        self.group, self.value, self.choices = group, value, group.choices
        hands = beliefs.hands(group.game.active, group.unseen)
        self.hands = np.array([getattr(hands, each.which)[each.fate - 1] for each in self.choices])
        self.likelihood = (1 - SLIPS) * group.best_choice + SLIPS * group.random_choice
        self.unseen = group.unseen

    def index_of(self, events: tuple[str, ...]) -> int | None:
        """Return the index of the choice with exactly these events, or None."""
        return self.group.index_of(events)

    def indices_with_prefix(self, events: tuple[str, ...]) -> list[int]:
        """Return the indices of the choices that begin with these events."""
        return self.group.indices_with_prefix(events)

    def belief_after(self, number: int) -> np.ndarray:
        """Return the belief about the fate kept after a choice, by its index: the chances of 1-7."""
        hands = self.hands[number] * self.group.kept[number]
        # a slip uses no power, so that an absurd use of a power carries only the information of its card
        ways = hands * self.likelihood[number]
        ways = ways if ways.sum() > 0 else hands
        return ways / ways.sum()

    def choices_of(self, hand: tuple[int, int]) -> list[tuple[Choice, float]]:
        """Return the choices that a hand allows, each with its chance to win, the best first."""
        return self.group.choices_of(hand, self.chance_by_fate)

    @cached_property
    def chance_by_fate(self) -> np.ndarray:
        """The chance to win after each choice, before the group decides, by the fate kept, n by 7."""
        group, planned = self.group, self.group.responses
        ends, rows = group.endings.by_value(self.value), np.arange(len(self.choices))
        cells = (planned.cost, rows)
        waits = ends.without_prediction(group.chances, slice(None))
        silent = np.where(planned.predicts, ends.miss[cells][:, None], waits[cells][:, None])
        best = np.where(planned.right, ends.hit[cells], silent)
        # a slip waits, or predicts one of the possible values
        values = (group.kept & (self.hands > 0)).sum(axis=1)[:, None]
        wrong = np.maximum(values - 1, 0) * ends.miss[..., None]
        slip = (waits[..., None] + ends.hit + wrong) / (values + 1)
        # who uses a power decides once more
        best = np.where(planned.cost[:, None] > 0, (1 - SLIPS) * best + SLIPS * slip[cells], best)
        found = (1 - SLIPS) * best + SLIPS * slip[0]
        if group.plays_again:
            found[group.plays_again] = group.chances_before_next_play(self.value)[:, None]
        return found

    def chance(self) -> float:
        """Return the chance to win before the hand is known."""
        weights = self.hands * self.likelihood
        return float((weights * self.chance_by_fate).sum() / weights.sum())


class Yardstick(Observer):
    """Follows a game, with the chance to win and the belief of the yardstick.

    group: the Observer of its players, which gets each event after the Yardstick.
    """

    slips = SLIPS

    def __init__(self) -> None:
        super().__init__(PlayerModel(load_yardstick_value(), LEVEL))

    def _begin(self) -> None:
        super()._begin()
        self.group = Observer(PlayerModel(load_value(), LEVEL))

    def apply(self, text: str) -> None:
        """Apply an event. Raises RuleError, and changes nothing, if it is illegal."""
        super().apply(text)
        if text != UNDO:
            self.group.apply(text)

    @property
    def believed(self) -> Beliefs:
        """The Beliefs of the group at the beginning of the turn, which the features of a position show."""
        return self.group.beliefs

    def believed_of_kept(self) -> np.ndarray:
        """Return the players' belief about the fate kept: the chances of 1-7."""
        return self.group.belief_about_kept()

    @property
    def reading(self) -> Any:
        """The TurnReading of this turn's choices, as they were before the play."""
        if self._reading is None:
            found: Any = TurnReading(self.group.reading, self.beliefs, self.model.value)
            self._reading = found
        return self._reading

    def options(self) -> list[Option]:
        """Return the group's options after a play, each with its chance to win, the best first."""
        return GroupOptions(self).options()

    def may_decide(self) -> bool:
        """Return whether the group may decide now: all that belongs to the play has been said."""
        game = self.game
        return game.phase == AFTER_PLAY and bool(self.events) and not game.owed and game.outcome is None

    def chance(self) -> float:
        """Return the chance to win, 0 to 1."""
        game, value = self.game, self.model.value
        if game.phase == OVER:
            return float(game.result == "won")
        if game.phase == BEFORE_PLAY and not game.cannot_draw:
            return self.reading.chance()
        if game.phase == AFTER_PLAY:
            return self._chance_after_play()
        if game.phase != AFTER_PREDICT:
            return float(value.chance(value.log_odds(features.position(game, self.believed))))
        if game.owed == ["spoils"]:
            hit = self.endings([self.ending()]).hit[0, 0]
            return float((hit * self.belief_about_kept()).sum())
        if game.owed or game.fading():
            return self.value_of_end()
        # nothing more comes to light before the next turn
        after = copy_observer(self)
        after.group = copy_observer(self.group)
        after.apply("end")
        return after.chance()

    def _chance_after_play(self) -> float:
        """Return the chance to win after a play, before the group has asked or predicted."""
        reading = self.reading
        # a use of a power that the coach does not consider counts as the play before it
        numbers = self._choice_numbers() or reading.indices_with_prefix(self.events[:1])
        share = (reading.hands * reading.likelihood)[numbers] + 1e-300 * reading.group.kept[numbers] + 1e-305
        chances = (share * reading.chance_by_fate[numbers]).sum(axis=0) / share.sum(axis=0)
        return float(self.belief_about_kept() @ chances)
