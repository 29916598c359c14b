"""The names that a companion offers for a new game, in its settings: the players' names, and further names.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _
from shared_rules.device_files import read_game_path
from shared_rules.player_names import SEATS, read_player, same_name

if TYPE_CHECKING:
    from arcana_portable.drivers import Steps
    from arcana_portable.link.companion import Companion


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


def forget(link: Companion) -> Steps[tuple[list[str], list[str]]]:
    """Make a device forget the names in its settings, and in their earlier and damaged versions.

    Returns the names that it still offers, and the ids of its games with a name that it offered before.
    Raises ArcanaError, DeviceError.
    """
    before, others = offered((yield from link.call("settings"))["settings"])
    names = offered((yield from link.call("forget_names"))["settings"])
    now = names[0] + names[1]
    gone = [name.encode() for name in before + others if name not in now]
    listed = yield from link.pages("list", "files")
    paths = [name for name, _size in listed if read_game_path(name)]
    found = []

    def look(path: str, content: Any) -> None:
        # a damaged file, too, and so not by the rules; an unreadable file may contain them
        words = content if isinstance(content, bytes) else b" ".join(gone)
        for mark in (b",", b"=", b"\n", b"."):
            words = words.replace(mark, b" ")
        if [name for name in gone if name in words.split()]:
            found.append((read_game_path(path) or ("", path))[1])

    yield from link.read_files(paths, look)
    return now, found


def forgotten(now: list[str], games: list[str]) -> list[str]:
    """Return the result of `forget` in sentences."""
    said = [_("The names are forgotten. A new game offers {playing}.", playing=", ".join(now))]
    if games:
        said.append(_("These games on the device still have them: {games}.", games=", ".join(games)))
    return said
