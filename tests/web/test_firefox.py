"""The page that reaches a real device, in Firefox: once through it, over a stand-in for its serial ports."""

import asyncio

import pytest
from device.waiting import PATIENCE
from firefox import FIREFOX, firefox
from web.serial_standin import STANDIN, Wire
from web.test_connect import GAME, games_on, play

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(not FIREFOX, reason="no Firefox: install the package firefox-esr"),
]

_CLICK = """(selector) => {
    const found = document.querySelector(selector);
    const can = Boolean(found?.checkVisibility() && !found.disabled);
    if (can) found.click();
    return can;
}"""
_READS = """(selector, words) => {
    const text = document.querySelector(selector)?.textContent ?? "";
    return words.every((each) => text.includes(each));
}"""


class Reader:
    """Somebody at that page in a tab."""

    def __init__(self, tab):
        self._tab = tab

    async def click(self, selector):
        """Click on something, once it can be clicked."""
        await self._until(_CLICK, selector)

    async def reads(self, selector, *words):
        """Wait until something has all of these words."""
        await self._until(_READS, selector, words)

    async def _until(self, function, *given):
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self._tab.evaluate(function, *given):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            pytest.fail(f"{given} is not in:\n{await self._tab.evaluate('() => document.body.innerText')}")


async def test_games_are_fetched_and_shown_and_the_device_is_shown_live(address, device):
    play(device, GAME)
    play(device, GAME)
    async with firefox() as tab:
        await tab.goto(f"{address}connect.html", STANDIN)
        reader = Reader(tab)
        async with Wire(tab, device.cable):
            await reader.click("#plug-in")
            await reader.reads("#report", "Companion")
            await reader.click("#fetch")
            await reader.reads(
                "#report",
                "2 games are saved in this browser.",
                "2 finished games were removed from the device.",
            )
            assert games_on(device) == []
            await reader.reads("#rows tr:nth-child(2)", "The Shipwreck Arcana", "lost")
            await reader.click("#rows button")
            await reader.reads("#end", "Doom")
            await reader.reads("#story", "The group has lost.")
            await reader.click("#follow")
            await reader.reads("#written .chosen", "New game")
            await reader.click("[data-button=b]")
            await reader.reads("#written", "Players")
            assert device.app.methods._presses == 1
        assert tab.faults == []
