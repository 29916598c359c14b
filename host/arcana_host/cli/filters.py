"""The options that select games of the library: by date, player, card set, result and game."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from arcana_host.cli.completion import (
    complete_adversary,
    complete_game_name,
    complete_player,
    complete_result,
    complete_set,
)
from arcana_host.games import NAMES, typed
from arcana_host.translation import _, ngettext

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from arcana_host.library.entry import Entry
    from arcana_host.library.selection import Selection
    from arcana_host.library.store import Facts, Progress

Since = Annotated[
    str | None,
    typer.Option("--from", metavar="DATE", help=_("From this day, month or year on (2026-11-21).")),
]
Until = Annotated[
    str | None,
    typer.Option("--to", metavar="DATE", help=_("Up to and including this day, month or year.")),
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME",
        help=_("With this player; can be given more than once."),
        autocompletion=complete_player,
    ),
]
OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help=_("Only games of this kind: {games}.", games=", ".join(map(typed, NAMES))),
        autocompletion=complete_game_name,
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SET",
        help=_("With this card set; can be given more than once."),
        autocompletion=complete_set,
    ),
]
Result = Annotated[
    str | None,
    typer.Option(
        "--result",
        metavar="RESULT",
        help=_("won, lost, finished, abandoned or unfinished."),
        autocompletion=complete_result,
    ),
]

Adversary = Annotated[
    str | None,
    typer.Option(
        "--adversary",
        metavar="ID[:LEVEL]",
        help=_("Against this adversary of Spirit Island, at any level (england) or at one (england:6)."),
        autocompletion=complete_adversary,
    ),
]


def selection(
    since: str | None,
    until: str | None,
    players: list[str] | None,
    sets: list[str] | None,
    result: str | None,
    game: str | None = None,
    adversary: str | None = None,
) -> "Selection":
    """Return the Selection of the options. Raises WordsError."""
    from arcana_host.files import normalize
    from arcana_host.library.selection import Selection

    names = tuple(normalize(name) for name in players or ())
    return Selection(since, until, names, tuple(sets or ()), result, game, adversary).validated()


class Chosen(NamedTuple):
    """The selected games with their facts.

    in_all: how many games the library has. faults: a sentence for each that could not be read.
    """

    games: "list[tuple[Entry, Facts]]"
    in_all: int
    faults: list[str]


def choose_games(folder: Path | None, selection: "Selection", quiet: bool) -> Chosen:
    """Return the selected games. quiet: whether to show no progress. Raises LibraryError."""
    from arcana_host.library.store import Library

    with Library(folder) as library, computing(quiet) as on_made:
        games = library.facts(on_made)
    chosen = [(entry, facts) for entry, facts in games if selection.matches(entry, facts)]
    return Chosen(chosen, len(games), library.faults)


@contextlib.contextmanager
def computing(quiet: bool) -> "Iterator[Progress]":
    """Yield a function that shows how far the library is with what it computes again after an update."""
    with contextlib.ExitStack() as stack:
        tasks: list[tuple[Bar, TaskID]] = []

        def show(done: int, total: int) -> None:
            if not tasks:
                # seldom needed, and slow to import
                from arcana_host.cli.options import progress, say

                if not quiet:
                    say(
                        ngettext(
                            "arcana was updated: the figures of {n} game are computed again.",
                            "arcana was updated: the figures of {n} games are computed again.",
                            total,
                        ),
                        err=True,
                    )
                shown = stack.enter_context(progress(quiet))
                tasks.append((shown, shown.add_task(_("Computing figures"), total=total)))
            shown, task = tasks[0]
            shown.update(task, completed=done)

        yield show
