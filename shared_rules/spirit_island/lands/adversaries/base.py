"""What an adversary may change in the lands; this one changes nothing."""


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
