"""Reads the record of the game under way on a companion, without a library."""

from arcana_host.errors import ArcanaError
from arcana_host.link.device import connect
from arcana_host.translation import _


def read_running_game(port: str | None) -> str:
    """Return the record of the game under way as text, undo lines included.

    port: None for the only companion that is connected.
    Raises ArcanaError when no game is under way, NoDevice, and DeviceError.
    """
    with connect(port) as device:
        game = device.call("state")["game"]
        if game is None:
            raise ArcanaError(_("No game is under way on the companion."))
        lines: list[str] = []
        first = 0
        while first is not None:
            page = device.call("events", game=game, first=first or None)
            lines += page["events"]
            first = page["next"]
    return "\n".join(lines) + "\n"
