"""Spirit Island on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from arcana_host.games.sheets import Sheet
    from arcana_host.library.entry import Entry
    from arcana_host.replay import Played, Step


class SpiritIsland(DesktopGame):
    """Spirit Island: fear, blight and the invader cards, with all adversaries and scenarios."""

    name = "spirit_island"
    title = "Spirit Island"
    bgg = (162886, 2017)
    cooperative = True
    results = ("won", "lost", "sacrifice", "abandoned")
    columns = ("adversary", "score")
    heading = "Turn {}"

    def sheet(self, state: dict[str, Any], language: str) -> Sheet:
        from .table_sheet import sheet

        return sheet(state, language)

    def figures(self, state: dict[str, Any]) -> dict[str, int]:
        return {
            "terror": state["terror"],
            "earned": state["fear"]["earned"],
            "blight": state["blight"]["card"],
        }

    def check_state(self, state: dict[str, Any]) -> None:
        from .answers import check_state

        check_state(state)

    def summary(self, played: Played) -> dict[str, Any]:
        game = played.game
        against = " + ".join(text.replace(":", " ") for text in (game.adversary, game.second) if text)
        score = "" if game.score is None else game.score
        return {"mode": "spirit-island", "adversary": against, "score": score, "terror": game.terror}

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        from .telling import sentences_of

        return sentences_of(step, before)

    def winners(self, played: Played) -> list[str]:
        return played.players if played.game.result in ("won", "sacrifice") else []

    def scores(self, entry: Entry, played: Played) -> dict[str, int]:
        score = played.game.score
        return {} if score is None else dict.fromkeys(played.players, score)


GAME = SpiritIsland()
