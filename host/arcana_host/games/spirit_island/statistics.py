"""Statistics of many games of Spirit Island: how often the table wins, by adversary, spirit and so on.

It sums up facts; it must not know where they come from or how they are shown.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from arcana_host.games.spirit_island.facts import Facts
from arcana_host.games.statistics import plain
from arcana_host.library.entry import Entry

_Known = list[tuple[Entry, Facts]]


class Tally(NamedTuple):
    """How some games ended.

    won: with those won by a sacrifice. rate: the share of won ones among those played to their end, None for
    none. score: the mean of those that were counted, None for none.
    """

    games: int
    won: int
    lost: int
    rate: float | None
    score: float | None


class Statistics(NamedTuple):
    """All statistics; the dicts, by ids of the record, are in the order in which to show them.

    by_adversary: "england:4", the leading one; "" for none. by_level: {adversary: {level: Tally}}.
    by_terror: the level at the end.
    """

    games: Tally
    by_adversary: dict[str, Tally]
    by_level: dict[str, dict[str, Tally]]
    by_spirit: dict[str, Tally]
    by_number_of_players: dict[str, Tally]
    by_player: dict[str, Tally]
    by_terror: dict[str, Tally]

    def as_json(self) -> dict[str, Any]:
        """Return the same as dicts, lists, numbers and texts."""
        return plain(self)


def summarize(games: Iterable[tuple[Entry, Facts]]) -> Statistics:
    """Return the statistics of some games, given with their facts in any order."""
    known = list(games)
    by_adversary = _tallies(known, lambda facts: [facts.adversary])
    by_level: dict[str, dict[str, Tally]] = {}
    for text, tally in by_adversary.items():
        adversary, _, level = text.partition(":")
        if adversary:
            by_level.setdefault(adversary, {})[level] = tally
    return Statistics(
        games=_tally(known),
        by_adversary=by_adversary,
        by_level=by_level,
        by_spirit=_tallies(known, lambda facts: facts.spirits),
        by_number_of_players=_tallies(known, lambda facts: [str(len(facts.players))]),
        by_player=_tallies(known, lambda facts: facts.players),
        by_terror=_tallies(known, lambda facts: [str(facts.terror)]),
    )


def _tally(games: _Known) -> Tally:
    won = sum(entry.result in ("won", "sacrifice") for entry, _ in games)
    lost = sum(entry.result == "lost" for entry, _ in games)
    scores = [facts.score for _, facts in games if facts.score is not None]
    rate = won / (won + lost) if won + lost else None
    return Tally(len(games), won, lost, rate, sum(scores) / len(scores) if scores else None)


def _tallies(games: _Known, keys_of: Callable[[Facts], Iterable[str]]) -> dict[str, Tally]:
    kept: dict[str, _Known] = {}
    for entry, facts in games:
        for key in keys_of(facts):
            kept.setdefault(key, []).append((entry, facts))
    return {key: _tally(kept[key]) for key in sorted(kept)}
