"""The emulated Pico for a page. It reads the game from the flash, as the serial port is for other programs.

It must not know the page.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import DeviceError, NoDevice
from arcana_portable.page.fingers import Fingers
from arcana_portable.translation import N_, _
from arcana_portable.virtual.page_device import Flicker

from arcana_host.installation import as_typed
from arcana_host.page.page_device import Look
from shared_rules.games import rules_of
from shared_rules.record import Record

if TYPE_CHECKING:
    from .pico_device import PicoDevice

_STARTS = N_("The emulated Pico starts, which takes up to two minutes.")
_PULLED = N_("The plug is pulled.")
_OVER = b"# over "


class PicoPageDevice:
    """An emulated Pico for a page; needs a running loop. command: as a `PageDevice` has it."""

    offers: tuple[str, ...] = ("buttons", "plug", "flicker", "ink", "slow", "records", "map", "sync")

    def __init__(self, device: PicoDevice, command: str = "arcana") -> None:
        self.device = device
        self.command = command
        self.ended = _(
            "The emulated Pico has stopped. Start it again with {command} play --on pico.", command=command
        )
        self._fingers = Fingers(device.press)
        self._flicker = Flicker()
        self._files: dict[str, bytes] = {}
        self._game = ""
        self._state: dict[str, Any] | None = None
        self._setup = ""

    def look(self) -> Look:
        seen, plugged = self.device.seen, self.device.path is not None
        return {
            "picture": seen.glass,
            "size": self.device.size,
            "shades": seen.shades,
            "plugged": plugged,
            "note": _PULLED if not plugged else None if seen.shows else _STARTS,
            "state": self._state_now(),
            "setup": self._setup,
            "flicker": self._flicker.look(seen),
        }

    async def press(self, name: str) -> None:
        self._fingers.down(name)

    async def release(self, name: str) -> None:
        self._fingers.up(name)

    async def type(self, letter: str) -> None:
        """Do nothing: without the words on its panel, nobody knows whether it asks for a name."""

    async def plug(self, wanted: bool) -> None:
        if wanted:
            self.device.plug_in()
        else:
            self.device.pull_plug()

    async def enter(self, events: list[str]) -> str:
        """Enter events through the port up to the first refused one. Returns why that is refused, or ""."""
        path = self.device.path
        return await asyncio.to_thread(_enter, path, events) if path else _(_PULLED)

    def journals(self) -> dict[str, str]:
        found = self.device.records()
        return {name: record.decode(errors="replace") for name, record in found.items()}

    def _state_now(self) -> dict[str, Any] | None:
        files = self.device.files
        if files is not self._files:
            self._files = files
            game, record = [("", b""), *self.device.records().items()][-1]
            # a game that is over stays on the table until the next one, unless the Pico restarts
            if not game or (game != self._game and _is_over(record)):
                self._game, self._state = "", None
            else:
                self._game = game
                self._state, self._setup = _read(record)
        return self._state


def _enter(path: str, events: list[str]) -> str:
    from arcana_host.link.device import connect
    from arcana_host.link.following import enter

    try:
        with connect(path) as device:
            return enter(device, events)
    except (DeviceError, NoDevice) as error:
        return as_typed(str(error))


def _is_over(record: bytes) -> bool:
    return record.rstrip().rpartition(b"\n")[2].startswith(_OVER)


def _read(record: bytes) -> tuple[dict[str, Any] | None, str]:
    """Return the state after a record, None for an invalid one, and its setup."""
    try:
        events = Record.from_text(record.decode()).folded().events
        return (rules_of(events[0]).Game.replay(events).state(), events[0]) if events else (None, "")
    except ValueError:
        return None, ""
