"""The coach: chances to win, the information in a play, the best plays and predictions, and bots.

It needs numpy, which comes with the extra `coach`, so other modules import it inside functions only. It knows
the public information at the table, and of hidden fates only the given hand. See docs/coach.md.
"""

from __future__ import annotations

from .bots import Hand, choose_play, decide_for_group
from .group_options import GroupOptions, Option
from .observer import Observer
from .reading import LEVEL, PlayerModel
from .table import Table, Variant
from .value import load_value
from .yardstick import Yardstick

__all__ = (
    "GroupOptions",
    "Hand",
    "Observer",
    "Option",
    "PlayerModel",
    "Table",
    "Variant",
    "Yardstick",
    "choose_play",
    "decide_for_group",
    "player_model",
)


def player_model(level: int = LEVEL) -> PlayerModel:
    """Return the PlayerModel of the bots. level: of reading, 0 and up."""
    return PlayerModel(load_value(), level)
