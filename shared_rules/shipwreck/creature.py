"""A creature of the deep as data: its level, its name, and the condition under which it is beaten.

It must not know the game in which it is met, nor how a condition is said to the players.
Source: the rules summary, "Creatures from the Deep". It does not say what the cards ask; the conditions cover
what such cards can ask.
"""

from shared_rules.record_lines import check_line
from shared_rules.shipwreck.cards import pips
from shared_rules.shipwreck.refusal import Refusal

if False:  # for the type checker alone
    from collections.abc import Iterator
    from typing import Any

FILE = "creatures.txt"
"""Where a device keeps those of the players."""

MAX_NAME = 16
MAX_CONDITION = 24
"""Characters; with them the longest creature has 43, so that even three find room on one line."""

# Kind of a need, how it is written, and what it can ask for with three tokens each of 1 to 7. It stays one
# text, which takes the least room on a Pico.
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

    level: 1-3. name: 1-16 characters from A-Z a-z 0-9 _ -, one of them at least a letter or a digit.
    condition: one need or several, joined by "&"; the same fate may serve for all of them:
        `3x7` three fates of the value 7 · `kind3` three of any one value · `run4` four neighbouring values ·
        `odd3`, `even3` three odd or even fates · `sum>=15`, `pips>=6` at least so much, all fates together ·
        `sum=15`, `pips=6` exactly so much, with some of the fates on it and the others left aside: if all of
        them counted, one fate too many would leave a creature that nobody can beat any more.
    needs: the condition as a list of (kind, number, value): kind is "value", "kind", "run", "odd", "even",
    "sum", "sum-exactly", "pips" or "pips-exactly"; value is None but for "value".
    Raises RuleError with a sentence when something is malformed, or more than the 21 tokens can give.

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
        """Read a creature, `level:name:condition`. Raises RuleError."""
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
        """Return how far each of the needs is met, in their order; a need is met at its own number.

        fates: list of the values 1-7 that lie on the creature. Of an exact need this is the greatest sum up
        to its number.

        >>> Creature.from_text("2:Eel:odd3&sum=9").progress([5, 7])
        [2, 7]
        """
        return [min(number, _reached(kind, number, value, fates)) for kind, number, value in self.needs]

    def beaten(self, fates: list[int]) -> bool:
        """Return whether these fates (list of values 1-7) beat the creature; more fates never undo that."""
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
    """Yield (kind, how it is written before its number, least, most) of every kind of need but "value".

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
    """Return the number that a word is, None when it is none, is 0 or has zeros in front."""
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
    """Return how much of a need the fates give; it is met from `number` on."""
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
    """Return the greatest number up to `limit` to which some of the weights add up."""
    # bit n says that some of them add up to n
    sums = 1
    for weight in weights:
        sums |= sums << weight
    while not sums >> limit & 1:
        limit -= 1
    return limit
