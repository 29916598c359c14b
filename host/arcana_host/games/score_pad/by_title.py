"""Statistics of the score pad: who played and won each game that has a title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_portable.translation import _
from arcana_portable.wording import decimal

from arcana_host.games.statistics import Chart, Wins, WinTable, count_wins, win_chart

if TYPE_CHECKING:
    from arcana_host.games.interface import FactsOfGames


class Totals(NamedTuple):
    """A player's totals in finished games of a title. best: the lowest where that wins, else the highest."""

    mean: float
    best: int


class ByTitle:
    """The wins of all games, and of each title, with the totals by player; "" is a title, too."""

    def __init__(self, wins: Wins, titles: dict[str, tuple[Wins, dict[str, Totals]]]) -> None:
        self.wins, self.titles = wins, titles

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        titles = {}
        for title, (wins, totals) in self.titles.items():
            data = wins.as_json()
            for name, player in data["players"].items():
                player.update(totals[name]._asdict())
            titles[title] = data
        return {**self.wins.as_json(), "titles": titles}

    def headline(self) -> str:
        """Return how many games there are, in words."""
        return self.wins.headline()

    def win_tables(self) -> list[WinTable]:
        """Return the games that each player finished of each title."""
        return [
            table._replace(key=f"{table.key} {title}", title=title or _("Without a title"))
            for title, (wins, _totals) in self.titles.items()
            for table in wins.win_tables()
        ]

    def charts(self) -> list[Chart]:
        """Return a chart of the players for each title."""
        found = []
        for table, (wins, totals) in zip(self.win_tables(), self.titles.values(), strict=True):
            more = (
                (_("Mean"), lambda name, _tally, totals=totals: decimal(totals[name].mean, 1)),
                (_("Best"), lambda name, _tally, totals=totals: str(totals[name].best)),
            )
            found.append(win_chart(table, *more)._replace(title=f"{table.title}: {wins.headline()}"))
        return found

    def sentences(self) -> list[str]:
        """Return nothing: all is in the tables."""
        return []


def count_by_title(games: FactsOfGames, left_out: dict[str, int] | None = None) -> ByTitle:
    """Return the statistics of these games, the title that was played most first.

    left_out: see `DesktopGame.statistics`.
    """
    known = list(games)
    grouped: dict[str, list[Any]] = {}
    for entry, facts in known:
        grouped.setdefault(facts["title"], []).append((entry, facts))
    order = sorted(grouped, key=lambda title: (-len(grouped[title]), title))
    return ByTitle(
        count_wins(known, left_out=left_out),
        {title: (count_wins(grouped[title]), _totals(grouped[title])) for title in order},
    )


def _totals(games: list[Any]) -> dict[str, Totals]:
    totals: dict[str, list[int]] = {}
    low = False
    for entry, facts in games:
        if entry.result == "finished":
            low = facts["wins"] == "low"
            for name, total in facts["totals"].items():
                totals.setdefault(name, []).append(total)
    best = min if low else max
    return {name: Totals(sum(each) / len(each), best(each)) for name, each in totals.items()}
