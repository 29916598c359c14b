"""The Tsardom of Russia in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_HUNTERS = 1


class Rules(AdversaryRules):
    """The Tsardom of Russia at a level."""

    def more_damage(self, kind: str) -> int:
        """From level 1 on explorers deal 1 damage more."""
        return 1 if kind == "E" and self.level >= _HUNTERS else 0
