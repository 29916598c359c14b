"""The review of a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

from arcana_portable.games.chapter import Chapter


class Review(NamedTuple):
    """The review of a game.

    opening: sentences on the whole game. turns: each turn's events, and sentences about it. as_json: returns
    {"turns": [each turn as JSON data], …}, with data on the whole game. page: takes the name of the game, and
    returns one HTML page.
    """

    opening: list[str]
    turns: list[tuple[Chapter, list[str]]]
    as_json: Callable[[], dict[str, Any]]
    page: Callable[[str], bytes]


class Puzzle(NamedTuple):
    """A position to be tried again.

    game: the id of its game. heading: the turn. table: the cards on the table, and the question, as
    sentences. answer: the better choice, and the reason. as_json: the same as JSON data.
    """

    game: str
    heading: str
    table: list[str]
    answer: list[str]
    as_json: dict[str, Any]


class Puzzles(NamedTuple):
    """Positions to be tried again, the costliest first.

    opening: a sentence on how they were judged. page: returns them as one HTML page.
    """

    opening: str
    puzzles: list[Puzzle]
    page: Callable[[], bytes]
