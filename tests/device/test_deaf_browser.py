"""A browser that stops reading costs the others nothing, over a real socket and for any device."""

import asyncio
import json
import socket
import struct
from base64 import b64decode

import pytest
from aiohttp import ClientSession
from arcana_host.page import server
from arcana_host.page.server import served
from device.look import Look
from device.waiting import until

MANY = 150
"""Pictures of 57 KB with their shades; they fit into no buffer of a socket."""
SOON = 15
"""Seconds. A browser that reads has a picture many times a second; the limits of the server are longer."""


class Film:
    """A device whose panel shows something new whenever it is looked at."""

    offers = ("buttons", "ink")
    ended, command = "", "arcana"

    def __init__(self):
        self.number = 0
        self.held = set()

    def look(self):
        self.number += 1
        shades = struct.pack(">I", self.number) * (296 * 128 // 4)
        return {"picture": shades[:4736], "shades": shades, "plugged": True, "note": None, "state": None}

    async def press(self, name):
        self.held.add(name)

    async def release(self, name):
        self.held.discard(name)


class DeafBrowser:
    """A connection to the page that reads nothing after the handshake. url: of the page."""

    def __init__(self, url):
        host = url[7:-1]
        self._host = host
        name, _, port = host.partition(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.setblocking(False)
        self._address = name, int(port)

    async def __aenter__(self):
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self._socket, self._address)
        handshake = (
            f"GET /device HTTP/1.1\r\nHost: {self._host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await loop.sock_sendall(self._socket, handshake.encode())
        assert (await loop.sock_recv(self._socket, 12)) == b"HTTP/1.1 101"
        return self

    async def __aexit__(self, *_):
        self._socket.close()

    async def say(self, message):
        """Send a message of fewer than 126 bytes, masked with zeros."""
        text = json.dumps(message).encode()
        frame = bytes([0x81, 0x80 | len(text)]) + bytes(4) + text
        await asyncio.get_running_loop().sock_sendall(self._socket, frame)


@pytest.fixture
async def session():
    async with ClientSession() as session:
        yield session


@pytest.fixture
def patient(monkeypatch):
    """Nobody is cut off while the test lasts."""
    monkeypatch.setattr(server, "READ_WITHIN", 1000.0)


def number_of(known):
    """Return the number of a picture of the Film."""
    return int.from_bytes(b64decode(known.get("shades", ""))[:4])


async def test_a_browser_that_does_not_read_holds_up_no_other(session, patient):
    async with served(Film()) as url, DeafBrowser(url), session.ws_connect(url + "device") as reading:
        await Look(reading, patience=SOON).until(lambda known: number_of(known) > MANY)


async def test_a_browser_that_does_not_read_is_cut_off_and_its_buttons_are_released(session, monkeypatch):
    monkeypatch.setattr(server, "READ_WITHIN", 0.2)
    film = Film()
    async with served(film) as url, DeafBrowser(url) as deaf, session.ws_connect(url + "device") as reading:
        await deaf.say({"down": "b"})
        await until(lambda: film.held == {"b"})
        async with asyncio.timeout(SOON):
            await until(lambda: film.held == set())
        before = film.number
        await Look(reading, patience=SOON).until(lambda known: number_of(known) > before)


async def test_the_page_ends_while_a_browser_does_not_read(patient):
    film = Film()
    async with asyncio.timeout(SOON):
        async with served(film) as url, DeafBrowser(url):
            await until(lambda: film.number > MANY)
