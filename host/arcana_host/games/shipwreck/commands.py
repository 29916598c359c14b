"""`arcana creatures`: the sea creatures that you have entered, here and on the device."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption, PortOption

if TYPE_CHECKING:
    from arcana_host.link.device import Device, Say
    from shared_rules.shipwreck.deep import Creature

app = typer.Typer(
    name="creatures",
    help=_("Manage the sea creatures of Creatures from the Deep."),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(name="list")
def show(folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List your creatures and the generic ones that come with the companion."""
    from arcana_host.cli.options import print_json
    from shared_rules.shipwreck.deep import generic_creatures

    listed = [(creature, False) for creature in _own(folder)]
    listed += [(creature, True) for creature in generic_creatures()]
    if as_json:
        print_json([{**summary(creature), "generic": generic} for creature, generic in listed])
        return

    from arcana_portable.games.shipwreck.naming import condition
    from rich.table import Table
    from rich.text import Text

    from arcana_host.terminal import console

    listing = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in (_("Level"), _("Creature"), _("Beaten by"), _("Condition"), ""):
        listing.add_column(heading)
    for creature, generic in listed:
        words = (
            creature.title,
            condition(creature),
            creature.condition,
            _("generic") if generic else _("yours"),
        )
        listing.add_row(str(creature.level), *map(Text, words))
    console().print(listing)
    print(_("The generic ones are for trying out the mode; they are not the cards of the game."))


@app.command(name="import")
def take(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help=_("One creature per line, such as 1:Moon_Jelly:3x7; - reads standard input.")
        ),
    ],
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import the creatures of a file into the library: all of them, or none if one can't be read."""
    from arcana_portable.errors import RecordError

    from arcana_host.cli.options import print_json
    from arcana_host.files import read_text
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    text = read_text(file)
    with Library(folder) as library:
        try:
            taken = Bestiary(library).add(text)
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from error
    if as_json:
        print_json([{**summary(creature), "fresh": fresh} for creature, fresh in taken])
        return
    for creature, fresh in taken:
        done = _("added to the library") if fresh else _("was there already")
        print(f"{creature.title} ({creature}): {done}.")
    if not taken:
        print(_("There is no creature in {file}.", file=file))


@app.command()
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("The creature's name."))],
    on_device: Annotated[
        bool, typer.Option("--on-device", help=_("Remove it from the device; the library keeps it."))
    ] = False,
    port: PortOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove one of your creatures from the library, or from the device."""
    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    if on_device:
        creature = _remove_from_device(name, port, status_printer(as_json))
    else:
        with Library(folder, create=False) as library:
            creature = Bestiary(library).remove(name)
    if as_json:
        print_json(summary(creature))
    else:
        done = _("removed from the device") if on_device else _("removed from the library")
        print(f"{creature.title} ({creature}): {done}.")


@app.command()
def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=_("The file to write; without it: standard output."))
    ] = None,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write your creatures in the format that `import` reads."""
    import json

    from arcana_host.cli.options import say
    from arcana_host.files import write_text

    own = _own(folder)
    text = "".join(f"{creature}\n" for creature in own)
    if as_json:
        text = json.dumps([summary(creature) for creature in own]) + "\n"
    if file is None:
        print(text, end="")
    else:
        write_text(file, text, force)
        say(_("{file} is written.", file=file), err=True)


@app.command()
def send(port: PortOption = None, folder: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Send your creatures to the device; it keeps those that it has."""
    from arcana_host.cli.options import print_json, report_faults, say, status_printer
    from arcana_host.link.device import connect

    own = _own(folder)
    if not own and not as_json:
        say(_("There is no creature of yours in the library: `arcana creatures import` adds some."))
        return
    with connect(port, say=status_printer(as_json)) as device:
        sent, left = _send(device, own, as_json)
    if as_json:
        print_json({"creatures": [{**summary(one), "fresh": fresh} for one, fresh in sent], "left": left})
    else:
        for creature, fresh in sent:
            done = _("sent") if fresh else _("was there already")
            print(f"{creature.title} ({creature}): {done}.")
    report_faults(left)


def summary(creature: "Creature") -> dict:
    """Return the JSON data of a creature."""
    return {
        "level": creature.level,
        "name": creature.name,
        "condition": creature.condition,
        "text": str(creature),
    }


def _own(folder: Path | None) -> "list[Creature]":
    """Return the creatures in the library; damaged creatures are named on standard error."""
    from arcana_host.cli.options import say
    from arcana_host.games.shipwreck.bestiary import Bestiary
    from arcana_host.library.store import Library

    with Library(folder, create=False) as library:
        own = Bestiary(library).creatures()
        for fault in library.faults:
            say(fault, err=True)
        return own


def _send(
    device: "Device", creatures: "list[Creature]", quiet: bool
) -> "tuple[list[tuple[Creature, bool]], list[str]]":
    """Send creatures; return (creature, whether it is new there) of those on the device, and the refusals."""
    from arcana_portable.errors import DeviceRefused
    from arcana_portable.games.shipwreck.creatures_on_device import on_device

    from arcana_host.cli.options import progress
    from arcana_host.games.shipwreck.bestiary import named

    sent, left = [], []
    there = device.run(on_device(device.companion))
    with progress(quiet) as shown:
        for creature in shown.track(creatures, description=_("Sending")):
            other = named(creature.name, there)
            if other and other != creature:
                left.append(
                    _(
                        "{creature} stays here: the device has another one, {other}. `arcana creatures "
                        "remove {name} --on-device` removes that one.",
                        creature=creature,
                        other=other,
                        name=creature.name,
                    )
                )
                continue
            try:
                sent.append((creature, device.call("creature", text=str(creature))["changed"]))
            except DeviceRefused as error:
                left.append(_("{creature} stays here: {error}", creature=creature, error=error))
    return sent, left


def _remove_from_device(name: str, port: str | None, say: "Say") -> "Creature":
    from arcana_portable.errors import ArcanaError
    from arcana_portable.games.shipwreck.creatures_on_device import on_device

    from arcana_host.games.shipwreck.bestiary import named
    from arcana_host.link.device import connect

    with connect(port, say=say) as device:
        there = device.run(on_device(device.companion))
        creature = named(name, there)
        if creature is None:
            names = ", ".join(one.name for one in there) or _("none")
            raise ArcanaError(
                _(
                    "There is no creature {name} of yours on the device; these are there: {names}.",
                    name=name,
                    names=names,
                )
            )
        device.call("creature", text=str(creature), remove=True)
    return creature
