"""Serves the web page of a companion, virtual or connected: its files, and a WebSocket with the messages.

It must not know the game, or the kind of device, which is a `PageDevice`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import logging
import os
from pathlib import Path
from socket import gaierror, gethostname
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from arcana_portable.errors import ArcanaError
from arcana_portable.page.journals import beginning, exported, title
from arcana_portable.page.messages import PageMessages
from arcana_portable.translation import _

from arcana_host import guide_pictures_folder
from arcana_host.html import render
from arcana_host.page.guide import LANGUAGES, guide_page
from arcana_host.page.page_device import PageDevice
from arcana_host.page.reviews import POLICY, looked_back_at, puzzles_page, review_page
from arcana_host.page.rulings import rulings_page

FOLDER = Path(__file__).parent / "static"
HERE = "127.0.0.1"
_LOOK_EVERY = 0.02
READ_WITHIN = 10.0
"""Seconds in which a browser has to take a message, of about 60 KB with the shades of a picture; a slower
browser is cut off. Its page connects again by itself."""
CLOSE_WITHIN = 1.0
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws://{host}; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The default headers of every response."""
_LOG = logging.getLogger(__name__)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Return whether a log record is worth showing: lost connections and invalid requests are not."""
    failure = record.exc_info[1] if record.exc_info else None
    return not isinstance(failure, (ConnectionError, HttpProcessingError))


_LOG.addFilter(_is_our_fault)


class _Browser:
    """A browser's connection, and its pending messages: only the newest of each kind.

    So a browser that reads slowly misses pictures, costs little memory, and does not delay other browsers.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self._news: dict[str, Any] = {}
        self._has_news = asyncio.Event()

    def post(self, news: dict[str, Any]) -> None:
        """Send news as soon as the browser has taken the previous message."""
        if news:
            self._news.update(news)
            self._has_news.set()

    async def send(self) -> None:
        """Send the news, until cancelled or until the browser is gone or does not read."""
        try:
            while True:
                await self._has_news.wait()
                self._has_news.clear()
                news, self._news = self._news, {}
                async with asyncio.timeout(READ_WITHIN):
                    await self._socket.send_str(json.dumps(news))
        except ConnectionError:
            pass
        except TimeoutError:
            # not closed, which would wait for the browser to take the pending data
            self._transport.abort()

    async def close(self) -> None:
        """Close the connection, with a last word if the browser reads."""
        try:
            async with asyncio.timeout(CLOSE_WITHIN):
                await self._socket.close()
        except TimeoutError:
            pass
        self._transport.abort()


class Page:
    """The page of a device, for any number of browsers.

    shown: the device. host: the address of the page; other machines may see the page unless it is the
    loopback address.
    """

    def __init__(self, shown: PageDevice, host: str = HERE) -> None:
        self.shown = shown
        self._names = {"localhost", HERE, "::1", host.lower()}
        self._is_open = host not in ("localhost", HERE, "::1")
        self._browsers: set[_Browser] = set()
        self._messages = PageMessages(shown)
        self._at_work = asyncio.Lock()

    def application(self) -> web.Application:
        """Return the aiohttp application that serves the page and watches the device while it runs."""
        application = web.Application(middlewares=[self._guard])
        application.router.add_get("/", _index)
        application.router.add_get("/device", self._serve)
        application.router.add_get("/games", self._list_games)
        application.router.add_get("/games/{name}", self._send_game)
        application.router.add_get("/games/{name}/review", self._review)
        application.router.add_get("/puzzles", self._puzzles)
        application.router.add_get("/guide/{name}.html", _guide)
        application.router.add_static("/guide/pictures", guide_pictures_folder())
        application.router.add_static("/", FOLDER)
        application.on_response_prepare.append(_secure)
        application.cleanup_ctx.append(self._watching)
        return application

    # messages to browsers

    async def _watching(self, application: web.Application):
        task = asyncio.create_task(self._watch())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await asyncio.gather(*(browser.close() for browser in self._browsers))

    async def _watch(self) -> None:
        while True:
            news = self._messages.news()
            for browser in self._browsers:
                browser.post(news)
            await asyncio.sleep(_LOOK_EVERY)

    # messages from browsers

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        held: set[str] = set()
        await socket.prepare(request)
        if request.transport is None:
            return socket
        browser = _Browser(socket, request.transport)
        browser.post(self._messages.all())
        self._browsers.add(browser)
        sending = asyncio.create_task(browser.send())
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    browser.post(await self._do(message.data, held))
        finally:
            self._browsers.discard(browser)
            sending.cancel()
            # closing the page releases the buttons
            for name in held:
                await self.shown.release(name)
        return socket

    async def _do(self, text: str, held: set[str]) -> dict[str, Any]:
        """Handle a message from a browser, and return the answer; ignore invalid messages."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        return await self._messages.handle(message, held)

    # games

    async def _list_games(self, request: web.Request) -> web.Response:
        journals = self.shown.journals()
        begun = [(name, journals[name]) for name in sorted(journals, reverse=True)]
        return web.json_response(
            [[name, title(text), looked_back_at(beginning(text))] for name, text in begun]
        )

    async def _send_game(self, request: web.Request) -> web.Response:
        journal = self.shown.journals().get(request.match_info["name"])
        if journal is None:
            raise web.HTTPNotFound(text="There is no such game on the device.")
        return web.Response(text=exported(journal))

    async def _review(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        journal = self.shown.journals().get(name)
        if journal is None:
            raise web.HTTPNotFound(text="There is no such game on the device.")
        async with self._at_work:
            return _report(await review_page(name.partition(".")[0], exported(journal)))

    async def _puzzles(self, request: web.Request) -> web.Response:
        latest = sorted(self.shown.journals().items(), reverse=True)
        records = {name.partition(".")[0]: exported(journal) for name, journal in latest}
        async with self._at_work:
            return _report(await puzzles_page(records))

    # access

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse requests from other web sites in the same browser, but let their links open the page."""
        origin = request.headers.get("Origin")
        if not self._is_named(request.host) or origin not in (None, f"http://{request.host}"):
            raise web.HTTPForbidden(text="This page is for the machine it runs on.")
        # browsers send it to this machine, and to no other that has no https
        site = request.headers.get("Sec-Fetch-Site", "none")
        if site not in ("same-origin", "none") and not _opens_the_page(request):
            raise web.HTTPForbidden(text="Another web site asked for this.")
        return await handler(request)

    def _is_named(self, host: str) -> bool:
        """Return whether a host is our own name or an address: other names may be DNS rebinding."""
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        name = name.strip("[]").lower()
        if name in self._names:
            return True
        if not self._is_open:
            return False
        own = gethostname().lower()
        return name in (own, f"{own}.local") or _is_address(name)


def _opens_the_page(request: web.Request) -> bool:
    """Return whether a request comes from following a link to the page or its guide."""
    opens = [request.headers.get(f"Sec-Fetch-{what}") for what in ("Mode", "Dest")] == [
        "navigate",
        "document",
    ]
    return opens and (request.path == "/" or request.path.startswith("/guide/"))


async def _secure(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value.format(host=request.host))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _report(text: bytes) -> web.Response:
    """Return a page that is made elsewhere."""
    policy = {"Content-Security-Policy": POLICY}
    return web.Response(body=text, content_type="text/html", charset="utf-8", headers=policy)


async def _guide(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    if name in LANGUAGES:
        return web.Response(text=guide_page(name), content_type="text/html")
    try:
        page = rulings_page(name, request.query.get("q", ""))
    except KeyError:
        raise web.HTTPNotFound(text="The guide has no such page.") from None
    policy = _HEADERS["Content-Security-Policy"].replace("form-action 'none'", "form-action 'self'")
    headers = {"Content-Security-Policy": policy.format(host=request.host)}
    return web.Response(text=page, content_type="text/html", headers=headers)


async def _index(request: web.Request) -> web.Response:
    return web.Response(text=render(FOLDER.parent, "index.html"), content_type="text/html")


@contextlib.asynccontextmanager
async def served(shown: PageDevice, host: str | None = None, port: int = 0):
    """Serve the page of a device, and yield its URL.

    host: the address to listen at, or None for this machine only. port: 0 for a free port.
    Raises ArcanaError when it can't listen there.
    """
    host = host or HERE
    application = Page(shown, host).application()
    runner = web.AppRunner(application, access_log=None, logger=_LOG, shutdown_timeout=1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except (OSError, UnicodeError) as error:
            raise ArcanaError(_why_not_served(host, port, error)) from error
        yield _url(host, runner.addresses[0][1])
    finally:
        await runner.cleanup()


def _why_not_served(host: str, port: int, error: OSError | UnicodeError) -> str:
    # asyncio puts an English sentence around the system's reason
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return _("Port {port} is taken: choose another with --http-port; 0 takes a free one.", port=port)
    if number == errno.EACCES:
        return _(
            "You may not use port {port}: choose one above 1023 with --http-port; 0 takes a free one.",
            port=port,
        )
    if number in (None, errno.EADDRNOTAVAIL) or isinstance(error, gaierror):
        reason = _("this computer has no such address")
    else:
        reason = os.strerror(number)
    return _(
        "The page can't be served at {host}, port {port}: {reason}.", host=host, port=port, reason=reason
    )


def _url(host: str, port: int) -> str:
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).is_unspecified:
            host = gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
