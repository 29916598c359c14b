"""Statistics of many games: how often the group wins and predicts right, takes doom, and sees cards fade.

It sums up facts; it must not know where they come from or how they are shown.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, groupby
from typing import Any, NamedTuple

from arcana_host.games.shipwreck.facts import Facts
from arcana_host.games.statistics import plain
from arcana_host.library.entry import Entry
from shared_rules.shipwreck.cards import power_of


class Tally(NamedTuple):
    """How games ended. rate: the share of wins among games played to the end, None without any."""

    games: int
    won: int
    lost: int
    abandoned: int
    unfinished: int
    rate: float | None


class Hits(NamedTuple):
    """How many predictions were right and wrong. rate: the share of right ones, None without any."""

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
    """A power: how often a card with it faded and it was used. rate: used by faded, None for no such card."""

    faded: int
    used: int
    rate: float | None


class Doom(NamedTuple):
    """How much doom rose: through misses, through fading, a turn on average, and in each turn of a game.

    averted: by how much freed fates lowered it. by_turn: [(average rise in the first turn, games that had
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

    Games without a date, and those not played to the end, don't count. now: the present streak, ("won" or
    "lost", games), or None.
    """

    won: int
    lost: int
    now: tuple[str, int] | None
    hits: int


class Statistics(NamedTuple):
    """All statistics; the dicts are in the order in which to show them.

    powers: by the power's id, whichever of its cards it was; without those that nobody can use.
    """

    games: Tally
    by_mode: dict[str, Tally]
    by_difficulty: dict[str, Tally]
    by_number_of_players: dict[str, Tally]
    by_player: dict[str, Tally]
    by_set: dict[str, Tally]
    predictions: Hits
    predictions_by_player: dict[str, Hits]
    cards: dict[str, Fading]
    powers: dict[str, Use]
    doom: Doom
    streaks: Streaks

    def as_json(self) -> dict[str, Any]:
        """Return the same as dicts, lists, numbers and texts."""
        return plain(self)


def summarize(games: Iterable[tuple[Entry, Facts]]) -> Statistics:
    """Return the statistics of some games, given with their facts in any order."""
    known = list(games)
    predictions = _predictions_by_player(known)
    cards = _fading(known)
    return Statistics(
        games=_tally(Counter(_ending(entry) for entry, _ in known)),
        by_mode=_tallies(known, lambda entry, facts: [entry.summary["mode"]]),
        by_difficulty=_tallies(known, lambda entry, facts: [str(facts.difficulty)]),
        by_number_of_players=_tallies(known, lambda entry, facts: [str(len(facts.players))]),
        by_player=_tallies(known, lambda entry, facts: facts.players),
        by_set=_tallies(known, lambda entry, facts: entry.summary["sets"]),
        predictions=_hits(
            sum(made.hits for made in predictions.values()), sum(made.misses for made in predictions.values())
        ),
        predictions_by_player=predictions,
        cards=cards,
        powers=_powers(cards),
        doom=_doom(known),
        streaks=_streaks(known),
    )


def _ending(entry: Entry) -> str:
    return entry.result or "unfinished"


def _rate(part: int, other: int) -> float | None:
    return part / (part + other) if part + other else None


def _tally(endings: Counter) -> Tally:
    won, lost = endings["won"], endings["lost"]
    games = endings.total()
    return Tally(games, won, lost, endings["abandoned"], endings["unfinished"], _rate(won, lost))


def _tallies(games, keys_of) -> dict[str, Tally]:
    seen = Counter((key, _ending(entry)) for entry, facts in games for key in keys_of(entry, facts))
    endings: dict[str, Counter] = {}
    for (key, ending), count in seen.items():
        endings.setdefault(key, Counter())[ending] = count
    return {key: _tally(endings[key]) for key in sorted(endings)}


def _hits(hits: int, misses: int) -> Hits:
    return Hits(hits, misses, _rate(hits, misses))


def _predictions_by_player(games) -> dict[str, Hits]:
    made = _count(facts.predictions for _, facts in games)
    players = sorted({text[:-1] for text in made})
    return {player: _hits(made[player + "+"], made[player + "-"]) for player in players}


def _fading(games) -> dict[str, Fading]:
    laid = _count(facts.laid for _, facts in games)
    faded = _count(facts.faded for _, facts in games)
    used = _count(facts.used for _, facts in games)
    found = {card: Fading(laid[card], faded[card], faded[card] / laid[card], used[card]) for card in laid}
    return dict(sorted(found.items(), key=lambda item: (-item[1].rate, item[0])))


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


def _count(texts: Iterable[Iterable[str]]) -> Counter[str]:
    return Counter(chain.from_iterable(texts))


def _doom(games) -> Doom:
    seen = Counter(chain.from_iterable(enumerate(facts.doom_by_turn) for _, facts in games))
    rises, turns = Counter[int](), Counter[int]()
    for (turn, rise), count in seen.items():
        rises[turn] += rise * count
        turns[turn] += count
    in_all = turns.total()
    from_misses = sum(facts.doom_from_misses for _, facts in games)
    from_fading = sum(facts.doom_from_fading for _, facts in games)
    rise = sum(entry.summary["doom"] - facts.difficulty for entry, facts in games)
    return Doom(
        *(from_misses, from_fading, from_misses + from_fading - rise, in_all),
        rises.total() / in_all if in_all else None,
        [(rises[turn] / turns[turn], turns[turn]) for turn in sorted(turns)],
    )


def _streaks(games) -> Streaks:
    ends = sorted((entry.date, entry.id, entry.result) for entry, _ in games if entry.date and entry.result)
    results = [result for _, _, result in ends if result in ("won", "lost")]
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    longest = {
        kind: max((length for result, length in runs if result == kind), default=0)
        for kind in ("won", "lost")
    }
    hits = max((facts.hit_run for _, facts in games), default=0)
    return Streaks(longest["won"], longest["lost"], runs[-1] if runs else None, hits)
