"""A page without a browser: what it knows from its messages, and its buttons."""

import asyncio

from device.waiting import PATIENCE


class Look:
    """A page, connected to its WebSocket.

    known: the latest value of each kind of message. patience: seconds that the next message may take.
    """

    def __init__(self, socket, patience=PATIENCE):
        self.known = {}
        self._socket = socket
        self._patience = patience

    async def until(self, condition):
        """Receive messages until condition(known) is true. Raises TimeoutError."""
        while not condition(self.known):
            self.known.update(await asyncio.wait_for(self._socket.receive_json(), self._patience))

    async def press(self, name):
        before = self.known["picture"]
        await self._socket.send_json({"down": name})
        await self._socket.send_json({"up": name})
        await self.until(lambda known: known["picture"] != before)
