"""The score pad in words and figures: a row for each player, with every round and the total.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import Any

from arcana_portable.games.sheets import Sheet, blank
from arcana_portable.translation import _


def sheet(state: dict[str, Any]) -> Sheet:
    """Return the sheet of a state."""
    players, entries, totals = state["players"], state["entries"], state["totals"]
    out = [state["start"] > 0 and total <= 0 for total in totals]
    best = [name for name, rank in zip(players, state["ranks"]) if rank == 1]
    if all(out):
        best = []
    shown = blank()
    shown["title"] = _("Round {turn}", turn=state["turn"])
    won, abandoned = _("Won: {players}.", players=", ".join(best)), _("The game was abandoned.")
    if len(best) != 1:
        won = _("A tie: {players}.", players=", ".join(best)) if best else _("A tie: nobody is left.")
    deals = _("{player} deals.", player=state["active"])
    shown["moment"] = {"finished": won, "abandoned": abandoned}.get(state["result"], deals)
    shown["head"] = f"{shown['title']}. {shown['moment']}"
    waiting = [players[seat] for seat, points in enumerate(entries[-1]) if points is None and not out[seat]]
    if waiting and not state["result"]:
        text = _("Points for {player}", player=waiting[0])
        shown["entry"] = {"event": f"points {waiting[0]}", "text": text}
    shown["table"] = [[_("Player")] + [str(number + 1) for number in range(len(entries))] + [_("Total")]]
    for seat, name in enumerate(players):
        points = ["" if entry[seat] is None else str(entry[seat]) for entry in entries]
        shown["table"].append([name] + points + [str(totals[seat])])
    shown["rest"] = [[_("Title"), state["title"].replace("_", " ")]] if state["title"] else []
    if state["goal"]:
        shown["rest"].append([_("Goal"), str(state["goal"])])
    if state["start"]:
        shown["rest"].append([_("Points at the beginning"), str(state["start"])])
    if state["solos"]:
        shown["rest"].append([_("Had a solo"), ", ".join(state["solos"])])
    return shown
