"""The companion on the reference board: installed, played with its buttons, asked over its cable, cut off.

The game is one of the vectors, with five players and all sets. Its beginning is played once for all tests of
this file, as a second of a busy Pico takes some ten of ours.
"""

import asyncio
import itertools
import json
import random
import statistics
import subprocess
import sys

import pytest
from arcana_host.virtual.host_device import HostDevice
from companion.files import Log
from companion.journal import Journal
from emulator.flash import files_in
from emulator.pace import MAIN
from pico.floors import FULLEST_HEAP, PRESS_MS, SLOWEST_PRESS_MS, block_floor, heap_floor, largest_block
from pico.handheld import Handheld
from player import presses_for
from rules.vectors import find_vector

from shared_rules import protocol
from shared_rules.shipwreck import Game

GAME = find_vector(players=5, sets=4, hit=7)
EVENTS = 13
"""How much of the game is played: five turns with two fading cards, hits and an illegal play."""

CUTS = 50
CUTS_AN_EVENT = 6


def game_events():
    return list(GAME)


class Evening:
    """The first turns of a game, played on a fresh companion, and what was seen while it was played.

    count: how many events of the game are played.
    title: the glass after the start. times: (event, milliseconds) from its press to its picture.
    heap: the bytes free after EVENTS events, which is in the middle of the game.
    cuts: (flash, events that the panel had shown as entered) at random moments while it was at work.
    """

    def __init__(self, image, count):
        self.image = image
        self.handheld = Handheld(image)
        self.handheld.boot()
        self.title = self.handheld.pico.panel.glass
        self.events = game_events()[:count]
        self.times, self.cuts = [], []
        self.heap = None
        self._shown = 0
        self._play(list(presses_for(self.events)))
        self.handheld.settle()

    def _play(self, plan):
        chance = random.Random(14)
        for number, (event, presses) in enumerate(plan):
            if not presses:
                continue
            self.handheld.lead_up(presses)
            for _ in range(CUTS_AN_EVENT if number else 0):
                self.handheld.pico.after(chance.uniform(0, 600), self._note)
            milliseconds = self.handheld.press_and_time(presses[-1])
            if number:
                self.times.append((event, milliseconds))
            # what followed by itself came with the same picture
            followed = itertools.takewhile(lambda entry: not entry[1], plan[number + 1 :])
            self._shown = number + 1 + len(list(followed))
            if self.heap is None and self._shown >= EVENTS:
                self.handheld.settle()
                self.heap = self.handheld.ask("info")["free_heap"]

    def _note(self):
        self.cuts.append((self.handheld.pico.flash.snapshot(), self.events[: self._shown]))


@pytest.fixture(scope="module")
def evening(image, request):
    # all but the last event, so that a game is under way afterwards
    return Evening(image, -1 if request.config.getoption("--soak") else EVENTS)


@pytest.fixture(scope="module")
def handheld(evening):
    """The companion of the evening, in the middle of its game."""
    return evening.handheld


async def title_of_the_virtual_device(folder):
    async with HostDevice(folder, speed=1000) as device:
        while not device.panel.full_refreshes or device.panel.busy:
            await asyncio.sleep(0.01)
        return device.glass


async def test_the_title_is_that_of_the_virtual_device_pixel_for_pixel(evening, tmp_path):
    assert evening.title == await title_of_the_virtual_device(tmp_path)


async def test_it_starts_on_every_image_with_or_without_a_computer(any_image, tmp_path):
    handheld = Handheld(any_image, host=False)
    handheld.boot()
    assert handheld.pico.panel.glass == await title_of_the_virtual_device(tmp_path)
    assert handheld.pico.panel.faults == handheld.pico.errors == []


def test_the_game_played_with_buttons_is_the_game_on_the_flash(evening, handheld):
    assert handheld.record() == evening.events


def test_the_link_reports_the_game_played_with_buttons(evening, handheld):
    info = handheld.ask("info")
    assert handheld.fetched(info["game"]).events == evening.events
    state = handheld.ask("state")["state"]
    assert state == Game.replay(evening.events).state()


def test_the_panel_got_nothing_that_would_go_wrong_on_glass(handheld):
    assert handheld.pico.panel.faults == []
    assert handheld.pico.panel.full_refreshes < handheld.pico.panel.partial_refreshes / 4
    assert handheld.pico.errors == []


def test_an_event_is_on_its_way_to_the_glass_soon(evening):
    """The journal is flushed by then: the flash takes its real time and comes before the picture."""
    times = [time for _, time in evening.times]
    print(f"press to picture: {statistics.median(times):.0f} ms in the median, {max(times):.0f} at most")
    assert statistics.median(times) <= PRESS_MS and max(times) <= SLOWEST_PRESS_MS


def test_a_game_of_five_with_all_sets_leaves_enough_memory(evening, handheld):
    """Names that the form and the menus brought stay until the next power-on: some 3 KB."""
    again = Handheld(evening.image, flash=handheld.pico.cut())
    again.boot()
    free = again.ask("info")["free_heap"]
    block = largest_block(again)
    print(f"{evening.heap} bytes are free, {free} after a power-on, {block} of them in one block")
    assert evening.heap >= FULLEST_HEAP and free >= heap_floor(handheld)
    assert block >= block_floor(handheld)


def test_the_log_is_empty(handheld):
    assert handheld.ask("log")["lines"] == []


class TestDamagedLines:
    """Nothing that comes over the cable harms the app or the game, and it still answers."""

    def send(self, handheld, data):
        before = handheld.record()
        handheld.pico.serial.write(data)
        handheld.pico.run_until(lambda: not handheld.pico.serial.unsent, 10_000 + len(data))
        # what is cut off ends here
        handheld.pico.serial.write(b"\n")
        assert handheld.ask("info")["app"] == protocol.APP
        assert handheld.record() == before

    def test_random_bytes(self, handheld):
        chance = random.Random(1)
        # all but Ctrl-C, which is for the prompt
        self.send(handheld, bytes(chance.choice([*range(3), *range(4, 256)]) for _ in range(3000)))

    def test_a_line_without_an_end(self, handheld, soak):
        self.send(handheld, b"x" * (1_000_000 if soak else 10_000))


def test_the_desktop_fetches_the_game_that_is_running(evening, handheld, tmp_path):
    with handheld.pico.terminal() as port:
        options = ["sync", "--port", port.path, "--library", str(tmp_path), "--json"]
        done = subprocess.run(
            [sys.executable, "-c", MAIN, *options], capture_output=True, text=True, timeout=300
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [game["lines"] for game in json.loads(done.stdout)["games"]] == [len(evening.events)]
    assert handheld.record() == evening.events


class TestPowerCuts:
    """The plug is pulled at random moments: what the panel had shown as entered is there afterwards."""

    def test_the_journal_has_every_event_that_was_shown(self, evening, tmp_path):
        assert len(evening.cuts) >= CUTS
        for number, (flash, shown) in enumerate(evening.cuts):
            folder = tmp_path / str(number)
            (folder / "games").mkdir(parents=True)
            for path, content in files_in(flash).items():
                if path.startswith("/games/"):
                    (folder / path[1:]).write_bytes(content)
            journal = Journal(str(folder), Log(None))
            found = journal.lines(0, 200)
            assert found[: len(shown)] == shown
            assert found == evening.events[: len(found)]

    def test_the_game_goes_on(self, evening, soak):
        cuts = random.Random(50).sample(evening.cuts, CUTS if soak else 2)
        for flash, shown in cuts:
            handheld = Handheld(evening.image, flash=flash)
            handheld.boot()
            events = handheld.record()
            assert events[: len(shown)] == shown
            assert handheld.ask("state")["state"] == Game.replay(events).state()
            assert handheld.pico.panel.faults == []


class TestMpremote:
    """The tool of MicroPython's makers has its way at the first try, and the game is there afterwards."""

    @pytest.fixture(autouse=True)
    def running_app(self, handheld):
        try:
            handheld.ask("info", limit_ms=500)
        except TimeoutError:
            handheld.start_app()

    def mpremote(self, handheld, *command):
        with handheld.pico.terminal() as port:
            done = subprocess.run(
                [sys.executable, "-m", "mpremote", "connect", port.path, *command],
                capture_output=True,
                text=True,
                timeout=300,
            )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def test_exec(self, evening, handheld):
        assert self.mpremote(handheld, "exec", "print(6 * 7)") == "42\n"
        assert handheld.record() == evening.events

    def test_files(self, evening, handheld, tmp_path):
        content = bytes(range(256)) * 4
        (tmp_path / "note.txt").write_bytes(content)
        out = self.mpremote(handheld, "fs", "cp", str(tmp_path / "note.txt"), ":note.txt", "+", "fs", "ls")
        assert "main.py" in out
        assert handheld.pico.read_files()["/note.txt"] == content
        assert handheld.record() == evening.events

    def test_soft_reset(self, evening, handheld):
        self.mpremote(handheld, "soft-reset")
        handheld.start_app()
        assert handheld.ask("state")["state"] == Game.replay(evening.events).state()
