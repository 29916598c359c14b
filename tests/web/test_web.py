"""The companion in the browser, without anything else: the same as elsewhere, and it forgets nothing."""

import json
import re
from itertools import pairwise

import pytest
import sizes
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.record import Record
from arcana_portable.translation import ENGLISH, code
from chromium import PATIENCE
from companion.files import Log
from companion.journal import Journal
from companion.screens.settings import languages
from companion.session import Session
from companion.texts import find
from device.test_browser import COLOURS, contrast
from device.waiting import heard, until
from memory_app import MemoryApp
from player import Player, presses_for
from rules.vectors import find_vector

GAME = find_vector(mode="standard", sets=1)

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def presses_of(events):
    """All presses that enter these events, from the title on."""
    return [press for _, presses in presses_for(events) for press in presses]


def table(folder, *events):
    """A script after which the page finds a game with these events."""
    log = Log()
    session = Session(Journal(str(folder), log), log)
    session.begin(events[0])
    for event in events[1:]:
        session.enter(event)
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_text("latin-1") for path in paths}
    return f"""if (!localStorage.begun) {{
        localStorage.begun = "yes";
        for (const [name, text] of Object.entries({json.dumps(files)}))
            localStorage.setItem(`arcana-companion/${{name}}`, text);
    }}"""


def on_the_table(*events):
    """[(event, presses)] of the events after the setup, where the page has begun with that on the table."""
    app = MemoryApp()
    app.session.begin(events[0])
    app.screen.press("b", "press")
    return list(Player(app).play(list(events), resume=True))[1:]


PLAY = on_the_table(*GAME[:2])[0][1]


async def at_rest(device):
    """Wait until the glass shows all that there is to show."""
    await until(
        lambda: not device.app._stale and not device.panel.busy and device.app.board.panel._due is None
    )


async def test_a_turn_shows_the_pictures_of_the_firmware_on_cpython(visit, tmp_path):
    visitor = await visit()
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        await until(lambda: device.panel.full_refreshes and device.app.methods)
        taken = heard(device)
        await at_rest(device)
        await visitor.shows(device.glass)
        for count, name in enumerate(presses_of(GAME[:3]), 1):
            device.app.board.buttons.inject(name)
            await visitor.press(name)
            await until(lambda count=count: len(taken) == count)
            await at_rest(device)
            await visitor.shows(device.glass)
        assert device.app.session.game.events == GAME[:3]
        assert device.panel.faults == []
    assert Record.from_text((await visitor.journals())[0]).events == GAME[:3]


async def test_what_was_shown_is_kept_whenever_the_page_goes_away(visit, tmp_path):
    # what the browser keeps at the very moment at which the page says that somebody has played
    watch = """addEventListener("DOMContentLoaded", () => {
        const status = document.getElementById("status");
        window.moments = [];
        new MutationObserver(() => {
            if (status.textContent.includes("has played")) moments.push(Object.values(localStorage).join());
        }).observe(status, { childList: true });
    })"""
    visitor = await visit(table(tmp_path, GAME[0]) + watch)
    await visitor.press(*PLAY)
    await visitor.reads("has played")
    assert [GAME[1] in kept for kept in await visitor.page.evaluate("moments")] == [True]
    before = await visitor.page.locator("#status").inner_text()
    await visitor.reload()
    await visitor.reads(before.split("\n")[0])
    # no page says good-bye here
    await visitor.page.close(run_before_unload=False)
    await visitor.open()
    await visitor.reads(before.split("\n")[0])
    await visitor.page.get_by_role("button", name="Pull the plug").click()
    await visitor.reads("The plug is pulled.")
    await visitor.page.get_by_role("button", name="Plug it in").click()
    await visitor.reads(before.split("\n")[0])


async def test_the_record_is_handed_out_as_it_was_played(visit, tmp_path):
    visitor = await visit(table(tmp_path, GAME[0]), permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    save = page.get_by_role("button", name="Save the record")
    await visitor.press(*PLAY)
    await visitor.reads("has played")
    await visitor.take_back()
    await visitor.reads("plays a fate")
    journal = (await visitor.journals())[0]
    assert Record.from_text(journal).events == [*GAME[:2], "undo"]
    async with page.expect_download() as download:
        await save.click()
    file = await download.value
    record = open(await file.path()).read()
    assert record == str(Record.from_text(journal).without_undos())
    assert Record.from_text(record).events == GAME[:1]
    assert file.suggested_filename.endswith(f"{Record.from_text(record).tag('Game')}.arcana")
    await page.get_by_role("button", name="Copy the record").click()
    await page.get_by_text("The record is copied.").wait_for()
    assert await page.evaluate("navigator.clipboard.readText()") == record


ISLAND = "setup spirit-island players=Ann spirits=hearth-vigil boards=C blight=card events=no"


async def on_the_map(visit, tmp_path):
    """A visitor of the map, in a game for one on board C after its first card."""
    visitor = await visit(table(tmp_path, ISLAND, "reveal 1J"))
    await visitor.page.get_by_role("button", name="The map").click()
    return visitor


async def test_the_map_begins_with_the_starting_pieces(visit, tmp_path):
    visitor = await on_the_map(visit, tmp_path)
    await visitor.page.get_by_role("button", name="Begin with the starting pieces").click()
    await visitor.page.get_by_role("button", name="C8 wetland nothing here").wait_for()
    # Hearth-Vigil is in C3 and C6, and the first card explores both jungles
    assert Record.from_text((await visitor.journals())[0]).events[2:] == [
        *("land C1 E1 D1", "land C2 C1", "land C3 D3 P2", "land C4 E1"),
        *("land C5 D2 blight=1", "land C6 D2 P1", "land C7 T1", "land C8"),
    ]
    await visitor.page.get_by_role("button", name="Begin with the starting pieces").wait_for(state="detached")


async def test_a_land_is_entered_and_resolved_on_the_map(visit, tmp_path):
    visitor = await on_the_map(visit, tmp_path)
    page = visitor.page
    await page.get_by_role("button", name="C7 mountain not entered (setup: T1)").click()
    await page.get_by_label("Towns", exact=True).fill("0")
    await page.get_by_label("Explorers", exact=True).fill("2")
    await page.get_by_text("1 blight · no dahan lost").wait_for()
    await page.get_by_label("What holds there").fill("cap=two")
    await page.locator("#land-answer .warning").wait_for()
    await page.get_by_label("What holds there").fill("")
    await page.get_by_role("button", name="Ravage", exact=True).click()
    await page.get_by_role("button", name="C7 mountain E2 blight=1").wait_for()
    assert Record.from_text((await visitor.journals())[0]).events[2:] == ["land C7 E2", "ravage C7 cascade=?"]


async def test_where_nothing_is_kept_the_page_says_so_and_play_goes_on(visit):
    deny = """Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException("denied", "SecurityError"); } })"""
    visitor = await visit(deny)
    await visitor.page.get_by_text("This browser stores nothing for this page").wait_for()
    save = visitor.page.get_by_role("button", name="Save the record")
    assert await save.is_disabled()
    await visitor.press(*presses_of(GAME[:1]))
    await visitor.reads("plays a fate")
    assert await save.is_enabled()


async def test_where_there_is_no_room_left_the_page_says_so_and_keeps_all_once_there_is(visit, tmp_path):
    limited = """const keep = Storage.prototype.setItem;
        Storage.prototype.setItem = function (...file) {
            if (window.noRoom) throw new DOMException("full", "QuotaExceededError");
            keep.apply(this, file);
        }"""
    visitor = await visit(table(tmp_path, GAME[0]) + limited)
    notice = visitor.page.get_by_text("The browser has no room left for this page")
    steps = (True, "has played"), (True, "A card is dealt"), (False, "Turn 2")
    for (event, presses), (full, words) in zip(on_the_table(*GAME), steps, strict=False):
        await visitor.page.evaluate(f"window.noRoom = {json.dumps(full)}")
        await visitor.press(*presses)
        await visitor.reads(words)
        await notice.wait_for(state="visible" if full else "hidden")
        assert (event in "".join(await visitor.journals())) is not full
    assert Record.from_text((await visitor.journals())[0]).events == GAME[:4]


async def test_only_one_tab_has_the_companion(visit, tmp_path):
    visitor = await visit(table(tmp_path, *GAME[:2]))
    first = visitor.page
    await visitor.reads("has played")
    second = await visitor.open()
    await visitor.reads("has played")
    notice = "The companion is running in another tab or window"
    await first.get_by_text(notice).wait_for()
    await visitor.take_back()
    await visitor.reads("plays a fate")
    await first.get_by_role("button", name="Plug it in").click()
    await first.locator("#status").filter(has_text="plays a fate").wait_for()
    await first.get_by_text(notice).wait_for(state="hidden")
    await second.get_by_text(notice).wait_for()


async def test_beginning_afresh_asks_first(visit, tmp_path):
    visitor = await visit(table(tmp_path, GAME[0]))
    page = visitor.page
    await visitor.reads("plays a fate")
    for answer, games in (("Keep them", 1), ("Start over", 0)):
        await page.get_by_role("button", name="Start over").click()
        await page.get_by_role("dialog").get_by_role("button", name=answer).click()
        await page.get_by_role("dialog").wait_for(state="hidden")
        if not games:
            await visitor.reads("No game is on the table.")
        assert len(await visitor.journals()) == games


async def test_the_rules_are_a_panel_that_takes_the_keys_while_it_is_open(visit):
    visitor = await visit()
    page = visitor.page
    cursor = page.locator("#written .chosen")
    assert await cursor.inner_text() == "New game"
    rules, panel = page.get_by_role("button", name="The rules"), page.get_by_role("dialog")
    for opening, closing in (("Enter", "Escape"), ("Space", "Enter")):
        await rules.focus()
        await page.keyboard.press(opening)
        await panel.get_by_role("heading", name="The rules in short").wait_for()
        for key in ("ArrowDown", "ArrowUp", "b", "u"):
            await page.keyboard.press(key)
        assert await panel.evaluate("panel => panel.contains(document.activeElement)")
        if closing == "Enter":
            await page.keyboard.press("Tab")
        await page.keyboard.press(closing)
        await panel.wait_for(state="hidden")
        assert await rules.evaluate("button => button === document.activeElement")
    assert await cursor.inner_text() == "New game"
    # and outside the panel the keys are the buttons again, Enter on the button that has opened it, too
    await page.keyboard.press("ArrowDown")
    await cursor.filter(has_text="Settings").wait_for(state="attached")
    await page.keyboard.press("Enter")
    await page.locator("#written").get_by_text("Clean the panel now").wait_for(state="attached")
    assert not await panel.is_visible()
    # but where somebody went to it, Enter opens it
    await page.keyboard.press("Tab")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await panel.wait_for()


async def test_the_page_speaks_the_language_of_the_companion(visit):
    visitor = await visit(locale="de-AT")
    page = visitor.page
    assert (await visitor.settings())["language"] == "german"
    await visitor.reads("Es ist kein Spiel im Gang.")
    await page.get_by_role("group", name="Tasten unter dem Display").wait_for()
    # nothing that is seen or read out stayed behind in English
    read = await page.locator("body").aria_snapshot()
    assert not re.search(
        r"\b([Tt]he|of|or|with|your|[Bb]egin|[Ss]ave)\b", read.replace("The Shipwreck Arcana", "")
    )
    await page.get_by_role("button", name="Die Regeln").click()
    await page.get_by_role("heading", name="Die Regeln in Kürze").wait_for()
    await page.keyboard.press("Escape")
    # English comes after the last language
    for before, after in pairwise([*languages()[languages().index("german") :], ENGLISH]):
        # in the settings, the second line of the title, which comes again then
        await visitor.press("down", "b", *["down"] * 8)
        row = page.locator("#written .chosen").filter(has_text=find("language", ("words",), before))
        await row.wait_for(state="attached")
        await visitor.press("b")
        await page.locator(f"html[lang={code(after)}]").wait_for()
    await page.get_by_role("button", name="The rules").wait_for()
    await visitor.reads("No game is on the table.")
    await visitor.reload()
    await page.get_by_role("button", name="The rules").wait_for()


async def test_who_opens_it_as_a_file_is_told_what_to_do(chromium, site):
    page = await chromium.new_page(locale="en-GB")
    page.set_default_timeout(PATIENCE)
    await page.goto((site / "index.html").as_uri())
    await page.get_by_text("Serve it with a web server").wait_for()
    await page.close()


async def test_at_every_size_the_panel_takes_the_room_there_is_and_the_table_is_seen(visit, tmp_path):
    # whose words are longer
    visitor = await visit(table(tmp_path, *GAME[:2]), locale="de-AT")
    await visitor.reads("hat ausgespielt")
    await sizes.check_all(visitor.page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_phone_and_every_text_stands_out(visit, scheme):
    phone = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
    visitor = await visit(**phone, color_scheme=scheme)
    page = visitor.page
    assert await page.evaluate("document.documentElement.scrollWidth") == 320
    for name in ("The rules", "Start over"):
        await page.get_by_role("button", name=name).tap()
        box = await page.get_by_role("dialog").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320 and box["height"] <= 640
        texts = await page.evaluate(COLOURS)
        low = [text for text, colour, all in texts for below in all if contrast(colour, below) < 4.5]
        assert len(texts) > 20 and low == []
        await page.keyboard.press("Escape")
    await page.get_by_role("button", name="B", exact=True).tap()
    await page.locator("#written").filter(has_text="Players").wait_for(state="attached")


PAD = [
    "setup score-pad players=Ann,Bo goal=0 wins=high rounds=0",
    *("points Ann 3", "points Bo -1", "end", "finish"),
]


async def choose(visitor, label):
    """Take a line of the list that is shown, or that will be."""
    lines = visitor.page.locator("#written li")
    await lines.filter(has_text=label).wait_for(state="attached")
    texts = await lines.all_inner_texts()
    at = texts.index(await visitor.page.locator("#written .chosen").inner_text())
    await visitor.press(*["down"] * ((texts.index(label) - at) % len(texts)), "b")


async def test_a_game_of_the_score_pad_is_chosen_played_and_kept(visit):
    visitor = await visit()
    await choose(visitor, "Play Score Pad")
    # the companion starts again with the other game
    other = visitor.page.locator("#written li").filter(has_text="Play The Shipwreck Arcana")
    await other.wait_for(state="attached")
    await visitor.press("b", "b")
    await visitor.reads("Round 1.")
    await visitor.press("up", "up", "up", "b", "down", "b")
    stands = "Round 2. Bo deals."
    await visitor.reads(stands)
    for cell in ("Ann", "Bo", "3", "-1"):
        await visitor.page.locator("#table").get_by_text(cell, exact=True).first.wait_for()
    await visitor.reload()
    await visitor.reads(stands)
    # to the left of the first player is the end of the round, then the menu
    await visitor.press("a", "a", "b")
    await choose(visitor, "Finish the game")
    await visitor.press("b")
    await visitor.reads("Won: Ann.")
    assert Record.from_text((await visitor.journals())[0]).events == PAD
