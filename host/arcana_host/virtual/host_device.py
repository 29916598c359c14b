"""The virtual device under CPython: the whole firmware on stand-ins, as fast as the real thing.

The firmware runs as tasks of the loop that this is used in. What is outside the firmware is here: power, the
contacts of the buttons, the glass, the flash as a folder, the cable. It must not know the game.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from . import device_number
from .boards import REFERENCE_BOARD, virtual_board
from .cable import Cable, LinkEnd
from .flash_space import BLOCK, free_blocks
from .wiring import Wiring


class HostDevice:
    """A companion that nobody had to solder.

    folder: its flash; made when missing. link: the device's end of its cable; a `Cable` when not given.
    speed: how much faster than real the panel is, for tests; the buttons keep real time. board: which of
    `boards.NAMES` it is. on_port: is told the path of the cable's port, None for one without, when the device
    gets power, and None when it loses it.

    app: the running `companion.app.App`, None while the plug is pulled. panel: the model of the panel's
    controller. wiring: what hangs on its pins. cable: the link that was given or made. failed: an Event, set
    when the firmware ended by an exception, which `stop` raises.
    """

    def __init__(
        self,
        folder: Path | str,
        link: LinkEnd | None = None,
        speed: float = 1.0,
        board: str = REFERENCE_BOARD,
        on_port: Callable[[str | None], None] = lambda path: None,
    ) -> None:
        self.folder = Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cable: Any = link or Cable()
        self.board = board
        self.app: Any = None
        self.failed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._on_port = on_port
        self.wiring = Wiring(
            virtual_board(board),
            lambda: int(time.monotonic_ns() / 1000 * speed),
            unique_id=device_number(self.folder),
            on_reset=self._reset,
            on_off=self._switched_off,
        )

    async def __aenter__(self) -> HostDevice:
        self.plug_in()
        return self

    async def __aexit__(self, *reason: object) -> None:
        await self.stop()

    # power

    @property
    def plugged(self) -> bool:
        """Whether the device has power."""
        return self.app is not None

    def plug_in(self) -> None:
        """Give the device power: the firmware starts from what is in its folder. Needs a running loop."""
        if self.plugged:
            return
        import machine
        from companion import board
        from companion.app import App

        machine.connect(self.wiring)
        made = board.make(str(self.folder), self.cable, self.board)
        made.free_bytes = self.free_bytes
        now = datetime.now()
        made.set_clock((now.year, now.month, now.day, now.hour, now.minute, now.second))
        self.app = App(made)
        self._task = asyncio.get_running_loop().create_task(self.app.run())
        self._task.add_done_callback(self._ended)
        self._on_port(getattr(self.cable, "path", None))

    async def pull_plug(self) -> None:
        """Take the power away: whatever was not on the flash is gone."""
        task, self._task = self._task, None
        self.app = None
        self._on_port(None)
        if task:
            task.cancel()
            await asyncio.wait([task])

    async def stop(self) -> None:
        """End the firmware as Ctrl-C does, with its files closed. Raises what ended it before."""
        app, task = self.app, self._task
        await self.pull_plug()
        if app:
            app.close()
        if task and not task.cancelled():
            task.result()

    # what hands and eyes do

    def press(self, name: str) -> None:
        """Push a button down ("up", "down", "a", "b", "c")."""
        self.wiring.press(name)

    def release(self, name: str) -> None:
        """Let a button go."""
        self.wiring.release(name)

    @property
    def panel(self) -> Any:
        return self.wiring.panel

    @property
    def glass(self) -> bytes:
        """What is on the glass: 4,736 bytes of landscape MONO_VLSB, 1 = black. It stays without power."""
        return self.wiring.panel.glass

    def free_bytes(self) -> int:
        """Return how much a Pico's flash with these files would still take."""
        sizes = [path.stat().st_size for path in self.folder.rglob("*") if path.is_file()]
        return free_blocks(sizes) * BLOCK

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self.failed.set()

    def _switched_off(self) -> None:
        # not now, in the middle of what the firmware does
        self._switching = asyncio.get_running_loop().create_task(self.pull_plug())

    def _reset(self) -> None:
        async def again() -> None:
            await self.pull_plug()
            self.plug_in()

        self._resetting = asyncio.get_running_loop().create_task(again())
