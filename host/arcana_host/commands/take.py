"""`arcana import`: game records from files into the library."""

from typing import Annotated

import typer

from arcana_host.commands.options import JsonOption, LibraryOption


def take(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Records, or the JSON of `arcana export`; - reads standard input."
        ),
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take games into the library, each checked by playing it again."""
    from arcana_host.commands.games import summary
    from arcana_host.commands.options import print_json
    from arcana_host.errors import RecordError
    from arcana_host.files import read_text
    from arcana_host.library import Library
    from arcana_host.sharing import record_in

    taken = []
    with Library(library) as shelf:
        for file in files:
            try:
                entry, fresh = shelf.add(record_in(read_text(file)))
            except RecordError as error:
                raise RecordError(f"{file}: {error}") from error
            taken.append({**summary(entry), "fresh": fresh})
            if not as_json:
                print(f"Game {entry.id}: {'taken into the library' if fresh else 'was there already'}.")
    if as_json:
        print_json(taken)
