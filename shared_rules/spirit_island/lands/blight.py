"""Adding blight to a land, in the order of the FAQ.

1. It comes off the card; if that empties the card, the card flips, and its immediate effect is an action
nested in this one. 2. It is put into the land. 3. Presence is destroyed, and everything happens that happens
"when" blight is added. 4. If the land had blight, it cascades. 5. The action goes on. 6. Then comes what it
triggered.
"""

from shared_rules.spirit_island.lands.action import Action, Place
from shared_rules.spirit_island.lands.damage import destroy
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Iterator, Sequence


def stopped_by_vitality(place: Place, blight: int) -> int:
    """Return how much blight Vitality stops: 1 per token, and only if the land has no blight."""
    land = place.land
    return 0 if land.count("blight") else min(blight, land.count("vitality"))


def add_blight(
    action: Action, place: Place, blight: int, to: "Sequence[Place]", in_ravage: bool = False
) -> "Iterator[int]":
    """Add blight to a land; yield how much comes off the card, each time before that is in the land.

    to: the lands that it cascades to, in this order; if there are too few, the last blight comes off the card
    for a land that nobody named. in_ravage: whether a Ravage adds it.
    """
    lands, cascaded = list(to), False
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
        if not _put_blight(action, place, blight, in_ravage, cascaded):
            return
        if action.is_strict and not lands:
            raise Refusal("cascade-where", place.name)
        action.note("cascade", lands[0].name if lands else "")
        if not lands:
            break
        place, blight, cascaded = lands.pop(0), 1, True
    if place.name:
        yield 1


def _put_blight(action: Action, place: Place, blight: int, in_ravage: bool, cascaded: bool) -> bool:
    """Put blight into a land, with everything that causes; return whether it cascades."""
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
    if not had_blight:
        return False
    for rules in adversaries:
        if in_ravage and rules.instead_of_cascade(action, place):
            return False
    return True
