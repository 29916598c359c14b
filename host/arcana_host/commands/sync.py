"""`arcana sync`: the device's games into the library, this computer's time onto the device."""

from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.commands.options import JsonOption, LibraryOption, PortOption

if TYPE_CHECKING:
    from arcana_host.device import Device
    from arcana_host.library import Library
    from arcana_host.pull import Pulled


def sync(
    port: PortOption = None,
    library: LibraryOption = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave finished games on the device.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Fetch the games from the device; finished ones leave it once they are safe here."""
    from arcana_host.commands.games import summary
    from arcana_host.commands.options import print_json
    from arcana_host.device import connect
    from arcana_host.library import Library

    with Library(library) as shelf, connect(port) as device:
        set_clock(device)
        pulled, left = _pull(device, shelf, keep, as_json)
    if as_json:
        games = [{**summary(one.entry), "fresh": one.fresh, "removed": one.removed} for one in pulled]
        print_json({"games": games, "left": left})
    else:
        for one in pulled:
            print(_sentence(one))
        if not pulled and not left:
            print("There is no game on the device.")
    for sentence in left:
        typer.echo(sentence, err=True)
    if left:
        raise typer.Exit(1)


def set_clock(device: "Device") -> None:
    """Set the device's clock to this computer's time."""
    from datetime import datetime

    device.call("clock", set=f"{datetime.now():%Y-%m-%d %H:%M:%S}")


def _pull(device: "Device", shelf: "Library", keep: bool, quiet: bool) -> "tuple[list[Pulled], list[str]]":
    from rich.console import Console
    from rich.progress import Progress

    from arcana_host.pull import pull

    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("Fetching games", total=None)
        return pull(
            device, shelf, keep, lambda done, total: progress.update(task, completed=done, total=total)
        )


def _sentence(one: "Pulled") -> str:
    entry = one.entry
    how = (
        f"{entry.result} with score {entry.score} and doom {entry.doom}"
        if entry.result
        else "not finished yet"
    )
    words = f"Game {entry.id} ({', '.join(entry.players)}): {how}"
    if not one.fresh:
        words += ", nothing new"
    return words + (", removed from the device." if one.removed else ".")
