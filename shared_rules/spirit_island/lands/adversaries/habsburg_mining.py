"""The Habsburg Mining Expedition in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

if False:  # for the type checker only
    from shared_rules.spirit_island.lands.action import Action, Place

_CEASELESS_MINING = 1
_MINE = 3  # invaders
_UPGRADED = {"E": "T", "T": "C"}


class Rules(AdversaryRules):
    """The Mining Expedition at a level."""

    def stops_ravage(self, action: "Action", place: "Place") -> bool:
        """From level 1 on, a disease stops the Ravage in a land with 3 or more invaders."""
        land = place.land
        if self.level < _CEASELESS_MINING or len(land.of("ETC")) < _MINE or not land.count("disease"):
            return False
        land.add_tokens("disease", -1)
        action.note("rule", "habsburg-mining-1-mines")
        return True

    def instead_of_cascade(self, action: "Action", place: "Place") -> bool:
        """From level 1 on, an explorer is upgraded instead, or a town if there is no explorer."""
        if self.level < _CEASELESS_MINING:
            return False
        pieces = place.land.of("E") or place.land.of("T")
        if pieces:
            action.note("upgrade", pieces[0].kind + "1")
            pieces[0].kind = _UPGRADED[pieces[0].kind]
        return True
