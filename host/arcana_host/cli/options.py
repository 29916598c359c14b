"""Options that several commands share, and how commands print."""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from arcana_portable.errors import Status, WordsError
from arcana_portable.translation import ENGLISH, _, choose

from arcana_host import board_names
from arcana_host.cli.completion import complete_game
from arcana_host.games import NAMES, find, typed
from arcana_host.terminal import console

if TYPE_CHECKING:
    from rich.progress import Progress

    from arcana_host.link.device import Say


def _port(default: str) -> Any:
    help = _("The device's serial port, or a pseudo-terminal.")
    return typer.Option("--port", metavar="PATH", help=help, show_default=default)


PortOption = Annotated[str | None, _port(_("the only one connected"))]
PortsOption = Annotated[str | None, _port(_("all that are connected, one after the other"))]


GAME = typer.Argument(
    metavar="GAME", help=_("The beginning of a game's id, or `latest`."), autocompletion=complete_game
)
VersionOption = Annotated[
    int | None,
    typer.Option(
        "--version", metavar="N", help=_("An earlier version of a corrected game; 1 is the original.")
    ),
]
LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        help=_("The folder of the library."),
        show_default=_("ARCANA_LIBRARY, or else in your data folder"),
    ),
]
ALL_GAMES = ",".join(map(typed, NAMES))
GamesOption = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help=_("Only these games, separated by commas."),
        show_default=_("all: {games}", games=ALL_GAMES),
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help=_("Replace a file that is there already."))]


def named_games(names: str) -> list[str]:
    """Return the games that --games names, by their folders. Raises WordsError."""
    return [find(name.strip()).name for name in names.split(",")]


def check_board(name: str | None, *others: str) -> None:
    """Raise WordsError, which lists the values of --board, if `name` is unknown and not in `others`."""
    known = [*board_names(), *others]
    if name not in (None, *known):
        raise WordsError(
            _(
                "There is no board {board}: --board takes {boards} or {last}.",
                board=name,
                boards=", ".join(known[:-1]),
                last=known[-1],
            )
        )


def _for_programs(wanted: bool) -> bool:
    """JSON is the same in every language."""
    if wanted:
        choose(ENGLISH)
    return wanted


JsonOption = Annotated[
    bool, typer.Option("--json", callback=_for_programs, help=_("Print JSON instead of text."))
]


def say(sentence: str, err: bool = False) -> None:
    """Print a sentence for people, with commands such as `arcana sync` as they are typed here.

    err: on standard error.
    """
    from arcana_host.installation import as_typed

    typer.echo(as_typed(sentence), err=err)


def report_faults(sentences: Iterable[str]) -> None:
    """Print the faults on standard error, and exit with status 1 if there are any.

    It is for the end of a command that has done all the rest.
    """
    sentences = list(sentences)
    for sentence in sentences:
        say(sentence, err=True)
    if sentences:
        raise typer.Exit(Status.FAILED)


def status_printer(quiet: bool) -> "Say":
    """Return a function that prints a sentence to standard error, or nothing if `quiet`."""
    return lambda sentence: None if quiet else say(sentence, err=True)


def progress(quiet: bool) -> "Progress":
    """Return a progress display on standard error; it shows nothing if `quiet` or without a terminal."""
    from rich.progress import BarColumn, Progress, TextColumn

    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    return Progress(*columns, console=shown, transient=True, disable=quiet or not shown.is_terminal)


@contextlib.contextmanager
def counted(what: str, quiet: bool) -> "Iterator[Callable[[int, int], None]]":
    """Show a progress display, and yield a function of (done, of how many) that moves it."""
    with progress(quiet) as shown:
        task = shown.add_task(what)
        yield lambda done, total: shown.update(task, completed=done, total=total)


def print_json(value: Any) -> None:
    """Print one JSON value on one line."""
    print(json.dumps(value))
