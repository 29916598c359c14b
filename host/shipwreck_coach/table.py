"""A table of bots: the bag, the deck and the hidden hands, and a game played to its end.

It deals, asks the bots and keeps the record; the rules are in `shared_rules`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from shared_rules.shipwreck.cards import ADVENTURERS, cards_of
from shared_rules.shipwreck.deep import generic_creatures

from .bots import (
    Hand,
    answer_honestly,
    choose_play,
    decide_for_group,
    possible_decisions,
    possible_plays,
    use_defender,
    use_freed_fate,
    use_sails,
)
from .legal_hands import FATES
from .observer import Observer
from .reading import PlayerModel

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
MOST_TURNS = 200
"""Turns after which a table abandons the game, as it does when the bag runs out."""


class Variant(NamedTuple):
    """A variant of the game. mode, players, sets, doom: as in the setup."""

    mode: str = "standard"
    players: int = 3
    sets: tuple[str, ...] = ("base",)
    doom: int = 2


class Table:
    """A table that plays a game.

    seed: of the bag, the deck and the creatures. slips: the chance, 0 to 1, that a play, or a decision of the
    group, is a slip: chosen at random among all that are possible. The players read each other as if nobody
    slipped.
    game: the Game; its events are the record. rises: by how much each verb has raised the doom.
    """

    def __init__(self, variant: Variant, model: PlayerModel, seed: int | str, slips: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.slips = slips
        # separate, so that a game without slips is dealt the same as with slips
        self.slip_dice = random.Random(f"slips {seed}")
        self.observer = Observer(model)
        self.game = self.observer.game
        players = 2 if "duel" in variant.mode else variant.players
        names = NAMES[:players]
        self.deck = cards_of(variant.sets)
        self.dice.shuffle(self.deck)
        row = [self.deck.pop(0) for _ in range(4)]
        self.bag = [fate for fate in FATES for _ in range(3)]
        self.held: dict[str, int] = {}
        self.rises = Counter[str]()
        setup = f"setup {variant.mode} doom={variant.doom} sets={','.join(variant.sets)}"
        setup += f" players={','.join(names)} row={','.join(row)}"
        if variant.mode == "creatures":
            setup += " adventurers=" + ",".join(self.dice.sample(ADVENTURERS, players))
        self.apply(setup)
        self._meet_creature()

    def play(self) -> Table:
        """Play to the end."""
        while self.game.phase != "over":
            if self.game.turn > MOST_TURNS or len(self.bag) < 3:
                # too many fates lie on creatures, or are exiled
                self.apply("abandon")
                break
            self.turn()
        return self

    def apply(self, text: str) -> None:
        """Apply an event, and update the deck."""
        before, doom = list(self.game.deck_bottom), self.game.doom
        self.observer.apply(text)
        self.rises[text.split(" ")[0]] += self.game.doom - doom
        for card in before:
            if card not in self.game.deck_bottom and card in self.deck and not text.startswith("deal"):
                # the Summoner took it out
                self.deck.remove(card)
        self.deck += [card for card in self.game.deck_bottom if card not in self.deck]
        self.observer.top = self.deck[0] if self.deck else None

    # --- a turn

    def turn(self) -> None:
        """Play a turn."""
        active = self.game.active
        hand = self._draw(self.held.pop(active, None))
        while True:
            events = self._choose(hand)
            for text in events:
                self._put_with_fates(text)
                if self.game.phase == "deal":
                    self._deal()
            if events[-1] == "ability mage":
                self.bag += hand.drawn
                hand = self._draw(hand.held)
            elif events[0].startswith("play"):
                fate = int(events[0].split(" ")[1])
                kept = hand.both[1] if hand.both[0] == fate else hand.both[0]
                if not self.game.again:
                    break
                old = kept if kept == hand.held else None
                hand = (
                    Hand([kept, self._draw_token()], None) if old is None else Hand([self._draw_token()], old)
                )
        self._group_turn(active, kept)

    def _choose(self, hand: Hand) -> tuple[str, ...]:
        if self._slips():
            return self.slip_dice.choice(possible_plays(self.observer.reading, hand.both)).events
        return choose_play(self.observer, hand)

    def _decide(self) -> str:
        if self._slips():
            return self.slip_dice.choice(possible_decisions(self.game))
        return decide_for_group(self.observer)

    def _slips(self) -> bool:
        return self.slips > 0 and self.slip_dice.random() < self.slips

    def _group_turn(self, active: str, kept: int) -> None:
        game = self.game
        defended = use_defender(self.observer, kept)
        if defended:
            self.apply(defended)
        while True:
            text = self._decide()
            if text.startswith("use "):
                self.apply(answer_honestly(game, text, kept))
                continue
            if text == "end":
                self.held[active] = kept
            else:
                self._predict(text, kept)
            break
        if game.phase != "over":
            self._put_with_fates("end")
            self._deal()

    def _predict(self, text: str, kept: int) -> None:
        right = f"+{kept + 1}" if self.game.shadows else str(kept)
        values = text.split(" ")[1].split(",")
        hit = right in values
        tried = values[: values.index(right) + 1] if hit else values
        self.apply(f"predict {','.join(tried)} {'hit' if hit else 'miss'}")
        if not hit:
            if self.game.phase != "over":
                self.apply(f"hidden {kept}")
            self.bag.append(kept)
            return
        if self.game.owed == ["spoils"]:
            self._put_with_fates(use_freed_fate(self.observer, kept), kept)
            self._meet_creature()
            return
        self.bag.append(kept)
        sails = use_sails(self.observer) if self.game.phase != "over" else None
        if sails:
            self.apply(sails)

    # --- bag and deck

    def _draw_token(self) -> int:
        return self.bag.pop(self.dice.randrange(len(self.bag)))

    def _draw(self, held: int | None) -> Hand:
        return Hand([self._draw_token() for _ in range(1 if held else 2)], held)

    def _put_with_fates(self, text: str, freed: int = 0) -> None:
        """Apply an event; fates that lie nowhere after it go to the bag."""
        played = int(text.split(" ")[1]) if text.startswith("play") else 0
        before = self.game.seen() + [fate for fate in (played, freed) if fate]
        self.apply(text)
        for fate in self.game.seen():
            before.remove(fate)
        self.bag += before

    def _deal(self) -> None:
        while self.game.phase == "deal":
            self.apply(f"deal {self.game.waiting[0]} {self.deck.pop(0)}")

    def _meet_creature(self) -> None:
        while self.game.owed == ["meet"]:
            level = self.game.deep.awaited
            known = [creature for creature in generic_creatures() if creature.level == level]
            self.apply(f"meet {self.dice.choice(known)}")
