"""A virtual device at hand."""

import pytest
from arcana_host.virtual.host_device import HostDevice


@pytest.fixture
async def device(tmp_path):
    """A virtual device whose panel is a thousand times as fast as the real one, plugged in."""
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        yield device
