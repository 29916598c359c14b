"""Follows a companion during a game, even when it is unplugged or restarts, and sends presses to it.

It knows the link and ports; it must not know who looks, nor the rules.
"""

import time
from binascii import a2b_base64
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from arcana_host.errors import DeviceError, DeviceRefused, DeviceSilent, NoDevice
from arcana_host.installation import as_typed
from arcana_host.link.device import Device, Tell, connect
from arcana_host.link.ports import find_ports
from arcana_host.translation import _
from shared_rules import protocol

RETRY = 0.5  # seconds between attempts to find a device that went away
ANSWER_WITHIN = 2.0
TRIES = 2
"""Seconds and times: who looks on wants to know sooner than who syncs that nothing comes any more."""
WHOLE_AFTER = 0.1
"""Seconds after which no further page of a picture is to be expected: they come one after the other."""

PANEL_PAGES = 16
PANEL_PAGE = 296  # bytes of the picture that hold eight rows

News = tuple[str, Any]
Press = tuple[str, str]
"""The name of a button, and "press", "repeat" or "long"; or KEY, and the letter that was typed."""
KEY = "key"


class Entry(NamedTuple):
    """Events for the game on the device. done: called with why one of them was refused, "" for none."""

    events: list[str]
    done: Callable[[str], None]


def follow(
    port: str | None,
    picture: bool = False,
    words: bool = False,
    setup: bool = False,
    next_press: Callable[[], Press | Entry | None] = lambda: None,
    tell: Tell = lambda sentence: None,
) -> Iterator[News | None]:
    """Yield what a device tells, for ever; None when nothing came for a moment.

    ("state", the notification's object) at each event, ("picture", 4,736 bytes as the panel has them),
    ("words", the notification's object) and ("setup", the first event of a game, before its first state) when
    that was asked for, and ("gone", sentence) again and again while the device is away.
    port: None for the only one connected. next_press: gives a press for the device, or an Entry, or None;
    what comes while it is away is lost. tell: called with a sentence when the first wait for the device
    lasts, or it had to be woken.
    Raises NoDevice, DeviceLost, DeviceSilent or DeviceFaulty when there is no device to begin with, or one
    that tells of no game and of no empty table.
    """
    # its port and its serial number
    met: tuple[str, str | None] | None = None
    while True:
        try:
            again = (_where_now(*met), ANSWER_WITHIN) if met else (port, None, tell)
            with connect(*again) as device:
                serial = next((found.serial for found in find_ports() if found.path == device.port), None)
                told = _told(device, picture, words, setup, next_press)
                yield from _up_to_a_state(device, told)
                met = device.port, serial
                device.timeout, device.tries = ANSWER_WITHIN, TRIES
                yield from told
        except (DeviceError, DeviceRefused, NoDevice) as error:
            if not met:
                raise
            sentence = as_typed(str(error))
            yield "gone", sentence
            for lost in iter(next_press, None):
                if isinstance(lost, Entry):
                    lost.done(sentence)
            time.sleep(RETRY)


def _up_to_a_state(device: Device, told: Iterator[News | None]) -> Iterator[News | None]:
    """Yield notifications up to the first state, which comes as soon as a host watches."""
    is_over = device.timer(device.timeout)
    for news in told:
        yield news
        if news and news[0] == "state":
            return
        if is_over():
            raise DeviceSilent(
                _(
                    "The companion on {port} answers, but does not tell what is on the table.",
                    port=device.port,
                )
            )


def _where_now(port: str, serial: str | None) -> str:
    """Return the port of a board that may have come back at another one."""
    return next((found.path for found in find_ports() if found.serial == serial), port)


def _told(
    device: Device, picture: bool, words: bool, setup: bool, next_press: Callable[[], Press | Entry | None]
) -> Iterator[News | None]:
    pages = bytearray(PANEL_PAGES * PANEL_PAGE)
    changed = None
    presses = game = None
    for notification in device.notifications(picture, words):
        kind, params = notification or (None, {})
        if kind == "picture":
            changed = time.monotonic() if _put(params, pages) else changed
        elif kind in ("state", "words"):
            if setup and kind == "state" and params["game"] != game:
                game = params["game"]
                yield "setup", device.call("events", game=game)["events"][0] if game else ""
            yield kind, params
        elif changed and time.monotonic() - changed > WHOLE_AFTER:
            changed = None
            yield "picture", bytes(pages)
        else:
            yield None
        press = next_press()
        if isinstance(press, Entry):
            press.done(enter(device, press.events))
        elif press:
            presses = _press(device, press, presses)


def enter(device: Device, events: list[str]) -> str:
    """Enter events into the game on a device up to the first that is refused.

    Return why it is refused, or why the device could not be asked, as a sentence; "" where all were entered.
    """
    try:
        for text in events:
            device.call("enter", event=device.call("state")["events"], text=text)
    except (DeviceError, DeviceRefused) as error:
        return as_typed(str(error))
    return ""


def _put(params: dict, pages: bytearray) -> bool:
    """Put a page in its place; return False for one that no panel has."""
    try:
        page, data = params["page"], a2b_base64(params["data"])
        fits = page in range(PANEL_PAGES) and len(data) == PANEL_PAGE
    except (KeyError, TypeError, ValueError):
        return False
    if fits:
        pages[page * PANEL_PAGE : (page + 1) * PANEL_PAGE] = data
    return fits


def _press(device: Device, press: Press, presses: int | None) -> int | None:
    """Press a button; return the device's count of presses, None when it has to be asked for it."""
    button, kind = press
    for count in (presses, None):
        if count is None:
            count = device.info()["presses"]
        try:
            if button == KEY:
                return device.call("key", text=kind, number=count)["presses"]
            return device.call("press", button=button, kind=kind, number=count)["presses"]
        except DeviceRefused as error:
            # others press too, and a device that restarted counts from the beginning
            if error.code != protocol.OUT_OF_STEP:
                return None
    return None
