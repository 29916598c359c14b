"""What the active player can do in a turn until the group has its say: every choice, with what it tells.

A choice is the play and whatever goes with it: the word that a card asks for, a fate that is stolen, a power
that the active player uses after the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared_rules.shipwreck.place import SANDS

from .endings import Ending, Lying, Row
from .legality import FATES, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shared_rules.shipwreck import Game

THIEF = "the-thief"
FEAST = "the-feast"
_KEPT = np.arange(1, 8)


class Choice(NamedTuple):
    """One thing that the active player can do.

    events: as the record has them. fate: that is played. kept: for the values 1-7 of the fate kept whether it
    can be done with it. which: what it says of the fate from the turn before, see `beliefs.Hands`.
    ending: how the turn would end. lying: the fates at the places 1-4 then. again: whether the same player
    plays once more (The Feast). used: the power that it uses, None for none. wish: whether it gives
    one more prediction.
    """

    events: tuple[str, ...]
    fate: int
    kept: np.ndarray
    which: str
    ending: Ending
    lying: Lying
    again: bool
    used: str | None
    wish: bool


def choices(game: Game) -> list[Choice]:
    """Return all choices of a Game before a play, whatever the hand."""
    return list(_Turn(game).choices())


class _Turn:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.row = Row(game)
        self.up = 1 if game.shadows else 0
        self.cards = [place.card if place else None for place in game.row]
        self.unseen = [game.unseen(fate) for fate in FATES]
        after = {} if game.used else {game.power(card): card for card in game.powers}
        self.sinners = after.get("sinners")
        # after The Feast nobody may ask for it in a simple way
        self.shells = after.get("shells") if game.active in game.held and not game.feast_played else None

    def choices(self) -> Iterator[Choice]:
        leftmost = next((number for number, card in enumerate(self.cards) if card), None)
        for place, table in enumerate(tables(self.game)):
            spot = place - 1 if place else leftmost
            for fate in FATES:
                kept = table[fate - 1]
                if not self.unseen[fate - 1] or not kept.any():
                    continue
                lying = self.row.lying if spot is None else _with(self.row.lying, spot, fate)
                yield from self._told(place, fate, kept, lying)

    def _told(self, place: int, fate: int, kept: np.ndarray, lying: Lying) -> Iterator[Choice]:
        """Go on with what the card that was played on asks for, and the other cards of the row."""
        play = f"play {fate} {place}"
        card = self.cards[place - 1] if place else None
        answers: list[tuple[tuple[str, ...], np.ndarray]] = [((play,), kept)]
        if card == "the-chalice":
            higher = _KEPT + self.up > fate
            answers = [((play, "tell higher"), kept & higher), ((play, "tell not-higher"), kept & ~higher)]
        for events, still in answers:
            for stolen, left, after in self._stolen(card, still, lying):
                for said, fits, falls in self._word(left, after):
                    if fits.any():
                        yield from self._used((*events, *stolen, *said), fate, fits, after, falls, card)

    def _stolen(
        self, card: str | None, kept: np.ndarray, lying: Lying
    ) -> Iterator[tuple[tuple[str, ...], np.ndarray, Lying]]:
        if THIEF not in self.cards or card == THIEF:
            yield (), kept, lying
            return
        thief = self.cards.index(THIEF)
        there = {(fate, spot) for spot in range(4) if spot != thief for fate in lying[spot]}
        highest = max((fate for fate, _ in there), default=0)
        yield ("steal none",), kept & (_KEPT + self.up >= highest), lying
        for fate, spot in sorted(there):
            left = _without(lying, spot, fate)
            yield (f"steal {fate} {spot + 1}",), kept & (_KEPT + self.up < fate), _with(left, thief, fate)

    def _word(self, kept: np.ndarray, lying: Lying) -> Iterator[tuple[tuple[str, ...], np.ndarray, bool]]:
        fates = lying[self.cards.index(SANDS)] if SANDS in self.cards else ()
        if not fates:
            yield (), kept, False
            return
        falls = sum(fates) >= 2 * (_KEPT + self.up)
        yield ("inevitable yes",), kept & falls, True
        yield ("inevitable no",), kept & ~falls, False

    def _used(
        self,
        events: tuple[str, ...],
        fate: int,
        kept: np.ndarray,
        lying: Lying,
        falls: bool,
        card: str | None,
    ) -> Iterator[Choice]:
        low = fate <= 2 or self.game.ash_falls
        again = card == FEAST

        def choice(
            events: tuple[str, ...], kept: np.ndarray, which: str, lying: Lying, used: str | None
        ) -> Choice:
            ending = self.row.ending(lying, low, falls)
            return Choice(events, fate, kept, which, ending, lying, again, used, card == "the-wish")

        yield choice(events, kept, "either", lying, None)
        if again:
            return
        if self.shells:
            for which in ("old", "new"):
                yield choice((*events, f"use {self.shells} {which}"), kept, which, lying, "shells")
        if self.sinners:
            for spot in range(4):
                # a fate of The Fall would have the word said again
                for gone in sorted(set(lying[spot])) if self.cards[spot] != SANDS else ():
                    fits = kept & (_KEPT + self.up > gone)
                    if fits.any():
                        left = _without(lying, spot, gone)
                        event = f"use {self.sinners} {gone} {spot + 1}"
                        yield choice((*events, event), fits, "either", left, "sinners")


def _with(lying: Lying, spot: int, fate: int) -> Lying:
    return (*lying[:spot], (*lying[spot], fate), *lying[spot + 1 :])


def _without(lying: Lying, spot: int, fate: int) -> Lying:
    fates = list(lying[spot])
    fates.remove(fate)
    return (*lying[:spot], tuple(fates), *lying[spot + 1 :])
