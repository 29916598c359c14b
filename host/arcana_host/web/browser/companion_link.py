"""A serial port of the browser, and the companion at its other end, for a program that waits with `await`.

It must not know the page.
"""

import asyncio
import time
from binascii import a2b_base64, b2a_base64

from arcana_portable.drivers import drive_awaiting
from arcana_portable.errors import DeviceFaulty, DeviceLost, DeviceSilent
from arcana_portable.link.companion import Companion
from arcana_portable.translation import N_, _

LOST = N_("The connection broke: check the cable and connect again.")


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

    async def wait(self, seconds):
        """Return the received bytes, b"" if none come within `seconds`. Raises DeviceLost."""
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

    async def send(self, data):
        """Send bytes, without a wait: a device that takes no bytes does not answer either.

        Raises DeviceLost.
        """
        if not self.is_open:
            raise DeviceLost(_(LOST))
        self._browser.write(b2a_base64(data).decode().strip())

    async def now(self):
        """Return the seconds of a monotonic clock."""
        return time.ticks_ms() / 1000

    async def waits(self, is_busy):
        """Do nothing: the page reports the progress."""


class CompanionLink:
    """A companion behind a SerialPort. inbox: the bytes received from it."""

    unknown = ""

    def __init__(self, port):
        self.port = port
        self.companion = Companion(self, 1000 + time.ticks_ms() % 4000)
        self.inbox = self.companion.inbox

    async def run(self, steps):
        """Carry out steps of the companion; return their result. Raises their errors."""
        return await drive_awaiting(steps, self.port)

    async def call(self, method, **params):
        """Return the result of a method, see `Companion.call`."""
        return await self.run(self.companion.call(method, **params))

    async def find(self):
        """Return the `info` of the companion, or None if no companion answers.

        Raises DeviceLost, DeviceFaulty.
        """
        # ends a partial line that an earlier program left in the device's buffer
        await self.port.send(b"\n")
        return await self.run(self.companion.find())

    def silence(self):
        """Return the error for a companion that does not answer."""
        return DeviceSilent(_("The companion does not answer any more: connect again."))

    def other_version(self, version):
        """Return the error for a companion with another version of the protocol."""
        return DeviceFaulty(
            _("The companion has other software, which this page does not understand: update it.")
        )

    def faulty(self, what, why):
        """Return the error for an invalid answer. what: the invalid part. why: the reason."""
        return DeviceFaulty(
            _(
                "What answers is no companion, or a broken one (its {what}: {why}). If it is one, install it "
                "again.",
                what=what,
                why=why,
            )
        )
