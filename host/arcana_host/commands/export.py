"""`arcana export`: a game in a form that other people and programs take."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from arcana_host.commands.options import ForceOption, GameArgument, JsonOption, LibraryOption, VersionOption


class Form(str, Enum):
    """The forms of `arcana_host.sharing.FORMS`, for the help text."""

    record = "record"
    json = "json"
    csv = "csv"
    bgsplay = "bgsplay"
    png = "png"


def export(
    game: GameArgument = None,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="Where to; its ending chooses the form. Without it, to standard output."
        ),
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option("--as", help="The record, JSON, the turns as CSV, a BG Stats play, the final table."),
    ] = None,
    minutes: Annotated[
        int,
        typer.Option(min=0, max=6000, help="How long the game took, for BG Stats.", show_default="unknown"),
    ] = 0,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of --json and exit.")
    ] = False,
    version: VersionOption = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a game, without what was taken back: as a record or for other programs."""
    from arcana_host.errors import WordsError
    from arcana_host.files import write_bytes
    from arcana_host.sharing import FORMS, SCHEMA_FILE, form_for

    if schema:
        print(SCHEMA_FILE.read_text(encoding="ascii"), end="")
        return
    if game is None:
        raise WordsError("Which game? `arcana games` lists them, `latest` is the last one played.")
    if as_json and form not in (None, Form.json):
        raise WordsError("--json and --as ask for two different forms.")
    name = "json" if as_json else form.value if form else form_for(file)
    data = FORMS[name](_shared(game, version, minutes, library))
    if file is None:
        _print(data, name)
    else:
        write_bytes(file, data, force)


def _shared(start: str, version: int | None, minutes: int, library: Path | None):
    from arcana_host.library import Library
    from arcana_host.replay import replay
    from arcana_host.sharing import Game
    from shared_rules.record import Record

    with Library(library) as shelf:
        entry = shelf.version(start, version)
    return Game(entry, replay(str(Record.from_text(entry.record).folded())), minutes)


def _print(data: bytes, name: str) -> None:
    import sys

    from arcana_host.errors import WordsError

    if name == "png" and sys.stdout.isatty():
        raise WordsError("A picture makes no sense in a terminal: name a FILE for it.")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
