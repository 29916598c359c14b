"""Sweden in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place

_HEAVY_MINING, _FINE_STEEL, _MINING_RUSH = 1, 3, 5
_ABOVE = 4
_MORE_DAMAGE = {"T": 1, "C": 2}


class Rules(AdversaryRules):
    """Sweden at a level."""

    def extra_damage(self, kind: str) -> int:
        """From level 3 on, towns deal 3 damage and cities 5."""
        return _MORE_DAMAGE.get(kind, 0) if self.level >= _FINE_STEEL else 0

    def extra_blight(self, above: int) -> int:
        """From level 1 on, 4 or more damage above what adds blight adds a second one."""
        return 1 if self.level >= _HEAVY_MINING and above >= _ABOVE else 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """From level 5 on, a town is added to an adjacent land, which the players choose."""
        if self.level >= _MINING_RUSH and in_ravage and not cascaded:
            action.note("rule", "sweden-5")
