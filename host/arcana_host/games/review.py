"""The review of a game."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from arcana_host.games.chapter import Chapter

CACHE = "reviews.json"
"""The file beside the library in which a game may keep what it works out of records."""


class Background(NamedTuple):
    """What a review may use besides the game.

    earlier: the records of earlier games of its players. strength: of the players, as typed, "" to estimate
    it. cache: a file that a game may use to keep what it works out of records, None for none. library: the
    records of other games in which one of its players took part, which are gone through once, and last.
    """

    earlier: tuple[str, ...] = ()
    strength: str = ""
    cache: Path | None = None
    library: Iterable[str] = ()


class Review(NamedTuple):
    """The review of a game.

    opening: sentences on the whole game. turns: what happened in each turn, and sentences about it. as_json:
    returns {"turns": [each turn as JSON data], …}, with data on the whole game. page: takes the name of the
    game, and returns one HTML page. closing: returns sentences that come last, as they need the whole
    library.
    """

    opening: list[str]
    turns: list[tuple[Chapter, list[str]]]
    as_json: Callable[[], dict[str, Any]]
    page: Callable[[str], bytes]
    closing: Callable[[], list[str]] = list


class Puzzle(NamedTuple):
    """A position to be tried again.

    game: the id of its game. heading: the turn. table: what lies on the table, and what is asked, as
    sentences. answer: what was better, and why. as_json: the same as JSON data.
    """

    game: str
    heading: str
    table: list[str]
    answer: list[str]
    as_json: dict[str, Any]


class Puzzles(NamedTuple):
    """Positions to be tried again, the costliest first. page: returns them as one HTML page."""

    puzzles: list[Puzzle]
    page: Callable[[], bytes]
