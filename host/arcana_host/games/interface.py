"""The interface between a game and the desktop. It loads fast: methods import slow modules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arcana_portable.games.interface import PortableGame
from arcana_portable.translation import _

if TYPE_CHECKING:
    import typer
    from arcana_portable.library.entry import Entry
    from arcana_portable.replay import Played
    from rich.console import RenderableType

    from .review import Puzzles, Review
    from .rulings import Ruling
    from .statistics import Statistics

    FactsOfGames = Iterable[tuple[Entry, dict[str, Any]]]


class DesktopGame(PortableGame):
    """A game on the desktop: its facts and words, and its reviews, statistics, files and commands."""

    def adversaries(self) -> dict[str, str]:
        """Return {typed name: id} of the opponents of the group, for `--adversary`.

        People type names in the current language or ids, in lower case. The facts of a game name adversaries
        as "adversary" and "second", by id and level, such as "england:6".
        """
        return {}

    def review(self, played: Played, earlier: Sequence[str] = ()) -> Review | None:
        """Return the review of a game, or None for a game without reviews.

        earlier: the records of earlier games of its players. Raises NothingToReview for a game in which there
        is nothing to review.
        """
        return None

    def puzzles(self, records: Mapping[str, str]) -> Puzzles | None:
        """Return positions of recorded games to be tried again, or None for a game without puzzles.

        records: {id: record}, the latest first.
        """
        return None

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> Statistics:
        """Return the statistics of many games, given with their facts.

        left_out: {an English adjective: how many games are not among them for that}.
        """
        from .statistics import count_wins

        return count_wins(games, self.cooperative, left_out, self.undecided)

    def tables(self, statistics: Any) -> RenderableType:
        """Return statistics as tables for the terminal."""
        from .plain_table import tables

        return tables(statistics)

    def chart(self, statistics: Any, kind: str) -> bytes:
        """Return the charts of statistics.

        kind: "html" for a page with the tables; "png" or "svg", which raise ArcanaError without matplotlib.
        """
        from .drawing import chart

        return chart(self.shown_title, statistics, kind)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of `shared`; {} for the common schema."""
        return {}

    def turns(self, played: Played) -> bytes | None:
        """Return a CSV file with a line for each turn, or None."""
        return None

    def final_table(self, played: Played) -> bytes:
        """Return a PNG file with the table after the last event."""
        from .panel_picture import last_screen

        return last_screen(self.name, played)

    def rulings(self, language: str) -> list[Ruling]:
        """Return answers to questions on the rules, in a language or in English."""
        return []

    def commands(self) -> typer.Typer | None:
        """Return commands for this game, or None; subcommands if the Typer has a name."""
        return None

    def check_custom(self, name: object, value: object) -> None:
        """Validate a thing that players entered for this game besides its records. Raises RecordError."""
        from arcana_portable.errors import RecordError

        raise RecordError(_("{title} stores nothing besides its games.", title=self.shown_title))
