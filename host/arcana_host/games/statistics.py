"""Statistics of many games of one kind, and the basic ones: who played, and who won."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from arcana_host.translation import _, ngettext

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arcana_host.library.entry import Entry


class Statistics(Protocol):
    """The interface of every game's statistics."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""


class Wins:
    """How many games there are, and how many of them were abandoned.

    players: {name: (games played to the end, games won)}.
    """

    def __init__(self, games: int, players: dict[str, tuple[int, int]], abandoned: int = 0) -> None:
        self.games, self.players, self.abandoned = games, players, abandoned

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        players = {name: {"games": games, "won": won} for name, (games, won) in self.players.items()}
        return {"games": self.games, "abandoned": self.abandoned, "players": players}

    def heading(self) -> str:
        """Return how many games there are, in words."""
        said = ngettext("{n} game", "{n} games", self.games)
        return said + (", " + _("{n} abandoned", n=self.abandoned) if self.abandoned else "")

    def tables(self) -> "RenderableType":
        """Return the number of games and a table of the players."""
        from rich.console import Group
        from rich.text import Text

        from arcana_host.games.plain_table import plain_table
        from arcana_host.wording import percent

        rows = [
            [name, str(games), str(won), percent(won / games)] for name, (games, won) in self.players.items()
        ]
        table = plain_table([_("Player"), _("Games"), _("Won"), _("Rate")], rows, gap=False)
        return Group(Text(self.heading(), style="bold"), Text(""), table)


def count_wins(games: "Iterable[tuple[Entry, dict[str, Any]]]") -> Wins:
    """Return how many games each player finished and won, by "players" and "winners" of their facts."""
    known = list(games)
    ended = [facts for entry, facts in known if entry.result not in (None, "abandoned")]
    played = Counter(name for facts in ended for name in facts["players"])
    won = Counter(name for facts in ended for name in facts["winners"])
    players = {name: (count, won[name]) for name, count in sorted(played.items())}
    return Wins(len(known), players, sum(entry.result == "abandoned" for entry, _ in known))


def plain(value: Any) -> Any:
    """Return nested named tuples as JSON data."""
    if hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
