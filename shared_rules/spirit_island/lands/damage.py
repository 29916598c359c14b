"""Damage that is dealt to invaders: how much it is, and what it destroys."""

from shared_rules.spirit_island.lands.land import Land, Piece, groups

if False:  # for the type checker alone
    from shared_rules.spirit_island.lands.conditions import Conditions

FEAR = {"E": 0, "T": 1, "C": 2}
"""The fear for each invader that is destroyed."""


def amount_of(natural: int | None, cap: int | None = None, bonus: int = 0) -> int:
    """Return how much damage is dealt before Defend and Badlands.

    natural: the damage without any bonus, None where there is none; nothing then raises it.
    cap: the most that it can be before the bonus, None without one.
    """
    if natural is None:
        return 0
    return (natural if cap is None else min(natural, cap)) + bonus


def damage_invaders(
    land: Land, conditions: "Conditions", damage: int, only: str = "ETC", hit: "list[Piece] | None" = None
) -> list[Piece]:
    """Deal damage to invaders of a land and return those that it destroys.

    damage: with Badlands. only: the kinds that can be hit. hit: the pieces that are destroyed; None has them
    chosen for the most fear, then the most pieces, then the least health left, then cities before towns
    before explorers. What destroys nothing stays on one of them, on the one with the most health left, of
    equals on the city.
    """
    targets = [piece for piece in land.of("ETC") if piece.kind in only]
    destroyed = best_hit(land, conditions, targets, damage) if hit is None else hit
    left = damage - sum([conditions.health(piece, land) for piece in destroyed])
    standing = [piece for piece in targets if piece not in destroyed]
    if left > 0 and standing:
        on = max(standing, key=lambda piece: (conditions.health(piece, land), "ETC".find(piece.kind)))
        on.damage += min(left, conditions.health(on, land) - 1)
    land.pieces = [piece for piece in land.pieces if piece not in destroyed]
    return destroyed


def best_hit(land: Land, conditions: "Conditions", targets: list[Piece], damage: int) -> list[Piece]:
    """Return the pieces that damage destroys, chosen as `damage_invaders` says."""
    sorted_targets = {}
    for kind in "ETC":
        # of one kind those that need the least, of these one without strife
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
    """Return (how many, what they cost) for the first pieces, as far as that costs no more than `most`."""
    sums, cost = [(0, 0)], 0
    for number, (health, _) in enumerate(pieces, 1):
        cost += health
        if cost > most:
            break
        sums.append((number, cost))
    return sums


def fear_for(destroyed: list[Piece]) -> int:
    """Return the fear that destroyed pieces bring."""
    return sum([FEAR.get(piece.kind, 0) for piece in destroyed])


def kinds_of(pieces: list[Piece]) -> str:
    """Return how many pieces of each kind there are, such as "E2 C1"."""
    return " ".join(groups([Piece(piece.kind) for piece in pieces]))
