"""What a page knows from the messages it got, and its buttons, without a browser."""

import asyncio

from device.waiting import PATIENCE


class Look:
    """A page at its socket.

    known: the newest of every kind of news. patience: seconds that the next message may take.
    """

    def __init__(self, socket, patience=PATIENCE):
        self.known = {}
        self._socket = socket
        self._patience = patience

    async def until(self, condition):
        """Take messages until something is so of what is known. Raises TimeoutError."""
        while not condition(self.known):
            self.known.update(await asyncio.wait_for(self._socket.receive_json(), self._patience))

    async def press(self, name):
        """Press a button and wait for another picture."""
        before = self.known["picture"]
        await self._socket.send_json({"down": name})
        await self._socket.send_json({"up": name})
        await self.until(lambda known: known["picture"] != before)
