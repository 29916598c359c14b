"""`arcana export`: writes one game, or all, in a format for other people and programs."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from arcana_portable.library.tags import MOST_MINUTES
from arcana_portable.translation import _, ngettext

from arcana_host.cli import filters
from arcana_host.cli.options import (
    GAME,
    ForceOption,
    JsonOption,
    LibraryOption,
    VersionOption,
    report_faults,
)

if TYPE_CHECKING:
    from arcana_portable.library.entry import Game

    from arcana_host.library.selection import Selection
    from arcana_host.library.store import Library

PLAIN = "record"


class Form(StrEnum):
    """The formats of `arcana_host.library.sharing.FORMATS`, for the help text."""

    record = "record"
    json = "json"
    csv = "csv"
    bgsplay = "bgsplay"
    png = "png"


def export(
    game: Annotated[str | None, GAME] = None,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help=_("The file to write; its extension selects the format. Without it: standard output."),
        ),
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option(
            "--as",
            metavar="FORMAT",
            help=_(
                "The format: record, json, csv (the turns), bgsplay (a play for BG Stats) or png (a picture "
                "of the final table)."
            ),
        ),
    ] = None,
    all_games: Annotated[
        bool,
        typer.Option(
            "--all",
            help=_(
                "Write all games, or those that --from, --to, --player, --set, --result and --game select, "
                "into one .bgsplay, one .json, or a folder of records. Without GAME."
            ),
        ),
    ] = False,
    since: filters.Since = None,
    until: filters.Until = None,
    player: filters.Players = None,
    card_set: filters.Sets = None,
    result: filters.Result = None,
    of_game: filters.OfGame = None,
    adversary: filters.Adversary = None,
    ignored: filters.Ignored = False,
    imported: filters.Imported = None,
    minutes: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_MINUTES,
            help=_("How long the game took, for BG Stats."),
            show_default=_("as set with `edit`"),
        ),
    ] = 0,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema",
            help=_("Print the JSON schema of --json and exit; with --all, the schema of all games."),
        ),
    ] = False,
    version: VersionOption = None,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export a game, or all games, as a record or for other programs, without what was taken back."""
    from arcana_portable.errors import WordsError

    from arcana_host.library.selection import Selection

    if schema:
        _print_schema(of_game, of_all=all_games)
        return
    if as_json and form not in (None, Form.json):
        raise WordsError(_("--json and --as ask for different formats."))
    wanted = filters.selection(since, until, player, card_set, result, of_game, adversary, ignored, imported)
    asked = "json" if as_json else form.value if form else None
    if all_games:
        if file or version or minutes:
            raise WordsError(_("--all takes a file or a folder, and no GAME, --version or --minutes."))
        _export_all(Path(game) if game else None, asked, wanted, force, folder)
        return
    if game is None:
        raise WordsError(
            _(
                "Which game? `arcana games` lists them, `latest` is the last one played, --all means "
                "all of them."
            )
        )
    if wanted != Selection():
        raise WordsError(_("Options that select games, such as --from, go with --all."))
    _export_one(file, asked, _Chosen(game, version, minutes, folder), force)


class _Chosen(NamedTuple):
    """The game to export.

    start: of its id. minutes: the length of the game, 0 to use the length in the library.
    """

    start: str
    version: int | None
    minutes: int
    folder: Path | None


def _print_schema(of_game: str | None, of_all: bool) -> None:
    import json

    from arcana_host.games import NAMES, find
    from arcana_host.library import sharing

    name = find(of_game).name if of_game else NAMES[0]
    described = sharing.list_schema(name) if of_all else sharing.schema(name)
    print(json.dumps(described, indent=2))


def _export_one(file: Path | None, asked: str | None, chosen: _Chosen, force: bool) -> None:
    from arcana_portable.library.entry import to_share

    from arcana_host.cli.options import say
    from arcana_host.files import write_bytes
    from arcana_host.library import sharing
    from arcana_host.library.store import Library

    name = asked or sharing.format_for(file)
    with Library(chosen.folder, create=False) as library:
        game = to_share(library.version(chosen.start, chosen.version), chosen.minutes or None)
    data = sharing.FORMATS[name](game)
    if file is None:
        _print(data, name)
    else:
        write_bytes(file, data, force)
        # the file may be standard output
        say(_("{file} is written.", file=file), err=True)


def _print(data: bytes, name: str) -> None:
    import sys

    from arcana_portable.errors import WordsError

    from arcana_host.terminal import to_standard_output

    if name == "png" and sys.stdout.isatty():
        raise WordsError(_("A picture makes no sense in a terminal: name a FILE for it."))
    if sys.stdout.isatty():
        print(data.decode(), end="")
    else:
        to_standard_output(data)


# all games


def _export_all(
    target: Path | None, asked: str | None, wanted: "Selection", force: bool, folder: Path | None
) -> None:
    from arcana_portable.errors import LibraryError

    from arcana_host.cli.games import no_games
    from arcana_host.cli.options import say
    from arcana_host.files import check_place
    from arcana_host.library.store import Library, latest_first

    name = _format_of_all(target, asked)
    is_folder = name == PLAIN
    if target and not is_folder:
        check_place(target, force)
    with Library(folder, create=False) as library:
        chosen = filters.Chosen(library, wanted, quiet=False)
        ids = [entry.id for entry in latest_first(game.entry for game in chosen)]
        if target and is_folder:
            _check_folder(target, ids, force)
        left: list[str] = []
        games = _replayed(library, ids, left, name)
        first = next(games, None)
        left[:0] = library.faults
        if first is None:
            raise LibraryError(" ".join(left) or no_games(library, chosen.in_all, wanted))
        written = _write_all(target, name, chain([first], games), force)
    if target:
        print(ngettext("{n} game in {file}.", "{n} games in {file}.", written, file=target))
    if chosen.ignored:
        say(filters.left_out(chosen.ignored.total()), err=True)
    report_faults(f"arcana: {sentence}" for sentence in left)


def _write_all(target: Path | None, name: str, games: "Iterator[Game]", force: bool) -> int:
    """Write games in turn; return how many they were. Raises ArcanaError."""
    from arcana_host.files import write_bytes
    from arcana_host.library import sharing

    written = 0

    def counted() -> "Iterator[Game]":
        nonlocal written
        for game in games:
            written += 1
            yield game

    if target and name == PLAIN:
        for game in counted():
            write_bytes(target / f"{game.entry.id}.arcana", sharing.record(game), force)
        return written
    parts = (sharing.plays if name == "bgsplay" else sharing.as_json_list)(counted())
    if target:
        write_bytes(target, parts, force)
    else:
        for part in parts:
            _print(part, name)
    return written


def _format_of_all(target: Path | None, asked: str | None) -> str:
    """Return the format for many games. Raises WordsError."""
    from arcana_portable.errors import WordsError

    from arcana_host.library.sharing import format_for

    name = asked or (PLAIN if target and target.is_dir() else format_for(target))
    if name not in (PLAIN, "json", "bgsplay") or (name == PLAIN and target and target.suffix and not asked):
        raise WordsError(_("--all writes one .bgsplay, one .json, or a folder of records: name one of them."))
    if name == PLAIN and target is None:
        raise WordsError(_("Where to? Name a folder for the records, or one .json or .bgsplay file."))
    return name


def _replayed(library: "Library", ids: list[str], left: list[str], name: str) -> "Iterator[Game]":
    """Yield the games that can be shared, only one in memory at a time.

    left: gets a sentence about each other. name: of the format.
    """
    from arcana_portable.errors import LibraryError, RecordError
    from arcana_portable.library.entry import to_log, to_share

    from arcana_host.cli.options import progress

    with progress(quiet=False) as shown:
        for id in shown.track(ids, description=_("Replaying the games")):
            try:
                # not by `get`, which looks at every id
                game = library.read(id)
                if game is None:
                    continue
                if name == "bgsplay" and not game.entry.date:
                    left.append(_("Game {id} is left out: a play file needs a date, and it has none.", id=id))
                    continue
                yield to_share(game.entry) if name == "json" else to_log(game.entry, game.facts)
            except (LibraryError, RecordError) as error:
                left.append(_("Game {id} is left out: {error}", id=id, error=error))


def _check_folder(folder: Path, ids: list[str], force: bool) -> None:
    """Create a folder for the records if it is missing. Raises ArcanaError if a record is there already."""
    from arcana_portable.errors import ArcanaError

    there = [path for path in (folder / f"{id}.arcana" for id in ids) if path.exists()]
    if there and not force:
        raise ArcanaError(_("{file} is there already: name another folder, or use --force.", file=there[0]))
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ArcanaError(
            _("{name} can't be written: {error}.", name=folder, error=error.strerror or error)
        ) from error
