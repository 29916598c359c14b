"""What becomes of the games on a device when a host fetches them, and of the flash that they took."""

import asyncio

import pytest
from arcana_host.errors import DeviceLost
from arcana_host.library.store import Library
from arcana_host.link.device import Device
from arcana_host.sync import pull
from arcana_host.virtual.flash_space import BLOCK
from arcana_host.virtual.host_device import HostDevice
from device.on_flash import games_on

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
FINISHED = 3


@pytest.fixture
async def device(tmp_path, cable):
    """A device on which three games were stopped and one goes on."""
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        for _ in range(FINISHED + 1):
            device.app.session.begin(SETUP)
            device.app.session.enter("play 4 1")
        yield device


def sync(port, folder, **options):
    with Library(folder) as library, Device(str(port)) as host:
        return list(pull(host, library, **options))


def finished(device):
    return [over for _, _, over in games_on(device.folder)]


async def test_a_finished_game_stays_until_the_host_has_it_and_then_gives_its_flash_back(
    device, cable, tmp_path
):
    free = device.free_bytes()
    await asyncio.to_thread(sync, cable.port, tmp_path / "shelf", keep=True)
    assert finished(device) == [True] * FINISHED + [False] and device.free_bytes() == free
    await asyncio.to_thread(sync, cable.port, tmp_path / "shelf")
    assert finished(device) == [False]
    assert device.free_bytes() == free + FINISHED * BLOCK
    with Library(tmp_path / "shelf") as library:
        assert [entry.result for entry in library.games()].count("abandoned") == FINISHED


async def test_what_the_library_did_not_take_is_never_given_up(device, cable, tmp_path, monkeypatch):
    def broken(*_, **__):
        raise DeviceLost("The connection broke.")

    monkeypatch.setattr(Library, "add", broken)
    with pytest.raises(DeviceLost):
        await asyncio.to_thread(sync, cable.port, tmp_path / "shelf")
    assert finished(device) == [True] * FINISHED + [False]
