"""The score pad on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from arcana_host.games.sheets import Sheet
    from arcana_host.library.entry import Entry
    from arcana_host.replay import Played


class ScorePad(DesktopGame):
    """Points of any game, round by round."""

    name = "score_pad"
    title = "Score Pad"
    columns = ("winner",)

    def sheet(self, state: dict[str, Any], language: str) -> Sheet:
        from .table_sheet import sheet

        return sheet(state, language)

    def summary(self, played: Played) -> dict[str, Any]:
        return {"mode": played.game.state()["mode"], "winner": ", ".join(self.winners(played))}

    def winners(self, played: Played) -> list[str]:
        return played.game.winners()

    def scores(self, entry: Entry, played: Played) -> dict[str, int]:
        return dict(zip(played.game.players, played.game.totals, strict=True))


GAME = ScorePad()
