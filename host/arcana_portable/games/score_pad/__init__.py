"""The score pad on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.games.interface import PortableGame
from arcana_portable.translation import N_, _, ngettext

if TYPE_CHECKING:
    from arcana_portable.games.chapter import Chapter
    from arcana_portable.games.sheets import Sheet
    from arcana_portable.library.entry import Entry
    from arcana_portable.replay import Played, Step


class ScorePad(PortableGame):
    """Points of any game, round by round; `title` in its setup says of which."""

    name = "score_pad"
    title = "Score Pad"
    columns = {"title": N_("Title"), "winner": N_("Winner")}  # noqa: RUF012
    heading = N_("Round {turn}: {player} deals")

    def sheet(self, state: dict[str, Any]) -> Sheet:
        from .table_sheet import sheet

        return sheet(state)

    def summary(self, played: Played) -> dict[str, Any]:
        winner = ", ".join(self.winners(played))
        return {"mode": "score-pad", "title": spaced(played.game.title), "winner": winner}

    def facts(self, played: Played) -> dict[str, Any]:
        game = played.game
        totals = dict(zip(game.players, game.totals))
        facts = super().facts(played)
        facts.update(title=spaced(game.title), wins=game.wins, totals=totals)
        return facts

    def outcome(self, entry: Entry) -> str:
        title, winner = entry.summary["title"], entry.summary["winner"]
        ended = _("won by {players}", players=winner) if winner else super().outcome(entry)
        if "," in winner:
            ended = _("a tie of {players}", players=winner)
        return f"{title}, {ended}" if title else ended

    def story(self, played: Played) -> list[Chapter]:
        chapters, state = super().story(played), played.steps[-1].state
        if state["result"] == "finished":
            chapters[-1].sentences.append(self.sheet(state)["moment"])
        return chapters

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        verb, *words = step.text.split(" ")
        state = step.state
        if verb == "setup":
            return _setup(state)
        if verb == "points":
            return [_("{player} gets {points}.", player=words[0], points=words[1])]
        if verb == "solo":
            return [_("{player} has a solo.", player=words[0])]
        if verb == "correct":
            return [_("Round {0} is corrected: {1} has {2} in it.").format(*words)]
        said = [f"{_listed(state, words[0].split(','))}."] if verb == "round" else []
        totals = _("That makes {totals}.", totals=_listed(state, state["totals"]))
        return said + [totals] * (verb in ("round", "end"))


def spaced(title: str) -> str:
    """Return the title of a setup as people write it."""
    return title.replace("_", " ")


def _setup(state: dict[str, Any]) -> list[str]:
    ends = []
    if state["goal"]:
        ends.append(_(" to {points} points", points=state["goal"]))
    if state["rounds"]:
        ends.append(ngettext(" {n} round", " {n} rounds", state["rounds"]))
    if state["start"]:
        ends.append(_(" from {points} points down", points=state["start"]))
    title = f"{spaced(state['title'])}: " if state["title"] else ""
    who = _("{players} play{ends}.", players=", ".join(state["players"]), ends=",".join(ends))
    return [
        title + who,
        _("The highest total wins.") if state["wins"] == "high" else _("The lowest total wins."),
    ]


def _listed(state: dict[str, Any], numbers: list[Any]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(state["players"], numbers))


GAME = ScorePad()
