"""The Tsardom of Russia in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker alone
    from shared_rules.spirit_island.lands.land import Land

_HUNTERS = 1


class Rules(AdversaryRules):
    """The Tsardom of Russia at a level."""

    def more_damage(self, kind: str) -> int:
        """From level 1 on explorers deal 1 damage more."""
        return 1 if kind == "E" and self.level >= _HUNTERS else 0

    def after_blight(self, land: "Land") -> list[tuple]:
        """From level 1 on 1 beasts there is destroyed."""
        if self.level < _HUNTERS or not land.count("beasts"):
            return []
        land.add_tokens("beasts", -1)
        return [("beasts", 1)]
