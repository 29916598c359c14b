"""The score pad in words and figures: a row for each player, with every round and the total.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import Any

from arcana_host.games.sheets import Sheet, blank
from arcana_host.languages import ENGLISH, GERMAN

TEXTS = {
    ENGLISH: ("Round", "{} deals.", "Won: {}.", "The game was abandoned.", "Player", "Total", "Goal"),
    GERMAN: ("Runde", "{} gibt.", "Gewonnen: {}.", "Das Spiel wurde abgebrochen.", "Name", "Summe", "Ziel"),
}


def sheet(state: dict[str, Any], language: str) -> Sheet:
    """Return what is to be seen of a state, in a language of TEXTS."""
    turn, deals, won, abandoned, player, total, goal = TEXTS[language]
    players, entries, totals = state["players"], state["entries"], state["totals"]
    best = [name for name, rank in zip(players, state["ranks"]) if rank == 1]
    shown = blank(language)
    shown["game"], shown["result"], shown["title"] = "score_pad", state["result"], f"{turn} {state['turn']}"
    said = {"finished": won.format(", ".join(best)), "abandoned": abandoned}
    shown["moment"] = said.get(state["result"], deals.format(state["active"]))
    told = [f"{name} {points}" for name, points in zip(players, totals)]
    shown["head"] = f"{shown['title']}. {', '.join(told)}. {shown['moment']}"
    shown["table"] = [[player] + [str(number + 1) for number in range(len(entries))] + [total]]
    for seat, name in enumerate(players):
        points = ["" if entry[seat] is None else str(entry[seat]) for entry in entries]
        shown["table"].append([name] + points + [str(totals[seat])])
    shown["rest"] = [[goal, str(state["goal"])]] if state["goal"] else []
    return shown
