"""The companion at the other end of a serial port of the browser: requests with retries, and notifications.

It is the link of the desktop (`link.device`) for a program that waits with `await`: both read what comes, and
check it, with the same modules. It must not know the page.
"""

import asyncio
import time
from binascii import a2b_base64, b2a_base64

from arcana_portable.errors import DeviceFaulty, DeviceLost, DeviceRefused, DeviceSilent
from arcana_portable.link.answers import MOST_PAGES, BadAnswer, check_result, read_error
from arcana_portable.link.messages import Inbox, request_line
from arcana_portable.translation import N_, _

from shared_rules import protocol

TIMEOUT = 4.0
TRIES = 3
FIRST_TRIES = (0.2, 0.2, 0.45)
"""Shares of the timeout for the first tries, as on the desktop: a silent port soon counts as dead."""
BUSY_TIMEOUT = 60.0
FILES_A_REQUEST = 12
LOST = N_("The connection broke: check the cable and connect again.")
_MOST_BYTES = 8 << 20
_LATE_PROMPT = 1000  # milliseconds


class SerialPort:
    """A port that the page has opened. browser: as for `Connect`."""

    def __init__(self, browser):
        self._browser = browser
        self._data = bytearray()
        self._came = asyncio.Event()
        self.is_open = True

    def receive(self, text):
        """Take bytes from the page, as base64."""
        self._data += a2b_base64(text)
        self._came.set()

    def lose(self):
        """Note that the port is gone."""
        self.is_open = False
        self._came.set()

    async def read(self, seconds):
        """Return what has come, b"" if nothing comes within so many seconds. Raises DeviceLost."""
        if not self._data and self.is_open:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), seconds)
            except asyncio.TimeoutError:  # noqa: UP041, MicroPython has no other
                return b""
        if not self._data and not self.is_open:
            raise DeviceLost(_(LOST))
        data, self._data = bytes(self._data), bytearray()
        return data

    def write(self, data):
        """Send bytes, without a wait: a device that takes none does not answer either. Raises DeviceLost."""
        if not self.is_open:
            raise DeviceLost(_(LOST))
        self._browser.write(b2a_base64(data).decode().strip())


class CompanionLink:
    """A companion behind a SerialPort. inbox: what has come from it."""

    def __init__(self, port):
        self.port = port
        self.inbox = Inbox(self._faulty)
        # so that late answers to an earlier program don't match
        self._id = 1000 + time.ticks_ms() % 4000

    async def call(self, method, **params):
        """Return the result of a method of `shared_rules.protocol`; params that are None are left out.

        Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty.
        """
        message = await self.ask(method, params, [TIMEOUT] * TRIES)
        if message is None:
            raise DeviceSilent(_("The companion does not answer any more: connect again."))
        return self._result(message, method, params)

    async def find(self):
        """Return the `info` of the companion, None if none answers. Raises DeviceLost, DeviceFaulty."""
        # ends a partial line that an earlier program left in the device's buffer
        self.port.write(b"\n")
        message = await self.ask("info", {}, [TIMEOUT * share for share in FIRST_TRIES])
        if message is None and self.inbox.received and not self.inbox.is_no_companion():
            message = await self.ask("info", {}, [TIMEOUT / 2])
        return message and self._result(message, "info", {})

    async def await_app(self, patience):
        """Return the `info` of a companion as soon as it answers after a restart, None if it does not.

        patience: seconds to wait. Raises DeviceLost, DeviceFaulty.
        """
        begun, timeout = time.ticks_ms(), TIMEOUT / 4
        while True:
            message = await self.ask("info", {}, [timeout])
            if message is not None:
                return self._result(message, "info", {})
            took = time.ticks_diff(time.ticks_ms(), begun)
            # the prompt may be one from before the reset
            if took > 1000 * patience or (self.inbox.at_prompt() and took > _LATE_PROMPT):
                return None
            # a slow board has more and more time for an answer
            timeout = min(timeout * 2, patience)
            await asyncio.sleep(0.1)

    async def pages(self, method, part):
        """Return all entries of a method that answers in pages. part: of the result, which has them."""
        found, first = [], 0
        for _number in range(MOST_PAGES):
            page = await self.call(method, first=first)
            found += page[part]
            first = page.get("next")
            if first is None:
                return found
        raise self._faulty(method, BadAnswer(_("it has more than {most} pages", most=MOST_PAGES)))

    async def read_file(self, name):
        """Return the content of a file. Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty."""
        found = []
        await self.read_files([name], lambda _name, content: found.append(content))
        if isinstance(found[0], DeviceRefused):
            raise found[0]
        return found[0]

    async def read_files(self, names, on_file):
        """Read files; call on_file(name, content, or why the device refuses to read it) for each."""
        for start in range(0, len(names), FILES_A_REQUEST):
            asked = names[start : start + FILES_A_REQUEST]
            try:
                await self.call("read", names=asked)
            except DeviceRefused as error:
                for name in asked:
                    on_file(name, error)
                continue
            # before anybody asks for something else
            for number, name in enumerate(asked):
                on_file(name, self.inbox.content(number))

    async def notice(self, seconds):
        """Return the next notification as (method, params), None if none comes within so many seconds."""
        if not self.inbox.notices:
            self.inbox.take(await self.port.read(seconds))
        return self.inbox.checked(*self.inbox.notices.popleft()) if self.inbox.notices else None

    async def ask(self, method, params, waits):
        """Return the answer object to a request, None when none came. waits: seconds for each try."""
        self._id += 1
        self.inbox.parts.clear()
        line = request_line(self._id, method, params)
        for seconds in waits:
            self.port.write(line)
            self.inbox.awaited = self._id
            message = await self._wait_for_answer(seconds)
            self.inbox.awaited = None
            if message is not None or self.inbox.is_no_companion():
                return message
        return None

    async def _wait_for_answer(self, seconds):
        """Return the answer that is waited for, None when it did not come or the request arrived damaged."""
        inbox, last = self.inbox, time.ticks_ms()
        begun, most = last, inbox.received + _MOST_BYTES
        while True:
            received = inbox.received
            for message in inbox.take(await self.port.read(0.1)):
                if message["id"] == self._id:
                    return None if inbox.has_lost_parts(message.get("result")) else message
                if message["id"] is None:
                    return None
            now = time.ticks_ms()
            if inbox.received > most:
                raise self._faulty("link", BadAnswer(_("it has no end")))
            if inbox.received != received:
                last = now
            patience = BUSY_TIMEOUT if inbox.is_busy else seconds
            is_late = not inbox.is_busy and time.ticks_diff(now, begun) > 2000 * seconds
            if inbox.shows_prompt() or is_late or time.ticks_diff(now, last) > 1000 * patience:
                inbox.is_busy = False
                return None

    def _result(self, message, method, params):
        try:
            if message.get("error") is None:
                spoken = message["result"].get("protocol") if method == "info" else protocol.VERSION
                if spoken != protocol.VERSION:
                    raise DeviceFaulty(
                        _("The companion has other software, which this page does not understand: update it.")
                    )
                return check_result(method, params, message.get("result"))
            code, sentence = read_error(message["error"])
        except BadAnswer as error:
            raise self._faulty(method, error) from error
        raise DeviceRefused(code, sentence)

    def _faulty(self, what, why):
        return DeviceFaulty(
            _(
                "What answers is no companion, or a broken one (its {what}: {why}). If it is one, install it "
                "again.",
                what=what,
                why=why,
            )
        )
