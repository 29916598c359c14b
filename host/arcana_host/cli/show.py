"""`arcana show`: a game told turn by turn."""

from typing import Annotated

import typer

from arcana_host.cli.completing import complete_game
from arcana_host.cli.options import JsonOption, LibraryOption, VersionOption
from arcana_host.wording import length


def show(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The beginning of a game's id; without it, the latest game.",
            autocompletion=complete_game,
        ),
    ] = None,
    version: VersionOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a game of the library turn by turn."""
    from arcana_host.cli.games import summary
    from arcana_host.cli.options import print_json
    from arcana_host.games.shipwreck.telling import tell
    from arcana_host.library.store import LATEST, Library
    from arcana_host.replay import replay

    with Library(library) as shelf:
        entry = shelf.version(game or LATEST, version)
        versions = len(shelf.versions(entry.id))
    chapters = tell(replay(entry.record))
    if as_json:
        print_json(
            {**summary(entry), "versions": versions, "story": [chapter._asdict() for chapter in chapters]}
        )
        return

    from rich.text import Text

    from arcana_host.terminal import console

    out = console()
    number = f" version {version or versions} of {versions}" if versions > 1 else ""
    out.print(Text.assemble((f"Game {entry.id}", "bold"), f" {entry.date or ''}{number}".rstrip()))
    about = [entry.location or "", length(entry.minutes) if entry.minutes else ""]
    if any(about):
        out.print(" · ".join(filter(None, about)))
    for chapter in chapters:
        counters = (f"score {chapter.score} · doom {chapter.doom}", "dim")
        out.print(Text.assemble("\n", (chapter.heading, "bold"), "  ", counters))
        for sentence in chapter.sentences:
            out.print(f"  {sentence}")
