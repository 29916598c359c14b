"""`arcana review`: reviews a game: what could be deduced, what was likely, and which choices were better."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from arcana_portable.translation import _

from arcana_host.cli.completion import complete_game
from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.games.review import Puzzles, Review
    from arcana_host.library.store import Library

EARLIER_GAMES = 10
"""How many earlier games of the same players a review may use."""


def review(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=_(
                "The beginning of a game's id, or `latest`; or the file of a record, - for standard input."
            ),
            autocompletion=complete_game,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Write a page with pictures, as one file that you can mail.")),
    ] = None,
    puzzles: Annotated[
        bool,
        typer.Option(
            "--puzzles",
            help=_("Give the positions of your latest games where a choice cost most, to be tried again."),
        ),
    ] = False,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: what could be deduced, what was likely, and what was better.

    Without GAME, it is the latest game that has a review.
    """
    from arcana_host.files import check_ending
    from arcana_host.library.store import Library

    if html:
        check_ending(html, "html")
    if puzzles:
        _give_puzzles(folder, game, html, force, as_json)
        return
    if game and is_file(game):
        title, name, reviewed = _of_file(game)
    else:
        with Library(folder, create=False) as library:
            title, name, reviewed = _of_entry(library, library.get(game)) if game else _latest(library)
    if html:
        _write(html, reviewed.page(title), force)
    _output(lambda: {"game": name, **reviewed.as_json()}, as_json, html, lambda: _print(title, reviewed))


def is_file(words: str) -> bool:
    """Return whether somebody typed a file, or - for standard input, and not the id of a game."""
    return words == "-" or Path(words).is_file()


def _write(html: Path, page: bytes, force: bool) -> None:
    from arcana_host.files import write_bytes

    write_bytes(html, page, force)


def _output(data: Callable[[], Any], as_json: bool, html: Path | None, print_all: Callable[[], None]) -> None:
    """Print the result of `data` as JSON, or the name of the page that was written, or call `print_all`."""
    from arcana_host.cli.options import print_json

    if as_json:
        print_json(data())
    elif html:
        print(_("{file} is written.", file=html))
    else:
        print_all()


def _latest(library: "Library") -> "tuple[str, str, Review]":
    """Return the result of `_of_entry` for the latest game that has a review."""
    from arcana_portable.errors import LibraryError, NothingToReview

    entries = library.games()
    for entry in entries:
        with contextlib.suppress(NothingToReview):
            return _of_entry(library, entry)
    raise LibraryError(_("No game in the library has a review.") if entries else library.emptiness())


def _of_file(file: str) -> "tuple[str, str, Review]":
    """Return the title of a game, its name, and its review. Raises NothingToReview and RecordError."""
    from arcana_portable.errors import NothingToReview, RecordError
    from arcana_portable.replay import replay

    from arcana_host.files import read_text
    from arcana_host.games import load

    try:
        played = replay(read_text(file))
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error
    found = load(played.name).review(played)
    if found is None:
        raise NothingToReview(_("There is no review of {title}.", title=load(played.name).shown_title))
    name = Path(file).name
    return name, name, found


def _of_entry(library: "Library", entry: "Entry") -> "tuple[str, str, Review]":
    """Return the title of a game, its id, and its review. Raises NothingToReview."""
    from arcana_portable.errors import NothingToReview
    from arcana_portable.replay import replay

    from arcana_host.games import load

    played = replay(entry.record)
    about = load(played.name)
    found = about.review(played, _earlier(library, entry))
    if found is None:
        raise NothingToReview(
            _(
                "There is no review of {title}; `arcana show {id}` tells the game.",
                title=about.shown_title,
                id=entry.id,
            )
        )
    return f"{_('Game {id}', id=entry.id)} {entry.date or ''}".rstrip(), entry.id, found


def _earlier(library: "Library", entry: "Entry") -> tuple[str, ...]:
    """Return the records of the latest earlier games that share two players with this game.

    For a solo game, return the records of the same player.
    """
    players = set(entry.players)
    games = [one for one in library.games() if one.game == entry.game]
    # the latest first; a game without a date is compared with all
    at = next((number for number, one in enumerate(games) if one.id == entry.id), 0) if entry.date else -1
    return tuple(
        one.record
        for number, one in enumerate(games)
        if number > at
        and one.id != entry.id
        and one.result
        and len(players.intersection(one.players)) >= min(2, len(players))
    )[:EARLIER_GAMES]


def _print(title: str, reviewed: "Review") -> None:
    from rich.text import Text

    from arcana_host.terminal import console, hanging

    out = console()
    out.print(title, style="bold")
    for sentence in reviewed.opening:
        out.print(sentence)
    for chapter, notes in reviewed.turns:
        out.print(Text.assemble("\n", (chapter.heading, "bold"), "  ", (chapter.standing(), "dim")))
        for sentence in chapter.sentences:
            out.print(hanging(sentence, out.width), style="dim")
        for sentence in notes:
            out.print(hanging(sentence, out.width))


def _give_puzzles(
    folder: Path | None, game: str | None, html: Path | None, force: bool, as_json: bool
) -> None:
    from arcana_portable.errors import WordsError

    from arcana_host.games import puzzles as puzzles_of
    from arcana_host.library.store import Library

    if game:
        raise WordsError(_("--puzzles takes the games of the library: leave out {game}.", game=game))
    records: dict[str, dict[str, str]] = {}
    with Library(folder, create=False) as library:
        for entry in library.games():
            records.setdefault(entry.game, {})[entry.id] = entry.record
    found = puzzles_of(records)
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
    out.print(found.opening)
    if not found.puzzles:
        out.print(_("No choice of your games cost 5 points or more."))
    for number, puzzle in enumerate(found.puzzles, 1):
        out.print(f"\n{number}. {puzzle.heading} ({_('Game {id}', id=puzzle.game)})", style="bold")
        for sentence in puzzle.table:
            out.print(f"  {sentence}")
    if found.puzzles:
        out.print(f"\n{_('Answers')}", style="bold")
    for number, puzzle in enumerate(found.puzzles, 1):
        out.print(f"\n{number}. {' '.join(puzzle.answer)}")
