"""The Shipwreck Arcana: its cards, its record and its rules."""

from shared_rules.errors import RuleError
from shared_rules.shipwreck.cards import CARDS, MODES, POWERS, SETS, pips, power_of
from shared_rules.shipwreck.event import Event
from shared_rules.shipwreck.game import TITLE, Game

__all__ = (
    "CARDS",
    "MODES",
    "POWERS",
    "SETS",
    "TITLE",
    "Event",
    "Game",
    "RuleError",
    "pips",
    "power_of",
)
