"""A land as a text and as pieces, which keep their identity while something is resolved there; neighbours.

`Conditions` has the effects in a land besides its pieces: Defend, who takes part and when, health and damage.
"""

from shared_rules.spirit_island.components import NOWHERE, Refusal, is_land, matching_lands
from shared_rules.spirit_island.lands.adversaries import rules_of

if False:  # for the type checker only
    from collections.abc import Iterable

    from shared_rules.spirit_island.game import Game

# the layout of the boards is unknown; the players know the adjacent lands on another board. Six characters
# are for each land, in one text, as a Pico creates texts slowly
_ADJACENT = (
    "2456  134   24    1235  14678 158   58    567   "  # A
    "2456  134   24    12357 1467  1578  4568  67    "  # B
    "256   1345  24    2357  12467 1578  4568  67    "  # C
    "2578  1345  24    2356  12467 457   1568  17    "  # D
    "257   135   245   3567  12347 478   14568 67    "  # E
    "256   1345  24    23578 12468 158   48    4567  "  # F
    "26    13456 24    2357  24678 1258  458   567   "  # G
    "268   1356  245   357   23467 12578 4568  167   "  # H
)

CERTAIN = "AD"
"""The boards on which at least two sources agree."""

ASKED = "?"
"""In place of a land to which blight cascades or an explorer is pushed: players are asked when it happens."""

KINDS = "ETCDP"
"""Explorers, towns, cities, dahan and presence, in the order in which a land names them."""

INVADERS = "ETC"

TOKENS = ("blight", "badlands", "beasts", "disease", "wilds", "vitality")

MOST = 99
"""The most pieces or tokens of one kind in a word."""

_HEALTH = {"E": 1, "T": 2, "C": 3, "P": 1}
_DAMAGE = {"E": 1, "T": 2, "C": 3}

WHEN = ("before", "together")
"""When dahan can strike other than after the invaders: before them, or at the same time."""

NUMBERS = (
    "defend",
    "defend_each",
    "bonus",
    "out",
    "strike",
    "weaker",
    "weaker_by_strife",
    "next_to_town",
    "dahan_health",
    "less",
    "blight_at",
)
"""The conditions that are numbers."""

TWO = ("strike", "dahan_health", "blight_at")
"""The conditions that are 2 unless an effect changes them; all others are 0."""

_YES_OR_NO = ("durable", "coastal", "runoff")
_DURABLE = 2


def neighbours(land: str) -> list[str]:
    """Return the lands of the same board that are adjacent to a land, without the ocean.

    A land without a name, "-", has no known neighbours.

    >>> neighbours("A8")
    ['A5', 'A6', 'A7']
    """
    board, number = land[0], land[1:]
    if number in ("", "0"):
        return []
    at = 48 * "ABCDEFGH".find(board) + 6 * (int(number) - 1)
    return [board + each for each in _ADJACENT[at : at + 6].strip()]


class Piece:
    """One piece in a land. kind: one of KINDS. damage: how much it has taken. strife: tokens on it."""

    def __init__(self, kind: str, damage: int = 0, strife: int = 0) -> None:
        self.kind = kind
        self.damage = damage
        self.strife = strife

    def is_like(self, other: "Piece") -> bool:
        """Return whether another piece has the same kind, damage and strife."""
        mine, its = (self.kind, self.damage, self.strife), (other.kind, other.damage, other.strife)
        return mine == its


class Land:
    """The pieces and tokens in a land. pieces: list of Piece. tokens: {one of TOKENS: how many}, only tokens
    that are there.

    `str` returns its text as in a record, the inverse of `read_land`.

    >>> str(read_land("D3 T1s1 C1d2 T1 E2 badlands=1 blight=2"))
    'E2 T1 T1s1 C1d2 D3 blight=2 badlands=1'
    """

    def __init__(self, pieces: "Iterable[Piece]" = (), tokens: "Iterable[tuple[str, int]]" = ()) -> None:
        self.pieces = list(pieces)
        self.tokens = dict(tokens)

    def of(self, kinds: str) -> list[Piece]:
        """Return the pieces of these kinds, such as "ET"."""
        return [piece for piece in self.pieces if piece.kind in kinds]

    def count(self, name: str) -> int:
        """Return how many tokens of this name lie here."""
        return self.tokens.get(name, 0)

    def add_tokens(self, name: str, number: int) -> None:
        """Add tokens, or take them away if the number is negative."""
        left = self.count(name) + number
        if left > 0:
            self.tokens[name] = left
        else:
            self.tokens.pop(name, None)

    def is_empty(self) -> bool:
        """Return whether nothing lies here."""
        return not self.pieces and not self.tokens

    def __str__(self) -> str:
        words = groups(self.pieces)
        words += ["%s=%d" % (name, self.tokens[name]) for name in TOKENS if name in self.tokens]
        return " ".join(words)


def groups(pieces: "Iterable[Piece]") -> list[str]:
    """Return the words for pieces, such as ["E2", "T1", "T1s1", "C1d2"], by kind, damage and strife."""
    counts: dict[tuple[int, int, int], int] = {}
    for piece in pieces:
        key = (KINDS.find(piece.kind), piece.damage, piece.strife)
        counts[key] = counts.get(key, 0) + 1
    words = []
    for kind, damage, strife in sorted(counts):
        word = KINDS[kind] + str(counts[(kind, damage, strife)])
        words.append(word + ("s%d" % strife if strife else "") + ("d%d" % damage if damage else ""))
    return words


def pick(pieces: "Iterable[Piece]", named: "Iterable[Piece]") -> "list[Piece] | None":
    """Return a piece for each named piece, or None if some are missing.

    pieces: to choose from, in order of preference. named: a piece with damage or strife takes an identical
    piece; without, any of its kind if no identical piece is left.
    """
    chosen: list[Piece] = []
    for name in named:
        left = [piece for piece in pieces if piece.kind == name.kind and piece not in chosen]
        alike = [piece for piece in left if piece.is_like(name)]
        found = alike or ([] if name.damage or name.strife else left)
        if not found:
            return None
        chosen.append(found[0])
    return chosen


def read_land(text: str) -> Land:
    """Return the Land that a text describes; "" is an empty land. Raises Refusal if it can't be read."""
    land = Land()
    for word in text.split(" ") if text else []:
        read_word(land, word)
    return land


def read_word(land: Land, word: str) -> None:
    """Add the pieces ("T1s1") or tokens ("blight=2") in a word to a land. Raises Refusal."""
    name, equals, number = word.partition("=")
    if not equals:
        land.pieces += read_pieces(word)
    elif name not in TOKENS:
        raise Refusal("land-word", word)
    elif name in land.tokens:
        raise Refusal("twice", name)
    else:
        land.add_tokens(name, read_number(number, word))


def read_pieces(word: str) -> list[Piece]:
    """Return the pieces in a word such as "T2s1". Raises Refusal if it can't be read.

    word: the kind, how many there are, `s` and the strife on each of them, `d` and the damage.
    """
    kind = word[:1]
    if not kind or kind not in KINDS:
        raise Refusal("land-word", word)
    values = {"": "", "s": "0", "d": "0"}
    at = ""
    for letter in word[1:]:
        if letter in ("s", "d") and values[letter] == "0":
            at, values[letter] = letter, ""
        else:
            values[at] += letter
    number, strife, damage = [read_number(values[key], word) for key in ("", "s", "d")]
    if not number or (strife and kind not in INVADERS) or (damage and kind == "P"):
        raise Refusal("land-word", word)
    return [Piece(kind, damage, strife) for _ in range(number)]


def read_number(digits: str, word: str) -> int:
    """Return a whole number from 0 to MOST. Raises Refusal for anything else. word: for the Refusal."""
    if not 1 <= len(digits) <= 2 or digits.strip("0123456789"):
        raise Refusal("land-word", word)
    return int(digits)


class Conditions:
    """The conditions in a land. All of it may be changed before something is resolved there.

    adversaries: texts such as "sweden:3", the leading one first.
    defend: subtracted from the invaders' damage to the land and to the dahan. defend_each: additional Defend
    for each dahan that takes part, as from effects on the whole island, which count them again.
    cap: the most damage that the invaders deal before any bonus, or None. bonus: additional damage, if they
    deal any.
    out: how many dahan do not take part, the most damaged first. timing: list of (one of WHEN, how many
    dahan), in the order in which the effects apply: each to dahan without an earlier effect, the most damaged
    first, then instead of earlier effects. strike: the damage that each dahan deals.
    weaker: by how much the health of each invader is lower; weaker_by_strife: for each strife on it. At least
    1 is left.
    dahan_health: the health of each dahan, at least 1. less: by how much the damage of each invader is lower.
    blight_at: the least damage to the land that adds blight, at least 1.
    durable: whether towns have 2 more health while there is no blight here.
    next_to_town: whether a town is in an adjacent land (1) or not (0).
    coastal: whether the land is coastal. cascades: whether blight that is added there always cascades.
    """

    def __init__(self, adversaries: "Iterable[str]" = ()) -> None:
        found = [rules_of(adversary) for adversary in adversaries]
        self.adversaries = [rules for rules in found if rules]
        self.defend = self.defend_each = self.bonus = self.out = 0
        self.cap: int | None = None
        self.timing: list[tuple[str, int]] = []
        self.strike = self.dahan_health = self.blight_at = 2
        self.weaker = self.weaker_by_strife = self.less = self.next_to_town = 0
        self.durable = self.coastal = self.cascades = self.runoff = False
        self.push = ""  # the land to which an explorer is pushed, "none" if that is impossible

    def health(self, piece: Piece, land: Land) -> int:
        """Return the health that a piece has left in a land, 0 or less if it is destroyed."""
        health = max(1, self.dahan_health) if piece.kind == "D" else _HEALTH[piece.kind]
        if piece.kind == "T" and self.is_durable(land):
            health += _DURABLE
        for rules in self.adversaries:
            health += rules.extra_health(piece.kind)
        if piece.kind in _DAMAGE:
            health = max(1, health - self.weaker - self.weaker_by_strife * piece.strife)
        return health - piece.damage

    def damage(self, piece: Piece) -> int:
        """Return the damage that an invader deals in a Ravage."""
        extra = sum([rules.extra_damage(piece.kind) for rules in self.adversaries])
        return max(0, _DAMAGE[piece.kind] + extra - self.less)

    def is_durable(self, land: Land) -> bool:
        """Return whether towns are Durable in a land."""
        if land.count("blight"):
            return False
        durable = self.durable
        # loops here and below, as a comprehension is an extra call on a Pico's small stack
        for rules in self.adversaries:
            durable = durable or rules.durable
        return durable

    def blight_of(self, damage: int) -> int:
        """Return how much blight a Ravage adds if it deals this damage to the land, before Vitality."""
        above = damage - max(1, self.blight_at)
        if above < 0:
            return 0
        blight = 1
        for rules in self.adversaries:
            blight += rules.extra_blight(above)
        return blight


def read_condition(conditions: Conditions, word: str) -> bool:
    """Set the condition in a word such as "defend=2"; return whether the word is a condition.

    Raises Refusal if its number can't be read.
    """
    name, _, digits = word.partition("=")
    if name in NUMBERS or name == "cap":
        setattr(conditions, name, read_number(digits, word))
    elif name == "push":
        if not (is_land(digits) or digits in ("none", ASKED, NOWHERE)):
            raise Refusal("land-word", word)
        conditions.push = digits
    elif name in _YES_OR_NO:
        setattr(conditions, name, read_number(digits, word) > 0)
    elif name in WHEN:
        conditions.timing.append((name, read_number(digits, word)))
    else:
        return False
    return True


def varies(game: "Game", name: str, ground: str) -> bool:
    """Return whether Varied Terrains has a rule for a land of this terrain, such as "S", and this is one."""
    return game.scenario == "varied-terrains" and name in matching_lands(game.boards, ground)


def as_it_begins(lines: "Iterable[str]", game: "Game", name: str) -> Land:
    """Return the content of a land after the setup of its board and of the adversaries.

    Empty on the thematic map, which is unknown, in Second Wave, which keeps the island of the game before,
    and in Guard the Isle's Heart, whose inner lands are unknown. Omits pieces whose land depends on a second
    adversary's additions, and the invaders of the extra board.
    lines: such as "england-2 1=C1": a rule as for `Game.adversary_has`, a scenario, "board" or "tokens"; a
    land, or its number on each board; the pieces added there. "!" before a rule: only without it; "~" after
    it: only without a second adversary.
    """
    land = Land()
    if not is_land(name) or (game.scenario or "")[:6] in ("second", "guard-"):
        return land
    for line in lines:
        rule, _, rest = line.partition(" ")
        where, _, adds = rest.partition("=")
        if where not in (name, name[1:]) or (game.second and rule[-1] == "~"):
            continue
        id = rule.strip("!~")
        holds = id in ("board", game.scenario) or (
            game.with_tokens if id == "tokens" else game.adversary_has(id)
        )
        if holds != (rule[0] == "!"):
            more = read_land(adds)
            for piece in more.pieces:
                if game.boards.index(name[0]) < len(game.players) or piece.kind not in INVADERS:
                    land.pieces.append(piece)
            for token in more.tokens:
                land.add_tokens(token, more.tokens[token])
    return land
