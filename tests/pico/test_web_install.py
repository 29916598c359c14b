"""The page that reaches a real device installs on an emulated Pico, at its real raw prompt.

The browser's serial port is a stand-in, and the flash takes its real time. What the chip is not needed for is
in tests/web/test_connect_install.py.
"""

import asyncio
import itertools
import re

import pytest
from emulator.pico import EmulatedPico
from pico.cuts import Plug
from pico.handheld import BOARD, ENGLISH, board_file, firmware
from pico.test_install import NEW, OF_OTHERS, OLD, on_board, runs
from web.conftest import address, cable, page, site  # noqa: F401
from web.pages import connect, give_files, install, reads

CUTS, CUTS_IN_SOAK = 3, 20
PATIENCE = 1_200_000
"""Milliseconds that a page may take with an emulated Pico."""

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def started(image, flash):
    """Return a board whose program has ended, so that it shows its prompt."""
    pico = EmulatedPico(image, flash=flash)
    pico.run_until(lambda: pico.serial.connected, 3_000)
    said = bytearray()
    # what it printed before somebody listened is lost
    pico.run_until(
        lambda: pico.serial.write(b"\r") or said.extend(pico.serial.read()) or said.endswith(b">>> "),
        10_000,
        100,
    )
    return pico


@pytest.mark.parametrize("before", [OLD, {}], ids=["an update", "a fresh board"])
async def test_an_installation_goes_on_after_each_cut(page, cable, image, before, soak):  # noqa: F811
    """The plug is pulled at random moments, and what the flash was erasing or programming is half done."""
    page.set_default_timeout(PATIENCE)
    await give_files(page, NEW)
    done = page.get_by_text(re.compile(r"\d files? sent|up to date"))
    cuts, torn, seeds = CUTS_IN_SOAK if soak else CUTS, [], itertools.count()
    flash = first = EmulatedPico(image, files={**on_board(before), **OF_OTHERS}).cut()
    while True:
        pico, pulled = started(image, flash), []
        if len(torn) < cuts:
            Plug(pico, 0.2, next(seeds), lambda *cut, pulled=pulled: pulled.append(cut))
        with pico.terminal() as port, cable.into(port.path):
            await connect(page)
            await page.locator("#install").wait_for()
            await install(page)
            while not pulled and not await done.is_visible():
                await asyncio.sleep(0.05)
            left = port.do(pico.cut)
            await page.evaluate("unplug()")
            await reads(page, "The connection broke")
        if pulled:
            flash, is_torn = pulled[0]
            torn.append(is_torn)
        elif len(torn) < cuts:
            # it was over before a cut
            flash = first
        else:
            break
    pico = EmulatedPico(image, flash=left)
    assert runs(pico) == ["runs b'new'"]
    files = pico.read_files()
    files.pop("/update.part", None)
    assert files == {**on_board(NEW), **OF_OTHERS}
    print(f"{len(torn)} cuts, {sum(torn)} of them tore the flash")


@pytest.mark.slow
async def test_the_companion_is_completed_and_updated_and_answers(page, cable, image):  # noqa: F811
    """The board lacks a module, and has another one damaged."""
    page.set_default_timeout(PATIENCE)
    files = {**firmware(image), **board_file(BOARD), **ENGLISH}
    before = {**files, "/companion/session.mpy": b"damaged"}
    del before["/companion/app.mpy"]
    pico = started(image, EmulatedPico(image, files=before).cut())
    with pico.terminal() as port, cable.into(port.path):
        await connect(page)
        await reads(page, "The installation is incomplete")
        await install(page)
        await reads(page, "2 files sent", f"on {BOARD}", "KB free")
        await page.get_by_role("button", name="Fetch the games").click()
        await reads(page, "0 games are saved in this browser.")
        await page.evaluate("unplug()")
        await reads(page, "The connection broke")
    assert pico.read_files() | files == pico.read_files()
