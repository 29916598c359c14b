"""The page in a real browser: by keyboard, by mouse, by touch; seen, heard, and on a phone."""

import asyncio
import base64
import re
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
import sizes
from arcana_host.page.page_device import ConnectedDevice
from arcana_host.page.server import served
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.record import Record
from arcana_portable.virtual.page_device import VirtualPageDevice
from chromium import CHROMIUM, FLAGS, PATIENCE, PICTURE, press
from companion import buttons
from device.conftest import SETUP, with_a_game
from device.listener import Listener
from device.waiting import at_its_title, heard, until
from player import presses_for
from rules.vectors import find_vector

# the browser is one for all, and so is the event loop
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
fixture = partial(pytest_asyncio.fixture, loop_scope="session")


@pytest.fixture(autouse=True)
def busy_computer(monkeypatch):
    """However long a key takes on a busy computer, it is no repeat."""
    monkeypatch.setattr(buttons, "REPEAT_AFTER_MS", 60_000)


@fixture
async def played(tmp_path):
    """A device that shows the whole table of a game."""
    async with with_a_game(tmp_path) as device:
        await until(lambda: device.panel.full_refreshes and not device.panel.busy)
        yield device


@fixture
async def connected(tmp_path, cable):
    async with with_a_game(tmp_path, cable) as device:
        yield device


@fixture
async def look(chromium):
    """Open the page of something shown; takes what `browser.new_context` does. No page may have a fault."""
    faults = []
    contexts = []

    async def look(shown, browser=chromium, **options):
        url = await served_pages.enter_async_context(served(shown))
        context = await browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: request.url.startswith(url) or faults.append(request.url))
        await page.goto(url)
        return page

    async with AsyncExitStack() as served_pages:
        yield look
        for context in contexts:
            await context.close()
    assert faults == []


@fixture
async def page(played, look):
    page = await look(VirtualPageDevice(played))
    await reads(page, "Turn 1. Score 0, doom 2. Ann plays a fate.")
    return page


async def reads(page, words):
    """Wait until the page says so in words."""
    await page.get_by_role("status").filter(has_text=words).wait_for()


async def shows_the_glass(page, device):
    """Wait until the canvas has every pixel of the glass."""
    glass = base64.b64encode(device.glass).decode()
    await page.wait_for_function(f"() => ({PICTURE})() === {glass!r}")


async def tap(page, *keys):
    for key in keys:
        await press(page, key)


async def click(page, *names):
    for name in names:
        await page.get_by_role("button", name=name, exact=True).click()


async def test_the_canvas_shows_the_glass_pixel_by_pixel(page, played):
    await tap(page, "Enter")
    await reads(page, "Ann plays a fate")
    await until(lambda: played.panel.partial_refreshes and not played.panel.busy)
    await shows_the_glass(page, played)


async def test_the_keyboard_writes_names(page, played):
    """Go from the title, with a game on the table, to the first name, and write another one with the keys."""
    editor = page.locator("#written").get_by_text("next letter")
    await tap(page, "ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "c", "c")
    await editor.wait_for()
    # real keys, as the first one takes the place of the old name
    await page.keyboard.type("Jör")
    await tap(page, "c", "ArrowLeft", "g")
    for key in ("Control+u", "F2"):
        await page.keyboard.press(key)
    await until(lambda: played.app.screen.top.typed_text == "Jörg")
    await tap(page, "Enter")
    await until(lambda: played.app.settings.get("names").startswith("Jörg,Bo,"))
    # and the keys are the buttons again
    await editor.wait_for(state="detached")
    await tap(page, "a")
    await until(lambda: type(played.app.screen.top).__name__ == "NewGame")


async def test_a_name_comes_from_the_keyboard_of_a_phone(page, played):
    """It sends no keys: the field is changed at once."""
    await tap(page, "ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "c", "c")
    field = page.get_by_label("Type the name, then press Enter:")
    for name, taken in (("Łukasz", "Łukasz"), ("Łu", "Łu"), ("Jo Ann!", "Jo_Ann"), ("", "")):
        await field.fill(name)
        await until(lambda taken=taken: played.app.screen.top.typed_text == taken)
        # the panel says what it took
        await page.wait_for_function("(taken) => document.getElementById('name').value === taken", arg=taken)


async def test_only_what_can_be_looked_back_at_is_offered(page, played):
    review, puzzles = (
        page.get_by_role("link", name="Review the game"),
        page.get_by_role("link", name="Puzzles"),
    )
    await review.wait_for()
    await puzzles.wait_for()
    played.app.session.enter("abandon")
    (played.folder / "games" / "9998-cccccccc.arcana").write_text(
        '[Game "cccccccc"]\nsetup score-pad players=Cy,Di goal=0 wins=high rounds=0\n'
    )
    await page.reload()
    await page.locator("#game option").filter(has_text="Cy, Di").wait_for(state="attached")
    await page.locator("#game").select_option(label="Cy, Di")
    await review.wait_for(state="hidden")


async def test_an_empty_table_says_how_to_begin(look, tmp_path):
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await at_its_title(device)
        page = await look(VirtualPageDevice(device))
        await page.get_by_text("Choose “New game”").wait_for()
        device.app.session.begin(SETUP)
        await reads(page, "Ann plays a fate")
        assert await page.get_by_text("Choose “New game”").count() == 0


async def test_digits_enter_the_points_on_the_pad(look, tmp_path):
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await at_its_title(device)
        device.app.session.begin("setup score-pad players=Ann,Bo goal=50 wins=low rounds=0")
        page = await look(VirtualPageDevice(device))
        for points in ("12", "-3"):
            name = "Ann" if points == "12" else "Bo"
            await page.get_by_label(f"Points for {name}").wait_for()
            await page.keyboard.type(points)
            await page.keyboard.press("Enter" if name == "Ann" else "b")
        await reads(page, "Round 2. Bo deals.")
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Ann"))
        assert await row.get_by_role("cell").all_inner_texts() == ["12", "", "12"]
        # in the status only for those who hear it: the table shows it
        heard = page.get_by_role("status").get_by_text("Total: -3")
        assert await heard.evaluate("said => said.className") == "unseen"
        await page.get_by_label("Points for Ann").fill("99999999")
        await page.get_by_role("button", name="Enter it").click()
        await page.get_by_role("alert").filter(has_text="9999999").wait_for()
        assert device.app.session.game.totals == [12, -3]


async def test_at_every_size_the_panel_takes_the_room_there_is_and_the_table_is_seen(page):
    await sizes.check_all(page)


@pytest.mark.parametrize("ratio", [1.25, 3])
async def test_every_pixel_of_the_panel_is_some_whole_pixels_of_the_screen(playwright, look, played, ratio):
    flags = [*FLAGS, f"--force-device-scale-factor={ratio}", "--window-size=1000,900"]
    async with await playwright.chromium.launch(executable_path=CHROMIUM, args=flags) as browser:
        page = await look(VirtualPageDevice(played), browser, viewport=None, no_viewport=True)
        await reads(page, "Ann plays a fate")
        await shows_the_glass(page, played)
        await sizes.check_pixels(page, played.glass)


async def test_the_record_of_the_game_under_way_is_saved(page, played):
    played.app.session.enter("play 4 1")
    played.app.session.undo()
    await page.locator("#game option").filter(has_text="Ann, Bo").wait_for(state="attached")
    async with page.expect_download() as download:
        await click(page, "Save the record")
    file = await download.value
    record = Record.from_text(Path(await file.path()).read_text())
    assert record.events == [SETUP]
    assert file.suggested_filename.endswith(f"{record.tag('Game')}.arcana")
    # as when another program has fetched it
    (played.folder / "games" / file.suggested_filename).unlink()
    await click(page, "Save the record")
    await page.locator("#game option").filter(has_text="none here").wait_for(state="attached")
    assert await page.get_by_role("button", name="Save the record").is_disabled()


# setting up and playing

GAME = find_vector(mode="standard", sets=1)
TURN = GAME[:4]
KEYS = {"up": "ArrowUp", "down": "ArrowDown", "a": "ArrowLeft", "b": "Enter", "c": "ArrowRight"}
NAMES = {"up": "Up", "down": "Down", "a": "A", "b": "B", "c": "C"}
DESK = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


async def by_keyboard(page, name):
    await page.keyboard.press(KEYS[name])


async def by_mouse(page, name):
    await page.get_by_role("button", name=NAMES[name], exact=True).click()


async def by_touch(page, name):
    await page.get_by_role("button", name=NAMES[name], exact=True).tap()


@pytest.mark.parametrize(
    ("hand", "screen"),
    [(by_keyboard, DESK), (by_mouse, DESK), (by_touch, PHONE)],
    ids=lambda it: getattr(it, "__name__", ""),
)
async def test_a_turn(look, tmp_path, monkeypatch, hand, screen):
    # these press with down and up apart, as people do, and nothing is held
    monkeypatch.setattr(buttons, "LONG_MS", 60_000)
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await at_its_title(device)
        taken = heard(device)
        page = await look(VirtualPageDevice(device), **screen)
        await reads(page, "No game is on the table.")
        count = 0
        for _, presses in presses_for(TURN):
            for press in presses:
                await hand(page, press)
                count += 1
                await until(lambda count=count: len(taken) == count)
        await reads(page, "Turn 2.")
        assert device.app.session.game.events == TURN
        assert {kind for _, kind in taken} == {"press"}
        assert device.panel.faults == []


# for who does not see it


async def test_a_screen_reader_finds_the_state_as_text(page, played):
    await tap(page, "Enter", "ArrowLeft", "b")
    await reads(page, "Ann has played")
    fate, place = played.app.session.game.last_play
    assert place == 1
    read = await page.locator("body").aria_snapshot()
    for words in (
        'heading "Arcana companion"',
        'img "The panel"',
        'group "Buttons below the panel"',
        f"Turn 1. Score 0, doom 2. Ann has played. Place 1: Dawn (Higher), fates {fate}, ",
        'region "The table"',
        "Score 0 of 7",
        "Doom 2 of 7",
        "Place 1: Dawn",
        f"Fates {fate}",
        "Unseen fates",
    ):
        assert words in read
    assert re.search(r"moons [12] of 3", read)
    assert not re.search(r"[●○◆◇]", read), "signs that only repeat the words stay silent"


async def test_two_turns_by_what_is_announced_alone(look, tmp_path):
    events = GAME[:7]
    assert events[-2].startswith("use") and events[-1] == "end"
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        page = await look(VirtualPageDevice(device))
        listener = await Listener.at(page)
        await listener.play(events)
        assert device.app.session.game.events == events, device.app.session.game.events
        assert listener.heard[0].startswith("New card at place 1"), listener.heard


async def accessible(page):
    """The page's accessibility tree as {role: [(name, description, live)]}."""
    session = await page.context.new_cdp_session(page)
    tree: dict[str, list] = {}
    for node in (await session.send("Accessibility.getFullAXTree"))["nodes"]:
        live = [it["value"]["value"] for it in node.get("properties", ()) if it["name"] == "live"]
        words = [node.get(key, {}).get("value", "") for key in ("name", "description")]
        tree.setdefault(node.get("role", {}).get("value"), []).append((*words, *live))
    return tree


async def test_the_panel_is_read_as_text_and_every_button_says_what_it_does(page, played):
    await tap(page, "Enter")
    await page.get_by_role("region", name="The panel in words").get_by_text("Ann's turn").wait_for()
    tree = await accessible(page)
    described = {name: description for name, description, *_ in tree["button"]}
    fate = played.app.screen.shown.fate
    assert {name: described[name] for name in "ABC"} == {"A": "left", "B": f"play {fate}", "C": "right"}
    [(_, picture)] = [words[:2] for words in tree["image"] if words[0] == "The panel"]
    assert picture.startswith("Ann's turn, draw 2 fates") and f"{fate} on Deep: ≤ 5" in picture
    assert ["polite"] in [list(words[2:]) for all in tree.values() for words in all]


async def test_the_panels_words_can_be_seen_too(page):
    words = page.get_by_role("region", name="The panel in words")
    assert (await words.bounding_box())["width"] == 1
    await page.get_by_role("checkbox", name="The panel in words").check()
    assert (await words.bounding_box())["width"] > 300
    await page.set_viewport_size({"width": 320, "height": 740})
    await page.wait_for_function("() => document.documentElement.scrollWidth <= 320")


async def test_all_of_it_is_reached_with_the_tab_key_in_the_order_it_is_seen(page):
    reached = []
    for _ in range(14):
        await page.keyboard.press("Tab")
        reached.append(
            await page.evaluate("document.activeElement.dataset.button ?? document.activeElement.id")
        )
    desk = ["rules", "guide", "rulings", "plug", "flicker", "in-words", "game", "save", "copy"]
    assert reached == ["up", "down", "a", "b", "c", *desk]


def luminance(colour):
    """The luminance of "rgb(r, g, b)", as WCAG 2 defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# the colour of each text, and of all that may lie below it
COLOURS = """() => {
    const behind = (element) => {
        for (let at = element; at !== document.body; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (colour !== "rgba(0, 0, 0, 0)") return [colour];
        }
        const body = getComputedStyle(document.body);
        return [body.backgroundColor, ...body.backgroundImage.match(/rgba?\\([^)]*\\)/g)];
    };
    return [...document.querySelectorAll("main *:not(.device *)")]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .map((element) => [element.textContent, getComputedStyle(element).color, behind(element)]);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_stands_out_from_what_it_is_on(look, played, scheme):
    played.app.session.enter("play 7 1")
    page = await look(VirtualPageDevice(played), color_scheme=scheme)
    await page.get_by_text("Fades at the end of the turn").wait_for()
    texts = await page.evaluate(COLOURS)
    assert len(texts) > 20
    low = [
        (text, colour, below) for text, colour, all in texts for below in all if contrast(colour, below) < 4.5
    ]
    assert low == []
    grounds = {luminance(below) < 0.2 for _, _, all in texts for below in all}
    assert grounds == {scheme == "dark"}


@pytest.mark.parametrize("assist", ["number-line", "oracle"])
async def test_number_lines_and_strikes_only_at_their_level(look, tmp_path, assist):
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        device.app.session.begin(f"{SETUP} assist={assist}")
        page = await look(VirtualPageDevice(device))
        for event in ("play 3 1", "end"):
            device.app.session.enter(event)
        if assist == "number-line":
            device.app.session.enter("flip Ann 7")
        await reads(page, "Turn 2.")
        lines = page.get_by_role("table", name="Number lines")
        row = lines.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Ann"))
        await row.filter(has_text="flipped" if assist == "number-line" else "struck out").wait_for()
        marks = await row.get_by_role("cell").all_inner_texts()
        missing = [number for number, mark in enumerate(marks, 1) if str(number) not in mark]
        assert missing == ([7] if assist == "number-line" else [3, 4, 5, 6, 7])


# the same page for a companion on a cable


@fixture
async def follow(cable, connected, monkeypatch):
    """Follow a device behind a cable as `arcana live --web` does."""
    monkeypatch.setattr("arcana_portable.link.watching.RENEW_AFTER", 0.2)
    monkeypatch.setattr("arcana_host.link.following.RETRY", 0.05)
    followed = []

    async def follow(**options):
        followed.append(await asyncio.to_thread(ConnectedDevice, str(cable.port), **options))
        return followed[-1]

    yield follow
    for shown in followed:
        await asyncio.to_thread(shown.close)


async def test_a_turn_on_a_companion_on_a_cable(look, connected, follow):
    page = await look(await follow())
    await reads(page, "Turn 1. Score 0, doom 2. Ann plays a fate.")
    await tap(page, "Enter", "ArrowLeft", "b")
    await reads(page, "Ann has played")
    assert connected.app.session.game.last_play[1] == 1
    await until(lambda: not connected.panel.busy)
    await shows_the_glass(page, connected)
    # U counts at once, and so does a B right after it
    await tap(page, "u", "b")
    await reads(page, "Ann plays a fate")
    assert await page.get_by_role("button", name="Pull the plug").count() == 0


async def test_a_page_to_look_at_presses_nothing(look, connected, follow):
    taken = heard(connected)
    page = await look(await follow(buttons=False))
    await reads(page, "Ann plays a fate")
    assert await page.get_by_role("button").all_inner_texts() == ["The rules"]
    await tap(page, "Enter", "b", "u")
    await page.evaluate(
        "socket.send(JSON.stringify({ down: 'b' })), socket.send(JSON.stringify({ up: 'b' }))"
    )
    connected.app.session.enter("play 4 1")
    await reads(page, "Ann has played")
    assert taken == []


ISLAND = (
    "setup spirit-island players=Ann spirits=hearth-vigil boards=C adversary=england:5 second=sweden:3 "
    "blight=card events=no"
)


async def test_a_finger_on_a_land_brings_its_whole_form_into_sight_on_a_phone(look, tmp_path):
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await at_its_title(device)
        device.app.session.begin(ISLAND)
        await until(lambda: device.app and device.app.session.game and device.app.session.game.boards)
        page = await look(VirtualPageDevice(device), **{**PHONE, "viewport": {"width": 360, "height": 640}})
        await page.get_by_role("button", name="The map").tap()
        await page.locator("[data-land=C3]").tap()
        await page.wait_for_function("() => find('land-name').getBoundingClientRect().y < 99")
        panel = page.locator("#lands-panel")
        assert await panel.evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0


@pytest.mark.parametrize("on_a_cable", [False, True])
async def test_a_land_is_entered_and_resolved_on_the_map(look, on_a_cable, cable, tmp_path, monkeypatch):
    monkeypatch.setattr("arcana_portable.link.watching.RENEW_AFTER", 0.2)
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        await at_its_title(device)
        device.app.session.begin(ISLAND)
        # with another game the companion starts again
        await until(lambda: device.app and device.app.session.game and device.app.session.game.boards)
        shown = (
            await asyncio.to_thread(ConnectedDevice, str(cable.port))
            if on_a_cable
            else VirtualPageDevice(device)
        )
        page = await look(shown)
        refused, enter = page.locator("#map-refused"), page.get_by_label("Another event")
        await page.get_by_role("button", name="The map").click()
        for event in ("reveal 1J", "land C8 T1"):
            await enter.fill(event)
            await enter.press("Enter")
        await page.get_by_text("Which lands are adjacent comes from one source").wait_for()
        await page.get_by_role(
            "button", name="C7 mountain not entered (setup: T1) next to C4 C5 C6 C8"
        ).click()
        for name, number in (("Explorers", "2"), ("Towns", "0"), ("Dahan", "1"), ("Blight", "1")):
            await page.get_by_label(name, exact=True).fill(number)
        await page.get_by_label("What holds there").fill("bonus=1")
        await page.get_by_text("1 blight, cascades · dahan lost: 1").wait_for()
        await page.get_by_text("The Invaders deal 2 damage: 2 explorers.").wait_for()
        # both adversaries count
        await page.get_by_label("Towns", exact=True).fill("1")
        await page.get_by_text("The Invaders deal 5 damage: 2 explorers, 1 town.").wait_for()
        await page.get_by_label("Towns", exact=True).fill("0")
        # what is refused says why, and changes nothing
        await page.get_by_label("Blight cascades to").select_option("C4")
        await page.get_by_role("button", name="Ravage", exact=True).click()
        await refused.filter(has_text="C4 has not been entered yet").wait_for()
        await page.get_by_label("Blight cascades to").select_option("C8")
        # the map with the land that was entered may arrive only now
        await page.evaluate("() => { landForm.elements.was.value = ''; showMap(true); }")
        await page.get_by_role("button", name="Ravage", exact=True).click()
        await refused.filter(has_not_text="Blight").wait_for(state="attached")
        await page.get_by_role("button", name="C8 wetland T1 blight=1 next to C6 C7").wait_for()
        assert await page.get_by_label("Blight cascades to").input_value() == "?"
        assert device.app.session.game.events[-2:] == [
            "land C7 E2 D1 blight=1",
            "ravage C7 bonus=1 cascade=C8",
        ]
        if on_a_cable:
            await asyncio.to_thread(shown.close)
