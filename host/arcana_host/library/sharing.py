"""A game in the forms in which other people and programs take it.

Each form is a function of what was played; it must not know the library nor where the form goes.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from arcana_host.errors import RecordError, WordsError
from arcana_host.files import decode, decode_all, read_json
from arcana_host.games.shipwreck.facts import gather
from arcana_host.library.store import Entry
from arcana_host.replay import Played, Step, replay
from shared_rules.record import Record

FORMAT = "arcana-game"
FORMAT_VERSION = 1
SCHEMA_FILE = Path(__file__).parent / "schemas" / "arcana-game-1.schema.json"

TURN_COLUMNS = (
    *("turn", "player", "fates", "places", "cards", "power", "answers", "predicted", "outcome", "hidden"),
    *("faded", "dealt", "score", "doom"),
)


LIST_FORMAT = "arcana-games"
LIST_VERSION = 1

RECORD_ENDINGS = ("", "arcana", "txt")


class Game(NamedTuple):
    """A game to share. played: without what was taken back. minutes: how long it took, or None."""

    entry: Entry
    played: Played
    minutes: int | None


def to_share(entry: Entry, minutes: int | None = None) -> Game:
    """Return a game of the library as it is shared.

    minutes: how long it took, where that is not to be what its tags say. Raises RecordError when the rules of
    this arcana no longer accept it.
    """
    played = replay(str(Record.from_text(entry.record).folded()))
    return Game(entry, played, minutes or entry.minutes)


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
        "location": entry.location,
        "minutes": game.minutes,
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
    table = text.getvalue()
    # spreadsheets take a file without the mark for one in the letters of their country
    return table.encode() if table.isascii() else table.encode("utf-8-sig")


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
    from arcana_host.games.shipwreck.bgstats import play_file

    return play_file([game]).encode()


def _picture(game: Game) -> bytes:
    from arcana_host.games.shipwreck.final_table import final_table

    return final_table(game.played)


FORMS: dict[str, Callable[[Game], bytes]] = {
    "record": record,
    "json": as_json,
    "csv": turns,
    "bgsplay": _play_file,
    "png": _picture,
}
"""Every form by its name, which is the ending of its files, too, but for a record's."""


def form_for(file: Path | None) -> str:
    """Return the form that a file's name asks for. Raises WordsError when it has the ending of none."""
    ending = file.suffix[1:].lower() if file else ""
    if ending in RECORD_ENDINGS:
        return "record"
    if ending not in FORMS:
        endings = [f".{form}" for form in FORMS if form != "record"]
        raise WordsError(
            f"A game can't be written as {file}: its name has to end in .arcana, "
            f"{', '.join(endings[:-1])} or {endings[-1]}; or choose the form with --as."
        )
    return ending


def plays(games: Iterable[Game]) -> bytes:
    """Return one play file of BG Stats with many games. Raises RecordError when one of them has no date."""
    from arcana_host.games.shipwreck.bgstats import play_file

    return play_file(games).encode()


def as_json_list(games: Iterable[Game]) -> bytes:
    """Return one JSON object with many games, as `list_schema` describes it."""
    written = ",\n".join(json.dumps(as_object(game)) for game in games)
    head = json.dumps({"format": LIST_FORMAT, "version": LIST_VERSION})[:-1]
    return f'{head}, "games": [\n{written}\n]}}\n'.encode()


def schema() -> str:
    """Return the JSON schema of one game."""
    return SCHEMA_FILE.read_text(encoding="utf-8")


def list_schema() -> str:
    """Return the JSON schema of many games."""
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:shipwreck-companion:{LIST_FORMAT}:{LIST_VERSION}",
        "title": "Recorded games of The Shipwreck Arcana",
        "description": "What `arcana export --all` writes as JSON and `arcana import` takes.",
        "type": "object",
        "required": ["format", "version", "games"],
        "properties": {
            "format": {"const": LIST_FORMAT},
            "version": {"const": LIST_VERSION},
            "games": {"type": "array", "items": {"$ref": "#/$defs/game"}},
        },
        "$defs": {"game": json.loads(schema())},
    }
    return json.dumps(described, indent=2) + "\n"


def records_in(data: bytes) -> list[str]:
    """Return the records in a file that was shared: a record itself, the JSON of one or that of many.

    Raises RecordError with what the file is where it holds none.
    """
    for beginning, sentence in _OTHER_FILES.items():
        if data.startswith(beginning):
            raise RecordError(sentence)
    if not data[:400].lstrip(_BEFORE_JSON).startswith(b"{"):
        return [_no_table(decode(data))]
    try:
        found = read_json(decode_all(data))
    except ValueError as error:
        raise RecordError(f"this is neither a record nor JSON ({error}).") from error
    if found.get("format") != LIST_FORMAT:
        return [_record_in(found)]
    if found.get("version") != LIST_VERSION or not isinstance(found.get("games"), list):
        raise RecordError(_UNKNOWN_VERSION)
    return [_record_in(game) for game in found["games"]]


_BEFORE_JSON = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
_UNKNOWN_VERSION = "this JSON is from another arcana and holds what this one does not know."
_EXPORT_ANEW = "export the game as .arcana or .json where it is, and import that."
_OTHER_FILES = {
    b"SQLite format 3\0": "this is a library or its backup: `arcana restore` brings it back.",
    b"PK\3\4": "this is a zip; if it is the backup of a device, `arcana restore` brings it back.",
    b"\x89PNG": f"this is a picture; {_EXPORT_ANEW}",
}


def _no_table(text: str) -> str:
    """Return a text that is not a table. Raises RecordError for one that is."""
    heading = text.lstrip().partition("\n")[0]
    if heading.startswith(",".join(TURN_COLUMNS[:4])):
        raise RecordError(
            f"this is a CSV table of a game's turns, from which nobody can play it again; {_EXPORT_ANEW}"
        )
    if heading.count(",") + heading.count(";") > 2 and not heading.startswith(("[", "#", "setup ")):
        raise RecordError(
            "this looks like a CSV table; what can be imported is a record (.arcana) or the JSON of "
            "`arcana export`."
        )
    return text


def _record_in(found: Any) -> str:
    if not isinstance(found, dict):
        found = {}
    if "plays" in found and "format" not in found:
        raise RecordError(
            f"this is a play file of BG Stats, which has a game's result and not its events; {_EXPORT_ANEW}"
        )
    if found.get("format") != FORMAT or not isinstance(found.get("record"), str):
        raise RecordError("this JSON is not a game that `arcana export --json` has written.")
    if found.get("version") != FORMAT_VERSION:
        raise RecordError(_UNKNOWN_VERSION)
    return decode(found["record"].encode(errors="replace"))
