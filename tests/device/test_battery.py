"""A companion on a battery: the sign that it is nearly empty, what happens when it is, and naps."""

import asyncio

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion import app as app_module
from device.waiting import until

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
