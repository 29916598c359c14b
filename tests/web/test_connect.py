"""The page that reaches a real device, over a stand-in for the browser's serial ports."""

import asyncio
import json

import pytest
from arcana_host.library.sharing import read_records
from arcana_host.link.backup import read
from arcana_portable.record import Record
from chromium import AXE
from host.test_strangers import CIRCUITPYTHON, ESP32_S3, GRBL, LOGIN, MARLIN
from rules.vectors import find_vector
from web.pages import connect, reads
from web.serial_standin import Program, Wire

GAME = find_vector(hit=1, miss=1, deal=2, use=2)

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def play(device, events, whole=True):
    """Play a game on a device; its own last events follow by themselves."""
    session = device.app.session
    session.begin(events[0])
    for text in events[1:] if whole else events[1:4]:
        session.enter(text, follows=False)


def games_on(device):
    return sorted((device.folder / "games").glob("*.arcana"))


async def test_games_come_over_and_finished_ones_leave_the_device(page, device):
    play(device, GAME)
    play(device, GAME, whole=False)
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(
            page, "2 games are saved in this browser.", "1 finished game was removed from the device."
        )
        rows = page.locator("#rows tr")
        assert await rows.count() == 2
        assert len(games_on(device)) == 1
        # once more, nothing is new, and nothing is lost
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "1 game is saved in this browser.", "0 finished games were removed")
        assert await rows.count() == 2
    # what was saved is there without the device, and when the page is opened again
    await page.reload()
    over = rows.filter(has_text="lost")
    await over.filter(has_text="The Shipwreck Arcana").wait_for()
    await over.get_by_role("button").click()
    await page.locator("#end").get_by_text("Doom").first.wait_for()
    await page.locator("#story").get_by_text("The group has lost.").wait_for()
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save the record").last.click()
    record = open(await (await download.value).path()).read()
    assert Record.from_text(record).events == GAME
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save all for BG Stats").click()
    with open(await (await download.value).path()) as file:
        assert len(json.load(file)["plays"]) == 2
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save all games as a file").click()
    with open(await (await download.value).path(), "rb") as file:
        assert sorted(len(Record.from_text(text).events) for text in read_records(file.read())) == [
            4,
            len(GAME),
        ]


async def test_a_game_that_the_browser_does_not_give_back_stays_on_the_device(page, device):
    play(device, GAME)
    await page.evaluate("""() => {
        const get = IDBObjectStore.prototype.get;
        IDBObjectStore.prototype.get = function () { return get.call(this, "gone"); };
    }""")
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "stays on the device: The browser has no such game any more.")
    assert len(games_on(device)) == 1
    await page.reload()
    await page.locator("#rows tr").filter(has_text="lost").wait_for()


async def test_a_stream_in_pieces_with_noise_between_loses_nothing(page, device):
    play(device, GAME)
    pieces = (7, 1, 64, 300)

    def split(data):
        found = []
        while data:
            size = pieces[len(found) % len(pieces)]
            found.append(data[:size])
            data = data[size:]
        return [b"\x00\xffnoise\n", *found]

    async with Wire(page, device.cable, split):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "1 finished game was removed from the device.")
    assert games_on(device) == []


async def test_a_cable_pulled_while_games_come_loses_none(page, device):
    for _ in range(3):
        play(device, GAME)
    came, pulled = [], asyncio.Event()

    def pull(data):
        came.append(len(data))
        if sum(came) > 2500 and not pulled.is_set():
            pulled.set()
            return []
        return [data]

    async with Wire(page, device.cable, pull):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await pulled.wait()
        await page.evaluate("unplug()")
        await reads(page, "The connection broke")
        assert len(games_on(device)) == 3
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "3 games are saved in this browser.", "3 finished games were removed")
        assert await page.locator("#rows tr").count() == 3 and games_on(device) == []


async def test_names_and_clock_are_set_and_wrong_names_change_nothing(page, device):
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        names = page.get_by_label("Names of the players")
        await names.fill("Ann, Bo")
        await page.get_by_role("button", name="Set the names").click()
        await reads(page, "A new game offers Ann, Bo.")
        offered = device.app.settings.get("names"), device.app.settings.get("players")
        assert offered == ("Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida", 2)
        await names.fill("Ann, B=o")
        await page.get_by_role("button", name="Set the names").click()
        await page.locator("#report .bad").wait_for()
        assert device.app.settings.get("names") == offered[0]
        await names.fill("Zoe, Jim")
        await page.get_by_role("button", name="Set the names").click()
        await reads(page, "A new game offers Zoe, Jim.")
        await page.get_by_role("button", name="Forget the names").click()
        await reads(page, "The names are forgotten. A new game offers Ann, Bo, Cy")
        assert device.app.settings.get("names") == offered[0]
        assert await names.input_value() == "Ann, Bo, Cy, Di, Ed, Flo, Gus, Ida"
        await page.get_by_role("button", name="Set the clock").click()
        await reads(page, "The companion's clock says 20")
        await page.get_by_role("button", name="Disconnect").click()
        await reads(page, "Disconnected.")
        # and the port is free for whoever comes next
        await connect(page)
        await reads(page, "Companion")


async def test_a_backup_is_a_file_that_page_and_desktop_restore(page, device, tmp_path):
    play(device, GAME)
    device.app.settings.set("language", "german")
    file = tmp_path / "backup.zip"
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        async with page.expect_download() as download:
            await page.get_by_role("button", name="Back up").click()
        await (await download.value).save_as(file)
        await reads(page, "with 1 game in companion-")
        backup = read(file)
        (path,) = games_on(device)
        assert backup.files[f"games/{path.name}"] == path.read_bytes()
        # what is there stays, what is missing comes back
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "1 finished game was removed from the device.")
        assert games_on(device) == []
        await restore(page, file)
        await reads(page, "1 game restored, 0 brought up to date, 0 already there.")
        assert path.read_bytes() == backup.files[f"games/{path.name}"]
        await restore(page, file)
        await reads(page, "0 games restored, 0 brought up to date, 1 already there.")
        # one that is damaged is named, and changes nothing
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
        await restore(page, file)
        await reads(page, "backup.zip is damaged, or not the backup of a device")
        assert games_on(device) == [path]


async def restore(page, file):
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Restore a backup").click()
    await (await chooser.value).set_files(file)


async def test_the_device_is_shown_live_and_its_buttons_work(page, device):
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Show the device live").click()
        await page.locator("#written .chosen").filter(has_text="New game").wait_for(state="attached")
        await page.get_by_role("button", name="B", exact=True).click()
        await page.locator("#written").filter(has_text="Players").wait_for(state="attached")
        assert device.app.methods._presses == 1
        await page.get_by_role("button", name="Show the device live").click()
        await page.get_by_role("heading", name="Games in this browser").wait_for()
        await page.evaluate("unplug()")
        await reads(page, "The connection broke")
        await page.get_by_role("button", name="Connect", exact=True).wait_for()


@pytest.mark.parametrize(
    ("says", "words", "offers"),
    [
        (b"temperature 21\r\n", "Another program runs on this board", True),
        (b"", "The board says nothing.", False),
        (MARLIN, "This is a 3D printer (Marlin), and no companion", False),
        (GRBL, "This is a machine with GRBL, and no companion", False),
        (ESP32_S3, "This is a board with an ESP chip, and no companion", False),
        (LOGIN, "This is the login of a computer, and no companion", False),
        (CIRCUITPYTHON, "This is a board with CircuitPython, and no companion", False),
        (None, "This device repeats what is sent to it", False),
    ],
)
async def test_it_says_what_is_there_when_no_companion_answers(page, says, words, offers):
    async with Wire(page, Program(says)):
        await connect(page)
        await reads(page, words)
        assert await page.get_by_role("button", name="Fetch the games").is_hidden()
        assert await page.locator("#install").is_visible() == offers


async def test_a_browser_that_allows_no_ports_is_explained(page):
    await page.evaluate("""() => { navigator.serial.requestPort = async () => {
        throw new DOMException("Access to the feature is disallowed by permissions policy.", "SecurityError");
    }; }""")
    await connect(page)
    await reads(page, "The browser does not let this page reach USB devices (SecurityError: Access")


async def test_the_ports_of_all_boards_can_be_chosen_also_of_those_with_circuitpython(page):
    await page.evaluate("""() => { navigator.serial.requestPort = async (options) => {
        window.asked = options;
        throw new DOMException("No port selected by the user.", "NotFoundError");
    }; }""")
    await connect(page)
    await reads(page, "No board was chosen.")
    asked = await page.evaluate("asked")
    assert [each["usbVendorId"] for each in asked["filters"]] == [0x2E8A, 0x239A]


@pytest.mark.parametrize("page", ["allow"], indirect=True)
async def test_after_the_first_visit_it_works_without_a_network(page, device):
    await page.get_by_text("This page also works without a network").wait_for()
    await page.context.set_offline(True)
    await page.reload()
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
    await page.goto(page.url.replace("connect.html", "?speed=1000"))
    await page.locator("#written .means").wait_for(state="attached")


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: run 'make vm'")
async def test_axe_finds_nothing_that_keeps_anybody_out(page, device):
    play(device, GAME)
    async with Wire(page, device.cable):
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Fetch the games").click()
        await page.locator("#rows").get_by_role("button").click()
        await page.get_by_text("Record", exact=True).click()
        await page.evaluate(AXE.read_text())
        found = await page.evaluate("axe.run()")
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == []
    assert len(found["passes"]) > 20


async def test_a_port_that_another_program_has_is_explained(page):
    await page.evaluate("() => { window.isTaken = true; }")
    await connect(page)
    await reads(page, "another program or page has it")
    assert await page.get_by_role("button", name="Fetch the games").is_hidden()
