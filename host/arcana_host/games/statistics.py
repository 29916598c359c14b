"""Statistics of many games of one kind, and the basic statistics: who played, and who won.

A `Breakdown` is all that it takes to count games by something else: it makes a key of the JSON, a table and a
chart.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from arcana_portable.translation import N_, _, ngettext

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry


class Statistics(Protocol):
    """The interface of every game's statistics."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""

    def headline(self) -> str:
        """Return the number of games, their results, and the number of games left out, in one line."""

    def win_tables(self) -> "list[WinTable]":
        """Return the results of games by player and by the game's own breakdowns."""

    def charts(self) -> "list[Chart]":
        """Return all tables with their bars: the terminal, the page and the pictures show the same."""

    def sentences(self) -> list[str]:
        """Return the statistics outside the tables."""


class Tally(NamedTuple):
    """How games ended. rate: the share of wins among games played to their end, or None without such games.

    A game may have a tally with more fields, if it has these fields.
    """

    games: int
    won: int
    lost: int
    rate: float | None


class Breakdown(NamedTuple):
    """How games ended by something: by the players, say, or by the difficulty.

    key: in JSON, such as "by_player". heading: of the first column of its table, in English. title: of its
    chart, in English. keys_of: a function of (entry, facts) that returns the keys under which a game
    counts, each once. name_of: a function that returns a key in the user's language, the key itself by
    default. order: of the keys; by default those in JSON are sorted, and tables by names, numbers by their
    size first.
    """

    key: str
    heading: str
    title: str
    keys_of: "Callable[[Any, Any], Iterable[str]]"
    name_of: "Callable[[str], str]" = str
    order: "Sequence[str]" = ()


class WinTable(NamedTuple):
    """A table of wins. key: of its Breakdown. heading, title: as there, in the user's language.

    tallies: {a name in the user's language: its tally}.
    """

    key: str
    heading: str
    title: str
    tallies: "dict[str, Any]"


class Chart(NamedTuple):
    """A table, and the bars that show its numbers.

    key: a word that is unique among the charts of the game. headings, rows: texts, the name in the first
    column. parts: (label, kind) of the parts of each bar, the first at the left, [] for a table without bars.
    kind: "good", "bad", "mark", "pale" or "paler", for its colour. lengths: of the parts of each row's bar,
    which the table has as numbers, too. of_people: whether each row is a person; a picture then has only
    those with the longest bars. end: the column that a picture repeats at the end of each bar.
    """

    key: str
    title: str
    headings: list[str]
    rows: list[list[str]]
    parts: "Sequence[tuple[str, str]]" = ()
    lengths: "Sequence[Sequence[float]]" = ()
    of_people: bool = False
    end: int = -1


def win_chart(table: WinTable, *more: "tuple[str, Callable[[str, Any], str]]") -> Chart:
    """Return a table of wins with its bars: games are those won, lost and not finished together.

    more: (heading, function of a name and its tally) of further columns.
    """
    from arcana_portable.wording import percent

    open_games = {name: one.games - one.won - one.lost for name, one in table.tallies.items()}
    columns: list[tuple[str, Callable[[str, Any], str]]] = [
        (_("Games"), lambda name, one: str(one.games)),
        (_("Won"), lambda name, one: str(one.won)),
        (_("Lost"), lambda name, one: str(one.lost)),
        (_("Rate"), lambda name, one: percent(one.rate)),
        *more,
    ]
    parts = [(_("won"), "good"), (_("lost"), "pale")]
    if any(open_games.values()):
        columns.insert(3, (_("Not finished"), lambda name, one: str(open_games[name])))
        parts.append((_("not finished"), "paler"))
    return Chart(
        table.key,
        table.title,
        [table.heading, *(heading for heading, _cell in columns)],
        [[name, *(cell(name, one) for _heading, cell in columns)] for name, one in table.tallies.items()],
        parts,
        [(one.won, one.lost, open_games[name])[: len(parts)] for name, one in table.tallies.items()],
        table.key.startswith(BY_PLAYER.key),
        -1 - len(more),
    )


class Endings:
    """How often games ended how: all games, and the games with each key of some breakdowns.

    end_of: a function of (entry, facts) that returns the result to count. in_all: how many games ended like
    each of these.
    """

    def __init__(self, breakdowns: "Sequence[Breakdown]", end_of: "Callable[[Any, Any], Any]") -> None:
        self._breakdowns, self._end_of = breakdowns, end_of
        self.in_all: Counter = Counter()
        self._groups: list[dict[str, Counter]] = [defaultdict(Counter) for _each in breakdowns]

    def add(self, entry: Any, facts: Any) -> None:
        """Count a game."""
        end = self._end_of(entry, facts)
        self.in_all[end] += 1
        for each, groups in zip(self._breakdowns, self._groups, strict=True):
            for key in set(each.keys_of(entry, facts)):
                groups[key][end] += 1

    def tallies(self, tally: "Callable[[Counter], Any]") -> "dict[str, dict[str, Any]]":
        """Return {key of a breakdown: {key: tally}}. tally: a function of how often games ended how."""
        found = {}
        for each, groups in zip(self._breakdowns, self._groups, strict=True):
            ranks = {key: rank for rank, key in enumerate(each.order)}
            order = sorted(groups, key=lambda key: (ranks.get(key, len(ranks)), _size(key), key))
            found[each.key] = {key: tally(groups[key]) for key in order}
        return found


def _size(key: str) -> float:
    return int(key) if key.isdecimal() else math.inf


def win_tables(breakdowns: "Iterable[Breakdown]", counted: "dict[str, dict[str, Any]]") -> "list[WinTable]":
    """Return the tables of the result of `Endings.tallies`, in the order of the breakdowns.

    Rows are in the order of a breakdown, or of the names that people read.
    """
    found = []
    for each in breakdowns:
        named = [(each.name_of(key), key, tally) for key, tally in counted[each.key].items()]
        if not each.order:
            named.sort(key=lambda one: (_size(one[1]), one[0].casefold()))
        tallies = {name: tally for name, _key, tally in named}
        found.append(WinTable(each.key, _(each.heading), _(each.title), tallies))
    return found


BY_PLAYER = Breakdown("by_player", N_("Player"), N_("Games by player"), lambda entry, facts: facts["players"])
BY_NUMBER_OF_PLAYERS = Breakdown(
    "by_number_of_players",
    N_("Players"),
    N_("Games by number of players"),
    lambda entry, facts: [str(len(facts["players"]))],
)


def left_out_words(left_out: "dict[str, int]") -> list[str]:
    """Return the number of games left out as a part of a headline: a list of one text, or [].

    left_out: see `DesktopGame.statistics`.
    """
    parts = [f"{count} {_(why)}" for why, count in left_out.items() if count]
    return [_("left out: {games}", games=" + ".join(parts))] if parts else []


class Wins:
    """How many games there are, and how many of them are undecided or not finished.

    players: {name: (games that were decided, games won)}. undecided: {result: games}. together: the number of
    games that the players "won" and "lost" together, {} if they play against one another. left_out: see
    `DesktopGame.statistics`.
    """

    def __init__(
        self,
        games: int,
        players: dict[str, tuple[int, int]],
        undecided: dict[str, int] | None = None,
        together: dict[str, int] | None = None,
        left_out: dict[str, int] | None = None,
        unfinished: int = 0,
    ) -> None:
        self.unfinished = unfinished
        self.games, self.players = games, players
        self.undecided, self.together = undecided or {}, together or {}
        self.left_out = left_out or {}

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        players = {name: {"games": games, "won": won} for name, (games, won) in self.players.items()}
        left_out = {"left_out": self.left_out} if self.left_out else {}
        ended = {**self.together, **self.undecided, "unfinished": self.unfinished, **left_out}
        return {"games": self.games, **ended, "players": players}

    def win_tables(self) -> list[WinTable]:
        """Return the games that each player finished."""
        tallies = {
            name: Tally(games, won, games - won, won / games) for name, (games, won) in self.players.items()
        }
        return win_tables([BY_PLAYER], {BY_PLAYER.key: tallies})

    def headline(self) -> str:
        """Return how many games there are, and how they ended, in words."""
        parts = [ngettext("{n} game", "{n} games", self.games)]
        if self.together:
            parts += [_("{n} won", n=self.together["won"]), _("{n} lost", n=self.together["lost"])]
        parts += [f"{n} {_(result)}" for result, n in self.undecided.items() if n]
        if self.unfinished:
            parts.append(_("{n} not finished", n=self.unfinished))
        return ", ".join(parts + left_out_words(self.left_out))

    def charts(self) -> list[Chart]:
        """Return a chart of the players."""
        return [win_chart(table) for table in self.win_tables()]

    def sentences(self) -> list[str]:
        """Return nothing: all is in the table."""
        return []


def count_wins(
    games: "Iterable[tuple[Entry, dict[str, Any]]]",
    cooperative: bool = False,
    left_out: "dict[str, int] | None" = None,
    undecided: "Sequence[str]" = ("abandoned",),
) -> Wins:
    """Return how many games each player won and lost, by "players" and "winners" of their facts.

    cooperative: whether a game without winners is lost. left_out: see `DesktopGame.statistics`.
    undecided: the results that are neither won nor lost.
    """
    results, ends = Counter[str | None](), Counter[str]()
    played, won = Counter[str](), Counter[str]()
    for entry, facts in games:
        results[entry.result] += 1
        if entry.result not in (None, *undecided):
            played.update(facts["players"])
            won.update(facts["winners"])
            ends["won" if facts["winners"] else "lost"] += 1
    players = {name: (count, won[name]) for name, count in sorted(played.items())}
    together = {each: ends[each] for each in ("won", "lost")} if cooperative else {}
    open_ends = {result: results[result] for result in undecided}
    return Wins(results.total(), players, open_ends, together, left_out, results[None])


def plain(value: Any) -> Any:
    """Return nested named tuples as JSON data."""
    if hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
