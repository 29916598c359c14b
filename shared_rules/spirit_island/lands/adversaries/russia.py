"""The Tsardom of Russia in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place

_HUNTERS, _SENSE_FOR_DISASTER = 1, 2


class Rules(AdversaryRules):
    """The Tsardom of Russia at a level."""

    def extra_damage(self, kind: str) -> int:
        """From level 1 on, explorers deal 1 more damage."""
        return 1 if kind == "E" and self.level >= _HUNTERS else 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """From level 1 on, blight from a Ravage destroys 1 beasts, which is counted."""
        if self.level >= _HUNTERS and in_ravage and place.land.count("beasts"):
            place.land.add_tokens("beasts", -1)
            action.note("beasts", 1)
            action.note("tally", 1)

    def when_destroyed(self, action: "Action", kinds: str) -> None:
        """From level 2 on, the players push one of the first explorers that an action would destroy."""
        rule = ("rule", "russia-2")
        if "E" in kinds and self.level >= _SENSE_FOR_DISASTER and rule not in action.steps:
            action.note(*rule)
