"""`arcana names`: the player names that the device offers for a new game."""

from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, refusal_text

from arcana_host.cli.options import JsonOption, PortOption

if TYPE_CHECKING:
    from arcana_host.link.device import Device


def names(
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAMES", help=_("2 to 8 names in turn order, such as Ann,Jörg,Zoé.")),
    ] = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help=_("Remove all names from the settings; say which games have them.")),
    ] = False,
    port: PortOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set the names that the device offers for a new game, or show them."""
    from arcana_portable.errors import WordsError
    from arcana_portable.link.offered_names import offered

    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect

    wanted = read_names(given) if given else []
    if forget and wanted:
        raise WordsError(_("--forget goes without names."))
    if forget:
        _forget(port, as_json)
        return
    with connect(port, say=status_printer(as_json)) as device:
        settings = _send(device, wanted) if wanted else device.call("settings")["settings"]
    playing, others = offered(settings)
    if as_json:
        print_json({"names": playing, "others": others})
        return
    print(_("A new game offers {playing}.", playing=", ".join(playing)))
    if others:
        print(_("For more players: {others}.", others=", ".join(others)))


def _forget(port: str | None, as_json: bool) -> None:
    """Make the device forget its names, and say which games still have them."""
    from arcana_portable.link.offered_names import forget, forgotten

    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect

    with connect(port, say=status_printer(as_json)) as device:
        now, games = device.run(forget(device.companion))
    if as_json:
        print_json({"names": now, "games": games})
    else:
        print("\n".join(forgotten(now, games)))


def read_names(given: list[str]) -> list[str]:
    """Return the names of a command line. Raises WordsError."""
    from arcana_portable.errors import WordsError

    from arcana_host.files import normalize
    from shared_rules.errors import RuleError
    from shared_rules.player_names import check_names

    words = ",".join(word.strip(" ,") for word in given)
    read = [name.strip() for name in normalize(words).split(",")]
    try:
        check_names(read)
    except RuleError as error:
        raise WordsError(refusal_text(error)) from error
    return read


def _send(device: "Device", wanted: list[str]) -> dict:
    """Set the names on the device; its other names follow for more seats. Returns the settings."""
    from arcana_portable.link.offered_names import to_offer

    changes = to_offer(wanted, device.call("settings")["settings"])
    return device.call("settings", set=changes)["settings"]
