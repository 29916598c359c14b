"""The companion with a model of the reference board's panel, in simulated time: how long players wait for it.

    table = AtThePanel(folder)
    table.press("b"), table.pause(5)

Time passes only while the companion waits; the time that its processor would take is not included.
"""

import asyncio
from pathlib import Path

import machine
from arcana_host.virtual.boards import REFERENCE_BOARD, virtual_board
from arcana_portable.virtual.wiring import Wiring
from companion import boards
from companion.app import App
from panel.conftest import Clock, Silence, simulated_loop

STEP = 0.005


class AtThePanel:
    """A running companion and its panel. folder: its flash.

    app: the App. model: that of the panel's controller. clock: a simulated one, in microseconds.
    """

    def __init__(self, folder):
        self.clock = Clock()
        wiring = Wiring(virtual_board(REFERENCE_BOARD), self.clock)
        machine.connect(wiring)
        settings = Path(folder) / "settings.json"
        if not settings.exists():
            settings.write_text('{"language": "english"}')
        made = boards.make(str(folder), Silence(), REFERENCE_BOARD)
        made.ticks_ms = self.clock.ticks
        made.panel._ticks = self.clock.ticks
        made.panel.sleep_us = self.clock.sleep_us
        self.model = wiring.panel
        self.app = App(made)
        self._loop = simulated_loop(self.clock)
        self._task = self._loop.create_task(self.app.run())
        self.pause(10)

    def press(self, name, kind="press"):
        """Press a button, wait until the picture is complete, and return the seconds that took."""
        since = self.clock.now
        self.app._press(name, kind)
        self._loop.run_until_complete(self._rested())
        return (self.clock.now - since) / 1e6

    def pause(self, seconds):
        """Let some time pass."""
        self._loop.run_until_complete(asyncio.sleep(seconds))

    def close(self):
        self._task.cancel()
        self._loop.run_until_complete(asyncio.wait([self._task]))
        self.app.close()
        self._loop.close()
        machine.connect(None)

    async def _rested(self):
        panel = self.app.board.panel
        while self.app._stale or panel._due or self.model.busy:
            await asyncio.sleep(STEP)
