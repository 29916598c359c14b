"""Every choice of the active player in a turn, before the group decides, and which hands allow it.

A choice is the play with its additions: the answer that a card asks for, a stolen fate, a power that the
active player uses after the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck.cards import SANDS, power_of

from .endings import Ending, EndingBuilder, RowFates
from .legal_hands import legal_hands, unseen_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shared_rules.shipwreck import Game

THIEF = "the-thief"
FEAST = "the-feast"
_KEPT = np.arange(1, 8)


class Choice(NamedTuple):
    """A choice of the active player.

    events: as in the record. fate: the fate played. kept: for each value 1-7 of the fate kept whether it
    allows the choice. which: whether the fate played is "old", "new" or "either", see `beliefs.Hands`.
    ending: how the turn would end. fates: the fates at the places 1-4 then. plays_again: whether the same
    player plays once more (The Feast). power: the power used, or None. extra_prediction: whether The Wish
    gives an extra prediction.
    """

    events: tuple[str, ...]
    fate: int
    kept: np.ndarray
    which: str
    ending: Ending
    fates: RowFates
    plays_again: bool
    power: str | None
    extra_prediction: bool


_latest: tuple[list[str], list[Choice]] = ([], [])


def choices(game: Game) -> list[Choice]:
    """Return all choices of a Game before a play, with any hand."""
    global _latest
    # observers of both levels ask for the same position, in turn
    if _latest[0] != game.events:
        _latest = list(game.events), list(_Turn(game).choices())
    return _latest[1]


class _Turn:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.builder = EndingBuilder(game)
        self.up = 1 if game.shadows else 0
        self.cards = [place.card if place else None for place in game.row]
        self.unseen = unseen_tokens(game)
        after = (
            {} if game.used else {power_of(card).does or power_of(card).tells: card for card in game.powers}
        )
        self.sinners = after.get("take")
        # left out after The Feast, where it is hard to tell which fate is the old fate
        self.shells = after.get("age") if game.active in game.held and not game.feast_played else None

    def choices(self) -> Iterator[Choice]:
        leftmost = next((number for number, card in enumerate(self.cards) if card), None)
        for place, table in enumerate(legal_hands(self.game)):
            spot = place - 1 if place else leftmost
            for fate in np.flatnonzero(table.any(axis=1) & (self.unseen > 0)).tolist():
                kept, fate = table[fate], fate + 1
                row = self.builder.fates if spot is None else _with(self.builder.fates, spot, fate)
                yield from self._with_answers(place, fate, kept, row)

    def _with_answers(self, place: int, fate: int, kept: np.ndarray, row: RowFates) -> Iterator[Choice]:
        """Yield the choices of a play, with every answer that the cards of the row ask for."""
        play = f"play {fate} {place}"
        card = self.cards[place - 1] if place else None
        answers: list[tuple[tuple[str, ...], np.ndarray]] = [((play,), kept)]
        if card == "the-chalice":
            higher = _KEPT + self.up > fate
            answers = [((play, "tell higher"), kept & higher), ((play, "tell not-higher"), kept & ~higher)]
        for events, still in answers:
            for stolen, left, after in self._with_theft(card, still, row):
                for said, fits, falls in self._with_the_fall(left, after):
                    if fits is kept or fits.any():
                        yield from self._with_power((*events, *stolen, *said), fate, fits, after, falls, card)

    def _with_theft(
        self, card: str | None, kept: np.ndarray, row: RowFates
    ) -> Iterator[tuple[tuple[str, ...], np.ndarray, RowFates]]:
        if THIEF not in self.cards or card == THIEF:
            yield (), kept, row
            return
        thief = self.cards.index(THIEF)
        there = {(fate, spot) for spot in range(4) if spot != thief for fate in row[spot]}
        highest = max((fate for fate, _ in there), default=0)
        yield ("steal none",), kept & (_KEPT + self.up >= highest), row
        for fate, spot in sorted(there):
            left = _without(row, spot, fate)
            yield (f"steal {fate} {spot + 1}",), kept & (_KEPT + self.up < fate), _with(left, thief, fate)

    def _with_the_fall(
        self, kept: np.ndarray, row: RowFates
    ) -> Iterator[tuple[tuple[str, ...], np.ndarray, bool]]:
        fates = row[self.cards.index(SANDS)] if SANDS in self.cards else ()
        if not fates:
            yield (), kept, False
            return
        falls = sum(fates) >= 2 * (_KEPT + self.up)
        yield ("inevitable yes",), kept & falls, True
        yield ("inevitable no",), kept & ~falls, False

    def _with_power(
        self,
        events: tuple[str, ...],
        fate: int,
        kept: np.ndarray,
        row: RowFates,
        falls: bool,
        card: str | None,
    ) -> Iterator[Choice]:
        low = fate <= 2 or self.game.ash_falls
        again = card == FEAST

        def choice(
            events: tuple[str, ...], kept: np.ndarray, which: str, row: RowFates, power: str | None
        ) -> Choice:
            ending = self.builder.ending(row, low, falls)
            return Choice(events, fate, kept, which, ending, row, again, power, card == "the-wish")

        yield choice(events, kept, "either", row, None)
        if again:
            return
        if self.shells:
            for which in ("old", "new"):
                yield choice((*events, f"use {self.shells} {which}"), kept, which, row, "shells")
        if self.sinners:
            for spot in range(4):
                # a fate of The Fall would have the word said again
                for removed in sorted(set(row[spot])) if self.cards[spot] != SANDS else ():
                    fits = kept & (_KEPT + self.up > removed)
                    if fits.any():
                        left = _without(row, spot, removed)
                        event = f"use {self.sinners} {removed} {spot + 1}"
                        yield choice((*events, event), fits, "either", left, "sinners")


def _with(row: RowFates, spot: int, fate: int) -> RowFates:
    return (*row[:spot], (*row[spot], fate), *row[spot + 1 :])


def _without(row: RowFates, spot: int, fate: int) -> RowFates:
    left = list(row[spot])
    left.remove(fate)
    return (*row[:spot], tuple(left), *row[spot + 1 :])
