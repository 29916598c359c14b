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
    """How many games there are. players: {name: (games played, games won)}."""

    def __init__(self, games: int, players: dict[str, tuple[int, int]]) -> None:
        self.games, self.players = games, players

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        players = {name: {"games": games, "won": won} for name, (games, won) in self.players.items()}
        return {"games": self.games, "players": players}

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


def count_wins(games: "Iterable[tuple[Entry, dict[str, Any]]]") -> Wins:
    """Return how many games each player played and won, by the "players" and "winners" of their facts."""
    known = [facts for _, facts in games]
    played = Counter(name for facts in known for name in facts["players"])
    won = Counter(name for facts in known for name in facts["winners"])
    players = {name: (count, won[name]) for name, count in sorted(played.items())}
    return Wins(len(known), players)


def plain(value: Any) -> Any:
    """Return nested named tuples as JSON data."""
    if hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
