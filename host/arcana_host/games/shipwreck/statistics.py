"""Statistics of many games: how often the group wins and predicts right, takes doom, and sees cards fade.

It sums up facts; it must not know where they come from or how they are shown.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from arcana_portable.games.shipwreck.about import SETS
from arcana_portable.games.shipwreck.naming import MODES, difficulty
from arcana_portable.library.entry import Entry
from arcana_portable.translation import N_, _, ngettext

from arcana_host.games.statistics import (
    BY_NUMBER_OF_PLAYERS,
    BY_PLAYER,
    Breakdown,
    Chart,
    Endings,
    WinTable,
    left_out_words,
    plain,
    win_tables,
)
from shared_rules.shipwreck.cards import power_of


class Tally(NamedTuple):
    """How games ended. rate: the share of wins among games played to the end, or None without such games."""

    games: int
    won: int
    lost: int
    abandoned: int
    unfinished: int
    rate: float | None


class Hits(NamedTuple):
    """How many predictions were right and wrong.

    rate: the share of right predictions, or None without predictions.
    """

    hits: int
    misses: int
    rate: float | None


class Fading(NamedTuple):
    """A card: how often it came to the row, faded, and had its power used. rate: of fading."""

    laid: int
    faded: int
    rate: float
    used: int


class Use(NamedTuple):
    """A power: how often a card with it faded and it was used.

    rate: used by faded, or None without such a card.
    """

    faded: int
    used: int
    rate: float | None


class Doom(NamedTuple):
    """How much doom rose: through misses, through fading, a turn on average, and in each turn of a game.

    averted: the doom taken back by freed fates. by_turn: [(average rise in the first turn, games that had
    such a turn), (in the second, …), …]
    """

    from_misses: int
    from_fading: int
    averted: int
    turns: int
    per_turn: float | None
    by_turn: list[tuple[float, int]]


class Streaks(NamedTuple):
    """The longest streaks: games won and lost, and hits within a game.

    Games without a date, and games not played to the end, don't count. now: the present streak, ("won" or
    "lost", games), or None.
    """

    won: int
    lost: int
    now: tuple[str, int] | None
    hits: int


BREAKDOWNS = (
    Breakdown(
        "by_difficulty",
        N_("Doom at the start"),
        N_("Games by doom at the start"),
        lambda entry, facts: [str(facts["difficulty"])],
        lambda key: difficulty(int(key)),
    ),
    BY_NUMBER_OF_PLAYERS,
    Breakdown(
        "by_set",
        N_("Card set"),
        N_("Games by card set"),
        lambda entry, facts: entry.summary["sets"],
        lambda key: _(SETS[key]),
        tuple(SETS),
    ),
    Breakdown(
        "by_mode",
        N_("Mode"),
        N_("Games by mode"),
        lambda entry, facts: [entry.summary["mode"]],
        lambda key: _(MODES[key]),
        tuple(MODES),
    ),
    BY_PLAYER,
)
"""The properties by which games are counted: each makes a key of the JSON, a table and a chart."""


class Statistics(NamedTuple):
    """All statistics; the dicts are in the order in which to show them.

    counted: {key of a breakdown: {key: Tally}}. powers: by the power's id, whichever of its cards it was;
    without powers that nobody can use.
    """

    games: Tally
    counted: dict[str, dict[str, Tally]]
    predictions: Hits
    predictions_by_player: dict[str, Hits]
    cards: dict[str, Fading]
    powers: dict[str, Use]
    doom: Doom
    streaks: Streaks
    left_out: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return the same as dicts, lists, numbers and texts."""
        data = plain(self)
        return {"games": data.pop("games"), **data.pop("counted"), **data}

    def win_tables(self) -> list[WinTable]:
        """Return a table for each of BREAKDOWNS."""
        return win_tables(BREAKDOWNS, self.counted)

    def charts(self) -> list[Chart]:
        """Return the charts of games, predictions, cards, powers and doom."""
        from .tables import charts

        return charts(self)

    def sentences(self) -> list[str]:
        """Return predictions, doom and streaks in sentences."""
        from .tables import sentences

        return sentences(self)

    def headline(self) -> str:
        """Return the number of games and their results, in one line."""
        games = self.games
        parts = [
            ngettext("{n} game", "{n} games", games.games),
            _("{n} won", n=games.won),
            _("{n} lost", n=games.lost),
        ]
        if games.abandoned:
            parts.append(f"{games.abandoned} {_('abandoned')}")
        if games.unfinished:
            parts.append(_("{n} not finished", n=games.unfinished))
        return ", ".join(parts + left_out_words(self.left_out))


def summarize(
    games: Iterable[tuple[Entry, dict[str, Any]]], left_out: dict[str, int] | None = None
) -> Statistics:
    """Return the statistics of some games, given with their facts in any order.

    left_out: see `DesktopGame.statistics`.
    """
    endings = Endings(BREAKDOWNS, lambda entry, facts: entry.result or "unfinished")
    made, laid, faded, used = (Counter[str]() for _each in range(4))
    doom, ends, hits = _Rises(), [], 0
    for entry, facts in games:
        endings.add(entry, facts)
        made.update(facts["predictions"].split())
        laid.update(facts["laid"].split())
        faded.update(facts["faded"].split())
        used.update(facts["used"].split())
        doom.add(entry, facts)
        hits = max(hits, facts["hit_run"])
        if entry.date and entry.result in ("won", "lost"):
            # as text, which takes less memory
            ends.append(f"{entry.date}\0{entry.id}\0{entry.result}")
    players = sorted({text[:-1] for text in made})
    cards = {card: Fading(laid[card], faded[card], faded[card] / laid[card], used[card]) for card in laid}
    cards = dict(sorted(cards.items(), key=lambda item: (-item[1].rate, item[0])))
    return Statistics(
        games=_tally(endings.in_all),
        counted=endings.tallies(_tally),
        predictions=_hits(*(sum(count for text, count in made.items() if text[-1] == sign) for sign in "+-")),
        predictions_by_player={player: _hits(made[player + "+"], made[player + "-"]) for player in players},
        cards=cards,
        powers=_powers(cards),
        doom=doom.result(),
        streaks=_streaks(ends, hits),
        left_out=left_out or {},
    )


def _rate(part: int, other: int) -> float | None:
    return part / (part + other) if part + other else None


def _tally(ends: Counter[str]) -> Tally:
    won, lost = ends["won"], ends["lost"]
    return Tally(ends.total(), won, lost, ends["abandoned"], ends["unfinished"], _rate(won, lost))


def _hits(hits: int, misses: int) -> Hits:
    return Hits(hits, misses, _rate(hits, misses))


def _powers(cards: dict[str, Fading]) -> dict[str, Use]:
    faded, used = Counter[str](), Counter[str]()
    for card, one in cards.items():
        # nobody uses automatic powers
        if power_of(card).who != "automatic":
            power = power_of(card).id
            faded[power] += one.faded
            used[power] += one.used
    order = sorted(faded, key=lambda power: (-used[power], -faded[power], power))
    return {
        power: Use(faded[power], used[power], used[power] / faded[power] if faded[power] else None)
        for power in order
        if faded[power] or used[power]
    }


class _Rises:
    """The rise of doom over games that are added one at a time."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[int, str]]()
        self._from_misses = self._from_fading = self._rise = 0

    def add(self, entry: Entry, facts: dict[str, Any]) -> None:
        """Count a game."""
        self._seen.update(enumerate(facts["doom_by_turn"].split()))
        self._from_misses += facts["doom_from_misses"]
        self._from_fading += facts["doom_from_fading"]
        self._rise += entry.summary["doom"] - facts["difficulty"]

    def result(self) -> Doom:
        """Return the sum."""
        rises, turns = Counter[int](), Counter[int]()
        for (turn, rise), count in self._seen.items():
            rises[turn] += int(rise) * count
            turns[turn] += count
        in_all = turns.total()
        return Doom(
            self._from_misses,
            self._from_fading,
            self._from_misses + self._from_fading - self._rise,
            in_all,
            rises.total() / in_all if in_all else None,
            [(rises[turn] / turns[turn], turns[turn]) for turn in sorted(turns)],
        )


def _streaks(ends: list[str], hits: int) -> Streaks:
    """Return the streaks of games. ends: date, id and result of each. hits: the most in a row."""
    runs = [
        (result, len(list(run))) for result, run in groupby(end.rpartition("\0")[2] for end in sorted(ends))
    ]
    longest = {
        kind: max((length for result, length in runs if result == kind), default=0)
        for kind in ("won", "lost")
    }
    return Streaks(longest["won"], longest["lost"], runs[-1] if runs else None, hits)
