"""`arcana remove`, `arcana bin` and `arcana ignore`: which games the library has, and which of them count.

A removed game goes to the bin, from which it comes back until the bin is emptied.
"""

from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, ngettext

from arcana_host.cli.completion import complete_bin, complete_game
from arcana_host.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.library.store import Library

app = typer.Typer(
    name="bin", help=_("List, bring back or delete the games that were removed."), no_args_is_help=True
)
Games = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME...", help=_("The beginnings of games' ids, or `latest`."), autocompletion=complete_game
    ),
]
GamesInBin = Annotated[
    list[str],
    typer.Argument(metavar="GAME...", help=_("The beginnings of games' ids."), autocompletion=complete_bin),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help=_("Don't ask."))]


def remove(games: Games, yes: Yes = False, folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Remove games from the library; they go to the bin, and no sync brings them back."""
    from arcana_portable.library.entry import REMOVED

    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        entries = _chosen(library, games)
        question = ngettext("Remove {n} game?", "Remove {n} games?", len(entries))
        _confirm(yes, entries, question, _("Nothing was removed."))
        library.mark(entries, REMOVED)
    _report(entries, as_json, _("Game {id} is in the bin: `arcana bin restore {id}` brings it back."))


def ignore(
    games: Games,
    undo: Annotated[bool, typer.Option("--undo", help=_("Count them again."))] = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Leave games out of lists, statistics and reviews; they stay in the library."""
    from arcana_portable.errors import LibraryError
    from arcana_portable.library.entry import IGNORED

    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        entries = _chosen(library, games)
        counting = [entry.id for entry in entries if undo and IGNORED not in entry.marks]
        if counting:
            raise LibraryError(
                _("Game {id} is not ignored: `arcana games --ignored` lists all games.", id=counting[0])
            )
        library.mark(entries, IGNORED, on=not undo)
    done = _("Game {id} counts again.") if undo else _("Game {id} is ignored: `--ignored` shows it.")
    _report(entries, as_json, done)


@app.command("list")
def list_bin(folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List the games that were removed."""
    from arcana_host.cli.games import print_games
    from arcana_host.cli.options import print_json, report_faults, say
    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        entries = library.bin()
    if as_json:
        print_json([entry.as_json() for entry in entries])
    elif entries:
        print_games(entries)
    else:
        say(_("The bin is empty."))
    report_faults(f"arcana: {fault}" for fault in library.faults)


@app.command("restore")
def restore_from_bin(games: GamesInBin, folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Bring removed games back; one that was deleted for good can be fetched again by a sync."""
    from arcana_portable.library.entry import REMOVED

    from arcana_host.cli.options import say
    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        deleted = [game for game in games if library.forget_deleted(game)]
        entries = _chosen(library, [game for game in games if game not in deleted], in_bin=True)
        library.mark(entries, REMOVED, on=False)
    _report(entries, as_json, _("Game {id} is back in the library."))
    for game in deleted:
        say(
            _("Game {id} was deleted for good; the next sync fetches it if a device has it.", id=game),
            err=True,
        )


@app.command("empty")
def empty_bin(yes: Yes = False, folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Delete the games in the bin for good."""
    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        entries = library.bin()
        question = ngettext("Delete {n} game for good?", "Delete {n} games for good?", len(entries))
        _confirm(yes or not entries, entries, question, _("Nothing was deleted."))
        library.empty_bin(entries)
    _report(entries, as_json, _("Game {id} is deleted."))
    if not entries and not as_json:
        print(_("The bin is empty."))


def _chosen(library: "Library", games: list[str], in_bin: bool = False) -> "list[Entry]":
    """Return the games whose ids begin like these. Raises LibraryError if a game is missing."""
    entries = [library.get(game, in_bin) for game in games]
    return list({entry.id: entry for entry in entries}.values())


def _confirm(yes: bool, entries: "list[Entry]", question: str, declined: str) -> None:
    """Show games and ask whether to go on. Raises ArcanaError when the answer is no, or nobody answers."""
    from arcana_portable.errors import ArcanaError

    from arcana_host.cli.games import print_games
    from arcana_host.yes_or_no import confirm

    if yes:
        return
    print_games(entries, err=True)
    try:
        if confirm(question, err=True):
            return
    except typer.Abort:
        typer.echo(err=True)
        declined = f"{declined} {_('Without a terminal, --yes answers the question.')}"
    raise ArcanaError(declined)


def _report(entries: "list[Entry]", as_json: bool, done: str) -> None:
    from arcana_host.cli.options import print_json, say

    if as_json:
        print_json([entry.as_json() for entry in entries])
        return
    for entry in entries:
        say(done.format(id=entry.id))
