"""Creatures from the Deep: creatures, adventurers, and the effect of a freed fate in this mode.

A creature is data: its level, its name, and the condition that defeats it. Only a game of this mode imports
this. It must not know how a condition is worded for the players.
Source: the rules summary, "Creatures from the Deep". The summary does not quote the cards; the conditions
cover every need that such cards can have. For the choices made where it is silent, see tests/rules/README.md,
"Where the documents differ, or are silent".
"""

from shared_rules.record import check_line
from shared_rules.shipwreck.cards import SANDS, Refusal, pips

if False:  # for the type checker only
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from shared_rules.shipwreck.event import Event
    from shared_rules.shipwreck.game import Game

    Check = Callable[..., Refusal | None]

FILE = "creatures.txt"
"""The file in which a device keeps the players' own creatures."""

MAX_NAME = 16
MAX_CONDITION = 24
"""Characters. The longest creature has 43, so three of them fit on one line."""

# The kinds of needs: name, how it is written, and the least and the most it can ask for with three tokens
# each of 1 to 7. A single text takes the least memory on a Pico.
_NEEDS = """
kind kind 2 3
run run 2 7
odd odd 1 12
even even 1 9
sum sum>= 1 84
sum-exactly sum= 1 84
pips pips>= 1 36
pips-exactly pips= 1 36
"""

# So that this mode can be played without entering any creature. These twelve are made up for this companion
# and are NOT the cards of the game. Level 1 takes at least two fates, level 2 three, level 3 four; with
# random fates, one or two more.
_GENERIC = """
1:Shrimp:sum>=9
1:Jellyfish:pips=4
1:Crab:odd2
1:Eel:run2
2:Ray:odd2&even1
2:Turtle:run2&odd2
2:Octopus:sum>=15
2:Swordfish:sum=15
3:Squid:odd2&even2
3:Shark:sum>=22
3:Whale:pips>=10
3:Sea_Serpent:run3&kind2
"""

_MOMENTS = {
    "defender": ("after-play",),
    "mage": ("before-play",),
    "vanquisher": ("before-play",),
    "summoner": ("before-play", "after-play", "after-predict"),
    "mystic": ("before-play", "after-play", "after-predict"),
}


class Creature:
    """One creature.

    level: 1-3. name: 1-16 characters from A-Z a-z 0-9 _ -, at least one of them a letter or a digit.
    condition: one or more needs, joined by "&"; the same fate may count for all of them:
        `3x7` three fates of value 7 · `kind3` three of any one value · `run4` four consecutive values ·
        `odd3`, `even3` three odd or even fates · `sum>=15`, `pips>=6` at least that much, all fates together
        · `sum=15`, `pips=6` exactly that much with some of the fates, ignoring the others: if all of them
        counted, one fate too many would make the creature impossible to defeat.
    needs: the condition as a list of (kind, number, value): kind is "value", "kind", "run", "odd", "even",
    "sum", "sum-exactly", "pips" or "pips-exactly"; value is None except for "value".
    Raises RuleError with the reason if something is malformed, or impossible with the 21 tokens.

    >>> crab = Creature.from_text("1:Crab:3x7")
    >>> str(crab), crab.needs
    ('1:Crab:3x7', [('value', 3, 7)])
    >>> crab.beaten([7, 7, 2, 7])
    True
    """

    def __init__(self, level: int | None, name: str, condition: str) -> None:
        if level not in (1, 2, 3):
            raise Refusal("creature-level")
        if not _is_name(name):
            raise Refusal("creature-name", MAX_NAME)
        self.level = level
        self.name = name
        self.condition = condition
        self.needs = _read(condition)

    @classmethod
    def from_text(cls, text: str) -> "Creature":
        """Read a creature from `level:name:condition`. Raises RuleError."""
        check_line(text)
        parts = text.split(":")
        if len(parts) != 3:
            raise Refusal("creature-form")
        return cls(_number(parts[0]), parts[1], parts[2])

    @property
    def title(self) -> str:
        """The name as the players see it."""
        return self.name.replace("_", " ")

    def progress(self, fates: list[int]) -> list[int]:
        """Return how much of each need is met, in order: up to its number, at which it is met in full.

        fates: list of the values 1-7 on the creature. For an exact need, this is the greatest sum that does
        not exceed its number.

        >>> Creature.from_text("2:Eel:odd3&sum=9").progress([5, 7])
        [2, 7]
        """
        return [min(number, _reached(kind, number, value, fates)) for kind, number, value in self.needs]

    def beaten(self, fates: list[int]) -> bool:
        """Return whether these fates (a list of values 1-7) defeat the creature; more fates never hurt."""
        return self.progress(fates) == [number for _, number, _ in self.needs]

    def __str__(self) -> str:
        return "%d:%s:%s" % (self.level, self.name, self.condition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Creature) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return "Creature.from_text(%r)" % str(self)


def kinds() -> "Iterator[tuple[str, str, int, int]]":
    """Yield (kind, the text before its number, least, most) for every kind of need except "value".

    >>> next(kinds())
    ('kind', 'kind', 2, 3)
    """
    for row in _NEEDS.strip().split("\n"):
        kind, written, least, most = row.split(" ")
        yield kind, written, int(least), int(most)


def _is_name(name: str) -> bool:
    if not 1 <= len(name) <= MAX_NAME or not name.strip("_-"):
        return False
    for character in name:
        if not ("a" <= character <= "z" or "A" <= character <= "Z" or "0" <= character <= "9"):
            if character not in "_-":
                return False
    return True


def _number(word: str) -> int | None:
    """Return the positive number in a word, or None for any other word or leading zeros."""
    for character in word:
        if not "0" <= character <= "9":
            return None
    return int(word) if word and word[0] != "0" else None


def _read(condition: str) -> list[tuple[str, int, int | None]]:
    if len(condition) > MAX_CONDITION:
        raise Refusal("condition-long", MAX_CONDITION)
    words = condition.split("&")
    for word in words:
        if words.count(word) > 1:
            raise Refusal("condition-twice", word)
    return [_read_need(word) for word in words]


def _read_need(word: str) -> tuple[str, int, int | None]:
    left, _, right = word.partition("x")
    number, value = _number(left), _number(right)
    if number and value:
        if number > 3 or value > 7:
            raise Refusal("never-met", word)
        return ("value", number, value)
    for kind, written, least, most in kinds():
        number = _number(word[len(written) :])
        if number and word.startswith(written):
            if not least <= number <= most:
                raise Refusal("need-number", written, least, most)
            return (kind, number, None)
    raise Refusal("no-condition", word)


def _reached(kind: str, number: int, value: "int | Any", fates: list[int]) -> int:
    """Return how much of a need the fates provide; `number` or more is enough."""
    if kind == "value":
        return fates.count(value)
    if kind == "kind":
        return max([fates.count(fate) for fate in fates] + [0])
    if kind == "run":
        return _longest_run(fates)
    if kind in ("odd", "even"):
        return len([fate for fate in fates if fate % 2 == (kind == "odd")])
    kind, _, exactly = kind.partition("-")
    weights = fates if kind == "sum" else [pips(fate) for fate in fates]
    return _greatest_sum(weights, number) if exactly else sum(weights)


def _longest_run(fates: list[int]) -> int:
    longest = length = 0
    for value in range(1, 8):
        length = length + 1 if value in fates else 0
        longest = max(longest, length)
    return longest


def _greatest_sum(weights: list[int], limit: int) -> int:
    """Return the greatest sum of some of the weights that does not exceed `limit`."""
    # bit n: some of them add up to n
    sums = 1
    for weight in weights:
        sums |= sums << weight
    while not sums >> limit & 1:
        limit -= 1
    return limit


def generic_creatures() -> "Iterator[Creature]":
    """Yield the generic Creatures, from level 1 to level 3.

    >>> next(generic_creatures()).title
    'Shrimp'
    """
    for text in _GENERIC.strip().split("\n"):
        yield Creature.from_text(text)


class Deep:
    """The state that this mode adds to a Game.

    creatures: the Creatures in sight, from low to high; fates: {level: values of the fates on it}.
    defeats: how many were defeated. adventurers: {player: adventurer}.
    used: the adventurers that were used since the last defeat. begun: whether an adventurer was used this
    turn. guard: whether the Defender prevents the next doom of this turn. unfaded: cards at the bottom of the
    deck that have not faded.
    """

    def __init__(self, players: "Iterable[str]", adventurers: "Iterable[str]") -> None:
        self.creatures: list[Creature] = []
        self.fates: dict[int, list[int]] = {}
        self.defeats = 0
        self.adventurers: dict[str, str] = dict(zip(players, adventurers))
        self.used: list[str] = []
        self.begin_turn()
        self.unfaded: list[str] = []
        self._met = 0

    def begin_turn(self) -> None:
        """Reset the state that lasts for one turn only."""
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
        """The level of the creature that appears next, None if all have appeared or no creature is due."""
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
        """Return this mode's part of `Game.state`."""
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

    # --- legality

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
            for event in self.candidates(game, "ability"):
                if event.split(" ")[1] == adventurer and game.may(event):
                    yield event

    def candidates(self, game: "Game", verb: str) -> "Iterator[str]":
        """Yield the candidates for the legal events with a verb of this mode; see `actions.legal_actions`."""
        if verb == "meet":
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

    # --- effects of the events

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
        creature = next(creature for creature in self.creatures if creature.level == level)
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


_CHECKS: "dict[str, Check]" = {
    "defender": _defender,
    "mage": _mage,
    "summoner": _summoner,
    "vanquisher": _vanquisher,
    "mystic": _mystic,
}
