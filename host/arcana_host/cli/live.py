"""`arcana live`: the panel and the table of a running game, in the terminal or on a page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.errors import WordsError
from arcana_portable.translation import N_, _

from arcana_host.cli.options import JsonOption, PortOption
from arcana_host.cli.page_options import BrowserOption, HostOption, HttpPortOption

if TYPE_CHECKING:
    from arcana_portable.link.watching import Update


def live(
    port: PortOption = None,
    web: Annotated[
        bool, typer.Option("--web", help=_("Show it on a web page, for a second screen or a stream."))
    ] = False,
    words: Annotated[
        bool,
        typer.Option(
            "--words",
            help=_("Describe the table and the panel in sentences, each time only what is new."),
            show_default=False,
        ),
    ] = False,
    as_json: JsonOption = False,
    host: HostOption = None,
    http_port: HttpPortOption = 0,
    browser: BrowserOption = True,
    buttons: Annotated[
        bool | None,
        typer.Option(
            "--buttons/--no-buttons",
            help=_("Let the page press the device's buttons."),
            show_default=_("--buttons, but --no-buttons with --host"),
        ),
    ] = None,
) -> None:
    """Follow the game on the device until Ctrl-C; with --json, one state per line."""
    import contextlib

    if web + words + as_json > 1:
        raise WordsError(_("Only one of --web, --words and --json makes sense."))
    if not web and (host or http_port or buttons is not None):
        raise WordsError(_("--host, --http-port and --buttons are about the page: add --web."))
    with contextlib.suppress(KeyboardInterrupt):
        if web:
            _serve(port, host, http_port, browser, host is None if buttons is None else buttons)
        elif as_json:
            _print_states(port)
        elif words:
            _print_changes(port)
        else:
            _show(port)


def _print_states(port: str | None) -> None:
    import json

    from arcana_host.link.following import follow

    for kind, news in filter(None, follow(port)):
        if kind == "state":
            print(json.dumps(news), flush=True)


def _print_changes(port: str | None) -> None:
    from arcana_portable.games.sheets import Sheet, changes, sheet
    from arcana_portable.page.panel_words import news as panel_news

    from arcana_host.cli.options import status_printer
    from arcana_host.link.following import follow

    table: Sheet | None = None
    panel: dict | None = None
    was_gone = False
    for kind, news in filter(None, follow(port, words=True, say=status_printer(quiet=False))):
        lines = []
        if kind == "state":
            before, table = table, sheet(news["state"])
            lines = changes(before, table) if was_gone or before != table else []
        elif kind == "words":
            changed = panel_news(panel, news)
            panel = news
            said = ". ".join(line.rstrip(".") for line in changed)
            lines = [_("Panel: {changes}.", changes=said)] if said else []
        elif not was_gone:
            lines = [f"{news} {_(_WAITING)}"]
        if lines:
            print("\n".join(lines), flush=True)
        was_gone = kind == "gone"


_WAITING = N_("Waiting for the companion; this continues as soon as it is back.")


def _show(port: str | None) -> None:
    from arcana_host.cli.options import status_printer
    from arcana_host.link.following import follow
    from arcana_host.terminal import console

    shown = console()
    if not shown.is_terminal or shown.is_dumb_terminal:
        # redrawing is useless in a file or pipe, and impossible on a dumb terminal
        _print_changes(port)
        return
    news_of_all = follow(port, picture=True, say=status_printer(quiet=False))
    # messages before the first update stay visible
    first = next(filter(None, news_of_all))
    _draw(shown, first, news_of_all)


def _draw(shown, first: "Update", others: "Iterator[Update | None]") -> None:
    from itertools import chain

    from rich.console import RenderableType
    from rich.live import Live

    from arcana_host.cli.terminal_view import terminal_view

    now: dict = {"state": None, "picture": None, "gone": None}
    drawn = None
    view: RenderableType = ""
    try:
        # the alternate screen, as resizing a terminal moves the lines above the cursor
        with Live(console=shown, auto_refresh=False, screen=True) as screen:
            for news in chain([first], others):
                if news:
                    kind, content = news
                    if kind == "gone":
                        now["gone"] = content
                    else:
                        now |= {kind: content["state"] if kind == "state" else content, "gone": None}
                if drawn != (now, shown.size):
                    drawn = (dict(now), shown.size)
                    note = f"{now['gone']}\n{_(_WAITING)}" if now["gone"] else None
                    view = terminal_view(shown, now["state"], now["picture"], note)
                    screen.update(view, refresh=True)
    finally:
        shown.print(view)


def _serve(port: str | None, host: str | None, http_port: int, browser: bool, buttons: bool) -> None:
    import asyncio
    from contextlib import closing

    from arcana_host.cli.options import status_printer
    from arcana_host.installation import command
    from arcana_host.page.page_device import ConnectedDevice

    shown = ConnectedDevice(port, buttons, status_printer(quiet=False), command())
    with closing(shown):
        asyncio.run(_page(shown, host, http_port, browser))


async def _page(shown, host: str | None, http_port: int, browser: bool) -> None:
    from arcana_host.cli.page_options import show_page, stop_signal
    from arcana_host.page.server import served

    stopped = stop_signal()
    async with served(shown, host, http_port) as url:
        await show_page(url, browser)
        typer.echo(_("Ctrl-C stops it."))
        await stopped.wait()
