"""The table of a game as plain data, the same for pages, terminals and screen readers.

It runs on CPython and, in the browser, on MicroPython. It must not know any game, or where states come from.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from arcana_portable.translation import _, language, speaking

from . import load, of_state

Sheet: TypeAlias = "dict[str, Any]"
"""A table sheet; all its texts are in the user's language.

game: the name of the game's folder, or None for a table without a game. language: of its texts. head: the
standing in a line. title: which turn it is. moment: the current step, or the result. result: as in the state.
help: the level of help, or "". tracks: [{kind, name, value, of}], kind a word for the colours.
row: the cards in the middle, for each place None or {name, ability, fates, pips, moons (or None), fades:
whether its moons are full, attached}. creatures: [{name, level, condition, fates}]. lines: [{player, tokens:
[[value, mark]]}]. table: rows of texts, the headings first; [] without a table. rest: [[heading, text]] of
everything else on the table. entry: {event, text} of a number that a page may ask for: the beginning of the
event that the number completes, and for whom it is; or None.
"""


def blank() -> Sheet:
    """Return the sheet of a table without a game; games fill it in."""
    shown: Sheet = {
        "game": None,
        "language": language(),
        "head": _("No game is on the table."),
        "result": None,
    }
    shown["title"] = shown["moment"] = shown["help"] = ""
    shown["entry"] = None
    for part in ("tracks", "row", "creatures", "lines", "table", "rest"):
        shown[part] = []
    return shown


def sheet(state: dict[str, Any] | None) -> Sheet:
    """Return the sheet of a state.

    state: the result of `Game.state()`, or None for a table without a game.
    """
    if state is None or state["mode"] is None:
        return blank()
    game = of_state(state)
    shown = game.sheet(state)
    shown["game"], shown["result"] = game.name, state["result"]
    return shown


def sentences(sheet: Sheet) -> list[str]:
    """Return a sheet as lines to be read out, the standing first."""
    with speaking(sheet["language"]):
        return load(sheet["game"]).sentences(sheet) if sheet["game"] else [sheet["head"]]


def changes(before: Sheet | None, after: Sheet) -> list[str]:
    """Return the first line of `after`, and its lines that are new since `before`.

    before: the sheet that was read out last, or None.
    """
    head, *lines = sentences(after)
    known = sentences(before) if before else []
    return [head] + [line for line in lines if line not in known]
