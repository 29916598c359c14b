"""`arcana show`: retells a game turn by turn."""

from typing import Annotated

import typer

from arcana_host.cli.completion import complete_game
from arcana_host.cli.options import JsonOption, LibraryOption, VersionOption
from arcana_host.translation import _
from arcana_host.wording import length


def show(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=_("The beginning of a game's id; without it, the latest game."),
            autocompletion=complete_game,
        ),
    ] = None,
    version: VersionOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Retell a game from the library turn by turn."""
    from arcana_host.cli.options import print_json
    from arcana_host.games import load
    from arcana_host.library.store import LATEST, Library
    from arcana_host.replay import replay

    with Library(folder) as library:
        entry = library.version(game or LATEST, version)
        versions = len(library.versions(entry.id))
    played = replay(entry.record)
    about = load(played.name)
    story = about.story(played)
    if as_json:
        print_json(
            {
                **entry.as_json(),
                "versions": versions,
                "story": [chapter.as_json() for chapter in story],
            }
        )
        return

    from rich.text import Text

    from arcana_host.terminal import console

    out = console()
    number = _("version {number} of {versions}", number=version or versions, versions=versions)
    when = [entry.date or "", number if versions > 1 else ""]
    out.print(Text.assemble((_("Game {id}", id=entry.id), "bold"), *(f" {each}" for each in when if each)))
    details = [about.title, entry.location, length(entry.minutes) if entry.minutes else ""]
    out.print(" · ".join(filter(None, details)))
    for chapter in story:
        out.print(Text.assemble("\n", (chapter.heading, "bold"), "  ", (chapter.standing(), "dim")))
        for sentence in chapter.sentences:
            out.print(f"  {sentence}")
