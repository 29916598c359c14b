"""An action that is being resolved: its steps, the damage it deals, the blight it adds.

Blight is added in the order of the FAQ. 1. It comes off the card; if that empties the card, the card flips,
and its immediate effect is an action nested in this one. 2. It is put into the land. 3. Presence is
destroyed, and everything happens that happens "when" blight is added. 4. If the land had blight, it cascades.
5. The action goes on. 6. Then its triggered effects follow.
"""

from shared_rules.spirit_island.components import Refusal
from shared_rules.spirit_island.lands.land import KINDS, Conditions, Land, Piece, groups, pick

if False:  # for the type checker only
    from collections.abc import Iterator, Sequence
    from typing import Any

FEAR = {"E": 0, "T": 1, "C": 2}
"""The fear for each invader that is destroyed."""

FEAR_OF_A_PUSH = 1
"""The fear for the explorer that Russia pushes instead. Source: Tsardom of Russia, level 2."""

FEAR_OF_DREAMS = {"E": 0, "T": 2, "C": 5}
"""The fear for each piece that would be destroyed. Source: Bringer of Dreams and Nightmares, special rule."""


class Place:
    """A land where something is resolved. name: such as "A8", "" if it is not known."""

    def __init__(self, name: str, land: Land, conditions: Conditions) -> None:
        self.name = name
        self.land = land
        self.conditions = conditions


class Action:
    """One action. Effects limited to once per action may happen again in an action nested in it.

    words: a description. steps: list of tuples, its steps so far, as listed in `ravage.Outcome`. running:
    iterators that resolve parts of it; each yields how much blight comes off the card, before that is in the
    land, or a question: (its verb, the land that it is about), whose answer is in `answer` when it goes on.
    triggered: functions that return such an iterator, for effects after the action.
    is_strict: whether an impossible choice of the players is refused, instead of replaced. dreams: whether
    invaders cause fear instead of being destroyed, as with Bringer of Dreams and Nightmares. is_open: whether
    players enter its steps, until they enter its end. is_begun: whether they entered its beginning. for_card:
    whether it is the immediate effect of a blight card. ravages: whether a Ravage is being resolved in it.
    pushed: the explorers that were pushed instead of being destroyed. counts_coast: whether a cascade from
    inland to the coast adds blight to the ocean against Scotland.
    """

    def __init__(self, words: str = "", is_open: bool = False, for_card: bool = False) -> None:
        self.words = words
        self.is_open = self.is_begun = is_open
        self.for_card = for_card
        self.is_strict = self.dreams = self.ravages = self.counts_coast = False
        self.pushed: list[Piece] = []
        self.answer: Any = None
        self.steps: list[tuple] = []
        self.running: list[Any] = []
        self.triggered: list[Any] = []
        self._reported = 0
        self._used: dict[Any, int] = {}
        self._destroyed: list[tuple[str, Piece]] = []
        self._counted: list[tuple[Piece, str]] = []

    def note(self, *step: "Any") -> None:
        """Add a step: a word, then its values."""
        self.steps.append(step)

    def new_steps(self) -> list[tuple]:
        """Return the steps that were added since the last call."""
        start, self._reported = self._reported, len(self.steps)
        return self.steps[start:]

    def copy_used(self, other: "Action") -> None:
        """Copy the uses that another action has spent."""
        self._used = dict(other._used)

    def spend(self, key: "Any", number: int, most: int | None = None) -> int:
        """Use up to `most` of `number` things that an action may use once each; return how many were left to
        use.

        key: what is used, such as ("dahan", "A8") for Badlands that add damage to dahan there. most: None for
        all of them.
        """
        before = self._used.get(key, 0)
        used = max(0, number - before)
        if most is not None:
            used = min(used, most)
        self._used[key] = before + used
        return used

    def count(self, key: "Any") -> int:
        """Return how many of these things have been used, as with `spend`."""
        return self._used.get(key, 0)

    def add_up(self, key: "Any", number: int) -> int:
        """Add a number to this action's sum for a key, and return the sum."""
        self._used[key] = self._used.get(key, 0) + number
        return self._used[key]

    def mark_destroyed(self, piece: Piece, land: str) -> bool:
        """Mark a piece as destroyed in a land; return False if this action has destroyed it before."""
        # a piece that was saved is still there
        first = not [each for _, each in self._destroyed if each is piece]
        if first:
            self._destroyed.append((land, piece))
        return first

    def destroyed_in(self, land: str) -> list[Piece]:
        """Return the pieces that this action has destroyed in a land."""
        return [piece for name, piece in self._destroyed if name == land]

    def count_as(self, piece: Piece, kind: str) -> None:
        """Count a piece as a piece of another kind for the rest of this action.

        Raises Refusal if it already counts as another kind. Source: FAQ, "Counts As".
        """
        for counted, as_kind in self._counted:
            if counted is piece and as_kind != kind:
                raise Refusal("counts-as")
        self._counted.append((piece, kind))

    def counting(self, land: Land, kinds: str) -> list[Piece]:
        """Return the pieces of a land that are, or count as, any of these kinds, each piece once."""
        also = [piece for piece, kind in self._counted if kind in kinds]
        return [piece for piece in land.pieces if piece.kind in kinds or piece in also]


def amount_of(natural: int | None, cap: int | None = None, bonus: int = 0) -> int:
    """Return how much damage is dealt before Defend and Badlands.

    natural: the damage without any bonus; None if nothing deals damage, so that no bonus applies.
    cap: the maximum before the bonus, or None. bonus: additional damage.
    """
    if natural is None:
        return 0
    return (natural if cap is None else min(natural, cap)) + bonus


def damage_invaders(
    action: Action,
    place: Place,
    damage: int,
    only: str = "ETC",
    hit: "Sequence[Piece] | None" = None,
    badlands: int | None = None,
    word: str = "hit",
) -> list[Piece]:
    """Deal damage to invaders of a land and return the destroyed pieces.

    damage: without Badlands, each of which adds 1 once per action; 0 damage stays 0. only: the kinds that can
    be hit. hit: the pieces to destroy; if it is None, or the damage is not just enough for them, they are
    chosen for the most fear, then the most pieces, then the least health left, then cities before towns
    before explorers. Damage that destroys nothing stays on the piece with the most health left, among equals
    on the larger piece. badlands: the most Badlands that add damage, None for all unused Badlands. word: the
    name of the step.
    """
    land = place.land
    targets = [piece for piece in land.of("ETC") if piece.kind in only]
    if not damage or not targets:
        if action.is_strict and hit:
            raise Refusal("hit", damage, " ".join(groups(hit)))
        return []
    raised = action.spend(("invaders", place.name), land.count("badlands"), badlands)
    damage += raised
    chosen = _named(action, place, targets, hit, damage)
    if chosen is None:
        chosen = best_hit(land, place.conditions, targets, damage, _may_push(action, place))
    left = damage - _health_of(place, chosen)
    standing = [piece for piece in targets if piece not in chosen]
    if left > 0 and standing:
        _toughest(place, standing).damage += left
    action.note(word, damage, raised)
    return destroy(action, place, chosen)


def destroy(action: Action, place: Place, pieces: list[Piece]) -> list[Piece]:
    """Destroy pieces of a land, each once per action, and return the destroyed pieces.

    In an action with `dreams`, invaders stay and lose their damage. In a Ravage, an adversary may have the
    first explorer pushed instead.
    """
    explorers = [piece for piece in pieces if piece.kind == "E"]
    if explorers and _may_push(action, place):
        # without strife if possible, so that strife stays with the explorers that stay
        pushed = min(explorers, key=lambda piece: piece.strife)
        action.spend("pushed", 1)
        action.pushed.append(pushed)
        pieces = [piece for piece in pieces if piece is not pushed]
        place.land.pieces.remove(pushed)
        action.note("pushed", "E1", FEAR_OF_A_PUSH)
    destroyed = [piece for piece in pieces if action.mark_destroyed(piece, place.name)]
    dreamt = [piece for piece in pieces if action.dreams and piece.kind in FEAR]
    for piece in dreamt:
        piece.damage = 0
    place.land.pieces = [piece for piece in place.land.pieces if piece in dreamt or piece not in destroyed]
    fears, word = (FEAR_OF_DREAMS, "dreamt") if action.dreams else (FEAR, "destroyed")
    if destroyed:
        kinds = kinds_of(destroyed)
        action.note(word, kinds, sum([fears.get(piece.kind, 0) for piece in destroyed]))
        if not action.dreams:
            for rules in place.conditions.adversaries:
                rules.when_destroyed(action, kinds)
    return [piece for piece in destroyed if piece not in dreamt]


def _may_push(action: Action, place: Place) -> bool:
    """Return whether the next explorer that would be destroyed is pushed instead."""
    conditions = place.conditions
    if not action.ravages or conditions.push == "none" or action.count("pushed"):
        return False
    # a loop, as a Pico has a small stack
    for rules in conditions.adversaries:
        if rules.pushes_explorer(action):
            return True
    return False


def _named(
    action: Action, place: Place, targets: list[Piece], named: "Sequence[Piece] | None", damage: int
) -> list[Piece] | None:
    """Return the pieces that damage destroys if the players named them and that is possible, else None."""
    if named is not None:
        # of each kind, the pieces with the least health left
        order = [(place.conditions.health(piece, place.land), at) for at, piece in enumerate(targets)]
        found = pick([targets[at] for _, at in sorted(order)], named)
        if found is not None:
            left = damage - _health_of(place, found)
            standing = [piece for piece in targets if piece not in found]
            if left >= 0 and not (standing and left >= _size(place, _toughest(place, standing))[0]):
                return found
        if action.is_strict:
            raise Refusal("hit", damage, " ".join(groups(named))) if named else Refusal("hit-none", damage)
    return None


def _health_of(place: Place, pieces: list[Piece]) -> int:
    return sum([place.conditions.health(piece, place.land) for piece in pieces])


def _toughest(place: Place, pieces: list[Piece]) -> Piece:
    """Return the piece with the most health left, among equals the larger piece."""
    best = pieces[0]
    for piece in pieces[1:]:
        if _size(place, piece) > _size(place, best):
            best = piece
    return best


def _size(place: Place, piece: Piece) -> tuple[int, int]:
    return place.conditions.health(piece, place.land), KINDS.find(piece.kind)


def best_hit(
    land: Land, conditions: Conditions, targets: list[Piece], damage: int, pushes: bool = False
) -> list[Piece]:
    """Return the pieces that damage destroys, chosen as described in `damage_invaders`.

    pushes: whether the first explorer is pushed instead of being destroyed, which generates fear.
    """
    sorted_targets = {}
    for kind in "ETC":
        # of each kind the pieces with the least health left, among equals the pieces without strife
        pieces = []
        # a loop, as a comprehension is an extra call on a Pico's small stack
        for number, piece in enumerate(targets):
            if piece.kind == kind:
                pieces.append((conditions.health(piece, land), piece.strife, number, piece))
        pieces.sort(key=lambda each: each[:3])
        sorted_targets[kind] = [(each[0], each[3]) for each in pieces]
    best: tuple[int, ...] = ()
    for cities, c_cost in _sums(sorted_targets["C"], damage):
        for towns, t_cost in _sums(sorted_targets["T"], damage - c_cost):
            explorers, _ = _sums(sorted_targets["E"], damage - c_cost - t_cost)[-1]
            fear = FEAR["C"] * cities + FEAR["T"] * towns
            destroyed = cities + towns + explorers
            if pushes and explorers:
                fear, destroyed = fear + FEAR_OF_A_PUSH, destroyed - 1
            best = max(best, (fear, destroyed, cities, towns, explorers))
    chosen = []
    for kind, number in zip("CTE", best[2:]):
        chosen += [piece for _, piece in sorted_targets[kind][:number]]
    return chosen


def _sums(pieces: "list[tuple[int, Piece]]", most: int) -> list[tuple[int, int]]:
    """Return (how many, the damage it takes) for the first 0, 1, 2 ... pieces, up to a damage of `most`."""
    sums, cost = [(0, 0)], 0
    for number, (health, _) in enumerate(pieces, 1):
        cost += health
        if cost > most:
            break
        sums.append((number, cost))
    return sums


def kinds_of(pieces: list[Piece]) -> str:
    """Return how many pieces of each kind there are, as a text such as "E2 C1"."""
    return " ".join(groups([Piece(piece.kind) for piece in pieces]))


def stopped_by_vitality(place: Place, blight: int) -> int:
    """Return how much blight Vitality stops: 1 per token, and only if the land has no blight."""
    land = place.land
    return 0 if land.count("blight") else min(blight, land.count("vitality"))


def add_blight(
    action: Action, place: Place, blight: int, to: "Sequence[Place | None]", in_ravage: bool = False
) -> "Iterator[Any]":
    """Add blight to a land; yield how much comes off the card, each time before it is put into the land.

    to: the lands that it cascades to, in this order. None at the end: for each further land the players are
    asked when blight cascades there, with `("cascade", land)`; else the last blight comes off the card for an
    unnamed land. in_ravage: whether a Ravage adds it.
    """
    lands: list[Any] = list(to)
    cascaded, started_inland = False, not place.conditions.coastal
    # a loop and no recursion, as a Pico has a small stack
    while True:
        stopped = stopped_by_vitality(place, blight)
        if stopped:
            place.land.add_tokens("vitality", -stopped)
            action.note("vitality", stopped)
            blight -= stopped
        if not blight:
            return
        yield blight
        cascades = _put_blight(action, place, blight, in_ravage, cascaded)
        if cascaded and in_ravage and started_inland and _may_count_coast(place):
            action.answer = action.counts_coast
            if None in to:
                yield "runoff", place.name
            if action.answer:
                _count_coast(action, place)
        if not cascades:
            return
        if action.is_strict and not lands:
            raise Refusal("cascade-where", place.name)
        if lands and lands[0] is None:
            yield "cascade", place.name
            lands = [action.answer, None]
        action.note("cascade", lands[0].name if lands else "")
        if not lands:
            break
        place, blight, cascaded = lands.pop(0), 1, True
    if place.name:
        yield 1


def _count_coast(action: Action, place: Place) -> None:
    for rules in place.conditions.adversaries:
        rules.after_coast_is_blighted(action, place)


def _may_count_coast(place: Place) -> bool:
    """Return whether an adversary may add blight to the ocean for a cascade to this land."""
    if place.conditions.coastal:
        for rules in place.conditions.adversaries:
            if rules.counts_coast:
                return True
    return False


def _put_blight(action: Action, place: Place, blight: int, in_ravage: bool, cascaded: bool) -> bool:
    """Put blight into a land, with all its consequences; return whether it cascades."""
    land, adversaries = place.land, place.conditions.adversaries
    had_blight = land.count("blight") > 0
    land.add_tokens("blight", blight)
    action.note("blight", blight, place.name)
    presence = land.of("P")[:1]
    if presence:
        land.pieces.remove(presence[0])
        action.note("presence", 1)
    for rules in adversaries:
        rules.when_blighted(action, place, blight, in_ravage, cascaded)
    # towns that were Durable until now may be destroyed by the damage that they had
    destroy(action, place, [piece for piece in land.of("ETC") if place.conditions.health(piece, land) <= 0])
    if not (had_blight or place.conditions.cascades):
        return False
    for rules in adversaries:
        if in_ravage and rules.instead_of_cascade(action, place):
            return False
    return True
