"""The desktop's own part of Spirit Island."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.games import spirit_island as portable

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import typer
    from arcana_portable.replay import Played

    from arcana_host.games.interface import FactsOfGames
    from arcana_host.games.review import Review
    from arcana_host.games.rulings import Ruling

    from .statistics import Statistics


class SpiritIsland(portable.SpiritIsland, DesktopGame):
    """Spirit Island on the desktop."""

    def adversaries(self) -> dict[str, str]:
        from arcana_portable.games.spirit_island.naming import adversaries

        return adversaries()

    def review(self, played: Played, earlier: Sequence[str] = ()) -> Review:
        from arcana_host.games.review import Review

        from .review import in_words, opening, page, review

        turns = review(played, self.story(played), earlier)
        sentences = opening(turns, len(earlier))

        def as_page(title: str) -> bytes:
            return page(f"{self.title}: {title}", sentences, turns)

        described = [(turn.chapter, in_words(turn)) for turn in turns]
        return Review(sentences, described, lambda: {"turns": [turn.as_json() for turn in turns]}, as_page)

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> Statistics:
        from .statistics import summarize

        return summarize(games, left_out)

    def rulings(self, language: str) -> list[Ruling]:
        from .rulings import rulings

        return rulings(language)

    def commands(self) -> typer.Typer:
        from .commands import app

        return app


GAME = SpiritIsland()
