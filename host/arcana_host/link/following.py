"""Follows a companion during a game, even when it is unplugged or restarts, and sends presses to it.

It must not know who shows the updates, or the rules.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from arcana_portable.errors import DeviceError, DeviceRefused, DeviceSilent, NoDevice
from arcana_portable.link.companion import KEY as KEY
from arcana_portable.translation import _

from arcana_host.installation import as_typed
from arcana_host.link.device import Device, Say, connect
from arcana_host.link.ports import find_ports

if TYPE_CHECKING:
    from arcana_portable.link.watching import Update

RETRY = 0.5  # seconds between attempts to find a device that went away
ANSWER_WITHIN = 2.0
TRIES = 2
"""Seconds and tries: somebody who watches wants to know sooner than a sync that the device is gone."""

Press = tuple[str, str]
"""The name of a button, and "press", "repeat" or "long"; or KEY, and the letter that was typed."""


class Entry(NamedTuple):
    """Events for the game on the device. done: called with the reason why an event was refused, or ""."""

    events: list[str]
    done: Callable[[str], None]


def follow(
    port: str | None,
    picture: bool = False,
    words: bool = False,
    setup: bool = False,
    next_press: Callable[[], Press | Entry | None] = lambda: None,
    say: Say = lambda sentence: None,
) -> Iterator["Update | None"]:
    """Yield updates from a device, for ever; None if nothing came for a moment.

    An update is that of a `Watching`, or ("gone", sentence) again and again while the device is away. port:
    None for the only connected device. picture, words, setup: as for Watching. next_press: returns a press
    for the device, or an Entry, or None; both are lost while the device is away. say: called with a sentence
    when the first wait lasts. Raises NoDevice, DeviceLost, DeviceSilent or DeviceFaulty if there is no device
    at first, or if it sends no state.
    """
    # its port and its serial number
    met: tuple[str, str | None] | None = None
    while True:
        try:
            again = (_find_again(*met), ANSWER_WITHIN) if met else (port, None, say)
            with connect(*again) as device:
                serial = next((found.serial for found in find_ports() if found.path == device.port), None)
                updates = _updates(device, (picture, words, setup), next_press)
                yield from _until_state(device, updates)
                met = device.port, serial
                device.companion.timeout, device.companion.tries = ANSWER_WITHIN, TRIES
                yield from updates
        except (DeviceError, DeviceRefused, NoDevice) as error:
            if not met:
                raise
            sentence = as_typed(str(error))
            yield "gone", sentence
            for lost in iter(next_press, None):
                if isinstance(lost, Entry):
                    lost.done(sentence)
            time.sleep(RETRY)


def _until_state(device: Device, updates: Iterator["Update | None"]) -> Iterator["Update | None"]:
    """Yield updates up to the first state, which comes as soon as a host watches. Raises DeviceSilent."""
    start = time.monotonic()
    for update in updates:
        yield update
        if update and update[0] == "state":
            return
        if time.monotonic() - start > device.companion.timeout:
            raise DeviceSilent(
                _(
                    "The companion on {port} answers, but does not tell what is on the table.",
                    port=device.port,
                )
            )


def _find_again(port: str, serial: str | None) -> str:
    """Return the present port of a board, which may have changed while it was away."""
    return next((found.path for found in find_ports() if found.serial == serial), port)


def _updates(
    device: Device, wanted: tuple[bool, bool, bool], next_press: Callable[[], Press | Entry | None]
) -> Iterator["Update | None"]:
    for update in device.updates(*wanted):
        yield update
        press = next_press()
        if isinstance(press, Entry):
            press.done(enter(device, press.events))
        elif press:
            device.run(device.companion.press(*press))


def enter(device: Device, events: list[str]) -> str:
    """Enter events into the game on a device until an event is refused.

    Returns a sentence that says why it is refused, or why the device is not available; "" if all were
    entered.
    """
    try:
        return as_typed(device.run(device.companion.enter(events)))
    except DeviceError as error:
        return as_typed(str(error))
