"""The contents of the box: arcana cards, the plays they allow, the powers on their backs, and adventurers.

`Place` is a card in the row, with its fates and attached cards. The tables stay text and are read row by row:
as objects they would take ten times as much memory on a Pico. Source: the cards themselves.

In the conditions for a play on a card, p is the value of the fate played, k the value of the fate kept (1
more with Shadows), V all visible fates before the play, F the fates in front of the card itself, printed the
kept fate's value without Shadows.
"""

from shared_rules import errors

if False:  # for the type checker only
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from shared_rules.shipwreck.game import Game

    Rule = Callable[[int, int, Collection[int], Collection[int], int], bool]

SETS = ("base", "promo", "imago", "stars")

MODES = ("standard", "duel", "restless", "restless-duel", "creatures")
"""The standard game, the 2-player challenge, The Restless Hours for either, and Creatures from the Deep."""

ADVENTURERS = ("defender", "mage", "mystic", "summoner", "vanquisher")

LEVELS = ("keeper", "number-line", "oracle")
"""How much the companion helps, from the least to the most."""

SCIONS = "the-north-wind"
SANDS = "the-fall"


class Refusal(errors.Refusal):
    """An event that the rules of The Shipwreck Arcana do not allow now; its sentences are in `sentences.py`.

    >>> str(Refusal("no-card", 3))
    'No card lies at place 3.'
    """

    game = "shipwreck"


# id, name, set, ability, moons (-: the card's own text says when it fades), power on its back
_CARDS = b"""
dawn|Dawn|base|Higher|3|saints
midnight|Midnight|base|Lower|3|saints
the-deep|The Deep|base|\xe2\x89\xa4 5|3|saints
the-servant|The Servant|base|1-2-3|2|secrets
the-stranger|The Stranger|base|Odd|3|secrets
the-key|The Key|base|7 to 9|3|shells
leviathan|Leviathan|base|\xe2\x89\xa5 11|4|sinners
the-belltower|The Belltower|base|\xc3\x973|2|sinners
the-shore|The Shore|base|4 apart|4|sinners
the-blind-man|The Blind Man|base|Free|1|songs
the-chalice|The Chalice|base|Tell|2|songs
the-beast|The Beast|base|\xc2\xb11|1|sorrows
the-huntress|The Huntress|base|\xc2\xb12|1|sorrows
the-mirror|The Mirror|base|Same|1|sorrows
the-prophet|The Prophet|base|Match|2|sparrows
the-rider|The Rider|base|Unique|2|sparrows
the-judge|The Judge|base|Even|3|spires
the-noble|The Noble|base|3-4-5|3|spires
the-engine|The Engine|base|Factor|3|swords
the-lord|The Lord|base|5-6-7|3|swords
asunder|Asunder|promo|Difference|1|storms
fortune|Fortune|promo|High odds|3|shadows
iron|Iron|promo|Rising|4|shadows
the-captain|The Captain|promo|1-4-7|3|songs
the-feast|The Feast|promo|Draw|4|skies
the-ghost|The Ghost|promo|Alone|2|shadows
the-lantern|The Lantern|promo|All \xc3\x974|3|skies
the-pallbearers|The Pallbearers|promo|Within 2|2|shackles
the-passage|The Passage|promo|Between|2|storms
the-wish|The Wish|promo|Guess|2|shells
the-imago|The Imago|imago|Delay|3|sparrows
the-ash|The Ash|stars|Fragile|-|scythes
the-fall|The Fall|stars|Inevitable|-|sands
the-musicians|The Musicians|stars|Make 11|3|sails
the-north-wind|The North Wind|stars|Tiers|2|scions
the-thief|The Thief|stars|Steal|2|scythes
"""

# A power is one row; the texts of its effect are in the firmware. When it could help follows from the row.
# id, name, title, who uses it, when: a key of `powers.TIMING`
# the words after "use <card>", as in event.py, with "/" between forms; a card there is a power that it costs
# what it tells of the fate kept: the values to which the answer is yes, a key of `powers._TELLS`, or its age
# what it does, a key of `powers._EFFECTS`, besides going to the bottom of the deck
_POWERS = b"""
saints|Saints|Higher than?|group|before-predict|fate yes/fate no|above|
secrets|Secrets|1-2-3?|group|before-predict|yes/no|123|
shells|Shells|Old?|active|after-play|old/new|age|
sinners|Sinners|Discard lower|active|after-play|fate spot|above|take
songs|Songs|1-4-7?|group|before-predict|yes/no|147|
sorrows|Sorrows|Twice|group|before-predict|||predict
sparrows|Sparrows|Cycle|active|before-play|spot||replace
spires|Spires|3-4-5?|group|before-predict|yes/no|345|
swords|Swords|5-6-7?|group|before-predict|yes/no|567|
shackles|Shackles|Within 2?|group|before-predict|yes/no|near|
shadows|Shadows|+1|active|before-play|||raise
skies|Skies|Relocate|active|before-play|fate spot spot||move
storms|Storms|Same?|group|before-predict|fate yes/fate no|same|
sails|Sails|Exile|group|after-correct|card fate spot||exile
sands|Sands|Amplify|automatic|on-fade|||
scions|Scions|Slow|group|before-predict|spot||attach
scythes|Scythes|2 or 6?|group|before-predict|card yes/card no|26|
"""


class Row:
    """A row of a table, whose columns are its attributes.

    row: UTF-8, the columns separated by "|". A column is decoded when it is asked for, as a Pico is slow to
    create texts.
    """

    _names: "tuple[str, ...]" = ()

    def __init__(self, row: bytes) -> None:
        self._columns = row.split(b"|")

    def __getattr__(self, name: str) -> "Any":
        if name not in self._names:
            raise AttributeError(name)
        return self._columns[self._names.index(name)].decode()


class Card(Row):
    """A row of the arcana cards."""

    _names = ("id", "name", "set", "ability", "", "power")

    @property
    def moons(self) -> "int | Any":
        """How many hours the card lasts, None if its own text says when it fades."""
        moons = self._columns[4]
        return None if moons == b"-" else int(moons)


class Power(Row):
    """A row of the faded powers."""

    _names = ("id", "name", "title", "who", "when", "form", "tells", "does")


class Table:
    """Cards or powers by id; iterating gives the ids in the order of the table.

    text: UTF-8, one row per line, the columns separated by "|", the id first. read: the class of its rows.

    >>> CARDS["the-deep"].moons
    3
    >>> "the-hours" in CARDS
    False
    """

    def __init__(self, text: bytes, read: "Callable[[bytes], Any]") -> None:
        self._text = text
        self._read = read

    def _find(self, id: str) -> int:
        return self._text.find(b"\n" + id.encode() + b"|") if "|" not in id else -1

    def __contains__(self, id: str) -> bool:
        return self._find(id) >= 0

    def __getitem__(self, id: str) -> "Any":
        start = self._find(id) + 1
        if start == 0:
            raise KeyError(id)
        return self._read(self._text[start : self._text.find(b"\n", start)])

    def __iter__(self) -> "Iterator[str]":
        for row in self._text[1:-1].split(b"\n"):
            yield row[: row.find(b"|")].decode()


CARDS = Table(_CARDS, Card)
"""Arcana card by id."""

POWERS = Table(_POWERS, Power)
"""Faded power by id; `CARDS[card].power` names the power on a card's back."""


def power_of(card: str) -> Power:
    """Return the Power on the back of an arcana card, by the card's id."""
    return POWERS[CARDS[card].power]


def cards_of(sets: "Collection[str]") -> list[str]:
    """Return the ids of all arcana cards of these sets, in the order of the table."""
    # in bytes, as a Pico is slow to create texts
    wanted = [name.encode() for name in sets]
    rows = [row.split(b"|", 3) for row in _CARDS[1:-1].split(b"\n")]
    return [row[0].decode() for row in rows if row[2] in wanted]


def count_of(sets: "Iterable[str]") -> int:
    """Return how many arcana cards these sets have.

    >>> count_of(("base",))
    20
    """
    return sum([_CARDS.count(("|%s|" % name).encode()) for name in sets])


def pips(fate: int) -> int:
    """Return the pips on a fate, the hours that it consumes: 1 for 1-3, 2 for 4-6, 3 for 7.

    fate: a printed value, 1-7. Source: rulebook, "Fate tokens".

    >>> [pips(fate) for fate in range(1, 8)]
    [1, 1, 1, 2, 2, 2, 3]
    """
    return 1 + (fate > 3) + (fate > 6)


def _factor(p: int, k: int) -> bool:
    low, high = min(p, k), max(p, k)
    return high == 2 * low or high == 3 * low


def _high_odds(p: int, k: int) -> bool:
    if p % 2 and k % 2:
        return p > k
    return p % 2 != k % 2 and p < k


def _alone(p: int, k: int, V: "Collection[int]") -> bool:
    for v in V:
        if abs(v - p) == 1 or abs(v - k) == 1:
            return False
    return True


def _one_between(p: int, k: int, V: "Collection[int]") -> bool:
    low, high = min(p, k), max(p, k)
    return len({v for v in V if low < v < high}) == 1


# Cards with the same kind of condition differ only in numbers.

_ALWAYS = ("the-blind-man", "the-chalice", "the-feast", "the-wish", "the-imago", "the-fall")

# p is in the group and k is not
_GROUPS = {"the-servant": (1, 2, 3), "the-noble": (3, 4, 5), "the-lord": (5, 6, 7), "the-captain": (1, 4, 7)}

# p + k lies between them
_SUMS = {"the-deep": (2, 5), "the-key": (7, 9), "leviathan": (11, 15)}

# the remainder of p + k, and the divisor
_REMAINDERS = {"the-stranger": (1, 2), "the-judge": (0, 2), "the-belltower": (0, 3)}

# the allowed differences of p and k
_APART = {
    "the-mirror": (0,),
    "the-beast": (1,),
    "the-huntress": (2,),
    "the-pallbearers": (1, 2),
    "the-shore": (4, 5, 6, 7),
}

_RULES: "dict[str, Rule]" = {
    "dawn": lambda p, k, V, F, printed: p > k,
    "midnight": lambda p, k, V, F, printed: p < k,
    "the-prophet": lambda p, k, V, F, printed: k in V,
    "the-rider": lambda p, k, V, F, printed: p != k and p not in V and k not in V,
    "the-engine": lambda p, k, V, F, printed: _factor(p, k),
    "asunder": lambda p, k, V, F, printed: p > k and p - k in V,
    "fortune": lambda p, k, V, F, printed: _high_odds(p, k),
    "iron": lambda p, k, V, F, printed: not F or k > max(F),
    "the-ghost": lambda p, k, V, F, printed: _alone(p, k, V),
    "the-lantern": lambda p, k, V, F, printed: (p + k + sum(V)) % 4 == 0,
    "the-passage": lambda p, k, V, F, printed: _one_between(p, k, V),
    "the-ash": lambda p, k, V, F, printed: p == 7,
    "the-musicians": lambda p, k, V, F, printed: p + k == 11 or (11 - p - k) in V,
    # only the pips printed on the tokens count; Shadows does not change them (faded-power FAQ, Shadows)
    "the-north-wind": lambda p, k, V, F, printed: abs(pips(p) - pips(printed)) == 1,
    "the-thief": lambda p, k, V, F, printed: False,
}


def rule_of(card: str) -> "Rule":
    """Return the condition of an arcana card as a function of (p, k, V, F, printed), as described above.

    Raises KeyError for an unknown card.
    """
    rule = _RULES.get(card)
    if rule:
        return rule
    if card in _ALWAYS:
        return lambda p, k, V, F, printed: True
    if card in _GROUPS:
        group = _GROUPS[card]
        return lambda p, k, V, F, printed: p in group and k not in group
    if card in _SUMS:
        low, high = _SUMS[card]
        return lambda p, k, V, F, printed: low <= p + k <= high
    if card in _REMAINDERS:
        remainder, divisor = _REMAINDERS[card]
        return lambda p, k, V, F, printed: (p + k) % divisor == remainder
    if card not in _APART:
        raise KeyError("cards.py has no condition of " + card)
    apart = _APART[card]
    return lambda p, k, V, F, printed: abs(p - k) in apart


class Place:
    """An arcana card in the row.

    card: its id. moons: its duration, None if its own text says when it fades.
    fates: the values in front of it, in the order in which they were played.
    attached: ids of the cards whose powers are attached to it (Sands, Scions).
    """

    def __init__(self, card: str, moons: "int | Any") -> None:
        self.card = card
        self.moons = moons
        self.fates: list[int] = []
        self.attached: list[str] = []

    @property
    def pips(self) -> int:
        """The hours in front of the card. Source: rulebook, "Fading"; the texts of Scions and The Imago."""
        if SCIONS in self.attached:
            return len(self.fates)
        hours = 0
        for fate in self.fates:
            hours += 1 if fate == 7 and self.card == "the-imago" else pips(fate)
        return hours

    def copy(self) -> "Place":
        """Return a copy."""
        place = Place(self.card, self.moons)
        place.fates = list(self.fates)
        place.attached = list(self.attached)
        return place

    def __str__(self) -> str:
        fates = "".join([str(fate) for fate in self.fates])
        return ":".join([self.card, fates] + self.attached)


def no_card(game: "Game", place: int) -> Refusal | None:
    """Return a Refusal if there is no card at a place 1-4, else None."""
    return None if game.card_at(place) else Refusal("no-card", place)


def no_fate(game: "Game", fate: int, place: int) -> Refusal | None:
    """Return a Refusal if a fate does not lie in front of a place 1-4, else None."""
    return None if fate in game.fates_at(place) else Refusal("no-fate", fate, place)
