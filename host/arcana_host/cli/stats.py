"""`arcana stats`: statistics of many games, as tables, as JSON and as charts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli import filters
from arcana_host.cli.games import no_games
from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption, report_faults
from arcana_host.translation import _

if TYPE_CHECKING:
    from arcana_host.games.interface import DesktopGame
    from arcana_host.games.statistics import Statistics
    from arcana_host.library.entry import Entry
    from arcana_host.library.store import Facts


def stats(
    since: filters.Since = None,
    until: filters.Until = None,
    player: filters.Players = None,
    card_set: filters.Sets = None,
    result: filters.Result = None,
    game: filters.OfGame = None,
    adversary: filters.Adversary = None,
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
    from arcana_host.cli.options import print_json, say
    from arcana_host.errors import LibraryError

    wanted = filters.selection(since, until, player, card_set, result, game, adversary)
    found, in_all, faults = filters.choose_games(folder, wanted, quiet=as_json)
    charts = {kind: path for kind, path in (("png", png), ("svg", svg), ("html", html)) if path}
    if not found and not as_json:
        if charts:
            raise LibraryError(no_games(in_all))
        say(no_games(in_all))
        report_faults(f"arcana: {fault}" for fault in faults)
        return
    by_game = _by_game(found)
    faults += _left_out(found)
    written = _write_charts(by_game, charts, force)
    if as_json:
        print_json({about.name: statistics.as_json() for about, statistics in by_game})
    elif charts:
        for path in written:
            print(_("{file} is written.", file=path))
    else:
        _print_tables(by_game)
    report_faults(f"arcana: {fault}" for fault in faults)


def _by_game(found: "list[tuple[Entry, Facts]]") -> "list[tuple[DesktopGame, Statistics]]":
    """Return the statistics of each game that was played."""
    from arcana_host.games import every

    played = {entry.game for entry, facts in found}
    games = [game for game in every() if game.name in played]
    return [(game, game.statistics([one for one in found if one[0].game == game.name])) for game in games]


def _left_out(found: "list[tuple[Entry, Facts]]") -> list[str]:
    """Return a sentence for each game that is not among `_by_game`."""
    from arcana_host.games import NAMES

    return [
        _("The games of {name} are left out: this version of arcana does not know the rules.", name=name)
        for name in sorted({entry.game for entry, facts in found} - set(NAMES))
    ]


def _print_tables(by_game: "list[tuple[DesktopGame, Statistics]]") -> None:
    from arcana_host.terminal import console

    for about, statistics in by_game:
        if len(by_game) > 1:
            console().print(f"{about.title}\n", style="bold underline")
        console().print(about.tables(statistics))


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
