"""The options that commands with a web page share, and how these commands announce the page and stop."""

from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _

if TYPE_CHECKING:
    import asyncio

HostOption = Annotated[
    str | None,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help=_("Address of the page; 0.0.0.0 lets every machine in your network open it."),
        show_default=_("only this machine"),
    ),
]
HttpPortOption = Annotated[
    int, typer.Option(metavar="N", min=0, max=65535, help=_("Port of the page; 0 takes a free one."))
]
BrowserOption = Annotated[bool, typer.Option(help=_("Open the page in your browser."))]


async def show_page(url: str, browser: bool) -> None:
    """Print the URL of the page, and open it if asked to."""
    typer.echo(_("The companion is at {url}", url=url))
    if browser:
        import asyncio
        import webbrowser

        await asyncio.to_thread(webbrowser.open, url)


def stop_signal() -> "asyncio.Event":
    """Return an Event that is set when the program is to end; needs a running loop."""
    import asyncio
    import signal

    stopped = asyncio.Event()
    try:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    except NotImplementedError:
        # not on Windows
        pass
    return stopped
