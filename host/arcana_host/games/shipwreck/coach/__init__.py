"""The coach: chances to win, what a play tells whoever reads it, best plays and predictions, and bots.

It needs numpy, which comes with the extra `coach`; nothing outside this folder may import it at its top. It
knows only what everybody at the table sees, and of a hand what it is told. See docs/coach.md.
"""

from __future__ import annotations

from .bots import Hand, answer, choose, decide
from .group_now import GroupNow, Option
from .reading import LEVEL, SENSE, How, Reading
from .table import Table, Variant
from .value import shipped
from .watch import Watch

__all__ = (
    "LEVEL",
    "SENSE",
    "GroupNow",
    "Hand",
    "How",
    "Option",
    "Reading",
    "Table",
    "Variant",
    "Watch",
    "answer",
    "choose",
    "decide",
    "how",
)


def how(level: int = LEVEL, sense: float = SENSE) -> How:
    """Return the How with the chances to win that come with the program.

    level: of reading, 0 and up. sense: how sensible players are taken to be; see `reading`.
    """
    return How(shipped(), level, sense)
