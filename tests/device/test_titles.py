"""Titles from the computer: `arcana titles` sends them, and the score pad offers them."""

import asyncio
import json
import subprocess
import sys

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion.games.score_pad.points import Titles
from device.program import MAIN
from device.waiting import at_its_title


@pytest.fixture
async def pad(tmp_path, cable):
    """A device whose game is the score pad, on that cable."""
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "settings.json").write_text('{"game": "score_pad", "language": "english"}')
    async with HostDevice(flash, cable, speed=1000) as device:
        await at_its_title(device)
        yield device


@pytest.fixture
def titles(cable):
    """Run `arcana titles` with these words; gives (status, what it printed, what it complained about)."""

    async def titles(*words):
        command = [sys.executable, "-c", MAIN, "titles", *words, "--port", str(cable.port)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    return titles


async def test_a_title_with_its_rules_is_offered_changed_and_removed(titles, pad):
    assert (await titles())[1] == "The score pad offers no games by title yet.\n"
    await titles("Skat", "--rounds", "36", "--bgg", "6819")
    shown = (await titles("6 nimmt!", "--low", "--goal", "66"))[1]
    assert shown == (
        "6 nimmt!: the lowest total wins, to 66 points.\n"
        "Skat: the highest total wins, 36 rounds, number 6819 at BoardGameGeek.\n"
    )
    assert [label for label, _ in Titles(pad.app).rows][:2] == ["6 nimmt!", "Skat"]
    told = json.loads((await titles("skat", "--zero", "--json"))[1])
    assert [(each["title"], each["zero"]) for each in told] == [("skat", "yes"), ("6 nimmt!", "no")]
    assert (await titles("Skat", "--remove"))[1] == "6 nimmt!: the lowest total wins, to 66 points.\n"


async def test_a_title_that_cannot_be_offered(titles, pad):
    for words, sentence in (
        (("Skat", "--remove"), "The score pad does not offer Skat."),
        (("a=b",), "A title has at most 20 characters"),
        (("  ",), "Give a title of 1 to 20 characters."),
    ):
        status, _, complaint = await titles(*words)
        assert status == 2 and sentence in complaint, (words, complaint)


async def test_another_game_is_chosen(titles, connected):
    status, _, complaint = await titles()
    assert status == 1 and "Another game is chosen on the device" in complaint
