"""Several games on one Pico: choosing another starts it again, and one whose rules are left out waits."""

import asyncio
import json

import pytest
from arcana_host.install.build import device_files
from arcana_host.virtual.boards import REFERENCE_BOARD
from arcana_host.virtual.host_device import HostDevice
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import ENGLISH, Handheld, mpy_version, told

from shared_rules.games import NAMES
from shared_rules.protocol import LinkError

OTHER = "score_pad"
KEPT = "/games/0001-deadbeef.arcana"
RUNNING = b'[Game "deadbeef"]\nsetup score-pad players=Ann,Bo goal=100 wins=high rounds=0\npoints Ann 12\n'
SHIPWRECK = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


async def title_with(folder, **settings):
    """The glass of a virtual device with these settings, at its title."""
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps(settings))
    async with HostDevice(folder, speed=1000) as device:
        while not device.panel.full_refreshes or device.panel.busy:
            await asyncio.sleep(0.01)
        return device.glass


async def test_the_other_game_is_chosen_on_the_title_and_played(any_image, tmp_path):
    handheld = Handheld(any_image)
    handheld.boot()
    # below a new game and the settings
    for _ in range(2 + NAMES[1:].index(OTHER)):
        handheld.press("down")
    handheld.settle()
    started = handheld.pico.panel.full_refreshes
    handheld.press("b")
    handheld.pico.run_until(lambda: handheld.pico.panel.full_refreshes > started, 15_000, 10)
    handheld.settle()
    assert handheld.pico.panel.glass == await title_with(tmp_path / "flash", game=OTHER)
    for presses in (("b", "b"), ("up", "b")):
        for button in presses:
            handheld.press(button)
        # what confirms on a screen that nobody has seen yet is dropped
        handheld.settle()
    assert handheld.record() == [
        "setup score-pad players=Ann,Bo goal=0 wins=high rounds=0",
        "points Ann 1",
    ]
    assert handheld.ask("state")["state"]["totals"] == [1, 0]
    assert handheld.ask("log")["lines"] == []
    assert handheld.pico.panel.faults == handheld.pico.errors == []


def test_a_running_game_waits_untouched_until_its_rules_are_installed(image):
    def companion(games, kept):
        files = {f"/{path}": content for path, content in device_files(mpy_version(image), games).items()}
        files.update({**told(REFERENCE_BOARD), **ENGLISH, KEPT: kept})
        handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
        handheld.boot()
        return handheld

    handheld = companion(["shipwreck"], RUNNING)
    for event, text in ((0, SHIPWRECK), (2, "points Bo 3")):
        with pytest.raises(LinkError, match="rules of score-pad"):
            handheld.ask("enter", event=event, text=text)
    kept = handheld.pico.read_files()
    assert {path: kept[path] for path in kept if path.startswith("/games/")} == {KEPT: RUNNING}
    again = companion(NAMES, kept[KEPT])
    assert again.ask("state")["state"]["totals"] == [12, 0]
    assert again.pico.panel.faults == handheld.pico.panel.faults == []
