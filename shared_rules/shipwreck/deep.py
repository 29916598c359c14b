"""Creatures from the Deep: the creatures, the adventurers, and what a freed fate does in this mode.

Only a game of this mode imports it. Source: the rules summary, "Creatures from the Deep"; for the choices
made where that is silent, see tests/rules/README.md, "Where the documents differ, or are silent".
"""

from shared_rules.shipwreck.cards import pips
from shared_rules.shipwreck.creature import Creature
from shared_rules.shipwreck.place import SANDS
from shared_rules.shipwreck.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from shared_rules.shipwreck.event import Event
    from shared_rules.shipwreck.game import Game

    Check = Callable[..., Refusal | None]

_MOMENTS = {
    "defender": ("after-play",),
    "mage": ("before-play",),
    "vanquisher": ("before-play",),
    "summoner": ("before-play", "after-play", "after-predict"),
    "mystic": ("before-play", "after-play", "after-predict"),
}


class Deep:
    """The state that this mode adds to a Game.

    creatures: the Creatures in sight, from low to high; fates: {level: values of the fates on it}.
    defeats: how many were defeated. adventurers: {player: adventurer}.
    used: the adventurers that were used since the last defeat. begun: whether one was used this turn.
    guard: whether the Defender prevents the next doom of this turn. unfaded: cards at the bottom of the deck
    that have not faded.
    """

    def __init__(self, players: "Iterable[str]", adventurers: "Iterable[str]") -> None:
        self.creatures = []  # type: list[Creature]
        self.fates = {}  # type: dict[int, list[int]]
        self.defeats = 0
        self.adventurers = dict(zip(players, adventurers))  # type: dict[str, str]
        self.used = []  # type: list[str]
        self.begin_turn()
        self.unfaded = []  # type: list[str]
        self._met = 0

    def begin_turn(self) -> None:
        """Reset what holds for one turn only."""
        self.guard = False
        self.begun = False

    def copy(self) -> "Deep":
        """Return a copy, as of the beginning of a turn."""
        deep = Deep((), ())
        deep.creatures = list(self.creatures)
        deep.fates = {level: list(fates) for level, fates in self.fates.items()}
        deep.defeats = self.defeats
        deep.adventurers = dict(self.adventurers)
        deep.used = list(self.used)
        deep.unfaded = list(self.unfaded)
        deep._met = self._met
        return deep

    @property
    def ready(self) -> list[str]:
        """The adventurers that can be used."""
        return sorted([adventurer for adventurer in self.adventurers.values() if adventurer not in self.used])

    @property
    def awaited(self) -> int | None:
        """The level of the creature that appears next, None if all have appeared or none is due."""
        due = 2 if self.defeats == 0 else 3
        return self._met + 1 if self._met < due else None

    def attack(self) -> int:
        """Return the doom for each card that fades without a hit: the highest level among the creatures."""
        return max([creature.level for creature in self.creatures])

    def on_creatures(self) -> list[int]:
        """Return the values of all fates on creatures."""
        return [fate for fates in self.fates.values() for fate in fates]

    def defend(self, doom: int) -> int:
        """Return the doom that is left after the Defender has prevented 1 of it, which happens only once."""
        if doom and self.guard:
            self.guard = False
            return doom - 1
        return doom

    def state(self) -> dict:
        """Return what this mode adds to `Game.state`."""
        return {
            "creatures": [
                {
                    "level": creature.level,
                    "name": creature.name,
                    "condition": creature.condition,
                    "fates": list(self.fates[creature.level]),
                }
                for creature in self.creatures
            ],
            "defeats": self.defeats,
            "adventurers": dict(self.adventurers),
            "ready": self.ready,
        }

    def position(self) -> str:
        """Return the state as one word, for `Game.position`."""
        words = ["%s%s" % (creature, self.fates[creature.level]) for creature in self.creatures]
        words += ["%s=%s" % who for who in sorted(self.adventurers.items())]
        return "/".join(
            words
            + [str(self.defeats), str(self._met), str(sorted(self.used)), str(self.unfaded)]
            + [str(self.begun), str(self.guard)]
        )

    # --- what is legal

    def refusal_of(self, game: "Game", event: "Event") -> Refusal | None:
        """Return the Refusal of an event of this mode that is not legal now, or None."""
        verb, args = event.verb, event.args
        if verb == "meet":
            return self._no_meeting(game, args[0])
        if verb == "ability":
            return self._no_ability(game, *args)
        if game.owed[:1] != ["spoils"]:
            return Refusal("no-spoils")
        if verb == "strike" and args[0] not in self.fates:
            return Refusal("no-level", args[0])
        return None

    def abilities(self, game: "Game") -> "Iterator[str]":
        """Yield the texts of all legal events that use the active player's adventurer."""
        adventurer = self.adventurers.get(game.active)
        if adventurer in self.ready:
            for event in candidates(game, "ability"):
                if event.split(" ")[1] == adventurer and game.may(event):
                    yield event

    def refusal_of_adventurer(self, adventurer: str) -> Refusal | None:
        """Return the Refusal of a `join` with an adventurer that another player already is, or None."""
        for player, other in self.adventurers.items():
            if other == adventurer:
                return Refusal("drawn", player, _title(adventurer))
        return None

    def _no_meeting(self, game: "Game", text: str) -> Refusal | None:
        creature = Creature.from_text(text)
        if game.owed[:1] != ["meet"]:
            return Refusal("no-meeting")
        if creature.level != self.awaited:
            return Refusal("next-level", self.awaited)
        return None

    def _no_ability(self, game: "Game", adventurer: str, *words: int | str) -> Refusal | None:
        if self.adventurers.get(game.active) != adventurer:
            return Refusal("not-yours", game.active, _title(adventurer))
        if adventurer not in self.ready:
            return Refusal("not-ready")
        if game.phase not in _MOMENTS[adventurer] or game.outcome == "illegal":
            return Refusal("not-now", _title(adventurer))
        return _CHECKS[adventurer](game, *words)

    # --- what the events do

    def carry_out(self, game: "Game", verb: str, args: tuple) -> None:
        """Carry out an event of this mode."""
        getattr(self, "_do_" + verb)(game, *args)

    def _do_meet(self, game: "Game", text: str) -> None:
        creature = Creature.from_text(text)
        self.creatures.append(creature)
        self.fates[creature.level] = []
        self._met += 1
        game.owed = ["meet"] if self.awaited else []

    def _do_avert(self, game: "Game", fate: int) -> None:
        game.doom = max(0, game.doom - pips(fate))
        game.owed = []

    def _do_strike(self, game: "Game", level: int, fate: int) -> None:
        self.fates[level].append(fate)
        game.owed = []
        creature = [creature for creature in self.creatures if creature.level == level][0]
        if creature.beaten(self.fates[level]):
            self.creatures.remove(creature)
            del self.fates[level]
            self.defeats += 1
            self.used = []
            if self.awaited:
                game.owed = ["meet"]

    def _do_ability(self, game: "Game", adventurer: str, *words: "Any") -> None:
        self.used.append(adventurer)
        self.begun = True
        if adventurer == "defender":
            self.guard = True
        elif adventurer == "summoner":
            game.deck_bottom.remove(words[0])
            game.powers.append(words[0])
        elif adventurer == "vanquisher":
            game.replace_card(words[0])
        elif adventurer == "mystic":
            game.move_fate(*words)


def _title(adventurer: str) -> str:
    return adventurer[0].upper() + adventurer[1:]


def _defender(game: "Game") -> Refusal | None:
    return None if game.last_play[1] == 0 else Refusal("defender")


def _mage(game: "Game") -> Refusal | None:
    return None if game.last_play is None else Refusal("mage")


def _summoner(game: "Game", card: str) -> Refusal | None:
    if card not in game.deck_bottom or card in game.deep.unfaded:
        return Refusal("summoner")
    return Refusal("sands") if card == SANDS else None


def _vanquisher(game: "Game", place: int) -> Refusal | None:
    if game.last_play is not None:
        return Refusal("vanquisher")
    if not game.card_at(place):
        return Refusal("no-card", place)
    return Refusal("no-fates") if game.fates_at(place) else None


def _mystic(game: "Game", fate: int, source: int, target: int) -> Refusal | None:
    if source == target or not game.card_at(target):
        return Refusal("elsewhere")
    return None if fate in game.fates_at(source) else Refusal("no-fate", fate, source)


_CHECKS = {
    "defender": _defender,
    "mage": _mage,
    "summoner": _summoner,
    "vanquisher": _vanquisher,
    "mystic": _mystic,
}  # type: dict[str, Check]


def candidates(game: "Game", verb: str) -> "Iterator[str]":
    """Yield the candidates for the legal events with a verb of this mode; see `actions.legal_actions`."""
    if verb == "meet":
        from shared_rules.shipwreck.generic_creatures import generic_creatures

        for creature in generic_creatures():
            yield "meet %s" % creature
    for fate in range(1, 8):
        if verb == "avert":
            yield "avert %d" % fate
        elif verb == "strike":
            for level in (1, 2, 3):
                yield "strike %d %d" % (level, fate)
    if verb == "ability":
        yield "ability defender"
        yield "ability mage"
        for card in game.deck_bottom:
            yield "ability summoner " + card
        for place in (1, 2, 3, 4):
            yield "ability vanquisher %d" % place
            for fate in set(game.fates_at(place)):
                for target in (1, 2, 3, 4):
                    yield "ability mystic %d %d %d" % (fate, place, target)
