"""The page that needs no server program, built once and handed out from a sub-path, and who opens it."""

import threading
from contextlib import AsyncExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import pytest_asyncio
from arcana_host.virtual.host_device import HostDevice
from arcana_host.web.build import build
from chromium import PATIENCE
from device.waiting import at_its_title
from web.pages import Visitor
from web.serial_standin import STANDIN, Plug, Wire

MICROPYTHON = (
    Path(__file__).resolve().parent.parent / "wasm/node_modules/@micropython/micropython-webassembly-pyscript"
)


class Quiet(SimpleHTTPRequestHandler):
    """The server of `python -m http.server`, without its log."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built page."""
    if not MICROPYTHON.is_dir():
        pytest.skip("the MicroPython VM is not installed: run 'make vm'")
    folder = tmp_path_factory.mktemp("web") / "games" / "companion"
    build(folder, MICROPYTHON)
    return folder


@pytest.fixture(scope="session")
def address(site):
    """Where that page is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent.parent))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/games/companion/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium, address):
    """Open the page as somebody new; takes what `browser.new_context` does, and `script`, to be run first.

    At the end no page has had a fault, and none has asked for anything from elsewhere.
    """
    faults = []

    async def visit(script=None, **options):
        options = {"viewport": {"width": 1280, "height": 1000}, "locale": "en-GB", **options}
        context = await chromium.new_context(**options)
        contexts.push_async_callback(context.close)
        if script:
            await context.add_init_script(script)
        visitor = Visitor(context, address, faults)
        await visitor.open()
        return visitor

    async with AsyncExitStack() as contexts:
        yield visit
    assert faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium, address, request):
    """The page that reaches a real device, as somebody new opens it; at the end it has had no fault.

    param: "allow" for a browser that keeps the site for when there is no network.
    """
    faults = []
    context = await chromium.new_context(
        locale="en-GB",
        viewport={"width": 360, "height": 640},
        service_workers=getattr(request, "param", "block"),
    )
    await context.add_init_script(STANDIN)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda it: it.url.startswith((address, "blob:")) or faults.append(it.url))
    await page.goto(f"{address}connect.html")
    yield page
    await context.close()
    assert faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def cable(page):
    """The end of that page's cable: a Plug."""
    plug = Plug()
    async with Wire(page, plug):
        yield plug


@pytest_asyncio.fixture(loop_scope="session")
async def device(tmp_path):
    """A virtual companion at its title, whose panel is fast."""
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await at_its_title(device)
        yield device
