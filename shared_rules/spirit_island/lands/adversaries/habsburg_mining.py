"""The Habsburg Mining Expedition in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker alone
    from shared_rules.spirit_island.lands.land import Land

_AVARICE = 1
_UPGRADE = {"E": "T", "T": "C"}


class Rules(AdversaryRules):
    """The Mining Expedition at a level."""

    def instead_of_cascade(self, land: "Land") -> list[tuple] | None:
        """From level 1 on an explorer is upgraded or, where there is none, a town."""
        if self.level < _AVARICE:
            return None
        for piece in land.of("E") + land.of("T"):
            kind = piece.kind
            piece.kind = _UPGRADE[kind]
            return [("upgrade", kind + "1")]
        return []
