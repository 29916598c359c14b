"""A virtual device at hand, and a screen to look at what its app does."""

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion import app as app_module
from device.cables import LooseCable
from device.fakes import Counter, message
from device.patience import at_its_title

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


@pytest.fixture
def counter(monkeypatch):
    """The app's screens, replaced by one that is easy to read off the glass."""
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
    """A cable that can be pulled."""
    cable = LooseCable(tmp_path / "port")
    yield cable
    cable.pull()


@pytest.fixture
async def connected(tmp_path, cable):
    """A device behind that cable, with a game on the table."""
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        await at_its_title(device)
        device.app.session.begin(SETUP)
        yield device
