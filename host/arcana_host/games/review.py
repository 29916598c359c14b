"""The review of a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

from arcana_host.games.chapter import Chapter


class Review(NamedTuple):
    """The review of a game.

    opening: sentences on the whole game. turns: what happened in each turn, and sentences about it. as_json:
    {"turns": [each turn as JSON data], …}, with data on the whole game. page: takes the name of the game, and
    returns one HTML page.
    """

    opening: list[str]
    turns: list[tuple[Chapter, list[str]]]
    as_json: dict[str, Any]
    page: Callable[[str], bytes]
