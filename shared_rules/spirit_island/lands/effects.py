"""Damaging, destroying, adding, removing, moving and replacing pieces, between which the rules distinguish.

A piece that is moved or put in place of another is not added; one that is replaced or removed is not
destroyed. Each function yields how much blight comes off the card, before that is in a land.
"""

from shared_rules.spirit_island.lands.action import Action, Place
from shared_rules.spirit_island.lands.blight import add_blight
from shared_rules.spirit_island.lands.damage import amount_of, damage_invaders, destroy
from shared_rules.spirit_island.lands.land import INVADERS, Piece, pick
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker only
    from collections.abc import Iterator

    from shared_rules.spirit_island.lands.event import LandEvent
    from shared_rules.spirit_island.lands.land import Land

_DAMAGE_FOR_A_DURABLE_TOWN = 2


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


def add(action: Action, place: Place, event: "LandEvent", to: "list[Place]") -> "Iterator[int]":
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


def take(land: "Land", what: "Land") -> list[Piece]:
    """Return the pieces of a land that are named. Raises Refusal if pieces or tokens are missing."""
    pieces = pick(land.pieces, what.pieces)
    if pieces is None or [name for name in what.tokens if land.count(name) < what.count(name)]:
        raise Refusal("not-there", str(what))
    return pieces


def _take_tokens(action: Action, place: Place, what: "Land") -> None:
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
