"""England in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_LOCAL_AUTONOMY = 5


class Rules(AdversaryRules):
    """England at a level."""

    def more_health(self, kind: str) -> int:
        """Towns and cities have 1 health more from level 5 on."""
        return 1 if kind in "TC" and self.level >= _LOCAL_AUTONOMY else 0
