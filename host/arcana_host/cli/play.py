"""`arcana play`: the virtual device, with or without a page in the browser.

It starts and stops things; their work is in `arcana_host.virtual`.
"""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, NamedTuple

import typer
from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _

from arcana_host import board_names
from arcana_host.cli.options import check_board
from arcana_host.cli.page_options import BrowserOption, HostOption, HttpPortOption, show_page, stop_signal
from arcana_host.folders import data_folder
from arcana_host.games import NAMES, find, typed

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from arcana_host.link.announcements import Announcement
    from arcana_host.page.page_device import PageDevice


_LONGEST_URL = 300
_SPEED = 1.0


def play(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help=_("With --port-link: where to put the link."))
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=_("The flash of the device."), show_default=_("in your data folder")
        ),
    ] = None,
    host: HostOption = None,
    http_port: HttpPortOption = 0,
    browser: BrowserOption = True,
    headless: Annotated[
        bool, typer.Option("--headless", help=_("Run without a page, until Ctrl-C."))
    ] = False,
    port_link: Annotated[
        bool,
        typer.Option(
            "--port-link",
            help=_("Make a link to its serial port at PATH. Other commands find the port without it."),
        ),
    ] = False,
    speed: Annotated[
        float,
        typer.Option(
            metavar="FACTOR",
            min=0.1,
            max=1000,
            help=_("How many times faster than a real panel, 0.1 to 1000."),
        ),
    ] = _SPEED,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=_(
                "The game that it offers: {games}. A running game is resumed first.",
                games=", ".join(map(typed, NAMES)),
            ),
            show_default=_("the last one chosen"),
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=_("The board: {boards}.", boards=_(" or ").join(board_names())),
            show_default=board_names()[0],
        ),
    ] = None,
) -> None:
    """Play with a virtual companion: the whole device on a page of your browser."""
    import asyncio

    check_board(board)
    if path and not port_link:
        raise ArcanaError(_("A PATH only makes sense with --port-link."))
    if headless and (host or http_port):
        raise ArcanaError(_("--host and --http-port make no sense with --headless, which shows no page."))
    chosen = find(game).name if game else None
    table = _Table(folder or default_folder(), board, speed, port_link, path, chosen)
    page = None if headless else _Page(host, http_port, browser)
    try:
        with contextlib.suppress(KeyboardInterrupt), _folder_lock(table.folder) as lock:
            asyncio.run(_run(table, page, lock))
    except _InUse as running:
        if not page or port_link or not running.url:
            raise ArcanaError(str(running)) from None
        given = {
            "--game": game,
            "--board": board,
            "--speed": speed != _SPEED,
            "--host": host,
            "--http-port": http_port,
        }
        _lead_to(running.url, browser, [option for option, value in given.items() if value])
        return
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or error
        raise ArcanaError(_("The virtual device could not start: {what}.", what=what)) from error
    typer.echo("\n" + _("The virtual device has stopped; its games are in {folder}.", folder=table.folder))


def _lead_to(url: str, browser: bool, ignored: list[str]) -> None:
    """Name the page of the device that runs already, and open it if asked to. ignored: options given."""
    import webbrowser

    typer.echo(_("The companion runs already, at {url}", url=url))
    if ignored:
        sentence = _(
            "Without effect while it runs: {options}. Stop it first, with Ctrl-C in its terminal.",
            options=", ".join(ignored),
        )
        typer.echo(sentence, err=True)
    if browser:
        webbrowser.open(url)


def default_folder() -> Path:
    """Return the default folder for the flash of the virtual device."""
    return data_folder() / "virtual-device"


class _Table(NamedTuple):
    """The device to start. port_link: whether a port is required. link_at: where to make a link to the port.
    game: the name of the game to choose, or None to keep the choice.
    """

    folder: Path
    board: str | None
    speed: float
    port_link: bool
    link_at: Path | None
    game: str | None


class _Page(NamedTuple):
    host: str | None
    port: int
    browser: bool


async def _run(table: _Table, page: _Page | None, lock: "_folder_lock") -> None:
    """Run a device, and its page, until it is stopped or fails."""
    import asyncio

    stopped = stop_signal()
    async with contextlib.AsyncExitStack() as stack:
        shown, failed, port = await stack.enter_async_context(_running(table))
        if page:
            from arcana_host.page.server import served

            url = await stack.enter_async_context(served(shown, page.host, page.port))
            lock.note(url)
            _print_port(port, "sync" in shown.offers)
            await show_page(url, page.browser)
        else:
            _print_port(port, "sync" in shown.offers)
        typer.echo(_("Ctrl-C stops it."))
        waits = [asyncio.create_task(event.wait()) for event in (stopped, failed)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)


@contextlib.asynccontextmanager
async def _running(table: _Table) -> AsyncIterator[tuple["PageDevice", "asyncio.Event", str | None]]:
    """Run a device; yield it, an Event that is set when it fails, and its serial port, or None."""
    from arcana_portable.virtual.page_device import VirtualPageDevice

    from arcana_host.installation import command
    from arcana_host.link.announcements import Announcement
    from arcana_host.virtual import unique_id_of
    from arcana_host.virtual.boards import REFERENCE_BOARD
    from arcana_host.virtual.cable import NoTerminals, TerminalCable
    from arcana_host.virtual.host_device import HostDevice

    board = table.board or REFERENCE_BOARD
    with contextlib.ExitStack() as stack:
        try:
            cable = stack.enter_context(contextlib.closing(TerminalCable(table.link_at)))
        except NoTerminals:
            # the page works without a port
            if table.port_link:
                raise
            cable = None
        announcement = Announcement(unique_id_of(table.folder.resolve()).hex(), board)
        announce = _announcer(announcement)
        async with HostDevice(table.folder, cable, table.speed, board, announce, table.game) as device:
            offers = ("sync" if announcement.is_published else "import",)
            yield VirtualPageDevice(device, offers, command()), device.failed, cable.path if cable else None


def _announcer(announcement: "Announcement") -> "Callable[[str | None], None]":
    """Return a function that announces the port of a device to other commands."""

    def announce(path: str | None) -> None:
        if path is None:
            announcement.withdraw()
            return
        try:
            announcement.publish(path)
        except OSError as error:
            sentence = _(
                "Other commands find this device with --port {port} only: "
                "{folder} can't be written ({error}).",
                port=path,
                folder=data_folder(),
                error=error.strerror,
            )
            typer.echo(sentence, err=True)

    return announce


def _print_port(path: str | None, is_found: bool) -> None:
    """Print the serial port. is_found: whether other commands find the device without it."""
    from arcana_host.cli.options import say

    if path:
        typer.echo(_("Serial port: {path}", path=path))
    if is_found:
        say(_("In another terminal, `arcana sync` fetches its finished games."))


class _InUse(Exception):
    """Another virtual device is using the folder. url: the address of its page, "" if it has no page."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(_("Another virtual device is using {folder}.", folder=folder))
        self.url = url


class _folder_lock:
    """Locks a folder against a second virtual device. Raises _InUse."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None

    def __enter__(self) -> "_folder_lock":
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            import fcntl
        except ImportError:
            # on Windows there is no lock
            return self
        self._file = (self._folder / ".running").open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            url = self._file.read(_LONGEST_URL)
            self._file.close()
            raise _InUse(self._folder, url) from None
        self.note("")
        return self

    def note(self, url: str) -> None:
        """Note the URL of the page for programs that find the folder locked."""
        if self._file:
            self._file.truncate(0)
            self._file.write(url)
            self._file.flush()

    def __exit__(self, *reason: object) -> None:
        if self._file:
            self._file.close()
