"""`arcana sync`: fetches the devices' games into the library, and sets their clocks."""

from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, ngettext

from arcana_host.cli.options import JsonOption, LibraryOption, PortsOption, report_faults

if TYPE_CHECKING:
    from arcana_host.library.store import Library
    from arcana_host.link.device import Device
    from arcana_host.sync import Pulled, Skipped


def sync(
    port: PortsOption = None,
    folder: LibraryOption = None,
    keep: Annotated[bool, typer.Option("--keep", help=_("Leave finished games on the device."))] = False,
    as_json: JsonOption = False,
) -> None:
    """Fetch the games from every connected device; finished ones leave it once they are safe here."""
    from arcana_portable.errors import ArcanaError

    from arcana_host.cli.options import say
    from arcana_host.library.store import Library
    from arcana_host.link.ports import choose_ports

    done: list[Pulled | Skipped] = []
    failures: list[str] = []
    empty: list[str] = []
    with Library(folder) as library:
        paths = choose_ports(port)
        for path in paths:
            before = len(done)
            try:
                _sync(path, library, keep, as_json, done)
                if len(done) == before:
                    empty.append(path)
            except ArcanaError as error:
                failures.append(f"arcana: {error}")
        continued = [library.say_continued(id) for id in sorted(library.continued)]
    if as_json:
        _print_json(done, failures)
    else:
        _print_sentences(done)
        _print_empty(empty, of_several=len(paths) > 1)
    for sentence in continued:
        say(sentence, err=True)
    report_faults([*_left(done), *failures])


def set_clock(device: "Device") -> None:
    """Set the device's clock to this computer's time."""
    from datetime import datetime

    device.call("clock", set=f"{datetime.now():%Y-%m-%d %H:%M:%S}")


def _sync(path: str, library: "Library", keep: bool, quiet: bool, done: "list[Pulled | Skipped]") -> None:
    """Fetch one device's games. done: gets the results, even if the connection breaks."""
    from arcana_host.cli.options import counted, status_printer
    from arcana_host.link.device import connect
    from arcana_host.sync import pull

    with connect(path, say=status_printer(quiet)) as device, counted(_("Fetching games"), quiet) as on_bytes:
        set_clock(device)
        for one in pull(device, library, keep, on_bytes):
            done.append(one)


def _left(done: "list[Pulled | Skipped]") -> list[str]:
    from arcana_host.sync import Skipped

    return [one.sentence for one in done if isinstance(one, Skipped)]


def _print_json(done: "list[Pulled | Skipped]", failures: list[str]) -> None:
    from arcana_portable.library.entry import REMOVED

    from arcana_host.cli.options import print_json
    from arcana_host.sync import Pulled

    pulled = [one for one in done if isinstance(one, Pulled)]
    games = [
        {
            **one.entry.as_json(),
            "fresh": one.fresh,
            "removed": one.removed,
            "in_bin": REMOVED in one.entry.marks,
        }
        for one in pulled
    ]
    print_json({"games": games, "left": [*_left(done), *failures]})


def _print_sentences(done: "list[Pulled | Skipped]") -> None:
    from arcana_host.cli.options import say
    from arcana_host.sync import Pulled

    pulled = [one for one in done if isinstance(one, Pulled)]
    for one in pulled:
        say(_sentence(one))
    if len(pulled) > 1:
        print(_summary(pulled))


def _print_empty(paths: list[str], of_several: bool) -> None:
    """Say which devices have no game. paths: their ports. of_several: whether several devices were asked."""
    for path in paths:
        if of_several:
            print(_("The device on {port} has no game.", port=path))
        else:
            print(_("There is no game on the device."))


def _summary(pulled: "list[Pulled]") -> str:
    fresh = sum(one.fresh for one in pulled)
    removed = sum(one.removed for one in pulled)
    return ngettext(
        "{n} game: {fresh} with something new, {removed} removed from the device.",
        "{n} games: {fresh} with something new, {removed} removed from the device.",
        len(pulled),
        fresh=fresh,
        removed=removed,
    )


def _sentence(one: "Pulled") -> str:
    from arcana_portable.library.entry import REMOVED

    from arcana_host.games import load

    entry = one.entry
    how = load(entry.game).outcome(entry)
    ends = [] if one.fresh else [_("nothing new")]
    if REMOVED in entry.marks:
        ends.append(_("in the bin, as you removed it (`arcana bin restore {id}`)", id=entry.id))
    if one.removed:
        ends.append(_("removed from the device"))
    game = _("Game {id} ({players}): {how}", id=entry.id, players=", ".join(entry.players), how=how)
    return f"{', '.join([game, *ends])}."
