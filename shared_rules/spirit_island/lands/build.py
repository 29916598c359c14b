"""A Build and an Explore in one land."""

from shared_rules.spirit_island.lands.action import Action, Place
from shared_rules.spirit_island.lands.land import Land, Piece


def build(action: Action, place: Place, neighbours: "list[Land]") -> None:
    """Resolve a Build: a town, or a city where towns outnumber the cities.

    neighbours: the lands that are adjacent for invaders, as far as they are known.
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
    """Resolve an Explore: an explorer from a town, a city or the ocean, in the land or next to it.

    neighbours: as for a Build. is_isolated: whether the land is. coastal_before: coastal lands of this board
    that this step has explored with a Coastal card, -1 where it is another card.
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
