"""`arcana creatures`: the sea creatures that you have entered, here and on the device."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli.options import JsonOption, LibraryOption, PortOption
from arcana_host.errors import Status

if TYPE_CHECKING:
    from arcana_host.link.device import Device, Tell
    from shared_rules.shipwreck.creature import Creature

app = typer.Typer(
    name="creatures",
    help="Keep the sea creatures for Creatures from the Deep.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(name="list")
def show(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List your creatures, and the generic ones that come with the companion."""
    from arcana_host.cli.options import print_json
    from shared_rules.shipwreck.generic_creatures import generic_creatures

    listed = [(creature, False) for creature in _own(library)]
    listed += [(creature, True) for creature in generic_creatures()]
    if as_json:
        print_json([{**summary(creature), "generic": generic} for creature, generic in listed])
        return

    from rich.table import Table
    from rich.text import Text

    from arcana_host.games.shipwreck.naming import condition
    from arcana_host.terminal import console

    listing = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("Level", "Creature", "Beaten by", "Condition", ""):
        listing.add_column(heading)
    for creature, generic in listed:
        words = (creature.title, condition(creature), creature.condition, "generic" if generic else "yours")
        listing.add_row(str(creature.level), *map(Text, words))
    console().print(listing)
    print("The generic ones are there to try the mode with; they are not the cards of the game.")


@app.command(name="import")
def take(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A creature a line, as 1:Moon_Jelly:3x7; - reads standard input."
        ),
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take the creatures of a file into the library: all of them, or none if one can't be read."""
    from arcana_host.cli.options import print_json
    from arcana_host.errors import RecordError
    from arcana_host.files import read_text
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    text = read_text(file)
    with Library(library) as shelf:
        try:
            taken = Bestiary(shelf).take(text)
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from error
    if as_json:
        print_json([{**summary(creature), "fresh": fresh} for creature, fresh in taken])
        return
    for creature, fresh in taken:
        print(f"{creature.title} ({creature}): {'taken into the library' if fresh else 'was there already'}.")
    if not taken:
        print(f"There is no creature in {file}.")


@app.command()
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The creature's name.")],
    on_device: Annotated[
        bool, typer.Option("--on-device", help="Take it off the device; the library keeps it.")
    ] = False,
    port: PortOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take one of your creatures out of the library, or off the device."""
    from arcana_host.cli.options import print_json, teller
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    if on_device:
        creature = _remove_from_device(name, port, teller(as_json))
    else:
        with Library(library) as shelf:
            creature = Bestiary(shelf).remove(name)
    if as_json:
        print_json(summary(creature))
    else:
        print(f"{creature.title} ({creature}) was taken {'off the device' if on_device else 'out'}.")


@app.command()
def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where to; without it, to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write your creatures as `import` reads them."""
    import json

    from arcana_host.files import write_text

    own = _own(library)
    text = "".join(f"{creature}\n" for creature in own)
    if as_json:
        text = json.dumps([summary(creature) for creature in own]) + "\n"
    if file is None:
        print(text, end="")
    else:
        write_text(file, text, force)


@app.command()
def send(port: PortOption = None, library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Send your creatures to the device, which keeps what it has."""
    from arcana_host.cli.options import print_json, say, teller
    from arcana_host.link.device import connect

    own = _own(library)
    if not own and not as_json:
        say("There is no creature of yours in the library: `arcana creatures import` takes some in.")
        return
    with connect(port, tell=teller(as_json)) as device:
        sent, left = _send(device, own, as_json)
    if as_json:
        print_json({"creatures": [{**summary(one), "fresh": fresh} for one, fresh in sent], "left": left})
    else:
        for creature, fresh in sent:
            print(f"{creature.title} ({creature}): {'sent' if fresh else 'was there already'}.")
    for sentence in left:
        say(sentence, err=True)
    if left:
        raise typer.Exit(Status.FAILED)


def summary(creature: "Creature") -> dict:
    """Return what JSON says of a creature."""
    return {
        "level": creature.level,
        "name": creature.name,
        "condition": creature.condition,
        "text": str(creature),
    }


def _own(library: Path | None) -> "list[Creature]":
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    with Library(library) as shelf:
        return Bestiary(shelf).creatures()


def _send(
    device: "Device", creatures: "list[Creature]", quiet: bool
) -> "tuple[list[tuple[Creature, bool]], list[str]]":
    """Send creatures; return those that the device has now, each with whether it is new there, and what
    kept the others here."""
    from arcana_host.cli.options import progress
    from arcana_host.errors import DeviceRefused
    from arcana_host.games.shipwreck.bestiary import named
    from arcana_host.games.shipwreck.creatures_on_device import on_device

    sent, left = [], []
    there = on_device(device)
    with progress(quiet) as shown:
        for creature in shown.track(creatures, description="Sending"):
            other = named(creature.name, there)
            if other and other != creature:
                left.append(
                    f"{creature} stays here: the device has another one, {other}. "
                    f"`arcana creatures remove {creature.name} --on-device` takes that one off."
                )
                continue
            try:
                sent.append((creature, device.call("creature", text=str(creature))["changed"]))
            except DeviceRefused as error:
                left.append(f"{creature} stays here: {error}")
    return sent, left


def _remove_from_device(name: str, port: str | None, tell: "Tell") -> "Creature":
    from arcana_host.errors import ArcanaError
    from arcana_host.games.shipwreck.bestiary import named
    from arcana_host.games.shipwreck.creatures_on_device import on_device
    from arcana_host.link.device import connect

    with connect(port, tell=tell) as device:
        there = on_device(device)
        creature = named(name, there)
        if creature is None:
            names = ", ".join(one.name for one in there) or "none"
            raise ArcanaError(
                f"There is no creature {name} of yours on the device; these are there: {names}."
            )
        device.call("creature", text=str(creature), remove=True)
    return creature
