"""A creature of the deep as data: its level, its name, and the condition that defeats it.

It must not know the game in which it appears, nor how a condition is worded for the players.
Source: the rules summary, "Creatures from the Deep". That does not quote the cards; the conditions cover what
such cards can ask for.
"""

from shared_rules.record_lines import check_line
from shared_rules.shipwreck.cards import pips
from shared_rules.shipwreck.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Iterator
    from typing import Any

FILE = "creatures.txt"
"""The file in which a device keeps the players' own creatures."""

MAX_NAME = 16
MAX_CONDITION = 24
"""Characters. The longest creature has 43, so three of them fit on one line."""

# The kinds of needs: name, how it is written, and the least and the most it can ask for with three tokens
# each of 1 to 7. One text, which takes the least memory on a Pico.
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
    """Yield (kind, what is written before its number, least, most) for every kind of need except "value".

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
    """Return the positive number in a word, None if it is anything else or has leading zeros."""
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
