"""A table of bots: the bag, the deck and the hidden hands, and one game played to its end.

It deals, asks the bots, gives honest answers and writes the record; the rules core says what happens.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from shared_rules.shipwreck.cards import ADVENTURERS, cards_of
from shared_rules.shipwreck.generic_creatures import generic_creatures

from .bots import Hand, after_hit, answer, choose, decide, defend, use_freed_fate
from .group_now import GroupNow
from .legality import FATES
from .reading import How
from .watch import Watch

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
LONGEST = 200
"""Turns after which a table gives up; it also does when the bag runs out."""


SLIPS = 0.6
"""How often a choice is just any in a wild turn."""


class Variant(NamedTuple):
    """What is played. mode, players, sets, doom: of the setup."""

    mode: str = "standard"
    players: int = 3
    sets: tuple[str, ...] = ("base",)
    doom: int = 2


class Table:
    """A table that plays one game.

    seed: of the bag, the deck and the creatures. wild: in so many turns at the beginning, anybody's choice is
    often just any: training wants to see what good players rarely come to.
    game: the Game; its events are the record.
    """

    def __init__(self, variant: Variant, how: How, seed: int | str, wild: int = 0) -> None:
        self.dice = random.Random(seed)
        self.wild = wild
        self.watch = Watch(how)
        self.game = self.watch.game
        players = 2 if "duel" in variant.mode else variant.players
        names = NAMES[:players]
        self.deck = cards_of(variant.sets)
        self.dice.shuffle(self.deck)
        row = [self.deck.pop(0) for _ in range(4)]
        self.bag = [fate for fate in FATES for _ in range(3)]
        self.held: dict[str, int] = {}
        setup = f"setup {variant.mode} doom={variant.doom} sets={','.join(variant.sets)}"
        setup += f" players={','.join(names)} row={','.join(row)}"
        if variant.mode == "creatures":
            setup += " adventurers=" + ",".join(self.dice.sample(ADVENTURERS, players))
        self.put(setup)
        self._meet()

    def play(self) -> Table:
        """Play to the end."""
        while self.game.phase != "over":
            if self.game.turn > LONGEST or len(self.bag) < 3:
                # too many fates lie on creatures, or are exiled
                self.put("abandon")
                break
            self.turn()
        return self

    def put(self, text: str) -> None:
        """Record an event, and bring the bag and the deck up to date with what it brought back."""
        before = list(self.game.deck_bottom)
        self.watch.take(text)
        for card in before:
            if card not in self.game.deck_bottom and card in self.deck and not text.startswith("deal"):
                # the Summoner took it out
                self.deck.remove(card)
        self.deck += [card for card in self.game.deck_bottom if card not in self.deck]
        self.watch.top = self.deck[0] if self.deck else None

    # --- a turn

    def turn(self) -> None:
        """Play one turn."""
        active = self.game.active
        hand = self._draw(self.held.pop(active, None))
        while True:
            events = self._chosen(hand)
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
                hand = Hand([kept, self._token()], None) if old is None else Hand([self._token()], old)
        self._group(active, kept)

    def _chosen(self, hand: Hand) -> tuple[str, ...]:
        if self._slips():
            ways = [choice for choice, _ in self.watch.reading.of_hand(hand.both) if choice.which == "either"]
            return self.dice.choice(ways).events
        return choose(self.watch, hand)

    def _decided(self) -> str:
        if self._slips():
            # each as often as any other, as some are there many times over
            options = {option.text.split(" ")[0]: option.text for option in GroupNow(self.watch).options()}
            return self.dice.choice(sorted(options.values()))
        return decide(self.watch)

    def _slips(self) -> bool:
        return self.game.turn <= self.wild and self.dice.random() < SLIPS

    def _group(self, active: str, kept: int) -> None:
        game = self.game
        defended = defend(self.watch, kept)
        if defended:
            self.put(defended)
        while True:
            text = self._decided()
            if text.startswith("use "):
                self.put(answer(game, text, kept))
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
        values = [int(value) for value in text.split(" ")[1].split(",")]
        right = [kept, kept + 1] if self.game.shadows else [kept]
        tried = []
        for value in values:
            tried.append(str(value))
            if value in right:
                break
        hit = int(tried[-1]) in right
        self.put(f"predict {','.join(tried)} {'hit' if hit else 'miss'}")
        if not hit:
            if self.game.phase != "over":
                self.put(f"hidden {kept}")
            self.bag.append(kept)
            return
        if self.game.owed == ["spoils"]:
            self._put_with_fates(use_freed_fate(self.watch, kept), kept)
            self._meet()
            return
        self.bag.append(kept)
        sails = after_hit(self.watch) if self.game.phase != "over" else None
        if sails:
            self.put(sails)

    # --- bag and deck

    def _token(self) -> int:
        return self.bag.pop(self.dice.randrange(len(self.bag)))

    def _draw(self, held: int | None) -> Hand:
        return Hand([self._token() for _ in range(1 if held else 2)], held)

    def _put_with_fates(self, text: str, freed: int = 0) -> None:
        """Record an event; fates that lie nowhere after it are in the bag."""
        played = int(text.split(" ")[1]) if text.startswith("play") else 0
        before = self.game.gone() + [fate for fate in (played, freed) if fate]
        self.put(text)
        for fate in self.game.gone():
            before.remove(fate)
        self.bag += before

    def _deal(self) -> None:
        while self.game.phase == "deal":
            self.put(f"deal {self.game.waiting[0]} {self.deck.pop(0)}")

    def _meet(self) -> None:
        while self.game.owed == ["meet"]:
            level = self.game.deep.awaited
            known = [creature for creature in generic_creatures() if creature.level == level]
            self.put(f"meet {self.dice.choice(known)}")
