"""Starts the companion in a browser, and carries the messages between the page and the device.

It must not know the game, or how the page looks.
"""

import asyncio
import gc
import json

from arcana_host.web.browser.device import GAMES, BrowserDevice
from arcana_host.web.browser.storage import BrowserStorage
from arcana_portable.page.journals import exported, records, title
from arcana_portable.page.messages import PageMessages
from arcana_portable.virtual.page_device import VirtualPageDevice

SETTINGS = "settings.json"
_EVERY = 0.02
_COLLECT_AFTER = 1 << 20


class Companion:
    """A companion in a page, with power.

    browser: see BrowserDevice; it also has hear(text), which takes messages to the page as JSON; local and
    store: see BrowserStorage. speed: of the panel, as a multiple of the real speed. language: in which it
    begins where it has no settings yet, "" to be asked for it.
    """

    def __init__(self, browser, speed, language):
        # the heap can grow, so collecting every few milliseconds is a waste
        gc.threshold(_COLLECT_AFTER)
        self._browser = browser
        self._asked = []
        self._held = set()
        self._trouble = None
        me = bytes(list(browser.random(8))).hex()
        self._storage = BrowserStorage(browser.local, browser.store, me, self._report, self._go_elsewhere)
        self._device = BrowserDevice(browser, self._storage, speed)
        self._messages = PageMessages(VirtualPageDevice(self._device))
        browser.hear(json.dumps(self._messages.all()))
        self._storage.take()
        if language and self._storage.get(SETTINGS) is None:
            self._storage.set(SETTINGS, json.dumps({"language": language}))
        self._device.plug_in()
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._listen())]

    def ask(self, text):
        """Queue a message from the page, as JSON."""
        self._asked.append(json.loads(text))

    def changed(self, key, text):
        """Receive another page's changes to the browser's storage."""
        self._storage.changed(key, text)

    def records(self):
        """Return as JSON a list of [name, title] of all stored games, the newest first."""
        return json.dumps([[name, title(text)] for name, text in sorted(_journals(), reverse=True)])

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

    def _report(self, trouble):
        self._browser.hear(json.dumps({"storage": trouble}))

    def _go_elsewhere(self):
        self._browser.hear('{"elsewhere": true}')
        self.ask('{"plug": false}')

    async def _listen(self):
        while True:
            while self._asked:
                await self._do(self._asked.pop(0))
            await asyncio.sleep(_EVERY)

    async def _do(self, message):
        if message.get("afresh"):
            await self._device.pull_plug()
            self._storage.take()
            self._storage.clear()
            self._device.plug_in()
        else:
            answer = await self._messages.handle(message, self._held)
            if answer:
                self._browser.hear(json.dumps(answer))


def _journals():
    found = []
    for name, record in records(GAMES).items():
        try:
            found.append((name, record.decode()))
        except UnicodeError:
            continue
    return found
