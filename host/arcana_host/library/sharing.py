"""Exports and imports games in the formats of other people and programs.

Each format is a function of a replayed game. It must not know the library, or where the data goes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from arcana_portable.errors import RecordError, WordsError
from arcana_portable.library.entry import Game
from arcana_portable.replay import Step
from arcana_portable.strict_json import read_json
from arcana_portable.translation import N_, _

from arcana_host.files import decode, decode_all
from arcana_host.games import load
from arcana_host.games.interface import DesktopGame

FORMAT = "arcana-game"
FORMAT_VERSION = 1
_SCHEMA = Path(__file__).parent / "arcana-game-1.schema.json"

LIST_FORMAT = "arcana-games"
LIST_VERSION = 1

RECORD_ENDINGS = ("", "arcana", "txt")


def record(game: Game) -> bytes:
    """Return the record itself."""
    return str(game.played.record).encode()


def as_json(game: Game) -> bytes:
    """Return a JSON object, which `schema` describes."""
    return (json.dumps(as_object(game)) + "\n").encode()


def as_object(game: Game) -> dict[str, Any]:
    """Return the object that `as_json` writes."""
    entry, played = game.entry, game.played
    about = load(entry.game)
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        **entry.as_json(),
        "minutes": game.minutes,
        **about.shared(played),
        "tags": [{"name": name, "value": value} for name, value in played.record.tags],
        "events": [_event(about, number, step) for number, step in enumerate(played.steps)],
        "state": played.steps[-1].state,
        "record": str(played.record),
    }


def _event(game: DesktopGame, number: int, step: Step) -> dict[str, Any]:
    event = {"number": number, "text": step.text, "turn": step.turn, "active": step.active}
    return {**event, **dict(game.figures(step.state))}


def turns(game: Game) -> bytes:
    """Return a CSV file with a line for each turn. Raises WordsError for a game without this format."""
    about = load(game.entry.game)
    data = about.turns(game.played)
    if data is None:
        raise WordsError(_("The turns of {title} can't be written as CSV.", title=about.shown_title))
    return data


def _play_file(game: Game) -> bytes:
    return b"".join(plays([game]))


def _picture(game: Game) -> bytes:
    return load(game.entry.game).final_table(game.played)


FORMATS: dict[str, Callable[[Game], bytes]] = {
    "record": record,
    "json": as_json,
    "csv": turns,
    "bgsplay": _play_file,
    "png": _picture,
}
"""{name of a format: function}; the name is also the ending of its files, except for "record"."""


def format_for(file: Path | None) -> str:
    """Return the format for a file's ending, or None for standard output. Raises WordsError."""
    ending = file.suffix[1:].lower() if file else ""
    if ending in RECORD_ENDINGS:
        return "record"
    if ending not in FORMATS:
        endings = [f".{form}" for form in FORMATS if form != "record"]
        raise WordsError(
            _(
                "A game can't be written as {file}: its name has to end in .arcana, {endings}; "
                "or choose the format with --as.",
                file=file,
                endings=", ".join(endings[:-1]) + _(" or ") + endings[-1],
            )
        )
    return ending


def plays(games: Iterable[Game]) -> Iterator[bytes]:
    """Yield the parts of a play file of BG Stats with many games.

    Raises RecordError if a game has no date.
    """
    from arcana_portable.library.bgstats import play_file

    return (part.encode() for part in play_file(games))


def as_json_list(games: Iterable[Game]) -> Iterator[bytes]:
    """Yield the parts of a JSON object with many games, as `list_schema` describes it."""
    yield json.dumps({"format": LIST_FORMAT, "version": LIST_VERSION})[:-1].encode() + b', "games": ['
    for number, game in enumerate(games):
        yield (",\n" if number else "\n").encode() + json.dumps(as_object(game)).encode()
    yield b"\n]}\n"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of a game. name: of the game's folder."""
    game = load(name)
    described = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    return game.schema() or {**described, "title": f"A recorded game of {game.title}"}


def list_schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of many games. name: of their folder."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:arcana-companion:{LIST_FORMAT}:{LIST_VERSION}",
        "title": f"Recorded games of {load(name).title}",
        "description": "What `arcana export --all` writes as JSON and `arcana import` takes.",
        "type": "object",
        "required": ["format", "version", "games"],
        "properties": {
            "format": {"const": LIST_FORMAT},
            "version": {"const": LIST_VERSION},
            "games": {"type": "array", "items": {"$ref": "#/$defs/game"}},
        },
        "$defs": {"game": schema(name)},
    }


def read_records(data: bytes) -> list[str]:
    """Return the records in a shared file: a record itself, the JSON of a game, or the JSON of many games.

    Raises RecordError, which names the kind of the file, if it has no record.
    """
    for beginning, sentence in _OTHER_FILES.items():
        if data.lstrip(_BEFORE_JSON).startswith(beginning):
            raise RecordError(_(sentence, instead=_(_EXPORT_ANEW)))
    if not data[:400].lstrip(_BEFORE_JSON).startswith(b"{"):
        return [_refuse_csv(decode(data))]
    try:
        found = read_json(decode_all(data))
    except ValueError as error:
        raise RecordError(_("this is neither a record nor JSON ({error}).", error=error)) from error
    if found.get("format") != LIST_FORMAT:
        return [_read_record(found)]
    if found.get("version") != LIST_VERSION or not isinstance(found.get("games"), list):
        raise RecordError(_(_UNKNOWN_VERSION))
    return [_read_record(game) for game in found["games"]]


_TURNS = "turn,player,"
"""The beginning of a CSV file with the turns of a game."""
_BEFORE_JSON = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
_UNKNOWN_VERSION = N_("this JSON is from another version of arcana and holds what this one does not know.")
_EXPORT_ANEW = N_("export the game as .arcana or .json where it comes from, and import that.")
_OTHER_FILES = {
    b"SQLite format 3\0": N_("this is a library or its backup: `arcana restore` restores it."),
    b"PK\3\4": N_("this is a zip; if it is the backup of a device, `arcana restore` restores it."),
    b"\x89PNG": N_("this is a picture; {instead}"),
    b"<": N_("this is a page or a drawing, which shows games and does not hold them; {instead}"),
}


def _refuse_csv(text: str) -> str:
    """Return the text of a record. Raises RecordError if it is a CSV table."""
    heading = text.lstrip().partition("\n")[0]
    if heading.startswith(_TURNS):
        raise RecordError(
            _(
                "this is a CSV table of a game's turns, from which nobody can play it again; {instead}",
                instead=_(_EXPORT_ANEW),
            )
        )
    if heading.count(",") + heading.count(";") > 2 and not heading.startswith(("[", "#", "setup ")):
        raise RecordError(
            _(
                "this looks like a CSV table; what can be imported is a record (.arcana) or the JSON "
                "of `arcana export`."
            )
        )
    return text


def _read_record(found: Any) -> str:
    if not isinstance(found, dict):
        found = {}
    if "plays" in found and "format" not in found:
        raise RecordError(
            _(
                "this is a play file of BG Stats, which has a game's result and not its events; {instead}",
                instead=_(_EXPORT_ANEW),
            )
        )
    if found.get("format") != FORMAT or not isinstance(found.get("record"), str):
        raise RecordError(_("this JSON is not a game that `arcana export --json` has written."))
    if found.get("version") != FORMAT_VERSION:
        raise RecordError(_(_UNKNOWN_VERSION))
    return decode(found["record"].encode(errors="replace"))
