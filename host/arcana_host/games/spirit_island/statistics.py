"""Statistics of many games of Spirit Island: how often the table wins, by adversary, spirit and so on.

It sums up facts; it must not know where they come from or how they are shown.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from arcana_portable.games.spirit_island.naming import adversary_name, spirit_name
from arcana_portable.library.entry import Entry
from arcana_portable.translation import N_, _, ngettext, pgettext
from arcana_portable.wording import decimal

from arcana_host.games.statistics import (
    BY_NUMBER_OF_PLAYERS,
    BY_PLAYER,
    Breakdown,
    Chart,
    Endings,
    WinTable,
    left_out_words,
    plain,
    win_chart,
    win_tables,
)
from shared_rules.spirit_island.tables import LEVELS

_LEVELS = [str(level) for level in range(LEVELS)]


class Tally(NamedTuple):
    """How some games ended.

    won: including games won by a sacrifice. unfinished: including abandoned games. rate: the share of wins
    among games played to their end, or None without such games. score: the mean of the counted scores, or
    None without counted scores.
    """

    games: int
    won: int
    lost: int
    unfinished: int
    rate: float | None
    score: float | None


BREAKDOWNS = (
    Breakdown(
        "by_adversary",
        N_("Adversary"),
        N_("Games by adversary"),
        lambda entry, facts: [facts["adversary"]],
        lambda text: adversary_name(text) if text else _("No adversary"),
    ),
    Breakdown(
        "by_spirit", N_("Spirit"), N_("Games by spirit"), lambda entry, facts: facts["spirits"], spirit_name
    ),
    BY_NUMBER_OF_PLAYERS,
    Breakdown(
        "by_terror",
        N_("Terror level"),
        N_("Games by terror level at the end"),
        lambda entry, facts: [str(facts["terror"])],
    ),
    BY_PLAYER,
)
"""The properties by which games are counted: each makes a key of the JSON, a table and a chart."""


class Statistics(NamedTuple):
    """All statistics. by_level: {adversary: {level: Tally}}. counted: {key of a breakdown: {key: Tally}}."""

    games: Tally
    by_level: dict[str, dict[str, Tally]]
    counted: dict[str, dict[str, Tally]]
    left_out: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return the same as dicts, lists, numbers and texts."""
        return plain(
            {"games": self.games, **self.counted, "by_level": self.by_level, "left_out": self.left_out}
        )

    def win_tables(self) -> list[WinTable]:
        """Return a table for each of BREAKDOWNS."""
        return win_tables(BREAKDOWNS, self.counted)

    def charts(self) -> list[Chart]:
        """Return a chart for each of BREAKDOWNS, and the table of games won, adversary by level."""
        score = (pgettext("spirit_island", "Score"), lambda _name, one: _score(one))
        return [*(win_chart(table, score) for table in self.win_tables()), self._by_level()]

    def _by_level(self) -> Chart:
        rows = []
        for id, levels in self.by_level.items():
            tallies = [levels.get(level) for level in _LEVELS]
            wins = [f"{one.won}/{one.won + one.lost}" if one else "" for one in tallies]
            rows.append([adversary_name(id), *wins])
        return Chart("by_level", _("Won/played"), [_("Adversary"), *_LEVELS], sorted(rows))

    def sentences(self) -> list[str]:
        """Return nothing: all is in the tables."""
        return []

    def headline(self) -> str:
        """Return the number of games, their results, and the mean score, in one line."""
        games = self.games
        parts = [ngettext("{n} game", "{n} games", games.games)]
        parts += [_("{n} won", n=games.won), _("{n} lost", n=games.lost)]
        if games.unfinished:
            parts.append(_("{n} not finished", n=games.unfinished))
        if games.score is not None:
            parts.append(_("mean score {score}", score=decimal(games.score, 1)))
        return ", ".join(parts + left_out_words(self.left_out))


def summarize(
    games: Iterable[tuple[Entry, dict[str, Any]]], left_out: dict[str, int] | None = None
) -> Statistics:
    """Return the statistics of some games, given with their facts in any order.

    left_out: see `DesktopGame.statistics`.
    """
    endings = Endings(BREAKDOWNS, lambda entry, facts: (entry.result, facts["score"]))
    for entry, facts in games:
        endings.add(entry, facts)
    counted = endings.tallies(_tally)
    by_level: dict[str, dict[str, Tally]] = {}
    for text, tally in counted["by_adversary"].items():
        adversary, _colon, level = text.partition(":")
        if adversary:
            by_level.setdefault(adversary, {})[level] = tally
    return Statistics(_tally(endings.in_all), by_level, counted, left_out or {})


def _tally(ends: "Counter[tuple[str | None, int | None]]") -> Tally:
    results, scores = Counter[str | None](), Counter[int]()
    for (result, score), count in ends.items():
        results[result] += count
        if score is not None:
            scores[score] += count
    games, won, lost = results.total(), results["won"] + results["sacrifice"], results["lost"]
    mean = sum(score * count for score, count in scores.items()) / scores.total() if scores else None
    return Tally(games, won, lost, games - won - lost, won / (won + lost) if won + lost else None, mean)


def _score(tally: Tally) -> str:
    return "–" if tally.score is None else decimal(tally.score, 1)
