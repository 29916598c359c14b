"""Starts the companion in a browser, and carries the messages between the page and the device.

It must not know the game, or how the page looks.
"""

import asyncio
import gc
import json

from arcana_host.page.journals import beginning, exported, records
from arcana_host.page.messages import PageMessages
from arcana_host.virtual.page_device import VirtualPageDevice
from arcana_host.web.browser.device import GAMES, BrowserDevice

_EVERY = 0.02
_COLLECT_AFTER = 1 << 20


class Companion:
    """A companion in a page, with power.

    browser: see BrowserDevice; it also has hear(text), which takes messages to the page as JSON. speed: of
    the panel, in multiples of the real one.
    """

    def __init__(self, browser, speed):
        # the heap can grow, so collecting every few milliseconds is a waste
        gc.threshold(_COLLECT_AFTER)
        self._browser = browser
        self._device = BrowserDevice(browser, speed)
        self._messages = PageMessages(VirtualPageDevice(self._device))
        self._asked = []
        self._held = set()
        self._trouble = None
        browser.hear(json.dumps(self._messages.all()))
        self._device.plug_in()
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._listen())]

    def ask(self, text):
        """Queue a message from the page, as JSON."""
        self._asked.append(json.loads(text))

    def records(self):
        """Return as JSON a list of [name, beginning of the record] of all stored games."""
        return json.dumps([[name, beginning(text)] for name, text in _journals()])

    def record(self, name):
        """Return the record of a game to export."""
        return exported(dict(_journals())[name])

    async def _watch(self):
        while True:
            news = self._messages.news()
            trouble = self._device.trouble
            if trouble is not self._trouble:
                self._trouble = trouble
                news["trouble"] = trouble and repr(trouble)
            if news:
                self._browser.hear(json.dumps(news))
            await asyncio.sleep(_EVERY)

    async def _listen(self):
        while True:
            while self._asked:
                await self._do(self._asked.pop(0))
            await asyncio.sleep(_EVERY)

    async def _do(self, message):
        if message.get("afresh"):
            await self._device.pull_plug()
            self._browser.kept.take()
            self._browser.kept.clear()
            self._device.plug_in()
        else:
            told = await self._messages.handle(message, self._held)
            if told:
                self._browser.hear(json.dumps(told))


def _journals():
    found = []
    for name, record in records(GAMES).items():
        try:
            found.append((name, record.decode()))
        except UnicodeError:
            continue
    return found
