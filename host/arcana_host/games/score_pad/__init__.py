"""The score pad on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_host.games.interface import DesktopGame
from arcana_host.translation import N_, _, ngettext

if TYPE_CHECKING:
    from arcana_host.games.sheets import Sheet
    from arcana_host.library.entry import Entry
    from arcana_host.replay import Played, Step


class ScorePad(DesktopGame):
    """Points of any game, round by round; the tag `Played` says of which."""

    name = "score_pad"
    title = "Score Pad"
    columns = {"title": N_("Title"), "winner": N_("Winner")}  # noqa: RUF012
    heading = N_("Round {turn}: {player} deals")

    def sheet(self, state: dict[str, Any]) -> Sheet:
        from .table_sheet import sheet

        return sheet(state)

    def summary(self, played: Played) -> dict[str, Any]:
        winner = ", ".join(self.winners(played))
        return {"mode": "score-pad", "title": played.record.tag("Played") or "", "winner": winner}

    def outcome(self, entry: Entry) -> str:
        title, winner = entry.summary["title"], entry.summary["winner"]
        ended = _("won by {players}", players=winner) if winner else super().outcome(entry)
        return f"{title}, {ended}" if title else ended

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        verb, *words = step.text.split(" ")
        state = step.state
        if verb == "setup":
            return _setup(state)
        if verb == "points":
            return [_("{player} gets {points}.", player=words[0], points=words[1])]
        if verb == "correct":
            return [_("Round {0} is corrected: {1} has {2} in it.").format(*words)]
        said = [f"{_listed(state, words[0].split(','))}."] if verb == "round" else []
        totals = _("That makes {totals}.", totals=_listed(state, state["totals"]))
        return said + [totals] * (verb in ("round", "end"))

    def winners(self, played: Played) -> list[str]:
        return played.game.winners()

    def box(self, played: Played) -> tuple[str, tuple[int, int] | None, bool]:
        return played.record.tag("Played") or self.title, None, played.game.wins == "high"

    def scores(self, entry: Entry, played: Played) -> dict[str, int]:
        return dict(zip(played.game.players, played.game.totals, strict=True))


def _setup(state: dict[str, Any]) -> list[str]:
    ends = []
    if state["goal"]:
        ends.append(_(" to {points} points", points=state["goal"]))
    if state["rounds"]:
        ends.append(ngettext(" {n} round", " {n} rounds", state["rounds"]))
    who = _("{players} play{ends}.", players=", ".join(state["players"]), ends=",".join(ends))
    return [who, _("The highest total wins.") if state["wins"] == "high" else _("The lowest total wins.")]


def _listed(state: dict[str, Any], numbers: list[Any]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(state["players"], numbers, strict=True))


GAME = ScorePad()
