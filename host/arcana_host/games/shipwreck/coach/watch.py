"""Following a game event by event with what everybody may believe, and saying how good its positions are.

It is given the events that everybody at the table sees or hears, and nothing else.
"""

from __future__ import annotations

import copy

import numpy as np

from shared_rules.record_lines import UNDO
from shared_rules.shipwreck import CARDS, Game, power_of
from shared_rules.shipwreck.game import AFTER_PLAY, AFTER_PREDICT, BEFORE_PLAY, OVER
from shared_rules.shipwreck.place import SANDS

from . import features
from .beliefs import Beliefs
from .endings import Ending, Endings, Row
from .legality import FATES
from .reading import How, Reading

_ANSWERS = ("tell", "steal", "inevitable")


class Watch:
    """A game as everybody at the table sees it.

    game: the Game, read only. how: the How by which it is read. beliefs: of the fates that were held when
    the turn, or the part of it after The Feast, began. events: of the active player's choice so far. top:
    the card that lies open on top of the deck, None where nobody noted it.
    """

    def __init__(self, how: How, game: Game | None = None) -> None:
        self.how = how
        self.game = Game()
        self._begin()
        for text in game.events if game else ():
            self.take(text)

    def _begin(self) -> None:
        self.beliefs = Beliefs()
        self.events: tuple[str, ...] = ()
        self.top: str | None = None
        self._read: Reading | None = None
        self._after: Beliefs | None = None
        self._play = (0, [0] * 7)

    def take(self, text: str) -> None:
        """Let an event happen. Raises RuleError and stays as it is when it may not happen."""
        game = self.game
        if text == UNDO:
            game.apply(UNDO)
            events, self.game = game.events, Game()
            self._begin()
            for event in events:
                self.take(event)
            return
        verb, *words = text.split(" ")
        choosing = self._of_choice(verb, words)
        before = self._before(verb, words)
        after = self.after if verb in ("end", "reveal") and self.events else None
        game.apply(text)
        if choosing:
            if verb == "play":
                self._read, self._play = before
            self.events, self._after = (*self.events, text), None
            if game.again and game.phase == BEFORE_PLAY:
                self._settle(self.after)
        elif verb == "reveal":
            self._let_go(words[0], int(words[1]), after)
        elif verb == "leave" and words[0] in self.beliefs.holders:
            self.beliefs.drop(words[0])
        elif verb == "illegal":
            if game.active in self.beliefs.holders:
                self.beliefs.drop(game.active)
            self._settle(self.beliefs)
        elif after:
            for player in set(after.holders) - set(game.held):
                after.drop(player)
            self._settle(after)
        if not self.events:
            self._read = None

    # --- what is known

    @property
    def reading(self) -> Reading:
        """The Reading of what can be played now, or of what could be when the active player chose."""
        if self._read is None:
            self._read = Reading(self.game, self.beliefs, self.how)
        return self._read

    @property
    def after(self) -> Beliefs:
        """The Beliefs after the play of this turn and all that was said since, the fate kept included."""
        if self._after is None:
            self._after = self._beliefs_after()
        known = self._after.copy()
        if self.game.kept:
            known.limit(self.game.active, self.game.kept)
        return known

    def chances(self, player: str) -> np.ndarray:
        """Return what is believed of a held fate: the chances of 1-7."""
        played = self.events and self.game.outcome is None
        return (self.after if played else self.beliefs).of(player)

    def chance(self) -> float:
        """Return the chance to win from here, if everybody goes on as a sensible table does."""
        game = self.game
        if game.phase == OVER:
            return float(game.result == "won")
        if game.phase == BEFORE_PLAY:
            return self.reading.chance()
        if game.phase == AFTER_PLAY:
            return self.chance_after_play()
        if game.phase == AFTER_PREDICT:
            return self.chance_after_prediction()
        return float(self.how.value.chance(self.how.value.log_odds(features.position(game, self.beliefs))))

    def chance_after_play(self) -> float:
        """Return the chance to win after a play, before the group has asked or predicted."""
        from .group_now import GroupNow

        if self.game.owed:
            numbers = self.reading.beginning_with(self.events)
            ways = (self.reading.hands * self.reading.likelihood)[numbers].sum(axis=1)
            if ways.sum() > 0:
                return float((ways * self.reading.answers.chance[numbers]).sum() / ways.sum())
        return GroupNow(self).best().chance

    def chance_after_prediction(self) -> float:
        """Return the chance to win after a prediction, before the turn ends."""
        if self.game.owed == ["spoils"]:
            hit = self.endings([self.ending()], [()]).hit[0, 0]
            return float((hit * self.chances_kept()).sum())
        return self.value_of_end()

    # --- parts of the sums

    def ending(self, slowed: int = 0) -> Ending:
        """Return how the turn would end now. slowed: a place that Scions is attached to besides."""
        return _ending(self.game, slowed)

    def endings(self, endings: list[Ending], spent: list[tuple[int, ...]]) -> Endings:
        """Return the Endings of ways in which this turn can end."""
        return Endings(self.game, self.beliefs, self.how.value, endings, spent)

    def value_after(self, text: str) -> float:
        """Return the chance to win if the turn ends after one more event, which may happen now."""
        game = branch(self.game)
        game.apply(text)
        return self.value_of_end(game)

    def value_of_end(self, game: Game | None = None) -> float:
        """Return the chance to win if the turn ends now, the prediction being made.

        game: one that has gone on from here in the same turn, None for this one.
        """
        game, value = game or self.game, self.how.value
        ending = _ending(game)
        hit = game.outcome == "hit"
        score = min(7, game.score + (ending.bonus if hit else 0))
        doom = min(7, game.doom + (0 if hit else ending.doom))
        if score == 7:
            return 1.0
        if doom == 7 or ending.out_of_cards:
            return 0.0
        sums = value.log_odds(features.common(game, self.beliefs, 1)) + value.weights[features.SCORE + score]
        sums = (
            sums
            + value.weights[features.DOOM + doom]
            + value.weights[list(ending.rows + ending.gained)].sum()
        )
        return float(value.chance(sums))

    def chances_kept(self) -> np.ndarray:
        """Return what is believed of the fate that the active player kept: the chances of 1-7."""
        return self.after.of(self.game.active)

    # --- following

    def _of_choice(self, verb: str, words: list[str]) -> bool:
        """Return whether an event belongs to the active player's choice."""
        if verb in _ANSWERS:
            return verb in self.game.owed and self.game.outcome is None
        if verb == "use":
            return words[0] in CARDS and power_of(words[0]).when == "after-play"
        return verb == "play"

    def _before(self, verb: str, words: list[str]) -> tuple[Reading | None, tuple[int, list[int]]]:
        """Return what a play is read by: it has to be known before the play happens."""
        if (
            verb != "play"
            or self.game.phase != BEFORE_PLAY
            or words[:1] not in [[str(fate)] for fate in FATES]
        ):
            return self._read, self._play
        return self.reading, (int(words[0]), self.reading.unseen)

    def _beliefs_after(self) -> Beliefs:
        game, reading = self.game, self.reading
        number = reading.number(self.events)
        numbers = [number] if number is not None else reading.beginning_with(self.events)
        if numbers:
            likelihood = reading.likelihood[numbers].sum(axis=0)
            which = reading.choices[numbers[0]].which
        else:
            likelihood, which = np.ones(7), "either"
        beliefs = self.beliefs.copy()
        fate, unseen = self._play
        beliefs.play(game.active, unseen, fate, likelihood, which)
        return beliefs

    def _let_go(self, player: str, fate: int, after: Beliefs | None) -> None:
        self._after = after
        for beliefs in (after, self.beliefs):
            if beliefs and player in beliefs.holders:
                beliefs.limit(player, [fate])
                beliefs.drop(player)

    def _settle(self, beliefs: Beliefs) -> None:
        self.beliefs, self.events, self._after = beliefs, (), None


def _ending(game: Game, slowed: int = 0) -> Ending:
    falls = any(game.row[place - 1].card == SANDS for place in game.fading())
    row = Row(game)
    return row.ending(row.lying, game.ash_falls, falls, slowed)


def branch(game: Game) -> Game:
    """Return a Game that stands where this one does and can go another way."""
    other = copy.copy(game)
    for name, value in vars(game).items():
        if isinstance(value, (list, dict, bytearray)):
            setattr(other, name, copy.copy(value))
    other.row = [place and place.copy() for place in game.row]
    other.deep = copy.deepcopy(game.deep)
    other._snapshots = []
    other._reader = None
    return other
