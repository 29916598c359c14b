"""Turns buttons that are held down on a page into presses.

It runs on CPython and, in the browser, on MicroPython. It must not know where the presses go.
"""

from __future__ import annotations

import asyncio

REPEAT_AFTER = 0.5
REPEAT_EVERY = 0.12
LONG = 0.8
"""Seconds, as for the firmware's buttons."""


class HoldRepeater:
    """Turns buttons that go down and up into presses, as the firmware does, because the link only takes
    presses.

    press: called with a name, and "press", "repeat" or "long".
    """

    def __init__(self, press) -> None:
        self._press = press
        self._held: dict[str, asyncio.Task[None]] = {}
        self._held_long: set[str] = set()

    def down(self, name: str) -> None:
        """Push a button down; needs a running loop."""
        if name in self._held:
            return
        if name != "b":
            self._press(name, "press")
        hold = self._hold_long if name == "b" else self._repeat
        self._held[name] = asyncio.create_task(hold(name))

    def up(self, name: str) -> None:
        """Release a button."""
        held = self._held.pop(name, None)
        if not held:
            return
        held.cancel()
        # B, which can be held long, gives its press at release
        if name == "b" and name not in self._held_long:
            self._press(name, "press")
        self._held_long.discard(name)

    async def _hold_long(self, name: str) -> None:
        await asyncio.sleep(LONG)
        self._held_long.add(name)
        self._press(name, "long")

    async def _repeat(self, name: str) -> None:
        await asyncio.sleep(REPEAT_AFTER)
        while True:
            self._press(name, "repeat")
            await asyncio.sleep(REPEAT_EVERY)
