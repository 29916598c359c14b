"""Spirit Island: the state that players have to keep track of, and its record."""

from shared_rules.spirit_island.components import Refusal
from shared_rules.spirit_island.game import MODES, TITLE, Game

__all__ = ("MODES", "TITLE", "Game", "Refusal")
