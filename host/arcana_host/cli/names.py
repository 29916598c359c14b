"""`arcana names`: the player names that the device offers for a new game."""

from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli.options import JsonOption, PortOption
from arcana_host.translation import _, refusal_text

if TYPE_CHECKING:
    from arcana_host.link.device import Device


def names(
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAMES", help=_("2 to 8 names in turn order, such as Ann,Jörg,Zoé.")),
    ] = None,
    port: PortOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set the names that the device offers for a new game, or show them."""
    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect

    wanted = read_names(given) if given else []
    with connect(port, tell=status_printer(as_json)) as device:
        playing, others = _send(device, wanted) if wanted else _kept(device)
    if as_json:
        print_json({"names": playing, "others": others})
        return
    print(_("A new game offers {playing}.", playing=", ".join(playing)))
    if others:
        print(_("For more players: {others}.", others=", ".join(others)))


def read_names(given: list[str]) -> list[str]:
    """Return the names of a command line. Raises WordsError."""
    from arcana_host.errors import WordsError
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


def _send(device: "Device", wanted: list[str]) -> tuple[list[str], list[str]]:
    """Set the names on the device; its other names follow for more seats. Returns the names as `_offered`."""
    from shared_rules.player_names import SEATS, same_name

    playing, others = _kept(device)
    others = [name for name in [*playing, *others] if not same_name(name, wanted)]
    seats = ",".join([*wanted, *others][:SEATS])
    return _offered(device.call("settings", set={"names": seats, "players": len(wanted), "first": 0}))


def _kept(device: "Device") -> tuple[list[str], list[str]]:
    return _offered(device.call("settings"))


def _offered(answer: dict) -> tuple[list[str], list[str]]:
    """Return the names of the players and the other names, from a result of `settings`.

    Raises ArcanaError when it has no names.
    """
    from arcana_host.errors import ArcanaError
    from shared_rules.player_names import SEATS, read_player

    kept, players = answer["settings"].get("names"), answer["settings"].get("players")
    told = kept.split(",") if isinstance(kept, str) else []
    names = [name for name in told if read_player(name)][:SEATS]
    if not names:
        raise ArcanaError(
            _("The device offers no names for a new game: `arcana flash` brings it up to date.")
        )
    count = players if type(players) is int and players > 0 else len(names)
    return names[:count], names[count:]
