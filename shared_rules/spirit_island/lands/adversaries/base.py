"""What an adversary may change in the lands; this one changes nothing.

A rule that leaves a choice to the players is noted as a step ("rule", its id as in `reminders.py`).
"""

if False:  # for the type checker alone
    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.conditions import Conditions
    from shared_rules.spirit_island.lands.land import Land


class AdversaryRules:
    """The rules of an adversary at a level, as far as lands are concerned."""

    durable = False
    """Whether towns are Durable in lands without blight."""

    keeps_removed_blight = False
    """Whether blight that is removed waits with the adversary and does not go back to the card."""

    def __init__(self, level: int) -> None:
        self.level = level

    def stops_ravage(self, action: "Action", place: "Place") -> bool:
        """Return whether a land does not ravage, and do what keeps it from that."""
        return False

    def more_health(self, kind: str) -> int:
        """Return the health that a piece of this kind has more than usual."""
        return 0

    def more_damage(self, kind: str) -> int:
        """Return the damage that an invader of this kind deals more than usual."""
        return 0

    def more_in_all(self, conditions: "Conditions") -> int:
        """Return the damage that the invaders deal more in all, where they deal any."""
        return 0

    def more_blight(self, above: int) -> int:
        """Return the blight that a Ravage adds beside the usual one.

        above: the damage to the land beyond the one that brings blight.
        """
        return 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """Do what happens when blight is added to a land."""

    def instead_of_cascade(self, action: "Action", place: "Place") -> bool:
        """Do what a Ravage does instead of a cascade; return whether there is such a rule."""
        return False

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """Do what follows from a Ravage, or trigger it. blight: how much it took off the card."""

    def when_destroyed(self, action: "Action", kinds: str) -> None:
        """Do what happens when pieces are destroyed. kinds: such as "E2 C1"."""

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """Return whether a Build happens in a land without invaders. neighbours: lands that are adjacent."""
        return False

    def built(self, place: "Place", kind: str) -> str:
        """Return what is built where a town or a city would be, such as "T" or "TT"."""
        return kind

    def after_build(self, action: "Action", place: "Place", kind: str) -> None:
        """Do what happens after a Build. kind: "T" or "C", what it was by the rulebook."""

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """Return what an Explore adds, such as "E" or "T".

        kinds: what it is without this adversary. explored: coastal lands of this board that this step has
        explored with a Coastal card before, -1 where it is another card.
        """
        return kinds

    def is_lost(self, land: "Land") -> bool:
        """Return whether what lies in a land at the end of an action loses the game."""
        return False
