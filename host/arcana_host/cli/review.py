"""`arcana review`: reviews a game: what could be deduced, and what else could have been played."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcana_host.cli.options import ForceOption, GameArgument, JsonOption, LibraryOption, strength_option
from arcana_host.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arcana_host.games.review import Puzzles, Review
    from arcana_host.library.entry import Entry
    from arcana_host.library.store import Library

EARLIER_GAMES = 10
"""At most so many earlier games tell how strong a table is."""

LIBRARY_GAMES = 250
"""At most so many games, the latest, tell how accurate its players are."""


def review(
    game: GameArgument = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Write a page with pictures, as one file that you can mail.")),
    ] = None,
    strength: Annotated[str, strength_option(_("as these players played in earlier games"))] = "",
    puzzles: Annotated[
        bool,
        typer.Option(
            "--puzzles",
            help=_("Give the positions of all games where a choice cost most, to be tried again."),
        ),
    ] = False,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: what could be deduced, and what else could have been played.

    Without GAME, it is the latest game that has a review.
    """
    from arcana_host.library.store import Library

    if puzzles:
        _give_puzzles(folder, game, html, force, as_json)
        return
    with Library(folder) as library:
        if game:
            title, entry, reviewed = _review(library, library.get(game), strength, as_json)
        else:
            title, entry, reviewed = _latest(library, strength, as_json)
    if html:
        _write(html, reviewed.page(title), force)
    _output(lambda: {"game": entry.id, **reviewed.as_json()}, as_json, html, lambda: _print(title, reviewed))


def _write(html: Path, page: bytes, force: bool) -> None:
    from arcana_host.files import write_bytes

    write_bytes(html, page, force)


def _output(
    data: "Callable[[], Any]", as_json: bool, html: Path | None, print_all: "Callable[[], None]"
) -> None:
    """Print what `data` returns as JSON, or the name of the page that was written, or call `print_all`."""
    from arcana_host.cli.options import print_json

    if as_json:
        print_json(data())
    elif html:
        print(_("{file} is written.", file=html))
    else:
        print_all()


def _latest(library: "Library", strength: str, quiet: bool) -> "tuple[str, Entry, Review]":
    """Return what `_review` does of the latest game that has a review."""
    from arcana_host.cli.games import EMPTY
    from arcana_host.errors import LibraryError, NothingToReview

    entries = library.games()
    for entry in entries:
        with contextlib.suppress(NothingToReview):
            return _review(library, entry, strength, quiet)
    raise LibraryError(_("No game in the library has a review.") if entries else _(EMPTY))


def _review(library: "Library", entry: "Entry", strength: str, quiet: bool) -> "tuple[str, Entry, Review]":
    """Return the title of a game, its entry, and its review. Raises NothingToReview.

    quiet: whether nothing says how far it is.
    """
    from arcana_host.errors import NothingToReview
    from arcana_host.games import load
    from arcana_host.games.review import CACHE, Background
    from arcana_host.replay import replay

    played = replay(entry.record)
    about = load(played.name)
    earlier, others = _of_players(library, entry)
    background = Background(earlier, strength, library.path.parent / CACHE, _shown(others, quiet))
    reviewed = about.review(played, background)
    if reviewed is None:
        raise NothingToReview(
            _(
                "There is no review of {title}; `arcana show {id}` tells the game.",
                title=about.title,
                id=entry.id,
            )
        )
    return f"{_('Game {id}', id=entry.id)} {entry.date or ''}".rstrip(), entry, reviewed


def _shown(records: tuple[str, ...], quiet: bool) -> "Iterator[str]":
    """Yield records, and show how far they are done; what shows it is gone after the last one."""
    from arcana_host.cli.options import progress

    with progress(quiet) as shown:
        yield from shown.track(records, description=_("Judging earlier games"))


def _of_players(library: "Library", entry: "Entry") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the records of the latest games at which two of the same players sat, before this one; and those
    of all other games of one of its players.

    Of a game for one, those of the same player.
    """
    players = set(entry.players)
    games = [one for one in library.games() if one.game == entry.game]
    # the latest first; a game without a date is compared with all
    at = next((number for number, one in enumerate(games) if one.id == entry.id), 0) if entry.date else -1
    earlier: list[str] = []
    others: list[str] = []
    for number, one in enumerate(games):
        together = len(players.intersection(one.players))
        if one.id == entry.id or not one.result or not together:
            continue
        if number > at and together >= min(2, len(players)) and len(earlier) < EARLIER_GAMES:
            earlier.append(one.record)
        elif len(others) < LIBRARY_GAMES:
            others.append(one.record)
    return tuple(earlier), tuple(others)


def _print(title: str, reviewed: "Review") -> None:
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
    for sentence in reviewed.closing():
        out.print(f"\n{sentence}")


def _give_puzzles(
    folder: Path | None, game: str | None, html: Path | None, force: bool, as_json: bool
) -> None:
    from arcana_host.errors import WordsError
    from arcana_host.games import puzzles as puzzles_of
    from arcana_host.games.review import CACHE
    from arcana_host.library.store import Library

    if game:
        raise WordsError(_("--puzzles takes all games of the library: leave out {game}.", game=game))
    records: dict[str, dict[str, str]] = {}
    with Library(folder) as library:
        for entry in library.games():
            records.setdefault(entry.game, {})[entry.id] = entry.record
        found = puzzles_of(records, library.path.parent / CACHE)
    assert found is not None
    if html:
        _write(html, found.page(), force)
    puzzles = found
    _output(
        lambda: [puzzle.as_json for puzzle in puzzles.puzzles], as_json, html, lambda: _print_puzzles(puzzles)
    )


def _print_puzzles(found: "Puzzles") -> None:
    from arcana_host.terminal import console

    out = console()
    if not found.puzzles:
        out.print(_("No choice of your games cost five points or more."))
    for number, puzzle in enumerate(found.puzzles, 1):
        out.print(f"\n{number}. {puzzle.heading} ({_('Game {id}', id=puzzle.game)})", style="bold")
        for sentence in puzzle.table:
            out.print(f"  {sentence}")
    if found.puzzles:
        out.print(f"\n{_('Answers')}", style="bold")
    for number, puzzle in enumerate(found.puzzles, 1):
        out.print(f"\n{number}. {' '.join(puzzle.answer)}")
