"""The score pad in words and figures: a row for each player, with every round and the total.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import Any

from arcana_host.games.sheets import Sheet, blank
from arcana_host.languages import ENGLISH, GERMAN

TEXTS = {
    ENGLISH: {
        "title": "Round {}",
        "round": "{} deals.",
        "finished": "The game is finished.",
        "abandoned": "The game was abandoned.",
        "player": "Player",
        "total": "Total",
    },
    GERMAN: {
        "title": "Runde {}",
        "round": "{} gibt.",
        "finished": "Das Spiel ist beendet.",
        "abandoned": "Das Spiel wurde abgebrochen.",
        "player": "Name",
        "total": "Summe",
    },
}


def sheet(state: dict[str, Any], language: str) -> Sheet:
    """Return what is to be seen of a state, in a language of TEXTS."""
    texts = TEXTS[language]
    shown = blank(language)
    shown["game"] = "score_pad"
    shown["result"] = state["result"]
    shown["title"] = texts["title"].format(state["turn"])
    shown["moment"] = texts[state["result"] or "round"].format(state["active"])
    totals = ", ".join(
        f"{name} {total}" for name, total in zip(state["players"], state["totals"], strict=True)
    )
    shown["head"] = f"{shown['title']}. {totals}. {shown['moment']}"
    rounds = [str(number) for number in range(1, len(state["entries"]) + 1)]
    shown["table"] = [[texts["player"], *rounds, texts["total"]]]
    for seat, name in enumerate(state["players"]):
        points = ["" if entry[seat] is None else str(entry[seat]) for entry in state["entries"]]
        shown["table"].append([name, *points, str(state["totals"][seat])])
    return shown
