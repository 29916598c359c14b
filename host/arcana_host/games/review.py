"""The review of a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

from arcana_host.games.chapter import Chapter


class Review(NamedTuple):
    """turns: what happened in each turn, and what there is to say about it afterwards, in sentences.

    as_json: each turn as JSON can hold it. page: makes one HTML page of it, with a title.
    """

    turns: list[tuple[Chapter, list[str]]]
    as_json: list[dict[str, Any]]
    page: Callable[[str], bytes]
