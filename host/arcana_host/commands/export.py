"""`arcana export`: a game's record, as other people and programs read it."""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.commands.options import ForceOption, JsonOption, LibraryOption


def export(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The beginning of a game's id.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Where to; without it, to standard output."),
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a game's record, without what was taken back."""
    import json

    from arcana_host.commands.games import summary
    from arcana_host.files import write_text
    from arcana_host.library import Library
    from shared_rules.record import Record

    with Library(library) as shelf:
        entry = shelf.get(game)
    text = str(Record.from_text(entry.record).folded())
    if as_json:
        text = json.dumps({**summary(entry), "record": text}) + "\n"
    if file is None:
        print(text, end="")
    else:
        write_text(file, text, force)
