"""Spirit Island: the state that players have to keep track of, and its record."""

from shared_rules.spirit_island.components import Refusal
from shared_rules.spirit_island.game import MODES, TITLE, Game

NAME = "spirit_island"

__all__ = ("MODES", "NAME", "TITLE", "Game", "Refusal")
