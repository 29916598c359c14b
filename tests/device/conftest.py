"""Fixtures: virtual devices, and a screen that shows what the app does."""

from contextlib import asynccontextmanager

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion import app as app_module
from device.cables import LooseCable
from device.fakes import Counter, message
from device.waiting import at_its_title

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


@pytest.fixture
def counter(monkeypatch):
    """A Counter that replaces the app's screens."""
    screen = Counter()
    monkeypatch.setattr(app_module, "Stack", lambda app, game=False: screen)
    monkeypatch.setattr(app_module, "draw_message", message)
    return screen


@pytest.fixture
async def device(tmp_path):
    """A virtual device whose panel is a thousand times as fast as the real one, plugged in."""
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        yield device


@pytest.fixture
def cable(tmp_path):
    """A LooseCable."""
    cable = LooseCable(tmp_path / "port")
    yield cable
    cable.pull()


@asynccontextmanager
async def with_a_game(folder, cable=None):
    """A device at its title, with a game on the table."""
    async with HostDevice(folder / "flash", cable, speed=1000) as device:
        await at_its_title(device)
        device.app.session.begin(SETUP)
        yield device


@pytest.fixture
async def connected(tmp_path, cable):
    """A device on that cable, with a game on the table."""
    async with with_a_game(tmp_path, cable) as device:
        yield device
