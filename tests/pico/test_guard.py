"""The voltages of a panel go off by themselves if the program hangs, wherever it does."""

import sys

import pytest
from arcana_host.virtual.boards import NAMES
from emulator.pico import EmulatedPico
from pico.handheld import board_file, modules

PROGRAM = r"""
import asyncio, machine, time
from companion import boards
panel = boards.make().panel
white, black = bytearray(b"\xff" * 4736), bytearray(4736)
async def refresh():
    await panel.show(white, True)
    await panel.idle()
    {before}
    await panel.show(black, {full})
    {hang}
asyncio.run(refresh())
"""
HANGS = {
    "in Python": "while True: pass",
    "in C": "time.sleep(60)",
    "with interrupts off": "machine.disable_irq(); time.sleep_us(60_000_000)",
    "in a transfer": "panel.cs(0), panel.dc(1), panel.write(bytes(7)); time.sleep(60)",
    "after the refresh": "await panel.idle(); time.sleep(60)",
}


def run(image, board, hang, before="pass", full=False):
    program = PROGRAM.format(before=before, hang=hang, full=full)
    files = {**modules(image), **board_file(board), "/main.py": program.encode()}
    return EmulatedPico(image, files, board=board)


@pytest.mark.parametrize("hang", HANGS)
@pytest.mark.parametrize("board", NAMES[:2])
def test_a_hang_leaves_no_voltage_on_for_more_than_two_seconds(image, board, hang):
    pico = run(image, board, HANGS[hang])
    panel = pico.panel
    pico.run_until(lambda: panel.partial_refreshes and (panel.in_reset or not panel.busy), 20_000, 5)
    waited = pico.run_until(lambda: panel.in_reset or not panel.powered, 4_000, 5)
    assert waited <= 2_000, f"{hang}: the voltages were on for {waited} ms"
    print(f"{board}, {hang}: {waited} ms")


@pytest.mark.parametrize("board", NAMES[:2])
def test_a_hang_in_a_full_refresh_leaves_no_voltage_on_either(image, board):
    panel = (pico := run(image, board, HANGS["in C"], full=True)).panel
    pico.run_until(lambda: panel.full_refreshes == 2 and (panel.in_reset or not panel.busy), 20_000, 5)
    waited = pico.run_until(lambda: panel.in_reset or not panel.powered, 4_000, 5)
    assert waited <= 2_000, f"the voltages were on for {waited} ms"
    print(f"{board}, in a full refresh: {waited} ms")


@pytest.mark.parametrize("board", NAMES[:2])
def test_a_program_that_runs_waits_for_a_full_refresh_in_the_cold(image, board, monkeypatch):
    pico = run(image, board, "await panel.idle(); print('drawn'); time.sleep(60)", full=True)
    model = sys.modules[type(pico.panel).__module__]
    monkeypatch.setattr(model, "_FULL_REFRESH", 8_500_000)
    panel = pico.panel
    pico.run_until(lambda: panel.full_refreshes == 2 and panel.glass == bytes(4736), 60_000, 10)
    assert not panel.in_reset


def test_a_program_that_only_took_long_draws_again_after_an_error(image):
    again = "try:\n        await panel.show(white)\n    except Exception as error: print(error)\n    "
    again += "await panel.show(white)\n    await panel.idle()\n    print('drawn')"
    pico = run(image, NAMES[0], "await panel.idle(); time.sleep(4)\n    " + again)
    pico.run_until(lambda: pico.panel.full_refreshes == 2 and not pico.panel.busy, 30_000, 10)
    assert pico.panel.glass == bytes(4736)
