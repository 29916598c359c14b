"""The web page of a virtual device: serves its files, and one WebSocket with the picture and the buttons.

It must not know the game: what is on the glass and what it means in words it asks the device and `words`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from .host_device import HostDevice
from .words import describe

FOLDER = Path(__file__).parent.parent / "page"
BUTTONS = ("up", "down", "a", "b", "c")
_LOOK_EVERY = 0.02
_CONTACT_RESTS = 0.03
"""Seconds; messages that come in a bunch would look to the device like a contact that bounces."""


class Page:
    """The page of one device, for any number of browsers."""

    def __init__(self, device: HostDevice) -> None:
        self.device = device
        self._sockets: set[web.WebSocketResponse] = set()
        self._told: dict[str, Any] = {}
        self._contacts = {name: asyncio.Lock() for name in BUTTONS}
        self._full_refreshes = 0
        self._flickers = False

    def application(self) -> web.Application:
        """Return the aiohttp application that serves the page and watches the device while it runs."""
        application = web.Application(middlewares=[_only_from_here])
        application.router.add_get("/", _index)
        application.router.add_get("/device", self._serve)
        application.router.add_static("/", FOLDER)
        application.cleanup_ctx.append(self._watching)
        return application

    # what the browsers are told

    async def _watching(self, _: web.Application):
        task = asyncio.create_task(self._watch())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        for socket in list(self._sockets):
            await socket.close()

    async def _watch(self) -> None:
        while True:
            await self._tell(self._news())
            await asyncio.sleep(_LOOK_EVERY)

    def _news(self) -> dict[str, Any]:
        """Return what has changed since the last look, in the page's words."""
        device = self.device
        now = {
            "picture": b64encode(device.glass).decode(),
            "plugged": device.plugged,
            "state": describe(device.app.session.game) if device.app else "The plug is pulled.",
            "flicker": self._in_full_refresh(),
        }
        news = {key: value for key, value in now.items() if self._told.get(key) != value}
        self._told = now
        return news

    def _in_full_refresh(self) -> bool:
        panel = self.device.panel
        begun = panel.full_refreshes != self._full_refreshes
        self._full_refreshes = panel.full_refreshes
        self._flickers = (begun or self._flickers) and panel.busy
        return self._flickers

    async def _tell(self, news: dict[str, Any]) -> None:
        if not news:
            return
        text = json.dumps(news)
        for socket in list(self._sockets):
            with contextlib.suppress(ConnectionError):
                await socket.send_str(text)

    # what the browsers do

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        held: set[str] = set()
        self._sockets.add(socket)
        try:
            await socket.send_str(json.dumps(self._told))
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._do(message.data, held)
        finally:
            self._sockets.discard(socket)
            # who closes the page takes the fingers off
            for name in held:
                self.device.release(name)
        return socket

    async def _do(self, text: str, held: set[str]) -> None:
        """Do what a browser asks for; what makes no sense is passed over."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if message.get("down") in BUTTONS:
            held.add(message["down"])
            await self._move(self.device.press, message["down"])
        if message.get("up") in BUTTONS:
            held.discard(message["up"])
            await self._move(self.device.release, message["up"])
        if message.get("plug") is True:
            self.device.plug_in()
        elif message.get("plug") is False:
            await self.device.pull_plug()

    async def _move(self, how: Callable[[str], None], name: str) -> None:
        async with self._contacts[name]:
            how(name)
            await asyncio.sleep(_CONTACT_RESTS)


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(FOLDER / "index.html")


@web.middleware
async def _only_from_here(request: web.Request, handler: Any) -> web.StreamResponse:
    """Refuse what another web site sends here through the same browser."""
    origin = request.headers.get("Origin")
    name = request.host.rpartition(":")[0] or request.host
    if name not in ("127.0.0.1", "localhost") or origin not in (None, f"http://{request.host}"):
        raise web.HTTPForbidden(text="This page is for the machine it runs on.")
    response = await handler(request)
    if not response.prepared:
        response.headers["Cache-Control"] = "no-cache"
    return response
