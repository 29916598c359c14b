"""Building, exploring, damaging, destroying, adding, removing, moving and replacing pieces in a land.

Between these the rules distinguish: a piece that is moved or put in place of another is not added; one that
is replaced or removed is not destroyed. Each function but `build` and `explore` yields how much blight comes
off the card, before that is in a land.
"""

from shared_rules.spirit_island.event import Refusal
from shared_rules.spirit_island.lands.action import (
    Action,
    Place,
    add_blight,
    amount_of,
    damage_invaders,
    destroy,
)
from shared_rules.spirit_island.lands.land import INVADERS, Land, Piece, pick

if False:  # for the type checker only
    from collections.abc import Iterator

    from shared_rules.spirit_island.lands.event import LandEvent

_DAMAGE_FOR_A_DURABLE_TOWN = 2


def build(action: Action, place: Place, neighbours: "list[Land]") -> None:
    """Resolve a Build: add a town, or a city if there are more towns than cities.

    neighbours: the lands that are adjacent for invaders, as far as they have been entered.
    """
    land, adversaries = place.land, place.conditions.adversaries
    if not land.of("ETC"):
        if not [rules for rules in adversaries if rules.builds_without_invaders(place, neighbours)]:
            action.note("no-build")
            return
    if land.count("disease"):
        land.add_tokens("disease", -1)
        action.note("disease")
        return
    kind = kinds = "C" if len(land.of("T")) > len(land.of("C")) else "T"
    for rules in adversaries:
        kinds = rules.built(place, kinds)
    land.pieces += [Piece(each) for each in kinds]
    action.note("built", kinds)
    for rules in adversaries:
        rules.after_build(action, place, kind)


def explore(
    action: Action, place: Place, neighbours: "list[Land]", is_isolated: bool, coastal_before: int
) -> None:
    """Resolve an Explore: add an explorer if a town, a city or the ocean is in the land or adjacent to it.

    neighbours: as for a Build. is_isolated: whether the land is isolated. coastal_before: how many coastal
    lands of this board were explored before in this step with a Coastal card, -1 if it is another card.
    """
    land = place.land
    around = [each for each in [land] + neighbours if each.of("TC")]
    if is_isolated or not (around or place.conditions.coastal):
        action.note("no-explore")
        return
    if land.count("wilds"):
        land.add_tokens("wilds", -1)
        action.note("wilds")
        return
    kinds = "E"
    for rules in place.conditions.adversaries:
        kinds = rules.explored(place, kinds, coastal_before)
    land.pieces += [Piece(each) for each in kinds]
    action.note("explored", kinds)


def damage(action: Action, place: Place, event: "LandEvent") -> "Iterator[int]":
    """Deal damage to the invaders of a land, with its cap, bonuses and Badlands."""
    cap, badlands = [event.amount(name) if name in event.options else None for name in ("cap", "badlands")]
    amount = amount_of(event.number, cap, event.amount("bonus"))
    action.dreams = event.amount("dream") > 0
    damage_invaders(action, place, amount, event.options.get("only", INVADERS), event.named_hit(), badlands)
    return iter(())


def destroy_named(action: Action, place: Place, event: "LandEvent") -> "Iterator[int]":
    """Destroy pieces and tokens. Durable towns take 2 damage each instead, unless the event destroys all."""
    pieces = take(place.land, event.what)
    action.dreams = event.amount("dream") > 0
    if place.conditions.is_durable(place.land) and not event.amount("all"):
        towns = [piece for piece in pieces if piece.kind == "T"]
        pieces = [piece for piece in pieces if piece.kind != "T"]
        natural = _DAMAGE_FOR_A_DURABLE_TOWN * len(towns) if towns else None
        damage_invaders(action, place, amount_of(natural, None, event.amount("bonus")), "T")
    destroy(action, place, pieces)
    _take_tokens(action, place, event.what)
    return iter(())


def add(action: Action, place: Place, event: "LandEvent", to: "list[Place | None]") -> "Iterator[int]":
    """Add pieces and tokens. to: the lands to which the blight cascades, as for `add_blight`."""
    land = place.land
    land.pieces += event.what.pieces
    for name in event.what.tokens:
        if name != "blight":
            land.add_tokens(name, event.what.count(name))
    return add_blight(action, place, event.what.count("blight"), to)


def remove(action: Action, place: Place, event: "LandEvent") -> "Iterator[int]":
    """Remove pieces and tokens. A limit is on the total Health of what one action removes."""
    land, conditions = place.land, place.conditions
    pieces = take(land, event.what)
    if "limit" in event.options:
        health = sum([conditions.health(piece, land) + piece.damage for piece in pieces])
        if action.add_up("limit", health) > event.amount("limit"):
            raise Refusal("over-limit", event.options["limit"])
    land.pieces = [piece for piece in land.pieces if piece not in pieces]
    _take_tokens(action, place, event.what)
    return iter(())


def move(action: Action, place: Place, event: "LandEvent", target: Place) -> "Iterator[int]":
    """Move pieces and tokens; pieces without health left in the new land are destroyed there."""
    pieces = take(place.land, event.what)
    place.land.pieces = [piece for piece in place.land.pieces if piece not in pieces]
    target.land.pieces += pieces
    for name in event.what.tokens:
        place.land.add_tokens(name, -event.what.count(name))
        target.land.add_tokens(name, event.what.count(name))
    _destroy_without_health(action, target, pieces)
    return iter(())


def replace(action: Action, place: Place, event: "LandEvent") -> "Iterator[int]":
    """Replace pieces and tokens; an invader replaced by an invader is the same piece, with its damage."""
    land, new = place.land, event.instead
    old = take(land, event.what)
    if new.count("blight"):
        raise Refusal("replace-blight")
    if len(old) == len(new.pieces) and not [
        piece for piece in old + new.pieces if piece.kind not in INVADERS
    ]:
        for piece, other in zip(old, new.pieces):
            piece.kind = other.kind
        _destroy_without_health(action, place, old)
    else:
        land.pieces = [piece for piece in land.pieces if piece not in old] + new.pieces
    _take_tokens(action, place, event.what)
    for name in new.tokens:
        land.add_tokens(name, new.count(name))
    return iter(())


def take(land: Land, what: Land) -> list[Piece]:
    """Return the pieces of a land that are named. Raises Refusal if pieces or tokens are missing."""
    pieces = pick(land.pieces, what.pieces)
    if pieces is None or [name for name in what.tokens if land.count(name) < what.count(name)]:
        raise Refusal("not-there", str(what))
    return pieces


def _take_tokens(action: Action, place: Place, what: Land) -> None:
    """Take tokens out of a land. Blight goes back to the card or to the adversary that keeps it."""
    for name in what.tokens:
        place.land.add_tokens(name, -what.count(name))
    blight = what.count("blight")
    if blight:
        waits = [rules for rules in place.conditions.adversaries if rules.keeps_removed_blight]
        action.note("blight-waits" if waits else "heal", blight)


def _destroy_without_health(action: Action, place: Place, pieces: "list[Piece]") -> None:
    """Destroy those of the pieces that have no health left in the land where they are now."""
    destroy(action, place, [piece for piece in pieces if place.conditions.health(piece, place.land) <= 0])
