"""The score pad on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from arcana_host.games.sheets import Sheet
    from arcana_host.library.entry import Entry
    from arcana_host.replay import Played, Step


_ENDS = (("goal", "to {} points"), ("rounds", "{} rounds"))


class ScorePad(DesktopGame):
    """Points of any game, round by round; the tag `Played` says of which."""

    name = "score_pad"
    title = "Score Pad"
    columns = ("title", "winner")
    heading = "Round {}: {} deals"

    def sheet(self, state: dict[str, Any], language: str) -> Sheet:
        from .table_sheet import sheet

        return sheet(state, language)

    def summary(self, played: Played) -> dict[str, Any]:
        winner = ", ".join(self.winners(played))
        return {"mode": "score-pad", "title": played.record.tag("Played") or "", "winner": winner}

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        verb, *words = step.text.split(" ")
        state = step.state
        if verb == "setup":
            ends = [" " + words.format(state[each]) for each, words in _ENDS if state[each]]
            who = f"{', '.join(state['players'])} play{','.join(ends)}"
            return [f"{who}; the {state['wins']}est total wins."]
        if verb == "points":
            return [f"{words[0]} gets {words[1]}."]
        if verb == "correct":
            return [f"Correction of round {words[0]}: {words[1]} has {words[2]} in it."]
        said = [f"{_listed(state, words[0].split(','))}."] if verb == "round" else []
        return said + ([f"That makes {_listed(state, state['totals'])}."] if verb in ("round", "end") else [])

    def winners(self, played: Played) -> list[str]:
        return played.game.winners()

    def box(self, played: Played) -> tuple[str, tuple[int, int] | None, bool]:
        return played.record.tag("Played") or self.title, None, played.game.wins == "high"

    def scores(self, entry: Entry, played: Played) -> dict[str, int]:
        return dict(zip(played.game.players, played.game.totals, strict=True))


def _listed(state: dict[str, Any], numbers: list[Any]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(state["players"], numbers, strict=True))


GAME = ScorePad()
