"""The games on the desktop, a folder for each: `load` and the other functions return a `DesktopGame`.

It must not name a game: `shared_rules.games` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable import games as portable
from arcana_portable.translation import _

from shared_rules.games import NAMES

if TYPE_CHECKING:
    from .interface import DesktopGame
    from .review import Puzzles


def load(name: str) -> DesktopGame:
    """Return a game by the name of its folder. Raises RuleError for an unknown game."""
    portable.load(name)
    return __import__(f"arcana_host.games.{name}", None, None, ("GAME",)).GAME


def every() -> list[DesktopGame]:
    """Return all games, in the order of `shared_rules.games`."""
    return [load(name) for name in NAMES]


def puzzles(records: dict[str, dict[str, str]]) -> Puzzles | None:
    """Return the positions of games to be tried again, or None if no game has puzzles.

    records: {name of the folder: {id: record}}, the latest first.
    """
    for about in every():
        found = about.puzzles(records.get(about.name, {}))
        if found:
            return found
    return None


def typed(name: str) -> str:
    """Return the name of a game's folder as typed on a command line.

    >>> typed("score_pad")
    'score-pad'
    """
    return name.replace("_", "-")


def find(words: str) -> DesktopGame:
    """Return the game that somebody typed, or that JSON names. Raises WordsError for an unknown game."""
    for name in NAMES:
        if words in (name, typed(name)):
            return load(name)

    from arcana_portable.errors import WordsError

    raise WordsError(
        _("There is no game {words}: the games are {names}.", words=words, names=", ".join(map(typed, NAMES)))
    )
