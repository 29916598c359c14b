"""The names that a companion offers for a new game, in its settings: those of the players, and further ones.

It runs on CPython and, in the browser, on MicroPython.
"""

from typing import Any

from arcana_host.errors import ArcanaError
from arcana_host.translation import _
from shared_rules.player_names import SEATS, read_player, same_name


def offered(settings: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the players and the other names, from the settings of a device.

    Raises ArcanaError when it has no names.
    """
    stored, players = settings.get("names"), settings.get("players")
    listed = stored.split(",") if isinstance(stored, str) else []
    names = [name for name in listed if read_player(name)][:SEATS]
    if not names:
        raise ArcanaError(
            _("The device offers no names for a new game: `arcana flash` brings it up to date.")
        )
    count = players if type(players) is int and players > 0 else len(names)
    return names[:count], names[count:]


def to_offer(wanted: list[str], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with which a device offers these players, and its other names for more seats.

    settings: those that it has. Raises ArcanaError when it has no names.
    """
    playing, others = offered(settings)
    others = [name for name in playing + others if not same_name(name, wanted)]
    return {"names": ",".join((wanted + others)[:SEATS]), "players": len(wanted), "first": 0}
