"""The Habsburg Monarchy (Livestock Colony) in the lands."""

from shared_rules.spirit_island.lands.adversaries.base import AdversaryRules

_HERDS_THRIVE = 4


class Rules(AdversaryRules):
    """The Livestock Colony at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.durable = level >= _HERDS_THRIVE
