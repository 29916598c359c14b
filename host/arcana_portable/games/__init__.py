"""The games, a folder for each: `load` and the other functions return a `PortableGame`.

It must not name a game: `shared_rules.games` lists
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.translation import _
from shared_rules.errors import RuleError
from shared_rules.games import NAMES, name_of

if TYPE_CHECKING:
    from .interface import PortableGame


def load(name: str) -> PortableGame:
    """Return a game by the name of its folder. Raises RuleError for an unknown game."""
    if name not in NAMES:
        raise RuleError(
            _(
                "This version of arcana does not know the game {name}; it knows {names}.",
                name=name,
                names=", ".join(NAMES),
            )
        )
    return __import__(f"arcana_portable.games.{name}", None, None, ("GAME",)).GAME


def every() -> list[PortableGame]:
    """Return all games, in the order of `shared_rules.games`."""
    return [load(name) for name in NAMES]


def of_state(state: dict[str, Any]) -> PortableGame:
    """Return the game of a state, by its mode. Raises RuleError for an unknown mode."""
    return load(name_of(f"setup {state['mode']}"))
