"""What the commands with a page have in common: their options, how they tell of it, and what ends them."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import asyncio

HostOption = Annotated[
    str | None,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="Address of the page; 0.0.0.0 lets every machine in your network open it.",
        show_default="only this machine",
    ),
]
HttpPortOption = Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: one that is free.")]
BrowserOption = Annotated[bool, typer.Option(help="Open the page in your browser.")]


async def tell_of_page(url: str, browser: bool) -> None:
    """Say where the page is, and open it when that is wanted."""
    typer.echo(f"The companion is at {url}")
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
