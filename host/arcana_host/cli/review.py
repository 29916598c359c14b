"""`arcana review`: a game looked at again, with what could be known and what else could have been played."""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.cli.options import ForceOption, GameArgument, JsonOption, LibraryOption


def review(
    game: GameArgument = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with pictures that can be mailed.")
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look at a game again: what could be known, and what else there was."""
    from arcana_host.cli.options import print_json
    from arcana_host.games.shipwreck.review import as_json as turn_as_json
    from arcana_host.games.shipwreck.review import in_words_of
    from arcana_host.games.shipwreck.review import review as look_back
    from arcana_host.library.store import LATEST, Library
    from arcana_host.replay import replay

    with Library(library) as shelf:
        entry = shelf.version(game or LATEST, None)
    played = replay(entry.record)
    turns = look_back(played)
    title = f"Game {entry.id} {entry.date or ''}".rstrip()
    if html:
        from arcana_host.files import write_bytes
        from arcana_host.games.shipwreck.review_page import page

        write_bytes(html, page(f"The Shipwreck Arcana: {title}", played, turns), force)
    if as_json:
        print_json({"game": entry.id, "turns": [turn_as_json(turn) for turn in turns]})
        return
    if html:
        print(f"{html} is written.")
        return

    from rich.text import Text

    from arcana_host.terminal import console

    out = console()
    out.print(title, style="bold")
    for turn in turns:
        counters = (f"score {turn.chapter.score} · doom {turn.chapter.doom}", "dim")
        out.print(Text.assemble("\n", (turn.chapter.heading, "bold"), "  ", counters))
        for sentence in turn.chapter.sentences:
            out.print(f"  {sentence}", style="dim")
        for sentence in in_words_of(turn):
            out.print(f"  {sentence}")
