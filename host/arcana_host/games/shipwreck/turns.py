"""A game as a CSV table of its turns."""

import csv
import io
from typing import Any

from arcana_portable.replay import Played, Step

COLUMNS = (
    *("turn", "player", "fates", "places", "cards", "power", "answers", "predicted", "outcome", "hidden"),
    *("faded", "dealt", "score", "doom"),
)


def turns(played: Played) -> bytes:
    """Return a CSV file with a line for each turn; several values in a cell are separated by spaces."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    row: dict[str, Any] = {}
    before: dict[str, Any] = {}
    for step in played.steps:
        # cards are dealt after the turn has passed on, but belong to the turn before
        if row and step.turn != row["turn"] and not step.text.startswith("deal "):
            writer.writerow(row)
            row = {}
        if before and not row:
            row = {"turn": step.turn, "player": step.active}
        if before:
            _add_event(row, step, before)
        before = step.state
    if row:
        writer.writerow(row)
    table = text.getvalue()
    # without the byte order mark, spreadsheets expect the local encoding
    return table.encode() if table.isascii() else table.encode("utf-8-sig")


def _add_event(row: dict[str, Any], step: Step, before: dict[str, Any]) -> None:
    """Add an event to the line of its turn."""
    verb, *words = step.text.split(" ")
    row.update(score=step.state["score"], doom=step.state["doom"])
    if verb == "play" or (verb == "illegal" and words):
        _add(row, "fates", words[0])
        _add(row, "places", words[1])
        _add(row, "cards", _card(before, words[1]))
    elif verb == "use":
        row["power"] = words[0]
        _add(row, "answers", *words[1:])
    elif verb in ("tell", "steal", "inevitable"):
        _add(row, "answers", verb, *words)
    elif verb == "predict":
        row["predicted"] = " ".join(words[0].split(",")) if words[1:] else ""
        row["outcome"] = words[-1]
    elif verb == "hidden":
        row["hidden"] = words[0]
    elif verb == "end":
        pairs = zip(before["row"], step.state["row"], strict=True)
        _add(row, "faded", *[old["card"] for old, new in pairs if old and not new])
    elif verb == "deal":
        _add(row, "dealt", words[1])
    if verb == "illegal":
        row["outcome"] = "illegal"


def _add(row: dict[str, Any], column: str, *words: str) -> None:
    row[column] = " ".join([*row.get(column, "").split(), *words])


def _card(before: dict[str, Any], place: str) -> str:
    if place == "0":
        return "the-hours"
    lying = before["row"][int(place) - 1]
    return lying["card"] if lying else "-"
