"""Sweden in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_HEAVY_MINING, _FINE_STEEL = 1, 3
_ABOVE = 4
_MORE_DAMAGE = {"T": 1, "C": 2}


class Rules(AdversaryRules):
    """Sweden at a level."""

    def more_damage(self, kind: str) -> int:
        """From level 3 on towns deal 3 damage and cities 5."""
        return _MORE_DAMAGE.get(kind, 0) if self.level >= _FINE_STEEL else 0

    def more_blight(self, above: int) -> int:
        """From level 1 on 4 damage more than the land takes bring a second blight."""
        return 1 if self.level >= _HEAVY_MINING and above >= _ABOVE else 0
