"""The companion on each of its boards, on a cable and on a battery."""

import asyncio

import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_host.virtual.host_device import HostDevice
from companion import app as app_module
from device.waiting import until
from panel.conftest import glass_of
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
    shown = device.glass == glass_of(app.canvas)
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


async def test_boards_with_panels_of_one_size_show_the_same_pictures_for_the_same_presses(tmp_path):
    shown = {}
    for name in NAMES:
        shown.setdefault(virtual_board(name).pins.SIZE, []).append(await glasses(tmp_path / name, name))
    for first, *others in shown.values():
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


async def test_a_file_that_names_another_board_is_reported_in_the_log(tmp_path, counter):
    (tmp_path / "board.txt").write_text("pico-epaper-2.9\n")
    async with HostDevice(tmp_path, speed=2000, board="badger2040") as badger:
        sentence = "board.txt says that this is a pico-epaper-2.9, but it is a badger2040."
        await until(lambda: badger.app.log.lines())
        assert badger.app.log.lines()[0].endswith(sentence)


# a Pico on a battery: the sign that it is nearly empty, what happens when it is, and naps


WHITE = bytes(4736)
PANEL = {8, 9, 10, 11, 12, 13}


@pytest.fixture
async def device(tmp_path):
    """A Pico with a panel on a battery, whose title is on the glass."""
    async with HostDevice(tmp_path, speed=2000) as device:
        device.wiring.cable = False
        await until(lambda: device.panel.full_refreshes and not device.panel.busy)
        yield device


async def press(device, name):
    device.press(name)
    await asyncio.sleep(0.05)
    device.release(name)


async def test_a_battery_that_is_nearly_empty_has_a_sign_until_it_is_charged(device):
    device.wiring.battery = 3.25
    await press(device, "down")
    await until(lambda: device.app.board.power.low and not device.app._stale)
    with_sign = device.glass
    device.wiring.battery = 3.6
    await press(device, "up")
    await until(lambda: not device.app.board.power.low)
    await until(lambda: device.glass != with_sign and not device.panel.busy)
    assert device.app.message is None


async def test_an_empty_battery_leaves_a_white_panel_without_voltages_and_a_cable_brings_it_back(device):
    device.wiring.battery = 3.15
    await press(device, "down")
    await until(lambda: not device.wiring.driven & PANEL)
    assert device.glass == WHITE
    assert not device.panel.powered and device.panel.asleep
    slept = device.wiring.slept
    await until(lambda: device.wiring.slept > slept)
    assert "so the panel goes off" in device.app.log.lines()[-1]
    before = device.app
    device.wiring.battery, device.wiring.cable = 4.8, True
    await until(lambda: device.app is not before and device.glass != WHITE and not device.panel.busy)
    assert device.panel.faults == []


async def test_it_naps_when_nobody_has_pressed_for_a_while_and_a_press_counts(device, monkeypatch):
    await asyncio.sleep(0.1)
    assert device.wiring.slept == 0
    monkeypatch.setattr(app_module, "_NAP_AFTER_MS", 50)
    monkeypatch.setattr(app_module, "_SUPPLY_MS", 0)
    await until(lambda: device.wiring.slept > 2000)
    monkeypatch.setattr(app_module, "_NAP_AFTER_MS", 10**6)
    glass = device.glass
    await press(device, "down")
    await until(lambda: device.glass != glass and not device.panel.busy)


@pytest.mark.parametrize("wireless", [False, True])
async def test_it_does_not_nap_on_a_cable_nor_where_none_can_be_seen(device, monkeypatch, wireless):
    device.wiring.wireless, device.wiring.cable = wireless, not wireless
    monkeypatch.setattr(app_module, "_SUPPLY_MS", 0)
    await press(device, "down")
    await until(lambda: not device.app._stale and not device.panel.busy)
    monkeypatch.setattr(app_module, "_NAP_AFTER_MS", 0)
    await asyncio.sleep(0.1)
    assert device.wiring.slept == 0


@pytest.mark.parametrize("level", [0.03, 0.25])
async def test_a_board_with_a_pico_s_pins_that_is_no_pico_goes_on_and_says_what_it_can_not_measure(
    tmp_path, monkeypatch, level
):
    monkeypatch.setattr(app_module, "_SUPPLY_MS", 0)
    monkeypatch.setattr(app_module, "_NAP_AFTER_MS", 0)
    async with HostDevice(tmp_path, speed=2000) as device:
        device.wiring.ordinary = level
        await until(lambda: device.panel.full_refreshes and not device.panel.busy)
        for name in ("down", "up"):
            glass = device.glass
            await press(device, name)
            await until(lambda before=glass: device.glass != before and not device.panel.busy)
        await asyncio.sleep(0.1)
        assert device.glass != WHITE and device.wiring.driven >= PANEL - {13}
        assert not device.app.board.power.low and device.wiring.slept == 0
        assert device.app.methods.info()["supply"] is None
        assert device.app.log.lines() == []
