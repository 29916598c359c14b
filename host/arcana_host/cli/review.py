"""`arcana review`: reviews a game: what could be deduced, and what else could have been played."""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.cli.options import ForceOption, GameArgument, JsonOption, LibraryOption
from arcana_host.translation import _


def review(
    game: GameArgument = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Write a page with pictures, as one file that you can mail.")),
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: what could be deduced, and what else could have been played."""
    from arcana_host.cli.options import print_json
    from arcana_host.errors import ArcanaError
    from arcana_host.games import load
    from arcana_host.library.store import Library
    from arcana_host.library.validation import LATEST
    from arcana_host.replay import replay

    with Library(library) as shelf:
        entry = shelf.version(game or LATEST, None)
    played = replay(entry.record)
    about = load(played.name)
    reviewed = about.review(played)
    if reviewed is None:
        raise ArcanaError(
            _(
                "There is no review of {title}; `arcana show {id}` tells the game.",
                title=about.title,
                id=entry.id,
            )
        )
    title = f"{_('Game {id}', id=entry.id)} {entry.date or ''}".rstrip()
    if html:
        from arcana_host.files import write_bytes

        write_bytes(html, reviewed.page(title), force)
    if as_json:
        print_json({"game": entry.id, **reviewed.as_json})
        return
    if html:
        print(_("{file} is written.", file=html))
        return

    from rich.text import Text

    from arcana_host.terminal import console

    out = console()
    out.print(title, style="bold")
    for sentence in reviewed.opening:
        out.print(sentence)
    for chapter, notes in reviewed.turns:
        out.print(Text.assemble("\n", (chapter.heading, "bold"), "  ", (chapter.standing(), "dim")))
        for sentence in chapter.sentences:
            out.print(f"  {sentence}", style="dim")
        for sentence in notes:
            out.print(f"  {sentence}")
