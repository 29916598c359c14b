"""Waiting for a device without looking at the clock."""

import asyncio

PATIENCE = 60  # seconds; only a failing test waits that long


async def until(condition):
    """Run the device until condition() is true. Raises TimeoutError if it never is."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


async def at_its_title(device):
    """Wait until a device without a game has started, including its link."""
    await until(lambda: device.app.screen is not None and device.app.methods is not None)


def heard(device):
    """Return a list that gets the presses that the companion takes from now on."""
    presses = []
    pressed = device.app.methods.pressed
    device.app.methods.pressed = lambda *press: (presses.append(press), pressed(*press))
    return presses
