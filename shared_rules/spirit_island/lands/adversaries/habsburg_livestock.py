"""The Habsburg Monarchy (Livestock Colony) in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.conditions import Conditions

_MORE_RURAL, _HERDS_THRIVE, _FAR_FLUNG_HERDS = 2, 4, 6
_IRREPARABLE = 8  # damage to a land


class Rules(AdversaryRules):
    """The Livestock Colony at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.durable = level >= _HERDS_THRIVE

    def extra_total_damage(self, conditions: "Conditions") -> int:
        """At level 6, it is 2 more damage if a town is in an adjacent land."""
        return 2 if self.level >= _FAR_FLUNG_HERDS and conditions.next_to_town else 0

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """Count the blight of a Ravage that deals 8 or more damage to the land."""
        if blight and to_land >= _IRREPARABLE:
            action.note("rule", "habsburg-livestock-loss")
            action.note("tally", blight)

    def built(self, place: "Place", kind: str) -> str:
        """From level 2 on, 2 towns are built inland instead of a city."""
        return "TT" if kind == "C" and self.level >= _MORE_RURAL and not place.conditions.coastal else kind
