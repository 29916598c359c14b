"""A Build and an Explore in one land."""

from shared_rules.spirit_island.lands.action import Action, Place
from shared_rules.spirit_island.lands.land import Land, Piece


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
