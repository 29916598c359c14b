"""England in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Place
    from shared_rules.spirit_island.lands.land import Land

_INDENTURED_SERVANTS, _LOCAL_AUTONOMY = 1, 5
_SERVANTS_OF = 2
_MOST = 7


class Rules(AdversaryRules):
    """England at a level."""

    def extra_health(self, kind: str) -> int:
        """From level 5 on, towns and cities have 1 more health."""
        return 1 if kind in "TC" and self.level >= _LOCAL_AUTONOMY else 0

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """From level 1 on, a land builds if 2 or more towns and cities are adjacent."""
        around = sum([len(land.of("TC")) for land in neighbours])
        return self.level >= _INDENTURED_SERVANTS and around >= _SERVANTS_OF

    def loses_game(self, land: "Land") -> bool:
        """Return whether 7 or more towns and cities are in a land."""
        return len(land.of("TC")) >= _MOST
