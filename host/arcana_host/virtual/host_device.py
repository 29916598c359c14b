"""The virtual device under CPython: the whole firmware on stand-ins, in real time.

The firmware runs in the caller's asyncio loop. This module has the firmware's surroundings: power, buttons,
panel, cable, and a folder as flash. It must not know the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from arcana_portable.translation import language
from arcana_portable.virtual.device import VirtualDevice
from arcana_portable.virtual.flash_space import BLOCK, free_blocks
from arcana_portable.virtual.wiring import Wiring

from . import unique_id_of
from .boards import REFERENCE_BOARD, virtual_board
from .cable import Cable, LinkEnd


class HostDevice(VirtualDevice):
    """A virtual companion.

    folder: its flash; created if missing. link: the device's end of its cable; a new `Cable` by default.
    speed: of the panel, as a multiple of the real speed, for tests; buttons and clock keep real time. board:
    a name in `boards.NAMES`. on_port: called with the path of the cable's port (None without a port) when the
    device gets power, and with None when it loses power. game: the name of the game to choose, or None to
    keep the choice.

    app, panel, wiring: as for VirtualDevice. cable: the link. failed: an Event, set when an exception ended
    the firmware; `stop` raises it.
    """

    def __init__(
        self,
        folder: Path | str,
        link: LinkEnd | None = None,
        speed: float = 1.0,
        board: str = REFERENCE_BOARD,
        on_port: Callable[[str | None], None] = lambda path: None,
        game: str | None = None,
    ) -> None:
        self._chosen = {"game": game} if game else {}
        self.folder = Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cable: Any = link or Cable()
        self.board = board
        self.failed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._on_port = on_port
        self.wiring = Wiring(
            virtual_board(board),
            speed=speed,
            unique_id=unique_id_of(self.folder),
            on_reset=self.reset,
            on_power_off=self._switched_off,
        )

    async def __aenter__(self) -> HostDevice:
        self.plug_in()
        return self

    async def __aexit__(self, *reason: object) -> None:
        await self.stop()

    def plug_in(self) -> None:
        if self.plugged:
            return
        import machine
        from companion import boards
        from companion.app import App

        machine.connect(self.wiring)
        made = boards.make(str(self.folder), self.cable, self.board)
        made.free_bytes = self.free_bytes
        now = datetime.now()
        made.set_clock((now.year, now.month, now.day, now.hour, now.minute, now.second))
        self.app = App(made)
        if not self.app.settings.is_set("language"):
            # a real device asks
            self._chosen["language"] = language()
        self.app.settings.update(self._chosen)
        self._chosen = {}
        self._task = asyncio.get_running_loop().create_task(self.app.run())
        self._task.add_done_callback(self._ended)
        self._on_port(getattr(self.cable, "path", None))

    async def pull_plug(self) -> None:
        task, self._task = self._task, None
        self.app = None
        self._on_port(None)
        if task:
            task.cancel()
            await asyncio.wait([task])

    async def stop(self) -> None:
        """End the firmware as Ctrl-C does, with its files closed.

        Raises the exception that ended it before.
        """
        app, task = self.app, self._task
        await self.pull_plug()
        if app:
            app.close()
        if task and not task.cancelled():
            task.result()

    def free_bytes(self) -> int:
        """Return how many bytes would be free in a Pico's flash with these files."""
        sizes = [path.stat().st_size for path in self.folder.rglob("*") if path.is_file()]
        return free_blocks(sizes) * BLOCK

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self.failed.set()

    def _switched_off(self) -> None:
        # later, as the firmware is in the middle of something
        self._switching = asyncio.get_running_loop().create_task(self.pull_plug())
