"""The base class of the adversaries' rules for lands; it changes nothing.

If a rule leaves a choice to the players, the action gets a step ("rule", its id as in `reminders.py`).
"""

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.conditions import Conditions
    from shared_rules.spirit_island.lands.land import Land


class AdversaryRules:
    """The rules of an adversary at a level that apply in lands."""

    durable = False
    """Whether towns are Durable in lands without blight."""

    keeps_removed_blight = False
    """Whether removed blight stays with the adversary instead of going back to the card."""

    def __init__(self, level: int) -> None:
        self.level = level

    def stops_ravage(self, action: "Action", place: "Place") -> bool:
        """Return whether something stops the Ravage in a land, and spend it."""
        return False

    def extra_health(self, kind: str) -> int:
        """Return the additional health of a piece of this kind."""
        return 0

    def extra_damage(self, kind: str) -> int:
        """Return the additional damage that each invader of this kind deals."""
        return 0

    def extra_total_damage(self, conditions: "Conditions") -> int:
        """Return the additional damage that the invaders of a land deal together, if they deal any."""
        return 0

    def extra_blight(self, above: int) -> int:
        """Return the additional blight that a Ravage adds.

        above: by how much the damage to the land exceeds that which adds blight.
        """
        return 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """Do what happens when blight is added to a land.

        in_ravage: whether a Ravage adds it. cascaded: whether it comes from another land.
        """

    def instead_of_cascade(self, action: "Action", place: "Place") -> bool:
        """Do what happens instead of a cascade in a Ravage; return whether there is such a rule."""
        return False

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """Do or trigger what happens after a Ravage.

        to_land: the damage to the land. blight: how much came off the card.
        """

    def when_destroyed(self, action: "Action", kinds: str) -> None:
        """Do what happens when pieces are destroyed. kinds: such as "E2 C1"."""

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """Return whether a land without invaders builds. neighbours: the adjacent lands."""
        return False

    def built(self, place: "Place", kind: str) -> str:
        """Return what a Build adds instead of a town or a city, such as "TT". kind: "T" or "C"."""
        return kind

    def after_build(self, action: "Action", place: "Place", kind: str) -> None:
        """Do what happens after a Build. kind: "T" or "C", what the rulebook would have built."""

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """Return what an Explore adds, such as "E" or "T".

        kinds: what it would add without this adversary. explored: how many coastal lands of this board were
        explored before in this step with a Coastal card, -1 if it is another card.
        """
        return kinds

    def loses_game(self, land: "Land") -> bool:
        """Return whether the pieces in a land at the end of an action lose the game."""
        return False
