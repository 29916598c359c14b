"""What applies in a land besides its pieces: Defend, who takes part and when, health and damage."""

from shared_rules.spirit_island.lands.land import Land, Piece, read_number, read_word
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Iterable

    from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_HEALTH = {"E": 1, "T": 2, "C": 3, "D": 2, "P": 1}
_DAMAGE = {"E": 1, "T": 2, "C": 3}

BLIGHT_AT = 2
"""The least damage to a land that adds blight."""

WHEN = ("before", "together")
"""When dahan can strike other than after the invaders: before them, or at the same time."""

_NUMBERS = ("defend", "defend_each", "bonus", "out", "strike", "weaker", "weaker_by_strife", "next_to_town")
_DURABLE = 2
_WITHOUT_RULES = ("prussia",)


class Conditions:
    """What applies in a land. All of it may be changed before something is resolved there.

    adversaries: texts such as "sweden:3", the leading one first.
    defend: subtracted from the invaders' damage to the land and to the dahan. defend_each: additional Defend
    for each dahan that takes part, as from effects on the whole island, which count them again.
    cap: the most damage that the invaders deal before any bonus, None without one. bonus: additional damage,
    if they deal any.
    out: how many dahan do not take part, the most damaged first. timing: list of (one of WHEN, how many
    dahan), in the order in which the effects apply: each to dahan without an earlier one, the most damaged
    first, then instead of earlier ones. strike: the damage that each dahan deals.
    weaker: by how much the health of each invader is lower; weaker_by_strife: for each strife on it. At least
    1 is left.
    durable: whether towns have 2 more health while there is no blight here.
    next_to_town: whether a town is in an adjacent land (1) or not (0).
    coastal: whether the land is coastal.
    """

    def __init__(self, adversaries: "Iterable[str]" = ()) -> None:
        found = [_load(adversary) for adversary in adversaries]
        self.adversaries = [rules for rules in found if rules]
        self.defend = self.defend_each = self.bonus = self.out = 0
        self.cap = None  # type: int | None
        self.timing = []  # type: list[tuple[str, int]]
        self.strike = 2
        self.weaker = self.weaker_by_strife = self.next_to_town = 0
        self.durable = False
        self.coastal = False

    def health(self, piece: Piece, land: Land) -> int:
        """Return the health that a piece has left in a land, 0 or less if it is destroyed."""
        health = _HEALTH[piece.kind]
        if piece.kind == "T" and self.is_durable(land):
            health += _DURABLE
        for rules in self.adversaries:
            health += rules.extra_health(piece.kind)
        if piece.kind in _DAMAGE:
            health = max(1, health - self.weaker - self.weaker_by_strife * piece.strife)
        return health - piece.damage

    def damage(self, piece: Piece) -> int:
        """Return the damage that an invader deals in a Ravage."""
        return _DAMAGE[piece.kind] + sum([rules.extra_damage(piece.kind) for rules in self.adversaries])

    def is_durable(self, land: Land) -> bool:
        """Return whether towns are Durable in a land."""
        if land.count("blight"):
            return False
        return self.durable or any([rules.durable for rules in self.adversaries])

    def blight_of(self, damage: int) -> int:
        """Return how much blight a Ravage adds if it deals this damage to the land, before Vitality."""
        if damage < BLIGHT_AT:
            return 0
        return 1 + sum([rules.extra_blight(damage - BLIGHT_AT) for rules in self.adversaries])


def read_question(text: str, adversaries: "Iterable[str]" = ()) -> tuple[Land, Conditions]:
    """Return the land and the conditions that a text describes. Raises Refusal if it can't be read.

    text: a land as in a record, then conditions, in any order: `defend=2`, `defend_each=1`, `cap=4`,
    `bonus=1`, `out=1`, `before=2`, `together=1`, `strike=1`, `weaker=1`, `weaker_by_strife=1`, `durable=1`,
    `next_to_town=1`, `coastal=1`.

    >>> land, conditions = read_question("E2 D1 blight=1 defend=3 together=1")
    >>> str(land), conditions.defend, conditions.timing
    ('E2 D1 blight=1', 3, [('together', 1)])
    """
    land, conditions = Land(), Conditions(adversaries)
    seen = []  # type: list[str]
    for word in text.split():
        name = word.partition("=")[0]
        if name in seen and name != word:
            raise Refusal("twice", name)
        seen.append(name)
        if not read_condition(conditions, word):
            read_word(land, word)
    return land, conditions


def read_condition(conditions: Conditions, word: str) -> bool:
    """Set the condition in a word such as "defend=2"; return whether it is one.

    Raises Refusal if its number can't be read.
    """
    name, _, digits = word.partition("=")
    if name in _NUMBERS or name == "cap":
        setattr(conditions, name, read_number(digits, word))
    elif name in ("durable", "coastal"):
        setattr(conditions, name, read_number(digits, word) > 0)
    elif name in WHEN:
        conditions.timing.append((name, read_number(digits, word)))
    else:
        return False
    return True


def _load(adversary: str) -> "AdversaryRules | None":
    """Return the rules of an adversary for lands, None if it has none. adversary: such as "sweden:3"."""
    module = module_of(adversary)
    return __import__(module, None, None, ("Rules",)).Rules(int(adversary[-1])) if module else None


def module_of(adversary: str) -> str:
    """Return the name of the module with an adversary's rules for lands, "" if it has none."""
    id = adversary.split(":")[0]
    if id in _WITHOUT_RULES:
        return ""
    return "shared_rules.spirit_island.lands.adversaries." + id.replace("-", "_")
