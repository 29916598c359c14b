"""A few turns in a real browser, by keyboard and by mouse."""

import base64
import shutil

import pytest
from aiohttp.test_utils import TestServer
from arcana_host.page_server import Page
from arcana_host.virtual.host_device import HostDevice
from arcana_host.virtual.shown import VirtualShown
from device.patience import until

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PICTURE = """() => {
    const canvas = document.getElementById("panel");
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const picture = new Uint8Array(canvas.width * canvas.height / 8);
    for (let y = 0; y < canvas.height; y++)
        for (let x = 0; x < canvas.width; x++)
            if (pixels[(y * canvas.width + x) * 4] < 128)
                picture[(y >> 3) * canvas.width + x] |= 1 << (y & 7);
    return btoa(String.fromCharCode(...picture));
}"""

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium: install the package chromium"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture
async def played(tmp_path):
    """A device with a game on the table, as it is found after the plug was put in again."""
    folder = tmp_path / "flash"
    async with HostDevice(folder, speed=1000) as device:
        device.app.session.begin(SETUP)
    async with HostDevice(folder, speed=1000) as device:
        await until(lambda: device.panel.full_refreshes and not device.panel.busy)
        yield device


@pytest.fixture
async def page(played):
    """The page of that device in Chromium."""
    api = pytest.importorskip("playwright.async_api", reason="Playwright is not installed")
    server = TestServer(Page(VirtualShown(played)).application(), host="127.0.0.1")
    await server.start_server()
    async with api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": 1280, "height": 860})
        page.set_default_timeout(20000)
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        await page.goto(str(server.make_url("/")))
        await reads(page, "Turn 1. Score 0, doom 2. Ann plays a fate.")
        yield page
        await browser.close()
        assert faults == []
    await server.close()


async def reads(page, words):
    """Wait until the page says so in words."""
    await page.get_by_role("status").filter(has_text=words).wait_for()


async def tap(page, *keys):
    """Type keys, one after the other."""
    for key in keys:
        await page.keyboard.press(key)
        # U holds B longer than its key
        await page.wait_for_function("() => !document.querySelector('.key.down')")


async def click(page, *names):
    """Click buttons of the device, one after the other."""
    for name in names:
        await page.get_by_role("button", name=name, exact=True).click()


async def test_two_turns_by_keyboard_and_mouse(page, played):
    game = played.app.session.game
    # the title offers to go on
    await tap(page, "Enter")
    # from The Deep to Dawn, one fate higher, play
    await tap(page, "ArrowLeft", "ArrowUp", "b")
    await reads(page, "Ann has played")
    assert game.last_play == (5, 1)
    await click(page, "C")
    await reads(page, "Turn 2. Score 0, doom 3. Bo plays a fate.")

    await click(page, "C", "C", "B")
    await reads(page, "Bo has played")
    await tap(page, "b")
    await reads(page, "Turn 3. Score 1, doom 3. Ann plays a fate.")
    assert played.panel.faults == []


async def test_the_canvas_shows_the_glass_pixel_by_pixel(page, played):
    await tap(page, "Enter")
    await reads(page, "Ann plays a fate")
    await until(lambda: played.panel.partial_refreshes and not played.panel.busy)
    glass = base64.b64encode(played.glass).decode()
    await page.wait_for_function(f"({PICTURE})() === {glass!r}")


async def test_u_takes_back_as_a_long_press_does(page, played):
    await tap(page, "Enter", "b")
    await reads(page, "Ann has played")
    await tap(page, "u", "b")
    await reads(page, "Ann plays a fate")


async def test_the_plug_is_pulled_and_the_game_goes_on(page, played):
    await tap(page, "Enter", "b")
    await reads(page, "Ann has played")
    await click(page, "Pull the plug")
    await reads(page, "The plug is pulled.")
    await click(page, "Plug it in")
    await reads(page, "Ann has played")


async def test_on_a_phone_the_whole_device_fits(page):
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")
    for name in ("A", "B", "C", "Up", "Down"):
        box = await page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box["width"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360
