"""`arcana play`: the virtual device, on a page in the browser or without one.

It starts and stops things; what they do is in `arcana_host.virtual`.
"""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.commands.paging import BrowserOption, HostOption, HttpPortOption, stop_signal, tell_of_page
from arcana_host.errors import ArcanaError


def play(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[PATH]", help="With --port-link: where to put a link to the port."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="The flash of the device.", show_default="in your data folder")
    ] = None,
    host: HostOption = None,
    http_port: HttpPortOption = 0,
    browser: BrowserOption = True,
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
            asyncio.run(_run(folder, host, http_port, browser, headless, port_link, path, speed, board))
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
    host: str | None,
    http_port: int,
    browser: bool,
    headless: bool,
    port_link: bool,
    path: Path | None,
    speed: float,
    board: str | None,
) -> None:
    import asyncio
    from contextlib import AsyncExitStack

    from arcana_host.virtual.boards import REFERENCE_BOARD, virtual_board
    from arcana_host.virtual.cable import TerminalCable
    from arcana_host.virtual.host_device import HostDevice

    board = board or REFERENCE_BOARD
    try:
        virtual_board(board)
    except ValueError as error:
        raise ArcanaError(str(error)) from error
    stopped = stop_signal()
    async with AsyncExitStack() as stack:
        cable = TerminalCable(path) if port_link else None
        if cable:
            stack.callback(cable.close)
            typer.echo(f"Serial port: {cable.path}")
        device = await stack.enter_async_context(HostDevice(folder, cable, speed, board))
        if not headless:
            from arcana_host.page_server import served
            from arcana_host.virtual.shown import VirtualShown

            url = await stack.enter_async_context(served(VirtualShown(device), host, http_port))
            await tell_of_page(url, browser)
        typer.echo("Ctrl-C stops it.")
        waits = [asyncio.create_task(event.wait()) for event in (stopped, device.failed)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)


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
