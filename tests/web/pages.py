"""Somebody with a browser, at the pages that need no server program."""

import base64
import json
import re
from binascii import crc32

from chromium import PATIENCE, PICTURE, press

SPEED = 1000
KEYS = {"up": "ArrowUp", "down": "ArrowDown", "a": "ArrowLeft", "b": "b", "c": "ArrowRight"}

# a press that may begin something is dropped until the companion knows that a full refresh is over
_STILL = f"""async () => {{
    const picture = {PICTURE};
    let last = picture(), since = performance.now();
    while (performance.now() - since < 250) {{
        await new Promise((go) => setTimeout(go, 20));
        if (picture() !== last) [last, since] = [picture(), performance.now()];
    }}
}}"""

_FILES = "() => Object.entries(localStorage).filter(([name]) => name.startsWith('arcana-companion/'))"


class Visitor:
    """Somebody with a browser of their own. page: the last one that was opened."""

    def __init__(self, context, address, faults):
        self.context = context
        self.address = address
        self.page = None
        self._faults = faults

    async def open(self):
        """Open the page in one more tab, and wait until the companion shows something; return its `page`."""
        page = self.page = await self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self._faults.append(str(error)))
        page.on("console", lambda said: self._faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda it: it.url.startswith(self.address) or self._faults.append(it.url))
        await page.goto(f"{self.address}?speed={SPEED}")
        await self.is_up()
        return page

    async def is_up(self):
        """Wait until the companion has power and a picture."""
        await self.page.locator("#written .means").wait_for(state="attached")

    async def reload(self):
        await self.page.reload()
        await self.is_up()

    async def press(self, *names):
        """Press buttons of the device by their keys, all but UP and DOWN once the picture stands still."""
        for name in names:
            if name not in ("up", "down"):
                await self.page.evaluate(_STILL)
            await press(self.page, KEYS[name])

    async def take_back(self):
        """Take back the last step, as a long press does."""
        await press(self.page, "u")
        await self.press("b")

    async def reads(self, words):
        """Wait until the page's status contains these words."""
        await self.page.locator("#status").filter(has_text=words).wait_for()

    async def shows(self, glass):
        """Wait until the canvas has every pixel of a glass."""
        wanted = base64.b64encode(glass).decode()
        await self.page.wait_for_function(f"() => ({PICTURE})() === {wanted!r}", polling=10)

    async def files(self):
        """Return what the browser keeps, as {name: text}."""
        return {name.partition("/")[2]: text for name, text in await self.page.evaluate(_FILES)}

    async def journals(self):
        """Return the journals that the browser keeps, the oldest first."""
        return [text for name, text in sorted((await self.files()).items()) if name.startswith("games/")]

    async def settings(self):
        """Return the settings that the browser keeps."""
        return json.loads((await self.files()).get("settings.json", "{}").partition("\n#")[0])


async def connect(page):
    """Connect to the device, on the page that reaches a real one."""
    await page.get_by_role("button", name="Connect", exact=True).click()


async def reads(page, *sentences):
    """Wait until the page reports all of these sentences."""
    report = page.locator("#report")
    for words in sentences:
        report = report.filter(has_text=words)
    await report.wait_for()


async def install(page, board="keep"):
    """Install the companion on the board that is connected there."""
    await page.locator("#board").select_option(board)
    await page.get_by_role("button", name="Install or update").click()


async def give_files(page, files):
    """Make the site serve these files for a device: {path: content}."""

    async def give(route):
        path = route.request.url.partition("/device")[2]
        listed = [(path, len(content), crc32(content)) for path, content in files.items()]
        about = {"files": listed, "mpy": None, "boards": {}}
        await route.fulfill(body=json.dumps(about) if path == ".json" else files[path[1:]])

    await page.route(re.compile("/device"), give)
