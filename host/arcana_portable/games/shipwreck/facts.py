"""The facts of a game for the statistics, gathered from its replay.

It runs on CPython and, in the browser, on MicroPython. It must not know where facts are stored or how they
are summed up.
"""

from typing import Any

from arcana_portable.replay import Played, Step


def gather(played: Played) -> dict[str, Any]:
    """Return the facts of a game. A list of many is a text with spaces, which is parsed faster.

    difficulty: doom at the start. hit_run: most hits in a row, turns without a prediction in between not
    counting. doom_from_misses, doom_from_fading: how much doom rose. doom_by_turn: how much it rose in each
    turn, the first turn first. players: everybody who ever sat at the table, in the order of coming.
    predictions: the active player's name with "+" for a hit or "-" for a miss. laid, faded, used: a card,
    once for each time that it came to the row, faded, was spent as a faded power.
    """
    setup, *steps = played.steps
    named = dict(word.split("=", 1) for word in setup.text.split(" ") if "=" in word)
    players = [name for name, _, _ in played.game.as_play()[3]]
    laid = [place["card"] for place in setup.state["row"]]
    predictions: list[str] = []
    faded: list[str] = []
    used: list[str] = []
    rises = {"predict": 0, "end": 0}
    by_turn = [0] * max((step.turn for step in steps), default=0)
    before = setup.state
    for step in steps:
        verb, *words = step.text.split(" ")
        rise = step.state["doom"] - before["doom"]
        by_turn[step.turn - 1] += rise
        if verb in rises:
            rises[verb] += rise
        if verb == "predict":
            predictions.append(_player(step) + ("+" if words[-1] == "hit" else "-"))
        elif verb == "end":
            faded += _faded_cards(before["row"], step.state["row"])
        elif verb == "deal":
            laid.append(words[1])
        elif verb == "use":
            used.append(words[0])
        before = step.state
    return {
        "difficulty": int(named["doom"]),
        "hit_run": _run(predictions),
        "doom_from_misses": rises["predict"],
        "doom_from_fading": rises["end"],
        "doom_by_turn": " ".join(map(str, by_turn)),
        "players": players,
        "predictions": " ".join(predictions),
        "laid": " ".join(laid),
        "faded": " ".join(faded),
        "used": " ".join(used),
    }


def _player(step: Step) -> str:
    # in a duel, Ann plays the lines Ann.A and Ann.B
    return step.active.partition(".")[0]


def _run(predictions: list[str]) -> int:
    signs = "".join(made[-1] for made in predictions)
    return max(map(len, signs.split("-")))


def _faded_cards(old: list, new: list) -> list[str]:
    return [place["card"] for place, now in zip(old, new) if place and not now]
