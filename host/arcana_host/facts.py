"""What one game adds to the statistics: gathered once from its replay, and small enough to keep for ever.

It must not know where facts are kept nor how they are added up.
"""

from typing import NamedTuple

from arcana_host.replay import Played, Step

VERSION = 1
"""Goes up when the same game would give other facts, so that those that are kept are gathered again."""


class Facts(NamedTuple):
    """The facts of one game.

    difficulty: doom at the start. players: everybody who ever sat at the table, in the order of coming.
    predictions: {the active player: [hits, misses]}. hit_run: most hits in a row, turns without a prediction
    in between not counting. doom_from_misses, doom_from_fading: how much doom rose. doom_by_turn: how much it
    rose in each turn, the first turn first. laid, faded, used: {card: how often it came to the row, faded,
    was spent as a faded power}.
    """

    difficulty: int
    players: list[str]
    predictions: dict[str, list[int]]
    hit_run: int
    doom_from_misses: int
    doom_from_fading: int
    doom_by_turn: list[int]
    laid: dict[str, int]
    faded: dict[str, int]
    used: dict[str, int]


def gather(played: Played) -> Facts:
    """Return the facts of a game that was played again."""
    facts = _nothing(played.steps[0])
    before = played.steps[0].state
    run = hit_run = from_misses = from_fading = 0
    for step in played.steps[1:]:
        verb, *words = step.text.split(" ")
        rise = step.state["doom"] - before["doom"]
        while len(facts.doom_by_turn) < step.turn:
            facts.doom_by_turn.append(0)
        facts.doom_by_turn[step.turn - 1] += rise
        if verb == "predict":
            hit = words[-1] == "hit"
            facts.predictions.setdefault(_player(step), [0, 0])[0 if hit else 1] += 1
            run = run + 1 if hit else 0
            hit_run = max(hit_run, run)
            from_misses += rise
        elif verb == "end":
            from_fading += rise
            for card in _gone(before["row"], step.state["row"]):
                _count(facts.faded, card)
        elif verb == "deal":
            _count(facts.laid, words[1])
        elif verb == "use":
            _count(facts.used, words[0])
        elif verb == "join" and words[0] not in facts.players:
            facts.players.append(words[0])
        before = step.state
    return facts._replace(hit_run=hit_run, doom_from_misses=from_misses, doom_from_fading=from_fading)


def _nothing(setup: Step) -> Facts:
    named = dict(word.split("=", 1) for word in setup.text.split(" ") if "=" in word)
    row = {place["card"]: 1 for place in setup.state["row"]}
    return Facts(int(named["doom"]), named["players"].split(","), {}, 0, 0, 0, [], row, {}, {})


def _player(step: Step) -> str:
    # in a duel, Ann plays the lines Ann.A and Ann.B
    return step.active.partition(".")[0]


def _gone(old: list, new: list) -> list[str]:
    return [place["card"] for place, now in zip(old, new, strict=True) if place and not now]


def _count(counts: dict[str, int], card: str) -> None:
    counts[card] = counts.get(card, 0) + 1
