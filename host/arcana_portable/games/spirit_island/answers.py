"""The shapes of a device's answers about this game, as far as they are used."""

from typing import Any

from arcana_portable.link.shapes import BadAnswer, Maybe, Named, OrNull, Test, check
from shared_rules.spirit_island.components import BOARD_NAMES
from shared_rules.spirit_island.game import STEPS

_STEP = Test(lambda value: value == "setup" or value in STEPS, "a step of a turn")
_BOARD = Test(lambda value: value in BOARD_NAMES, "a board")
_FIGURE = Test(lambda value: type(value) in (int, float) and abs(value) < 1000, "a number below 1000")
_SCORE = Test(lambda value: type(value) is int and abs(value) < 10_000, "a score")

_TABLE = {
    "step": _STEP,
    "spirits": ["text"],
    "boards": [_BOARD],
    "adversary": OrNull("text"),
    "difficulty": _FIGURE,
    "terror": "small number",
    "fear": {
        "pool": "number",
        "generated": "number",
        "waiting": "number",
        "earned": "number",
        "left": OrNull(["small number"]),
    },
    "blight": {"card": "number", "side": "word", "flipped": ["text"]},
    "invaders": {
        "extra": ["word"],
        "ravage": ["word"],
        "build": ["word"],
        "explore": ["word"],
        "discard": ["word"],
        "deck": "text",
        "skipped": Maybe(["word"]),
        "held": Maybe(["word"]),
        "pinned": Maybe(["word"]),
        "again": Maybe(["text"]),
        "as": Maybe(["text"]),
        "box": Maybe(["word"]),
    },
    "tally": "number",
    "owed": OrNull("word"),
    "why": OrNull("word"),
    "score": OrNull(_SCORE),
    "lands": Named("text"),
    "asked": Maybe(Named("word")),
    "due": Maybe(["text"]),
    "noted": Maybe(Named("text")),
    "notes": Maybe(["text"]),
    "turn_lands": Maybe(Named({"defend": Maybe("small number"), "isolate": Maybe("yes/no")})),
}
_MOST = 1000
"""More markers than any table has: a track with more is drawn nowhere."""


def check_state(state: dict[str, Any]) -> None:
    """Check the state of a game. Raises BadAnswer."""
    check(state, _TABLE, "state")
    if max(state["fear"]["pool"], state["blight"]["card"]) > _MOST:
        raise BadAnswer(f"state has more than {_MOST} markers")
