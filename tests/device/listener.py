"""A blind player, who hears what the page announces and presses buttons as a screen reader does.

    listener = await Listener.at(page)
    await listener.play(events)

It must not look at the device, nor at anything on the page that is not announced.
"""

import asyncio
import re

from shared_rules.shipwreck import CARDS

HEAR = """() => {
    window.announced = [];
    const said = document.getElementById("said");
    if (said.textContent) window.announced.push(said.textContent);
    new MutationObserver(() => window.announced.push(said.textContent)).observe(said, { childList: true });
}"""
KEY = re.compile(r"(Up|Down|A|B|C): (.*)")
QUIET = 2  # polls without anything new
FAR = 40  # presses that take any cursor all the way round


class Listener:
    """heard: the lines of the last announcement. means: what the buttons do, as announced."""

    def __init__(self, page):
        self.page = page
        self.heard = []
        self.means = {}

    @classmethod
    async def at(cls, page):
        await page.evaluate(HEAR)
        listener = cls(page)
        await listener._listen()
        return listener

    async def press(self, name):
        button = self.page.get_by_role("button", name=name, exact=True)
        await button.evaluate("button => button.click()")
        await self._listen()

    async def _listen(self):
        await self.page.wait_for_function("() => window.announced.length")
        announced, quiet = [], 0
        # an announcement is complete when nothing more arrives, which may take a while on a busy computer
        while quiet < QUIET:
            await asyncio.sleep(0.03)
            more = await self.page.evaluate("() => window.announced.splice(0)")
            announced += more
            quiet = 0 if more else quiet + 1
        self.heard = [line for text in announced for line in text.split("\n")]
        for line in self.heard:
            key = KEY.fullmatch(line)
            if key:
                self.means[key[1]] = key[2]

    async def find(self, wanted, key):
        """Press a button until wanted(line at the cursor) is true."""
        for _ in range(FAR):
            # on a new screen the heading comes first
            if any(wanted(line) for line in self.heard[:2]):
                return
            await self.press(key)
        raise AssertionError((key, self.heard))

    async def play(self, events):
        """Enter the events of the test's game of three players, starting at the title."""
        for event in events:
            verb, *words = event.split(" ")
            await getattr(self, "_" + verb)(*words)

    async def _setup(self, mode, doom, sets, players, row):
        await self.find(lambda line: line == "New game", "Down")
        await self.press("B")
        await self.find(lambda line: line == f"Players {players.count(',') + 1}", "C")
        await self.press("B")
        self.row = []
        for number, card in enumerate(row.partition("=")[2].split(",")):
            await self._deal(number + 1, card)

    async def _deal(self, place, card):
        self.row[int(place) - 1 : int(place)] = [name(card)]
        await self.find(lambda line: line == name(card), "Down")
        await self.press("B")

    async def _play(self, fate, place):
        card = self.row[int(place) - 1]
        await self.find(lambda line: f"on {card}:" in line, "C")
        await self.find(lambda line: line.startswith(f"{fate} on {card}:"), "Up")
        assert self.means["B"] == f"play {fate}"
        await self.press("B")

    async def _use(self, card):
        # the only power that can be used asks at once
        await self.press("Down")
        assert self.means["B"] == "use", self.heard
        await self.press("B")

    async def _end(self):
        if self.means["A"] == "none":
            await self.press("A")


def name(card):
    return CARDS[card].name.removeprefix("The ")
