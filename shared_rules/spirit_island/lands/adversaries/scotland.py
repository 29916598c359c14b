"""Scotland in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from collections.abc import Iterator

    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.land import Land

_TRADING_PORT, _CHART_THE_COASTLINE, _RUNOFF = 1, 3, 5
_LANDS_OF_THE_COASTAL_CARD = 2  # a board


class Rules(AdversaryRules):
    """Scotland at a level."""

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """From level 5 on, blight added to a coastal land adds 1 to the ocean, which does not cascade."""
        if blight and self.level >= _RUNOFF and place.conditions.coastal:
            action.triggered.append(_runoff)

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """From level 3 on, a coastal land builds if a city is adjacent."""
        if self.level < _CHART_THE_COASTLINE or not place.conditions.coastal:
            return False
        return len([land for land in neighbours if land.of("C")]) > 0

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """From level 1 on, towns are added on the coast; for the Coastal card, in 2 lands of each board."""
        if (
            self.level < _TRADING_PORT
            or not place.conditions.coastal
            or explored >= _LANDS_OF_THE_COASTAL_CARD
        ):
            return kinds
        return "T" + kinds[1:]


def _runoff(action: "Action") -> "Iterator[int]":
    action.note("rule", "scotland-5")
    yield 1
