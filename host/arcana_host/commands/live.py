"""`arcana live`: the table in the terminal while the game goes on at the device."""

import time
from collections.abc import Iterator

from arcana_host.commands.options import JsonOption, PortOption

RETRY = 0.5  # seconds between attempts to find a device that went away


def live(port: PortOption = None, as_json: JsonOption = False) -> None:
    """Follow the game on the device until Ctrl-C; with --json, one state a line."""
    import contextlib

    with contextlib.suppress(KeyboardInterrupt):
        _print_states(port) if as_json else _show_table(port)


def _print_states(port: str | None) -> None:
    import json

    for kind, news in follow(port):
        if kind == "state":
            print(json.dumps(news), flush=True)


def _show_table(port: str | None) -> None:
    from itertools import chain

    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from arcana_host.commands.options import console
    from arcana_host.view import table

    news_of_all = follow(port)
    with Console(stderr=True).status("Looking for the device …"):
        first = next(news_of_all)
    with Live(console=console(), auto_refresh=False) as screen:
        for kind, news in chain([first], news_of_all):
            if kind == "gone":
                screen.update(Text(f"{news}\nWaiting for the device …"), refresh=True)
            elif news["state"] is None:
                screen.update(Text("No game is running on the device."), refresh=True)
            else:
                screen.update(table(news["state"]), refresh=True)


def follow(port: str | None) -> Iterator[tuple]:
    """Yield ("state", news) at each event and ("gone", sentence) when the device goes away, for ever.

    Raises NoDevice, DeviceLost or DeviceSilent when there is no device to begin with.
    """
    from arcana_host.device import connect
    from arcana_host.errors import DeviceLost, DeviceRefused, DeviceSilent, NoDevice

    met = False
    while True:
        try:
            with connect(port) as device:
                port, met = device.port, True
                for notification in device.notifications():
                    if notification and notification[0] == "state":
                        yield notification
        except (DeviceLost, DeviceRefused, DeviceSilent, NoDevice) as error:
            if not met:
                raise
            yield "gone", str(error)
            time.sleep(RETRY)
