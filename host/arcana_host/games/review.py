"""The review of a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

from arcana_host.games.chapter import Chapter


class Review(NamedTuple):
    """What there is to say about a game.

    opening: sentences on the whole game. turns: what happened in each turn, and sentences about it. as_json:
    {"turns": [each turn as JSON can hold it], …}, with what there is on the whole game. page: makes one HTML
    page of it; it is given what the game is called.
    """

    opening: list[str]
    turns: list[tuple[Chapter, list[str]]]
    as_json: dict[str, Any]
    page: Callable[[str], bytes]
