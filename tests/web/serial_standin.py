"""Stands in for `navigator.serial` in a browser: a port that is the cable of a virtual device."""

import asyncio
import base64
import os
import select
from contextlib import contextmanager

STANDIN = """(() => {
    let end = null;
    const text = (data) => btoa(String.fromCharCode(...data));
    const port = {
        readable: null, writable: null,
        async open() {
            if (window.isTaken) throw new DOMException("Failed to open serial port.", "NetworkError");
            this.readable = new ReadableStream({ start(controller) { end = controller; } });
            this.writable = new WritableStream({ write: (data) => window.toDevice(text(data)) });
        },
        async close() { this.readable = this.writable = end = null; },
    };
    window.fromDevice = (data) => end?.enqueue(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    window.unplug = () => {
        port.readable = null;
        end.error(new DOMException("The device has been lost.", "NetworkError"));
    };
    Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
})()"""


class Wire:
    """The wire between a page and a cable, for as long as it is entered.

    page: it has run STANDIN. cable: `send(data)` and `receive()`. alter: what becomes of each piece that the
    device sends: a list of pieces.
    """

    def __init__(self, page, cable, alter=lambda data: [data]):
        self._page = page
        self._cable = cable
        self._alter = alter

    async def __aenter__(self):
        await self._page.expose_function("toDevice", lambda text: self._cable.send(base64.b64decode(text)))
        self._task = asyncio.create_task(self._carry())
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _carry(self):
        while True:
            data = self._cable.receive()
            if data:
                pieces = [base64.b64encode(piece).decode() for piece in self._alter(data)]
                await self._page.evaluate("(pieces) => pieces.forEach(fromDevice)", pieces)
            await asyncio.sleep(0.005)


class Program:
    """Another program at the end of a cable. says: what it answers to anything, None to repeat it."""

    def __init__(self, says):
        self._says = says
        self._waiting = b""

    def send(self, data):
        if data.strip():
            self._waiting += data if self._says is None else self._says

    def receive(self):
        data, self._waiting = self._waiting, b""
        return data


class Plug:
    """The end of a page's cable, which goes into one serial port with a path after the other."""

    def __init__(self):
        self._port = None

    @contextmanager
    def into(self, path):
        """Plug it into a port, for as long as it is entered."""
        self._port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            yield
        finally:
            os.close(self._port)
            self._port = None

    def send(self, data):
        try:
            while data and self._port is not None:
                select.select([], [self._port], [])
                data = data[os.write(self._port, data) :]
        except OSError:
            # the board has no power any more
            pass

    def receive(self):
        try:
            return b"" if self._port is None else os.read(self._port, 65536)
        except OSError:
            # nothing has come, or there is no power
            return b""
