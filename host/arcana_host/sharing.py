"""A game in the forms in which other people and programs take it.

Each form is a function of what was played; it must not know the library nor where the form goes.
"""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from arcana_host.errors import RecordError
from arcana_host.facts import gather
from arcana_host.files import composed
from arcana_host.library import Entry
from arcana_host.replay import Played, Step

FORMAT = "arcana-game"
FORMAT_VERSION = 1
SCHEMA_FILE = Path(__file__).parent / "schemas" / "arcana-game-1.schema.json"

TURN_COLUMNS = (
    *("turn", "player", "fates", "places", "cards", "power", "answers", "predicted", "outcome", "hidden"),
    *("faded", "dealt", "score", "doom"),
)


class Game(NamedTuple):
    """A game to share. played: of the record without what was taken back. minutes: how long it took, or 0."""

    entry: Entry
    played: Played
    minutes: int


def record(game: Game) -> bytes:
    """Return the record itself."""
    return str(game.played.record).encode()


def as_json(game: Game) -> bytes:
    """Return one JSON object, as the schema in SCHEMA_FILE describes it."""
    return (json.dumps(as_object(game)) + "\n").encode()


def as_object(game: Game) -> dict[str, Any]:
    """Return what `as_json` writes."""
    entry, played = game.entry, game.played
    fields = entry._asdict()
    del fields["record"]
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        **fields,
        "difficulty": gather(played).difficulty,
        "tags": [{"name": name, "value": value} for name, value in played.record.tags],
        "events": [_event(number, step) for number, step in enumerate(played.steps)],
        "state": played.steps[-1].state,
        "record": str(played.record),
    }


def _event(number: int, step: Step) -> dict[str, Any]:
    score, doom = step.state["score"], step.state["doom"]
    return {
        "number": number,
        "text": step.text,
        "turn": step.turn,
        "active": step.active,
        "score": score,
        "doom": doom,
    }


def turns(game: Game) -> bytes:
    """Return a CSV file with a line for each turn; what happened more than once is separated by spaces."""
    text = io.StringIO()
    writer = csv.DictWriter(text, TURN_COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    row: dict[str, Any] = {}
    before: dict[str, Any] = {}
    for step in game.played.steps:
        # cards are dealt when the turn has passed on already, but at the table that still belongs to it
        if row and step.turn != row["turn"] and not step.text.startswith("deal "):
            writer.writerow(row)
            row = {}
        if before and not row:
            row = {"turn": step.turn, "player": step.active}
        if before:
            _note(row, step, before)
        before = step.state
    if row:
        writer.writerow(row)
    return text.getvalue().encode()


def _note(row: dict[str, Any], step: Step, before: dict[str, Any]) -> None:
    """Put what one event adds into the line of its turn."""
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


def _play_file(game: Game) -> bytes:
    from arcana_host.bgstats import play_file

    return play_file(*game).encode()


def _picture(game: Game) -> bytes:
    from arcana_host.virtual.final_table import final_table

    return final_table(game.played)


FORMS: dict[str, Callable[[Game], bytes]] = {
    "record": record,
    "json": as_json,
    "csv": turns,
    "bgsplay": _play_file,
    "png": _picture,
}
"""Every form by its name, which is the ending of its files, too; a record's file may end as it likes."""


def form_for(file: Path | None) -> str:
    """Return the form that a file's name asks for."""
    ending = file.suffix[1:].lower() if file else ""
    return ending if ending in FORMS else "record"


def record_in(text: str) -> str:
    """Return the record that a shared text holds: a record itself, or the JSON of one.

    Raises RecordError for JSON that holds none.
    """
    if not text.lstrip().startswith("{"):
        return text
    try:
        found = json.loads(text)
    except ValueError as error:
        raise RecordError(f"this is neither a record nor JSON ({error}).") from error
    if found.get("format") != FORMAT or not isinstance(found.get("record"), str):
        raise RecordError("this JSON is not a game that `arcana export --json` has written.")
    if found.get("version") != FORMAT_VERSION:
        raise RecordError(f"this JSON has version {found.get('version')}, which this arcana does not know.")
    return composed(found["record"])
