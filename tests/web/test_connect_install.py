"""Installing from the page that reaches a real device, on a stand-in for a board at MicroPython's prompt."""

import asyncio
import re
from pathlib import Path

import pytest
import pytest_asyncio
from arcana_host import board_names
from arcana_host.install.build import device_files
from arcana_host.install.flash import flash
from arcana_host.link.backup import read
from arcana_portable.install.steps import STARTER
from arcana_portable.record import Record
from host.prompt_board import PromptBoard
from host.test_flash import GAMES, KEPT, LEFTOVERS, NEW, OF_OTHERS, OLD, OVER, TORN, files_on, put
from host.test_micropython import FILES, PICO, PICO_2, PICO_W, for_a_pico_2, image
from web.pages import connect, give_files, install, reads

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


async def is_installed(page):
    """Wait until the page says what was installed, and which companion has started."""
    await reads(page, re.compile(r"\d files? sent|Everything was up to date"), "KB free")


@pytest_asyncio.fixture(loop_scope="session")
async def few_files(page):
    """The site has few files for a device: The files NEW of tests/host/test_flash.py."""
    await give_files(page, NEW)


async def test_a_board_at_its_prompt_gets_everything_that_arcana_flash_would_send(page, cable, tmp_path):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        await connect(page)
        await reads(page, "at MicroPython's prompt")
        await install(page)
        await is_installed(page)
        assert files_on(board) == device_files(6)
        assert flash(board.path).sent == []


@pytest.mark.usefixtures("few_files")
async def test_an_update_sends_what_differs_and_leaves_what_belongs_to_others(page, cable, tmp_path):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        put(board, {**OLD, **OF_OTHERS})
        board.restart()
        await connect(page)
        await install(page)
        await reads(page, "3 files sent, 1 old file removed.", "KB free")
        assert files_on(board) == {**NEW, **OF_OTHERS}
        steps = board.steps
        await install(page)
        await reads(page, "Everything was up to date.", "KB free")
        assert board.steps == steps


async def test_a_board_with_circuitpython_is_named_and_stays_as_it_is(page, cable, tmp_path):
    board = PromptBoard(tmp_path)
    board.name, board.version, board.machine = "circuitpython", (9, 2, 1), "Raspberry Pi Pico with rp2040"
    with board, cable.into(board.path):
        await connect(page)
        await reads(page, "There is CircuitPython 9.2.1 on Raspberry Pi Pico with rp2040", "save them first")
        assert board.files() == {} and await page.locator("#install").is_hidden()


@pytest.mark.usefixtures("few_files")
async def test_a_badger_2350_gets_what_starts_main_py_there(page, cable, tmp_path):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        board.machine = "Pimoroni Badger 2350 with RP2350"
        await connect(page)
        await install(page)
        await is_installed(page)
        assert files_on(board) == {**STARTER, **NEW}


@pytest.mark.usefixtures("few_files")
async def test_a_cut_is_mended_by_the_next_installation(page, cable, tmp_path):
    # `arcana flash` takes the same steps, and is cut at each of them in tests/host/test_flash.py
    board = PromptBoard(tmp_path)
    put(board, {**OLD, **OF_OTHERS})
    board.cut_at = 3
    with board, cable.into(board.path):
        await connect(page)
        await install(page)
        while board.has_power:
            await asyncio.sleep(0.02)
        await page.evaluate("unplug()")
        await reads(page, "The connection broke. Connect and install again")
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        await connect(page)
        await install(page)
        await is_installed(page)
        assert files_on(board) == {**NEW, **OF_OTHERS}


async def test_a_board_that_was_stopped_starts_again_and_an_incomplete_one_says_what_it_lacks(
    page, cable, tmp_path
):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        put(board, NEW)
        await connect(page)
        await reads(page, "Companion")
        await page.get_by_role("button", name="Disconnect").click()
        board.fails_to_start = True
        board.restart()
        await connect(page)
        await reads(page, "The installation is incomplete: the companion stopped with ImportError: no module")


class UnsureBoard(PromptBoard):
    """One whose companion can't detect its board, and is in doubt until it is confirmed by a press."""

    presses = True

    def boot(self):
        super().boot()
        if self.bench:
            try:
                name, *confirmed = (self.flash / "board.txt").read_text().split()
            except OSError:
                confirmed = []
            board = name if confirmed else "unknown"
            python = "micropython 1.28.0"
            self.bench.pretend("info", lambda info: {**info, "board": board, "python": python})

    def _execute(self, code, names):
        if b"PULL_UP" in code:
            code = f"print({self.presses})".encode()
        super()._execute(code, names)


@pytest.mark.parametrize("presses", [True, False])
async def test_a_board_that_can_not_be_detected_is_chosen_and_confirmed_by_a_press(
    page, cable, tmp_path, presses
):
    board = UnsureBoard(tmp_path)
    board.presses = presses
    name = board_names()[2]
    with board, cable.into(board.path):
        put(board, NEW)
        await connect(page)
        await reads(page, "It can't detect its board", "choose the board below")
        await install(page, name)
        if presses:
            await reads(page, f"on {name}")
        else:
            await reads(page, "That press did not come: this may be another board.")
        assert files_on(board)["board.txt"].decode() == f"{name}{' confirmed' if presses else ''}\n"


async def test_a_micropython_too_old_is_refused_and_nothing_changes(page, cable, tmp_path):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        board.version = (1, 19, 1)
        await connect(page)
        await install(page)
        await reads(page, "The companion needs MicroPython 1.24 or newer", "download/RPI_PICO;")
        assert not await page.get_by_text("Games and settings stay.").is_visible()
        assert files_on(board) == {} and await page.locator("#install").is_visible()


async def test_files_that_do_not_come_whole_are_not_installed(page, cable, tmp_path):
    await page.route("**/device/companion/app.mpy", lambda route: route.fulfill(body="<html>"))
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        await connect(page)
        await install(page)
        await reads(page, "companion/app.mpy did not come whole from this page's server")
        assert files_on(board) == {}


DRIVE = """async (info) => {
    const root = await navigator.storage.getDirectory();
    const drive = await root.getDirectoryHandle("drive", { create: true });
    const file = await (await drive.getFileHandle("INFO_UF2.TXT", { create: true })).createWritable();
    await file.write(info);
    await file.close();
    window.showDirectoryPicker = async () => drive;
}"""
FULL = """() => {
    FileSystemWritableFileStream.prototype.write = async () => { throw new Error("No space left"); };
}"""
COPIED = """async () => {
    const drive = await (await navigator.storage.getDirectory()).getDirectoryHandle("drive");
    const bytes = await (await (await drive.getFileHandle("micropython.uf2")).getFile()).arrayBuffer();
    return [...new Uint8Array(bytes)];
}"""


async def test_an_image_is_checked_and_copied_to_the_drive_of_its_board(page):
    await page.get_by_text("Install MicroPython").click()
    choose = page.locator("#image:enabled")
    copy = page.get_by_role("button", name="Copy the image to the drive")
    for content, words in ((image()[:-100], "is cut off"), (image(family=0x1C5F21B0), "is for the ESP32")):
        await choose.set_input_files({"name": "m.uf2", "mimeType": "", "buffer": content})
        await reads(page, words, "micropython.org/download")
        assert await copy.is_disabled()
    await choose.set_input_files({"name": "m.uf2", "mimeType": "", "buffer": for_a_pico_2()})
    await reads(page, f"This is MicroPython 1.28.0 for {PICO_2}.", "With BOOTSEL held it can't be asked")
    asked = []

    async def answer(dialog):
        asked.append(dialog.message)
        await (dialog.dismiss() if len(asked) == 1 else dialog.accept())

    page.on("dialog", answer)
    await page.evaluate(DRIVE, "Board-ID: RP2350\r\n")
    await copy.click()
    assert "only if it had MicroPython for a Raspberry Pi Pico2;" in asked[0]
    await page.evaluate(DRIVE, "Board-ID: RPI-RP2\r\n")
    await copy.click()
    await reads(page, "This is not the drive RP2350", "Nothing was copied.")
    await page.evaluate(DRIVE, "Board-ID: RP2350\r\n")
    await copy.click()
    await reads(page, "MicroPython was copied")
    assert bytes(await page.evaluate(COPIED)) == for_a_pico_2()
    assert len(asked) == 3
    await page.evaluate(FULL)
    await copy.click()
    await reads(page, "Copying failed (Error: No space left)")


@pytest.mark.parametrize(("machine", "erases"), [(PICO, False), (PICO_W, True)])
async def test_a_connected_board_is_asked_what_an_image_does_to_its_files(
    page, cable, tmp_path, machine, erases
):
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.message) or asyncio.ensure_future(dialog.dismiss()))
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        put(board, {**NEW, **OF_OTHERS})
        board.restart()
        board.machine, board.region, board.formatted = machine, FILES[machine], FILES[machine]
        await connect(page)
        await reads(page, "KB free")
        await page.get_by_text("Install MicroPython").click()
        file = {"name": "m.uf2", "mimeType": "", "buffer": image()}
        await page.locator("#image:enabled").set_input_files(file)
        if erases:
            await reads(page, "in another place than the Raspberry Pi Pico W: it erases", "“Back up” saves")
        else:
            await reads(page, "Games and settings stay.", "KB free")
        assert await page.get_by_text("Games and settings stay.").is_visible() == (not erases)
        await page.get_by_role("button", name="Back up").wait_for()
        assert files_on(board) == {**NEW, **OF_OTHERS} and board.bench
        await page.evaluate(DRIVE, "Board-ID: RPI-RP2\r\n")
        await page.get_by_role("button", name="Copy the image to the drive").click()
        if erases:
            assert "it erases the games and settings there" in asked[0]
        else:
            await reads(page, "MicroPython was copied")
            assert asked == []


async def test_an_image_for_another_chip_than_that_of_the_connected_board_is_refused(page, cable, tmp_path):
    with PromptBoard(tmp_path) as board, cable.into(board.path):
        put(board, NEW)
        await connect(page)
        await page.get_by_text("Install MicroPython").click()
        file = {"name": "m.uf2", "mimeType": "", "buffer": for_a_pico_2()}
        await page.locator("#image:enabled").set_input_files(file)
        await reads(
            page, "This image is for a Raspberry Pi Pico2, and the board is a Raspberry Pi Pico. Nothing"
        )
        assert await page.get_by_role("button", name="Copy the image to the drive").is_disabled()


RUNNING = Record([("Game", "1a2b3c4d")], [OVER[0].replace("doom=6", "doom=2"), "play 3 1"])
PLAYED = {"games/0004-1a2b3c4d.arcana": f"{RUNNING}#{RUNNING.check()}\n".encode()}


def full_board(folder, games):
    """A board with a companion that has played: its files at the prompt are those that it answers with."""
    board = PromptBoard(folder)
    board.bench_folder = board.flash
    put(board, {**OLD, **KEPT, **LEFTOVERS, **games})
    return board


def has_running(files):
    # a companion that goes on with a game adds its version
    [(path, content)] = PLAYED.items()
    return files[path].startswith(content)


async def remove(page):
    await page.locator("#empty").click()
    async with page.expect_download() as download:
        await page.locator("#empty-panel").get_by_role("button", name="Remove the companion").click()
    return await (await download.value).path()


@pytest.mark.usefixtures("few_files")
async def test_the_companion_is_removed_once_its_games_are_in_the_browser(page, cable, tmp_path):
    with full_board(tmp_path, {**GAMES, **PLAYED}) as board, cable.into(board.path):
        await connect(page)
        await reads(page, "Companion")
        backup = read(Path(await remove(page)))
        await reads(page, "2 finished games were removed", "files were removed from the board.")
        assert files_on(board) == KEPT
        assert backup.files.items() >= GAMES.items() and has_running(backup.files)
        assert await page.locator("#rows tr").count() == 3 and await page.locator("#empty").is_hidden()


@pytest.mark.usefixtures("few_files")
async def test_a_game_that_the_browser_can_not_keep_keeps_the_companion_on_the_board(page, cable, tmp_path):
    with full_board(tmp_path, {**PLAYED, **TORN}) as board, cable.into(board.path):
        await connect(page)
        await reads(page, "Companion")
        await remove(page)
        await reads(page, "The companion stays on the board: games/0003-0badcafe.damaged is not saved")
        assert files_on(board).items() >= {**OLD, **KEPT, **TORN}.items() and has_running(files_on(board))


async def test_boards_browsers_a_picture_and_the_way_back_come_before_connect(page):
    above = page.locator("#connect > :not(#connect > .desk.always ~ *, .desk.always)")
    said = " ".join(await above.all_inner_texts())
    for words in ("Chrome", "Firefox", "Safari", "Pico-ePaper-2.9", "Inky Pack", "Badger 2040", "2350"):
        assert words in said
    assert await page.locator(".what img").evaluate("picture => picture.naturalWidth") == 880
    await page.get_by_role("link", name="Back to the companion in the browser").click()
    await page.locator("#panel").wait_for()
    assert not page.url.endswith("connect.html")
