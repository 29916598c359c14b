"""The facts of a game for the statistics: gathered from its replay.

It runs on CPython and, in the browser, on MicroPython.
"""

from typing import Any

from arcana_portable.replay import Played


def gather(played: Played) -> dict[str, Any]:
    """Return the facts of a replayed game.

    players: in seat order. spirits: an id for each. adversary, second: such as "england:4", or "".
    difficulty: in halves with two adversaries. terror: the level at the end. score: None if dahan and blight
    were not counted.
    """
    game = played.game
    return {
        "players": played.players,
        "spirits": list(game.spirits),
        "adversary": game.adversary or "",
        "second": game.second or "",
        "scenario": game.scenario or "",
        "difficulty": game.difficulty,
        "terror": game.terror,
        "score": game.score,
    }
