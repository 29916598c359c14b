"""The facts of a game for the statistics and its review: gathered from its replay.

It runs on CPython and, in the browser, on MicroPython.
"""

from typing import Any, NamedTuple

from arcana_portable.replay import Played
from shared_rules.spirit_island.components import count_cards, find_blight_card


class Facts(
    NamedTuple(
        "Facts",
        [
            ("players", "list[str]"),
            ("spirits", "list[str]"),
            ("adversary", str),
            ("second", str),
            ("scenario", str),
            ("difficulty", float),
            ("terror", int),
            ("score", "int | None"),
            ("why", str),
            ("deck", int),
            ("fear", "list[int]"),
            ("blight", "list[int]"),
        ],
    )
):
    """The facts of a game.

    players: in seat order. spirits: an id for each. adversary, second: such as "england:4", or "".
    difficulty: in halves with two adversaries. terror: the level at the end. score: None if dahan and blight
    were not counted. why: the reason for the result, or "". deck: invader cards left. fear, blight: the fear
    generated and the blight that left the card in each turn, the first turn first.
    """

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Facts":
        """Return facts from the JSON dict of their fields."""
        return cls(**{key: data[key] for key in cls._fields})


def gather(played: Played) -> Facts:
    """Return the facts of a replayed game."""
    game = played.game
    turns = max(step.turn for step in played.steps)
    fear, blight = by_turn(played, turns)
    return Facts(
        players=played.players,
        spirits=list(game.spirits),
        adversary=game.adversary or "",
        second=game.second or "",
        scenario=game.scenario or "",
        difficulty=game.difficulty,
        terror=game.terror,
        score=game.score,
        why=game.why or "",
        deck=count_cards(game.deck),
        fear=fear,
        blight=blight,
    )


def by_turn(played: Played, turns: int) -> tuple[list[int], list[int]]:
    """Return the fear that was generated in each turn, and the blight that left the card."""
    fear, blight = [0] * turns, [0] * turns
    for before, step in zip(played.steps, played.steps[1:]):
        then, now = before.state, step.state
        earned = now["fear"]["earned"] - then["fear"]["earned"]
        generated = now["fear"]["generated"] - then["fear"]["generated"] + earned * then["fear"]["pool"]
        fear[step.turn - 1] += generated
        verb, *words = step.text.split(" ")
        card = then["blight"]["card"]
        if verb == "flip":
            # an empty card's missing blight was taken from the next card
            a_board = find_blight_card(words[0])[0] - ("more-blight" in played.game.scenario_rules)
            card = a_board * len(now["boards"])
        blight[step.turn - 1] += max(0, card - now["blight"]["card"])
    return fear, blight
