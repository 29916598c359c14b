"""`arcana stats`: what many games say together, as tables, as JSON and as charts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli import selecting
from arcana_host.cli.games import no_games
from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.statistics import Statistics


def stats(
    since: selecting.Since = None,
    until: selecting.Until = None,
    player: selecting.Players = None,
    card_set: selecting.Sets = None,
    result: selecting.Result = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw charts into a PNG file.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw charts into an SVG file.")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with the tables and the charts.")
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add up the games: wins, predictions, fading, doom, streaks."""
    from arcana_host.cli.options import print_json, say
    from arcana_host.errors import LibraryError
    from arcana_host.games.shipwreck.statistics import add_up

    wanted = selecting.selection(since, until, player, card_set, result)
    found, in_all = selecting.chosen(library, wanted, quiet=as_json)
    if not found and not as_json:
        if png or svg or html:
            raise LibraryError(no_games(in_all))
        say(no_games(in_all))
        return
    statistics = add_up(found)
    written = _write_charts(statistics, png, svg, html, force)
    if as_json:
        print_json(statistics.as_json())
        return
    if not written:
        from arcana_host.games.shipwreck.tables import tables
        from arcana_host.terminal import console

        console().print(tables(statistics))
    for path in written:
        print(f"{path} is written.")
    if statistics.left_out:
        typer.echo(
            f"Left out, as this arcana's rules refuse them: {', '.join(statistics.left_out)}.", err=True
        )


def _write_charts(
    statistics: "Statistics", png: Path | None, svg: Path | None, html: Path | None, force: bool
) -> list[Path]:
    wanted = {"png": png, "svg": svg, "html": html}
    paths = {kind: path for kind, path in wanted.items() if path}
    if paths:
        from arcana_host.files import write_bytes
        from arcana_host.games.shipwreck import charts

        drawn = {kind: getattr(charts, kind)(statistics) for kind in paths}
        for kind, path in paths.items():
            write_bytes(path, drawn[kind], force)
    return list(paths.values())
