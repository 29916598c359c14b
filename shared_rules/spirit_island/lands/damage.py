"""Damage to invaders: how much it is, and what it destroys."""

from shared_rules.spirit_island.lands.land import KINDS, Land, Piece, groups, pick
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Sequence

    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.conditions import Conditions

FEAR = {"E": 0, "T": 1, "C": 2}
"""The fear for each invader that is destroyed."""

FEAR_OF_DREAMS = {"E": 0, "T": 2, "C": 5}
"""The fear for each one that would be destroyed. Source: Bringer of Dreams and Nightmares, special rule."""


def amount_of(natural: int | None, cap: int | None = None, bonus: int = 0) -> int:
    """Return how much damage is dealt before Defend and Badlands.

    natural: the damage without any bonus; None if nothing deals any, so that nothing raises it.
    cap: the most that it can be before the bonus, None without one. bonus: additional damage.
    """
    if natural is None:
        return 0
    return (natural if cap is None else min(natural, cap)) + bonus


def damage_invaders(
    action: "Action",
    place: "Place",
    damage: int,
    only: str = "ETC",
    hit: "Sequence[Piece] | None" = None,
    badlands: int | None = None,
    word: str = "hit",
) -> list[Piece]:
    """Deal damage to invaders of a land and return those that it destroys.

    damage: without Badlands, each of which adds 1 once per action; 0 damage stays 0. only: the kinds that can
    be hit. hit: the pieces to destroy; if it is None, or the damage is not just enough for them, they are
    chosen for the most fear, then the most pieces, then the least health left, then cities before towns
    before explorers. Damage that destroys nothing stays on one piece, the one with the most health left, and
    among equals the larger one. badlands: the most Badlands that add damage, None for all that have not yet.
    word: the name of the step.
    """
    land = place.land
    targets = [piece for piece in land.of("ETC") if piece.kind in only]
    if not damage or not targets:
        if action.is_strict and hit:
            raise Refusal("hit", damage, " ".join(groups(hit)))
        return []
    raised = action.spend(("invaders", place.name), land.count("badlands"), badlands)
    damage += raised
    chosen = _chosen(action, place, targets, hit, damage)
    left = damage - _health_of(place, chosen)
    standing = [piece for piece in targets if piece not in chosen]
    if left > 0 and standing:
        _toughest(place, standing).damage += left
    action.note(word, damage, raised)
    return destroy(action, place, chosen)


def destroy(action: "Action", place: "Place", pieces: "list[Piece]") -> list[Piece]:
    """Destroy pieces of a land, each once per action, and return those that are destroyed.

    In an action with `dreams`, invaders stay and lose their damage.
    """
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


def _chosen(
    action: "Action", place: "Place", targets: list[Piece], named: "Sequence[Piece] | None", damage: int
) -> list[Piece]:
    """Return the pieces that damage destroys: those that the players named if possible, else the best."""
    if named is not None:
        # of each kind, those with the least health left
        order = [(place.conditions.health(piece, place.land), at) for at, piece in enumerate(targets)]
        found = pick([targets[at] for _, at in sorted(order)], named)
        if found is not None:
            left = damage - _health_of(place, found)
            standing = [piece for piece in targets if piece not in found]
            if left >= 0 and not (standing and left >= _size(place, _toughest(place, standing))[0]):
                return found
        if action.is_strict:
            raise Refusal("hit", damage, " ".join(groups(named))) if named else Refusal("hit-none", damage)
    return best_hit(place.land, place.conditions, targets, damage)


def _health_of(place: "Place", pieces: list[Piece]) -> int:
    return sum([place.conditions.health(piece, place.land) for piece in pieces])


def _toughest(place: "Place", pieces: list[Piece]) -> Piece:
    """Return the piece with the most health left, among equals the larger one."""
    best = pieces[0]
    for piece in pieces[1:]:
        if _size(place, piece) > _size(place, best):
            best = piece
    return best


def _size(place: "Place", piece: Piece) -> tuple[int, int]:
    return place.conditions.health(piece, place.land), KINDS.find(piece.kind)


def best_hit(land: Land, conditions: "Conditions", targets: list[Piece], damage: int) -> list[Piece]:
    """Return the pieces that damage destroys, chosen as described in `damage_invaders`."""
    sorted_targets = {}
    for kind in "ETC":
        # of each kind those with the least health left, among equals those without strife
        pieces = [
            (conditions.health(piece, land), piece.strife, number, piece)
            for number, piece in enumerate(targets)
            if piece.kind == kind
        ]
        pieces.sort(key=lambda each: each[:3])
        sorted_targets[kind] = [(each[0], each[3]) for each in pieces]
    best = ()  # type: tuple[int, ...]
    for cities, c_cost in _sums(sorted_targets["C"], damage):
        for towns, t_cost in _sums(sorted_targets["T"], damage - c_cost):
            explorers, _ = _sums(sorted_targets["E"], damage - c_cost - t_cost)[-1]
            fear = FEAR["C"] * cities + FEAR["T"] * towns
            best = max(best, (fear, cities + towns + explorers, cities, towns, explorers))
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
