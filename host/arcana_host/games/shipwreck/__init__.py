"""The desktop's own part of The Shipwreck Arcana."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.games import shipwreck as portable

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import typer
    from arcana_portable.replay import Played

    from arcana_host.games.interface import FactsOfGames
    from arcana_host.games.review import Puzzles, Review
    from arcana_host.games.rulings import Ruling

    from .statistics import Statistics


class Shipwreck(portable.Shipwreck, DesktopGame):
    """The Shipwreck Arcana on the desktop."""

    def review(self, played: Played, earlier: Sequence[str] = ()) -> Review:
        from .whole_review import as_review

        return as_review(played, self.title)

    def puzzles(self, records: Mapping[str, str]) -> Puzzles:
        from .puzzles import puzzles

        return puzzles(records)

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> Statistics:
        from .statistics import summarize

        return summarize(games, left_out)

    def schema(self) -> dict[str, Any]:
        import json
        from pathlib import Path

        return json.loads((Path(__file__).parent / "arcana-game-1.schema.json").read_text(encoding="utf-8"))

    def turns(self, played: Played) -> bytes:
        from .turns import turns

        return turns(played)

    def final_table(self, played: Played) -> bytes:
        from .final_table import picture

        return picture([step.text for step in played.steps])

    def rulings(self, language: str) -> list[Ruling]:
        from .rulings import rulings

        return rulings(language)

    def commands(self) -> typer.Typer:
        from typer import Typer

        from . import commands, simulate_command, solve_command

        both = Typer()
        both.add_typer(commands.app, rich_help_panel=self.title)
        both.add_typer(simulate_command.app)
        both.add_typer(solve_command.app)
        return both

    def check_custom(self, name: object, value: object) -> None:
        from .bestiary import check

        check(name, value)


GAME = Shipwreck()
