"""The facts of a game for the statistics, gathered from its replay.

It runs on CPython and, in the browser, on MicroPython. It must not know where facts are stored or how they
are summed up.
"""

from typing import Any, NamedTuple

from arcana_portable.replay import Played, Step


class Facts(
    NamedTuple(
        "Facts",
        [
            ("difficulty", int),
            ("hit_run", int),
            ("doom_from_misses", int),
            ("doom_from_fading", int),
            ("doom_by_turn", "tuple[int, ...]"),
            ("players", "tuple[str, ...]"),
            ("predictions", "tuple[str, ...]"),
            ("laid", "tuple[str, ...]"),
            ("faded", "tuple[str, ...]"),
            ("used", "tuple[str, ...]"),
        ],
    )
):
    """The facts of a game.

    difficulty: doom at the start. hit_run: most hits in a row, turns without a prediction in between not
    counting. doom_from_misses, doom_from_fading: how much doom rose. doom_by_turn: how much it rose in each
    turn, the first turn first. players: everybody who ever sat at the table, in the order of coming.
    predictions: a text for each: the active player's name with "+" for a hit or "-" for a miss.
    laid, faded, used: a card, once for each time that it came to the row, faded, was spent as a faded power.
    """

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data; a tuple becomes a single text, which is parsed faster than a list."""
        data = {
            key: value if isinstance(value, int) else " ".join(map(str, value))
            for key, value in self._asdict().items()
        }
        return data | {"players": list(self.players)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Facts":
        """Return the facts that `as_json` wrote."""
        return cls(
            data["difficulty"],
            data["hit_run"],
            data["doom_from_misses"],
            data["doom_from_fading"],
            tuple(map(int, data["doom_by_turn"].split())),
            tuple(data["players"]),
            tuple(data["predictions"].split()),
            tuple(data["laid"].split()),
            tuple(data["faded"].split()),
            tuple(data["used"].split()),
        )


def gather(played: Played) -> Facts:
    """Return the facts of a game that was played again."""
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
    counts = int(named["doom"]), _run(predictions), rises["predict"], rises["end"]
    texts = [tuple(found) for found in (players, predictions, laid, faded, used)]
    return Facts(*counts, tuple(by_turn), *texts)


def _player(step: Step) -> str:
    # in a duel, Ann plays the lines Ann.A and Ann.B
    return step.active.partition(".")[0]


def _run(predictions: list[str]) -> int:
    signs = "".join(made[-1] for made in predictions)
    return max(map(len, signs.split("-")))


def _faded_cards(old: list, new: list) -> list[str]:
    return [place["card"] for place, now in zip(old, new) if place and not now]
