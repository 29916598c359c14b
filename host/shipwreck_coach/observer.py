"""Follows a game event by event, with the public belief about the held fates.

It gets the events that everybody at the table sees or hears, and nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from shared_rules.record import UNDO
from shared_rules.shipwreck import CARDS, Game, power_of
from shared_rules.shipwreck.cards import SANDS
from shared_rules.shipwreck.game import BEFORE_PLAY

from . import features
from .beliefs import Beliefs
from .endings import Ending, EndingBuilder, Endings
from .reading import PlayerModel, Reading

AnyObserver = TypeVar("AnyObserver", bound="Observer")

_ANSWERS = ("tell", "steal", "inevitable")


class Observer:
    """A game as everybody at the table sees it.

    slips: the share of choices that its table is taken to make at random, 0 for bots.
    game: the Game, read only. model: the PlayerModel. beliefs: about the fates held at the beginning of the
    turn, or of its part after The Feast. events: of the active player's choice so far. top: the card that
    lies face up on the deck, or None if unknown.
    """

    slips = 0.0

    def __init__(self, model: PlayerModel, game: Game | None = None) -> None:
        self.model = model
        self.game = Game()
        self._begin()
        for text in game.events if game else ():
            self.apply(text)

    def _begin(self) -> None:
        self.beliefs = Beliefs()
        self.events: tuple[str, ...] = ()
        self.top: str | None = None
        self._reading: Reading | None = None
        self._after: Beliefs | None = None

    def apply(self, text: str) -> None:
        """Apply an event. Raises RuleError, and changes nothing, if it is illegal."""
        game = self.game
        if text == UNDO:
            game.apply(UNDO)
            events, self.game = game.events, Game()
            self._begin()
            for event in events:
                self.apply(event)
            return
        verb, *words = text.split(" ")
        choosing = self._belongs_to_choice(verb, words)
        if verb == "play" and game.phase == BEFORE_PLAY:
            # the choices as they are before the play
            _ = self.reading
        after = self.after if verb in ("end", "reveal") and self.events and game.last_play else None
        game.apply(text)
        if choosing:
            self.events, self._after = (*self.events, text), None
            if game.again and game.phase == BEFORE_PLAY:
                self._start_choice(self.after)
        elif verb == "reveal":
            self._reveal(words[0], int(words[1]), after)
        elif verb == "leave" and words[0] in self.beliefs.holders:
            self.beliefs.drop(words[0])
        elif verb == "illegal":
            if game.active in self.beliefs.holders:
                self.beliefs.drop(game.active)
            self._start_choice(self.beliefs)
        elif after:
            for player in set(after.holders) - set(game.held):
                after.drop(player)
            self._start_choice(after)
        elif verb == "end":
            self._start_choice(self.beliefs)
        if not self.events:
            self._reading = None

    # --- beliefs

    @property
    def believed(self) -> Beliefs:
        """The Beliefs of the group at the beginning of the turn, which the features of a position show."""
        return self.beliefs

    @property
    def reading(self) -> Reading:
        """The Reading of this turn's choices, as they were before the play."""
        if self._reading is None:
            self._reading = Reading(self.game, self.beliefs, self.model)
        return self._reading

    @property
    def after(self) -> Beliefs:
        """The Beliefs after this turn's play and all answers so far; they include the fate kept."""
        if self._after is None:
            self._after = self._beliefs_after()
        known = self._after.copy()
        if self.game.kept:
            known.restrict(self.game.active, self.game.kept)
        return known

    def chances(self, player: str) -> np.ndarray:
        """Return the belief about a held fate: the chances of 1-7."""
        played = self.events and self.game.outcome is None
        return (self.after if played else self.beliefs).marginal(player)

    # --- endings of the turn

    def ending(self, slowed: int = 0) -> Ending:
        """Return how the turn would end now. slowed: the place to which Scions is attached, or 0."""
        return _ending(self.game, slowed)

    def endings(self, endings: list[Ending], costs: Iterable[tuple[int, ...]] = ()) -> Endings:
        """Return the chances to win after endings of this turn; costs: see Endings."""
        return Endings(self.game, self.believed, self.model.value, endings, costs)

    def value_after(self, text: str) -> float:
        """Return the chance to win if the turn ends after one more event, which must be legal."""
        game = copy_game(self.game)
        game.apply(text)
        return self.value_of_end(game)

    def value_of_end(self, game: Game | None = None) -> float:
        """Return the chance to win if the turn ends now, after the prediction.

        game: a later position of the same turn, or None for the present position.
        """
        game, value = game or self.game, self.model.value
        ending = _ending(game)
        hit = game.outcome == "hit"
        score = min(7, game.score + (ending.bonus if hit else 0))
        doom = min(7, game.doom + (0 if hit else ending.doom))
        if score == 7:
            return 1.0
        if doom == 7 or ending.out_of_cards:
            return 0.0
        row = value.weights[[*ending.places, *ending.gained]].sum()
        shared = value.log_odds(features.shared_features(game, self.believed, 1))
        return float(value.chance(shared + row + value.standing(score, doom)))

    def belief_about_kept(self) -> np.ndarray:
        """Return the belief about the fate that the active player kept: the chances of 1-7."""
        return self.after.marginal(self.game.active)

    def believed_of_kept(self) -> np.ndarray:
        """Return the same belief as the features of a position show it."""
        return self.belief_about_kept()

    # --- parts of apply

    def _belongs_to_choice(self, verb: str, words: list[str]) -> bool:
        """Return whether an event belongs to the active player's choice."""
        if verb in _ANSWERS:
            return verb in self.game.owed and self.game.outcome is None
        if verb == "use":
            return words[0] in CARDS and power_of(words[0]).when == "after-play"
        return verb == "play"

    def _beliefs_after(self) -> Beliefs:
        game, reading, numbers = self.game, self.reading, self._choice_numbers()
        if numbers:
            likelihood = reading.likelihood[numbers].sum(axis=0)
            which = reading.choices[numbers[0]].which
        else:
            likelihood, which = np.ones(7), "either"
        beliefs = self.beliefs.copy()
        fate = int(self.events[0].split(" ")[1])
        beliefs.play(game.active, reading.unseen, fate, likelihood, which)
        return beliefs

    def _choice_numbers(self) -> list[int]:
        """Return the indices of the choices that match the events so far, [] for an unlisted choice."""
        number = self.reading.index_of(self.events)
        return [number] if number is not None else self.reading.indices_with_prefix(self.events)

    def _reveal(self, player: str, fate: int, after: Beliefs | None) -> None:
        self._after = after
        for beliefs in (after, self.beliefs):
            if beliefs and player in beliefs.holders:
                beliefs.restrict(player, [fate])
                beliefs.drop(player)
            other = self.game.other_line(player)
            if beliefs and other and self.game.unseen(fate) == 2:
                beliefs.restrict(other, [fate])

    def _start_choice(self, beliefs: Beliefs) -> None:
        self.beliefs, self.events, self._after = beliefs, (), None


def _ending(game: Game, slowed: int = 0) -> Ending:
    falls = any(game.row[place - 1].card == SANDS for place in game.fading())
    builder = EndingBuilder(game)
    return builder.ending(builder.fates, game.ash_falls, falls, slowed)


def copy_observer(observer: AnyObserver) -> AnyObserver:
    """Return an independent copy of an Observer."""
    other = copy.copy(observer)
    other.game = copy_game(observer.game)
    other.beliefs = observer.beliefs.copy()
    return other


def copy_game(game: Game) -> Game:
    """Return an independent copy of a Game, without its snapshots: faster than a deep copy."""
    other = copy.copy(game)
    for name, value in vars(game).items():
        if isinstance(value, (list, dict, bytearray)):
            setattr(other, name, copy.copy(value))
    other.row = [place and place.copy() for place in game.row]
    other.deep = copy.deepcopy(game.deep)
    other._snapshots = []
    other._reader = None
    return other
