"""The options that select games of the library: by date, player, card set, result and game."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, ngettext

from arcana_host.cli.completion import (
    complete_adversary,
    complete_game_name,
    complete_player,
    complete_result,
    complete_set,
)
from arcana_host.games import NAMES, typed

if TYPE_CHECKING:
    from arcana_host.library.rows import StoredGame
    from arcana_host.library.selection import Selection
    from arcana_host.library.store import Library, Progress

Since = Annotated[
    str | None,
    typer.Option("--from", metavar="DATE", help=_("From this day, month or year on (2026-11-21).")),
]
Until = Annotated[
    str | None, typer.Option("--to", metavar="DATE", help=_("Up to and including this day, month or year."))
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
        help=_(
            "Only games of this kind: {games}; or of this title on the score pad.",
            games=", ".join(map(typed, NAMES)),
        ),
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

Ignored = Annotated[bool, typer.Option("--ignored", help=_("Ignored games, too."))]
Imported = Annotated[
    bool | None,
    typer.Option(
        "--imported/--played",
        help=_("Only games that were imported, or only those that were played on your devices."),
        show_default=_("both"),
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
    ignored: bool = False,
    imported: bool | None = None,
) -> "Selection":
    """Return the Selection of the options. Raises WordsError."""
    from arcana_host.files import normalize
    from arcana_host.library.selection import Selection

    names = tuple(normalize(name) for name in players or ())
    chosen = (since, until, names, tuple(sets or ()), result, game, adversary, ignored, imported)
    return Selection(*chosen).validated()


class Chosen:
    """The selected games of a library, read one at a time.

    quiet: whether to show no progress. game: the name of the only game to look at, or None for all.
    in_all: the number of games so far, except games in the bin. count: how many of them are selected.
    ignored: {game: how many of them are left out only because they are ignored}.
    """

    def __init__(self, library: "Library", selection: "Selection", quiet: bool, game: str | None = None):
        self._library, self._selection, self._quiet, self._game = library, selection, quiet, game
        self.in_all = self.count = 0
        self.ignored: Counter[str] = Counter()

    def __iter__(self) -> "Iterator[StoredGame]":
        from arcana_portable.library.entry import REMOVED

        with computing(self._quiet) as on_made:
            for game in self._library.stored(on_made, game=self._game):
                if REMOVED in game.entry.marks:
                    continue
                self.in_all += 1
                if self._selection.matches(game):
                    self.count += 1
                    yield game
                elif self._selection.hides(game):
                    self.ignored[game.entry.game] += 1


def left_out(ignored: int) -> str:
    """Return the sentence for ignored games that a list leaves out."""
    return ngettext(
        "{n} ignored game is left out; --ignored shows it.",
        "{n} ignored games are left out; --ignored shows them.",
        ignored,
    )


@contextlib.contextmanager
def computing(quiet: bool) -> "Iterator[Progress]":
    """Yield a function that shows the progress of the facts that are computed anew after an update."""
    with contextlib.ExitStack() as stack:
        shown: list[Progress] = []

        def show(done: int, total: int) -> None:
            if not shown:
                # seldom needed, and slow to import
                from arcana_host.cli.options import counted, say

                if not quiet:
                    say(
                        ngettext(
                            "arcana was updated: the figures of {n} game are computed again.",
                            "arcana was updated: the figures of {n} games are computed again.",
                            total,
                        ),
                        err=True,
                    )
                shown.append(stack.enter_context(counted(_("Computing figures"), quiet)))
            shown[0](done, total)

        yield show
