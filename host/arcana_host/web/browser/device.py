"""The virtual device in a browser: the whole firmware on MicroPython, with the stand-ins that CPython uses.

This module has the firmware's surroundings: power, buttons, panel, flash. It must not know the game or the
page.
"""

import asyncio
import os
import sys

from arcana_host.web.browser.flash import Flash
from arcana_portable.virtual.device import VirtualDevice
from arcana_portable.virtual.ssd1680 import Ssd1680
from arcana_portable.virtual.wiring import Wiring
from companion.platform import print_exception

_FOLDER = "/flash"
GAMES = _FOLDER + "/games"
"""Where the companion keeps its games."""


class NoCable:
    """A link without a host at the other end."""

    def read(self):
        return b""

    def write(self, data):
        return len(data)


class Controller:
    """The reference board, as a Wiring takes it."""

    controller = Ssd1680

    def __init__(self):
        from companion.boards import PicoEpaper29

        self.pins = PicoEpaper29()


class BrowserDevice(VirtualDevice):
    """A companion in a browser.

    browser: the functions of the browser: now() in milliseconds; moment(), the local time as year, month,
    day, hour, minute, second; random(count), which returns bytes. storage: the BrowserStorage with its files.
    speed: of the panel, as a multiple of the real speed.

    app, panel, wiring: as for VirtualDevice. trouble: the exception that ended the firmware, or None.
    """

    def __init__(self, browser, storage, speed):
        # this MicroPython has no urandom, which the ids of games need
        os.urandom = lambda count: bytes(list(browser.random(count)))
        self.trouble = None
        self._browser = browser
        self._storage = storage
        self._task = None
        self.wiring = Wiring(
            Controller(),
            lambda: int(browser.now() * 1000),
            speed,
            unique_id=b"browser\0",
            on_reset=self.reset,
        )

    def plug_in(self):
        """Give the device power: the firmware starts from the stored files."""
        if self.plugged:
            return
        self._storage.take()
        import machine
        import vfs
        from companion import boards
        from companion.app import App

        if _FOLDER[1:] in os.listdir("/"):
            vfs.umount(_FOLDER)
        vfs.mount(Flash(self._storage), _FOLDER)
        machine.connect(self.wiring)
        made = boards.make(_FOLDER, NoCable(), Controller().pins.NAME)
        made.set_clock(tuple(self._browser.moment()))
        self.trouble = None
        self.app = App(made)
        self._task = asyncio.create_task(self._run(self.app))

    async def pull_plug(self):
        """Cut the power: all that was not flushed is lost."""
        task, self._task = self._task, None
        self.app = None
        if task:
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass

    async def _run(self, app):
        try:
            await app.run()
        except Exception as error:
            print_exception(error, sys.stderr)
            self.trouble = error
            self.app = self._task = None
