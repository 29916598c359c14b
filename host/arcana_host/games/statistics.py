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

    @property
    def left_out(self) -> list[str]:
        """The ids of the games that no longer replay, and are not counted."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""


class Wins:
    """How many games there are. players: {name: (games played, games won)}."""

    def __init__(self, games: int, players: dict[str, tuple[int, int]], left_out: list[str]) -> None:
        self.games, self.players, self.left_out = games, players, left_out

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        players = {name: {"games": games, "won": won} for name, (games, won) in self.players.items()}
        return {"games": self.games, "players": players, "left_out": self.left_out}

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
        return Group(Text(ngettext("{n} game", "{n} games", self.games), style="bold"), Text(""), table)


def count_wins(games: "Iterable[tuple[Entry, dict[str, Any] | None]]") -> Wins:
    """Return how many games each player played and won, by the "players" and "winners" of their facts."""
    games = list(games)
    known = [facts for entry, facts in games if facts]
    played = Counter(name for facts in known for name in facts["players"])
    won = Counter(name for facts in known for name in facts["winners"])
    players = {name: (count, won[name]) for name, count in sorted(played.items())}
    return Wins(len(known), players, [entry.id for entry, facts in games if not facts])


def plain(value: Any) -> Any:
    """Return nested named tuples as JSON data."""
    if hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
