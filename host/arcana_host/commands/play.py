"""`arcana play`: the virtual device, on a page in the browser or without one.

It starts and stops things; what they do is in `arcana_host.virtual`.
"""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.errors import ArcanaError


def play(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[PATH]", help="With --port-link: where to put a link to the port."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="The flash of the device.", show_default="in your data folder")
    ] = None,
    http_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; 0: one that is free.")
    ] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
    headless: Annotated[bool, typer.Option("--headless", help="No page; runs until Ctrl-C.")] = False,
    port_link: Annotated[
        bool, typer.Option("--port-link", help="Open the serial port as a pseudo-terminal for --port.")
    ] = False,
    speed: Annotated[
        float, typer.Option(min=0.1, max=1000, help="How much faster than real the panel is.")
    ] = 1.0,
    board: Annotated[
        str | None,
        typer.Option(
            help="Which board it is: pico-epaper-2.9 or badger2040.", show_default="pico-epaper-2.9"
        ),
    ] = None,
) -> None:
    """Play with a virtual companion: the whole device on a page of your browser."""
    import asyncio
    import contextlib

    if path and not port_link:
        raise ArcanaError("A PATH only makes sense with --port-link.")
    folder = folder or default_folder()
    try:
        with contextlib.suppress(KeyboardInterrupt), _alone(folder):
            asyncio.run(_run(folder, http_port, browser, headless, port_link, path, speed, board))
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or error
        raise ArcanaError(f"The virtual device could not start: {what}.") from error
    typer.echo(f"\nThe virtual device has stopped; its games are in {folder}.")


def default_folder() -> Path:
    """Return where the virtual device keeps its flash unless told otherwise."""
    from platformdirs import user_data_path

    return user_data_path("shipwreck-companion", appauthor=False) / "virtual-device"


async def _run(
    folder: Path,
    http_port: int,
    browser: bool,
    headless: bool,
    port_link: bool,
    path: Path | None,
    speed: float,
    board: str | None,
) -> None:
    import asyncio
    import signal
    from contextlib import AsyncExitStack

    from arcana_host.virtual.boards import REFERENCE_BOARD, virtual_board
    from arcana_host.virtual.cable import TerminalCable
    from arcana_host.virtual.host_device import HostDevice

    board = board or REFERENCE_BOARD
    try:
        virtual_board(board)
    except ValueError as error:
        raise ArcanaError(str(error)) from error
    stopped = asyncio.Event()
    try:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    except NotImplementedError:
        # not on Windows
        pass
    async with AsyncExitStack() as stack:
        cable = TerminalCable(path) if port_link else None
        if cable:
            stack.callback(cable.close)
            typer.echo(f"Serial port: {cable.path}")
        device = await stack.enter_async_context(HostDevice(folder, cable, speed, board))
        if not headless:
            url = await _open_page(stack, device, http_port)
            typer.echo(f"The companion is at {url}")
            if browser:
                import webbrowser

                await asyncio.to_thread(webbrowser.open, url)
        typer.echo("Ctrl-C stops it.")
        waits = [asyncio.create_task(event.wait()) for event in (stopped, device.failed)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)


async def _open_page(stack, device, http_port: int) -> str:
    from aiohttp import web

    from arcana_host.virtual.page import Page

    runner = web.AppRunner(Page(device).application(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    site = web.TCPSite(runner, "127.0.0.1", http_port)
    await site.start()
    return f"http://127.0.0.1:{runner.addresses[0][1]}/"


class _alone:
    """Keeps a second virtual device off the same folder. Raises OSError with the reason."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            import fcntl
        except ImportError:
            # Windows: nothing there is as simple, and the worst is a journal that two devices write
            return
        self._file = (self._folder / ".running").open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise OSError(f"another virtual device is using {self._folder}") from None

    def __exit__(self, *reason: object) -> None:
        file = getattr(self, "_file", None)
        if file:
            file.close()
