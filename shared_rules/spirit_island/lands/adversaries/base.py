"""What an adversary may change in the lands; this one changes nothing."""

if False:  # for the type checker alone
    from shared_rules.spirit_island.lands.land import Land


class AdversaryRules:
    """The rules of an adversary at a level, as far as lands are concerned."""

    durable = False
    """Whether towns are Durable in lands without blight."""

    def __init__(self, level: int) -> None:
        self.level = level

    def more_health(self, kind: str) -> int:
        """Return the health that a piece of this kind has more than usual."""
        return 0

    def more_damage(self, kind: str) -> int:
        """Return the damage that an invader of this kind deals more than usual."""
        return 0

    def more_blight(self, above: int) -> int:
        """Return the blight that a Ravage adds beside the usual one.

        above: the damage to the land beyond the one that brings blight.
        """
        return 0

    def after_blight(self, land: "Land") -> list[tuple]:
        """Do what the blight of a Ravage brings besides, once it is in the land; return the steps of that."""
        return []

    def instead_of_cascade(self, land: "Land") -> list[tuple] | None:
        """Do what comes in place of the cascade of a Ravage; return its steps, None where it goes on."""
        return None
