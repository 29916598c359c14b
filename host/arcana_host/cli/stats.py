"""`arcana stats`: statistics of many games, as tables, as JSON and as charts."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.library.entry import IGNORED
from arcana_portable.translation import _

from arcana_host.cli import filters
from arcana_host.cli.games import no_games
from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption, report_faults

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.games.interface import DesktopGame
    from arcana_host.games.statistics import Statistics
    from arcana_host.library.rows import Facts
    from arcana_host.library.selection import Selection
    from arcana_host.library.store import Library

ABANDONED = "abandoned"


def stats(
    since: filters.Since = None,
    until: filters.Until = None,
    player: filters.Players = None,
    card_set: filters.Sets = None,
    result: filters.Result = None,
    game: filters.OfGame = None,
    adversary: filters.Adversary = None,
    ignored: filters.Ignored = False,
    imported: filters.Imported = None,
    abandoned: Annotated[bool, typer.Option("--abandoned", help=_("Count abandoned games, too."))] = False,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Draw charts into a PNG file."))] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Draw charts into an SVG file."))] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write a page with the tables and the charts."))
    ] = None,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show statistics: wins, predictions, fading, doom, streaks; each kind of game on its own."""
    from arcana_portable.errors import LibraryError

    from arcana_host.cli.options import print_json, say
    from arcana_host.files import check_ending
    from arcana_host.library.store import Library

    charts = {kind: path for kind, path in (("png", png), ("svg", svg), ("html", html)) if path}
    for kind, path in charts.items():
        check_ending(path, kind)
    wanted = filters.selection(since, until, player, card_set, result, game, adversary, ignored, imported)
    with Library(folder, create=False) as library:
        by_game, in_all = _by_game(library, wanted, abandoned or result == ABANDONED, quiet=as_json)
        unknown = _unknown(library, wanted)
        none = "" if by_game else no_games(library, in_all, wanted)
        faults = library.faults + unknown
    if not by_game and not unknown and not as_json:
        if charts:
            raise LibraryError(none)
        say(none)
        report_faults(f"arcana: {fault}" for fault in faults)
        return
    written = _write_charts(by_game, charts, force)
    if as_json:
        print_json({about.name: statistics.as_json() for about, statistics in by_game})
    elif charts:
        for path in written:
            print(_("{file} is written.", file=path))
    else:
        _print_tables(by_game)
    report_faults(f"arcana: {fault}" for fault in faults)


def _by_game(
    library: "Library", wanted: "Selection", abandoned: bool, quiet: bool
) -> "tuple[list[tuple[DesktopGame, Statistics]], int]":
    """Return the statistics of each game that was played, and how many games the library has.

    abandoned: whether abandoned games count.
    """
    from arcana_host.games import every

    counted, in_all = [], 0
    for game in every():
        chosen = filters.Chosen(library, wanted, quiet, game.name)
        left = {ABANDONED: 0, IGNORED: 0}
        statistics = game.statistics(_counted(chosen, left, abandoned), left)
        in_all += chosen.in_all
        if chosen.count or left[IGNORED]:
            counted.append((game, statistics))
    return counted, in_all


def _counted(
    chosen: filters.Chosen, left: dict[str, int], abandoned: bool
) -> "Iterator[tuple[Entry, Facts]]":
    """Yield the games that count, and note in `left` how many are left out."""
    for game in chosen:
        if abandoned or game.entry.result != ABANDONED:
            yield game.entry, game.facts
        else:
            left[ABANDONED] += 1
    left[IGNORED] = chosen.ignored.total()


def _unknown(library: "Library", wanted: "Selection") -> list[str]:
    """Return a sentence for each game that is not among `_by_game`."""
    from arcana_host.games import NAMES

    return [
        _("The games of {name} are left out: this version of arcana does not know the rules.", name=name)
        for name in sorted(library.played().difference(NAMES))
        if any(True for _game in filters.Chosen(library, wanted, True, name))
    ]


def _print_tables(by_game: "list[tuple[DesktopGame, Statistics]]") -> None:
    from arcana_host.terminal import console

    for number, (about, statistics) in enumerate(by_game):
        if number:
            print()
        if len(by_game) > 1:
            console().print(f"{about.shown_title}\n", style="bold underline")
        has_games = any(each.tallies for each in statistics.win_tables())
        console().print(about.tables(statistics) if has_games else statistics.headline())


def _write_charts(
    by_game: "list[tuple[DesktopGame, Statistics]]", wanted: dict[str, Path], force: bool
) -> list[Path]:
    """Write the charts of each game; of several games, each into a file of its own.

    wanted: {kind: file}. Returns the files.
    """
    from arcana_host.files import check_place, write_bytes

    drawn: dict[Path, bytes] = {}
    for kind, path in wanted.items():
        for about, statistics in by_game:
            file = _of_game(path, about) if len(by_game) > 1 else path
            drawn[file] = about.chart(statistics, kind)
    for file in drawn:
        check_place(file, force)
    for file, chart in drawn.items():
        write_bytes(file, chart, force)
    return list(drawn)


def _of_game(path: Path, about: "DesktopGame") -> Path:
    from arcana_host.games import typed

    return path.parent / f"{path.stem}-{typed(about.name)}{path.suffix}"
