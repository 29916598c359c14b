"""`arcana show`: retells a game turn by turn, or shows its QR code."""

from io import StringIO
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.errors import WordsError
from arcana_portable.translation import _
from arcana_portable.wording import length

from arcana_host.cli.completion import complete_game
from arcana_host.cli.options import JsonOption, LibraryOption, VersionOption

if TYPE_CHECKING:
    from arcana_portable.library.entry import Game

_QUIET = 4
"""The modules that stay white around a code."""
_MOST = 2953
"""The bytes that fit into the largest code."""


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
    qr: Annotated[
        bool,
        typer.Option("--qr", help=_("Show a QR code instead, with which a phone logs the game in BG Stats.")),
    ] = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Retell a game from the library turn by turn, or show its QR code."""
    from arcana_portable.library.entry import Game
    from arcana_portable.replay import replay

    from arcana_host.cli.options import print_json
    from arcana_host.games import load
    from arcana_host.library.store import LATEST, Library

    if qr and as_json:
        raise WordsError(_("Only one of --qr and --json makes sense."))
    with Library(folder, create=False) as library:
        entry = library.version(game or LATEST, version)
        versions = len(library.versions(entry.id))
    played = replay(entry.record)
    if qr:
        _show_code(Game(entry, played, entry.minutes, None))
        return
    about = load(played.name)
    story = about.story(played)
    if as_json:
        print_json(
            {**entry.as_json(), "versions": versions, "story": [chapter.as_json() for chapter in story]}
        )
        return

    from rich.text import Text

    from arcana_host.terminal import console, hanging

    out = console()
    number = _("version {number} of {versions}", number=version or versions, versions=versions)
    when = [entry.date or "", number if versions > 1 else ""]
    out.print(Text.assemble((_("Game {id}", id=entry.id), "bold"), *(f" {each}" for each in when if each)))
    minutes = length(entry.minutes) if entry.minutes else ""
    details = [about.shown_title, entry.location, minutes, *map(_, entry.marks)]
    out.print(" · ".join(filter(None, details)))
    for chapter in story:
        out.print(Text.assemble("\n", (chapter.heading, "bold"), "  ", (chapter.standing(), "dim")))
        for sentence in chapter.sentences:
            out.print(hanging(sentence, out.width))


def _show_code(game: "Game") -> None:
    """Print the code with as many fields as the window has columns for, and the link below it."""
    import segno
    from arcana_portable.library.bgstats import app_link
    from rich.text import Text

    from arcana_host.terminal import console, window_width

    columns = window_width()
    link = app_link(game, _MOST)
    while link and (code := segno.make_qr(link, error="l", boost_error=False)).symbol_size()[0] > columns:
        link = app_link(game, len(link) - 1)
    if not link:
        raise WordsError(_("The window is too narrow for a code with these names; widen it."))
    drawn = StringIO()
    code.terminal(drawn, border=_QUIET, compact=True)
    out = console()
    # a block is white
    out.print(Text(drawn.getvalue().rstrip("\n"), "bright_white on black"), soft_wrap=True)
    print(link)
