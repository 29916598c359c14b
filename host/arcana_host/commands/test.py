"""`arcana test`: the rules on a device against the recorded games that this arcana came with."""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.commands.options import JsonOption, PortOption
from arcana_host.errors import Status


def test(
    port: PortOption = None,
    vectors: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Other vectors.", show_default="those of this arcana")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play recorded games on the device, beside its journal, and compare every state."""
    from arcana_host import vectors_folder
    from arcana_host.commands.options import print_json, progress
    from arcana_host.device import connect
    from arcana_host.vectors import play_vector, read_vectors

    games = read_vectors(vectors or vectors_folder())
    events = sum(len(game.events) for game in games)
    with connect(port) as device, progress(quiet=as_json) as shown:
        task = shown.add_task("Playing", total=events)
        found = [play_vector(device, game, lambda: shown.advance(task)) for game in games]
    failures = [sentence for sentence in found if sentence]
    if as_json:
        print_json({"games": len(games), "events": events, "failures": failures})
    else:
        print(f"{len(games) - len(failures)} of {len(games)} games, {events} events in all, play out alike.")
    for sentence in failures:
        typer.echo(sentence, err=True)
    if failures:
        raise typer.Exit(Status.FAILED)
