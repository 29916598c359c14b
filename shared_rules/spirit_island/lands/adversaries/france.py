"""France (Plantation Colony) in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place

_FRONTIER_EXPLORERS, _FORCED_LABOUR, _TRIANGLE_TRADE, _SLOW_HEALING = 1, 2, 4, 5


class Rules(AdversaryRules):
    """France at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.keeps_removed_blight = level >= _SLOW_HEALING

    def after_build(self, action: "Action", place: "Place", kind: str) -> None:
        """Level 2: all explorers but one become towns. Level 4: a coastal city adds a town to an adjacent
        land.

        The players choose the land.
        """
        explorers = place.land.of("E")
        if self.level >= _FORCED_LABOUR and len(explorers) > 1:
            # those without damage and strife first, as they keep both
            explorers.sort(key=lambda piece: (piece.damage, piece.strife))
            for piece in explorers[:-1]:
                piece.kind = "T"
            action.note("rule", "france-2")
        if self.level >= _TRIANGLE_TRADE and kind == "C" and place.conditions.coastal:
            action.note("rule", "france-4")

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """From level 1 on, 2 explorers are added to a land without town or city."""
        return kinds + "E" if self.level >= _FRONTIER_EXPLORERS and not place.land.of("TC") else kinds
