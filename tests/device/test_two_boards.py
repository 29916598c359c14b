"""The companion on each of its boards: the same presses make the same pictures."""

import asyncio

import pytest
from arcana_host.virtual.boards import NAMES
from arcana_host.virtual.host_device import HostDevice
from arcana_host.virtual.panel import inverted
from companion import app as app_module
from device.waiting import until
from player import presses_for
from rules.vectors import find_vector

from shared_rules import BUTTONS

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
EVENTS = 7
"""How much of the game is played: its setup, and turns with a fading card and a power."""


def presses():
    events = find_vector(mode="standard", sets=1, use=1)
    return [press for _, presses in presses_for(events[:EVENTS]) for press in presses]


def rests(device):
    app = device.app
    shown = device.glass == inverted(bytes(app.canvas.buffer))
    return shown and not (app._stale or app.board.buttons._presses or device.panel.busy)


async def glasses(folder, board):
    """Return what the glass showed after each press."""
    seen = []
    async with HostDevice(folder, speed=2000, board=board) as device:
        assert device.app.board.name == board
        await until(lambda: device.panel.full_refreshes and rests(device))
        for press in presses():
            name, _, kind = press.partition(":")
            device.app.board.buttons.inject(name, kind or "press", True)
            await until(lambda: rests(device))
            seen.append(device.glass)
        assert device.panel.faults == []
        assert device.app.log.lines() == []
    return seen


async def test_both_boards_show_the_same_pictures_for_the_same_presses(tmp_path):
    first, *others = [await glasses(tmp_path / name, name) for name in NAMES]
    assert len(set(first)) > len(first) / 2
    assert others == [first] * len(others)


@pytest.mark.parametrize("board", NAMES)
async def test_a_sleeping_panel_wakes_at_the_first_press_which_counts(tmp_path, counter, monkeypatch, board):
    async with HostDevice(tmp_path, speed=2000, board=board) as device:
        await until(lambda: device.panel.full_refreshes and not device.panel.busy)
        monkeypatch.setattr(app_module, "_SLEEP_MS", 100)
        await until(lambda: not device.app.board.panel.awake)
        picture = device.glass
        device.press("a")
        await asyncio.sleep(0.05)
        device.release("a")
        await until(lambda: counter.pressed == [("a", "press")] and device.glass != picture)
        assert device.panel.full_refreshes == 2
        assert device.panel.faults == []


@pytest.mark.parametrize("name", BUTTONS)
async def test_every_button_of_a_badger_is_heard(tmp_path, counter, name):
    async with HostDevice(tmp_path, speed=2000, board="badger2040") as badger:
        await until(lambda: badger.panel.full_refreshes and badger.app.methods)
        badger.press(name)
        await asyncio.sleep(0.05)
        badger.release(name)
        await until(lambda: counter.pressed == [(name, "press")])


@pytest.fixture
async def badger(tmp_path, counter, monkeypatch):
    """A Badger on its battery, in somebody's hands who has just looked at it."""
    monkeypatch.setattr(app_module, "_SLEEP_MS", 10**9)
    async with HostDevice(tmp_path, speed=2000, board="badger2040") as badger:
        badger.wiring.cable = False
        await until(lambda: badger.panel.full_refreshes and not badger.panel.busy)
        yield badger


async def test_a_badger_that_nobody_touches_goes_off_with_its_picture_on_the_glass(
    badger, monkeypatch, counter
):
    badger.app.board.buttons.inject("a")
    await until(lambda: counter.pressed and badger.glass[0] and not badger.panel.busy)
    picture = badger.glass
    monkeypatch.setattr(app_module, "_SLEEP_MS", 0)
    monkeypatch.setattr(app_module, "_OFF_MS", 0)
    await until(lambda: not badger.plugged)
    assert badger.glass == picture
    assert badger.panel.faults == []


async def test_on_a_cable_it_only_sleeps(badger, monkeypatch):
    badger.wiring.cable = True
    monkeypatch.setattr(app_module, "_SLEEP_MS", 0)
    monkeypatch.setattr(app_module, "_OFF_MS", 0)
    await until(lambda: badger.panel.busy)
    await asyncio.sleep(0.1)
    assert badger.plugged


async def test_a_file_that_names_another_board_is_told_of_in_the_log(tmp_path, counter):
    (tmp_path / "board.txt").write_text("pico-epaper-2.9\n")
    async with HostDevice(tmp_path, speed=2000, board="badger2040") as badger:
        sentence = "board.txt says that this is a pico-epaper-2.9, but it is a badger2040."
        await until(lambda: badger.app.log.lines())
        assert badger.app.log.lines()[0].endswith(sentence)
