"""Which hand may be played on which arcana card: one rule per card, without the game around it.

p is the value of the fate played, k the value of the fate kept (1 more with Shadows), V all visible fates
before the play, F those in front of the card itself, printed the kept fate's value without Shadows.
Source of every rule: the text of the card.
"""

from shared_rules.errors import RuleError
from shared_rules.shipwreck.cards import pips

if False:  # for the type checker only
    from collections.abc import Callable, Collection

    Rule = Callable[[int, int, Collection[int], Collection[int], int], bool]


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

# p is one of them and k is not
_GROUPS = {"the-servant": (1, 2, 3), "the-noble": (3, 4, 5), "the-lord": (5, 6, 7), "the-captain": (1, 4, 7)}

# p + k lies between them
_SUMS = {"the-deep": (2, 5), "the-key": (7, 9), "leviathan": (11, 15)}

# the remainder of p + k, and the divisor
_REMAINDERS = {"the-stranger": (1, 2), "the-judge": (0, 2), "the-belltower": (0, 3)}

# the difference of p and k is one of them
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
    # the pips are those printed on the tokens; Shadows does not change them (faded-power FAQ, Shadows)
    "the-north-wind": lambda p, k, V, F, printed: abs(pips(p) - pips(printed)) == 1,
    "the-thief": lambda p, k, V, F, printed: False,
}


def rule_of(card: str) -> "Rule":
    """Return the condition of an arcana card as a function of (p, k, V, F, printed), as described above.

    Raises RuleError if there is no such card.
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
    if card in _APART:
        apart = _APART[card]
        return lambda p, k, V, F, printed: abs(p - k) in apart
    raise RuleError("There is no arcana card %s." % card)


def can_play(
    card: str,
    played: int,
    kept: int,
    visible: "Collection[int]",
    in_front: "Collection[int]" = (),
    shadows: bool = False,
) -> bool:
    """Return whether a hand may be played on an arcana card.

    card: id of the arcana card, e.g. "dawn".
    played: value of the fate played, 1-7.
    kept: printed value of the fate kept, 1-7.
    visible: the values of all visible fates before the play, in any order.
    in_front: those of them that lie in front of this card.
    shadows: whether Shadows is in use, so that the fate kept counts as 1 higher.
    Raises RuleError if there is no such card or fate. It does not check that The Feast takes only one play
    per turn, or The Hours only a hand that fits no card; `Game` does.

    >>> can_play("dawn", 5, 3, [])
    True
    >>> can_play("dawn", 4, 4, [], shadows=True)
    False
    """
    for fate in (played, kept):
        if fate not in (1, 2, 3, 4, 5, 6, 7):
            raise RuleError("A fate is a number from 1 to 7, not %s." % fate)
    return rule_of(card)(played, kept + 1 if shadows else kept, visible, in_front, kept)
