"""The desktop's own part of the score pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.games import score_pad as portable

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    import typer
    from arcana_portable.replay import Played

    from arcana_host.games.interface import FactsOfGames

    from .by_title import ByTitle


class ScorePad(portable.ScorePad, DesktopGame):
    """The score pad on the desktop."""

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> ByTitle:
        from .by_title import count_by_title

        return count_by_title(games, left_out)

    def turns(self, played: Played) -> bytes:
        from .rounds import rounds

        return rounds(played.game)

    def commands(self) -> typer.Typer:
        from . import titles_command

        return titles_command.app


GAME = ScorePad()
