"""What holds in a land besides its pieces: Defend, who takes part and when, health and damage."""

from shared_rules.spirit_island.lands.land import Land, Piece, read_number, read_word
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker alone
    from collections.abc import Iterable

    from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_HEALTH = {"E": 1, "T": 2, "C": 3, "D": 2, "P": 1}
_DAMAGE = {"E": 1, "T": 2, "C": 3}

BLIGHT_AT = 2
"""The damage to a land from which on it gets blight."""

WHEN = ("before", "together")
"""When dahan can strike besides after the invaders: before them, or together with them."""

_NUMBERS = ("defend", "defend_each", "bonus", "out", "strike", "weaker", "weaker_by_strife", "next_to_town")
_DURABLE = 2
_WITHOUT_RULES = ("prussia",)


class Conditions:
    """What holds in a land. All of it may be changed before something is resolved there.

    adversaries: texts such as "sweden:3", the leading one first.
    defend: taken off each damage of the invaders here. defend_each: as much more for each dahan that takes
    part, as effects on the whole island count them again.
    cap: the most damage that the invaders deal before any bonus, None without one. bonus: their damage more,
    where they deal any.
    out: dahan that do not take part, the most damaged first. timing: list of (one of WHEN, how many dahan),
    in the order in which effects are applied: each for dahan that no earlier one is about, the most damaged
    first, then in place of earlier ones. strike: the damage of each dahan.
    weaker: health that each invader has less, weaker_by_strife: for each strife on it; 1 is always left.
    durable: whether towns have 2 health more as long as no blight lies here.
    next_to_town: whether a town stands in an adjacent land (1) or not (0).
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
        """Return the health that a piece has left in a land, 0 or less where it is destroyed."""
        health = _HEALTH[piece.kind]
        if piece.kind == "T" and self.is_durable(land):
            health += _DURABLE
        for rules in self.adversaries:
            health += rules.more_health(piece.kind)
        if piece.kind in _DAMAGE:
            health = max(1, health - self.weaker - self.weaker_by_strife * piece.strife)
        return health - piece.damage

    def damage(self, piece: Piece) -> int:
        """Return the damage that an invader deals in a Ravage."""
        return _DAMAGE[piece.kind] + sum([rules.more_damage(piece.kind) for rules in self.adversaries])

    def is_durable(self, land: Land) -> bool:
        """Return whether towns are Durable in a land."""
        if land.count("blight"):
            return False
        return self.durable or any([rules.durable for rules in self.adversaries])

    def blight_of(self, damage: int) -> int:
        """Return how much blight a Ravage adds that deals this damage to the land, before Vitality."""
        if damage < BLIGHT_AT:
            return 0
        return 1 + sum([rules.more_blight(damage - BLIGHT_AT) for rules in self.adversaries])


def read_question(text: str, adversaries: "Iterable[str]" = ()) -> tuple[Land, Conditions]:
    """Return the land and the conditions that a text describes. Raises Refusal.

    text: a land as the record has it, then conditions, in any order: `defend=2`, `defend_each=1`, `cap=4`,
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
    """Change what a word such as "defend=2" names; return whether it names any condition. Raises Refusal."""
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
    """Return what an adversary changes in the lands, None where it is nothing."""
    module = module_of(adversary)
    return __import__(module, None, None, ("Rules",)).Rules(int(adversary[-1])) if module else None


def module_of(adversary: str) -> str:
    """Return the name of the module with an adversary's rules for lands, "" where it has none."""
    id = adversary.split(":")[0]
    if id in _WITHOUT_RULES:
        return ""
    return "shared_rules.spirit_island.lands.adversaries." + id.replace("-", "_")
