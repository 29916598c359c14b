"""The score pad: rounds, points and whose deal it is, for any game that is won by points."""

from shared_rules.score_pad.game import MODES, TITLE, Game, Refusal

__all__ = ("MODES", "TITLE", "Game", "Refusal")
