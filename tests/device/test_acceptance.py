"""`arcana test` on the virtual device, with somebody who looks at its glass and presses its buttons."""

import asyncio
import json
import queue

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor import acceptance
from arcana_host.doctor.acceptance import (
    FAILED,
    NOTED,
    PASSED,
    PATTERNS,
    SKIPPED,
    check,
    report,
    report_text,
)
from arcana_host.doctor.person import Person
from arcana_host.doctor.vectors import read_vectors
from arcana_host.link.device import Device
from arcana_host.virtual.cable import TerminalCable
from arcana_host.virtual.host_device import HostDevice

from shared_rules import BUTTONS

WIDTH, PAGES = 296, 16


def black(glass, x, y):
    return bool(glass[y // 8 * WIDTH + x] >> y % 8 & 1)


LOOKS = {
    "black": lambda glass: glass == b"\xff" * WIDTH * PAGES,
    "white": lambda glass: glass == bytes(WIDTH * PAGES),
    "chequered": lambda glass: all(
        black(glass, x, y) == ((x // 8 + y // 8) % 2 == 0) for x in range(WIDTH) for y in range(128)
    ),
    "frame": lambda glass: (
        all(black(glass, x, y) for x in (0, WIDTH - 1) for y in range(128))
        and all(black(glass, x, y) for x in range(WIDTH) for y in (0, 127))
        and black(glass, 15, 15)
        and sum(byte.bit_count() for byte in glass) == 2 * WIDTH + 2 * 126 + 15 * 15
    ),
}
"""What each pattern must look like on the glass, bit by bit."""


class Owner:
    """Somebody with a device; `person` is what the test of it talks to.

    answers: what to say to questions, in their order, in the place of the truth. presses: {the button that is
    asked for: what is pressed instead}, None for nothing, "" for Enter.
    """

    def __init__(self, device, answers=None, presses=None):
        self.device = device
        self.answers = answers
        self.presses = presses or {}
        self.loop = asyncio.get_running_loop()
        self.lines = queue.SimpleQueue()
        self.person = Person(iter(self.lines.get, None), self.told)

    def told(self, sentence):
        if sentence.startswith("Press "):
            asked = sentence.split()[1].lower()
            self.press(self.presses.get(asked, asked))
        elif self.answers is not None:
            self.lines.put(self.answers.pop(0))
        else:
            pattern = next(name for name, question in PATTERNS.items() if sentence.startswith(question))
            self.lines.put("y" if LOOKS[pattern](self.device.glass) else "n")

    def press(self, name):
        if name == "":
            self.lines.put("")
        for button in name.split() if name else ():
            self.loop.call_soon_threadsafe(self.device.press, button)
            self.loop.call_soon_threadsafe(self.loop.call_later, 0.1, self.device.release, button)


@pytest.fixture
async def device(tmp_path, monkeypatch):
    monkeypatch.setattr(acceptance, "PATTERN_SECONDS", 0.3)
    cable = TerminalCable(tmp_path / "port")
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        device.port = str(tmp_path / "port")
        yield device
    cable.close()


@pytest.fixture
def vectors():
    return [vector for vector in read_vectors(vectors_folder()) if vector.name in ("random-13", "random-18")]


async def checked(device, vectors, owner=None, seconds=5.0):
    """Return {check: Step} of a test of the device, and the report."""

    def run():
        with Device(device.port) as end:
            person = owner.person if owner else None
            steps = list(check(end, vectors, person, button_seconds=seconds))
            return {step.name: step for step in steps}, report(end, steps)

    return await asyncio.to_thread(run)


async def test_a_device_that_is_well_passes_everything(device, vectors):
    before = None
    while not device.panel.full_refreshes or device.panel.busy:
        await asyncio.sleep(0.01)
    before = device.glass
    steps, told = await checked(device, vectors, Owner(device))
    # its panel is a thousand times as fast as glass
    assert {name: step.outcome for name, step in steps.items() if step.outcome != PASSED} == {
        "panel, busy": NOTED
    }
    names = ["panel, busy"]
    names += ["link", "flash", "heap", "panel", "install", "rules", "speed"]
    names += [f"panel, {name}" for name in PATTERNS] + [f"button {name.upper()}" for name in BUTTONS]
    assert sorted(steps) == sorted(names)
    assert "2 of 2 games" in steps["rules"].detail
    # what was pressed has entered nothing, and the companion is back
    assert device.app.journal.count() == 0
    while device.glass != before:
        await asyncio.sleep(0.01)
    assert json.loads(json.dumps(told))["device"]["board"] == "pico-epaper-2.9"


@pytest.mark.parametrize(
    ("board", "took", "outcome", "why"),
    [
        ("pico-epaper-2.9", [3600, 3590, 9000], PASSED, "3600 ms"),
        ("pico-epaper-2.9", [30, 30, 30], NOTED, "no contact"),
        ("pico-epaper-2.9", [4600] * 3, NOTED, "It is cold"),
        ("badger2040", [4560], PASSED, "4560 ms"),
        ("unknown", [4560], SKIPPED, "unknown"),
    ],
)
async def test_the_time_of_a_refresh_is_held_against_known_glass(board, took, outcome, why):
    step = acceptance.busy_step(board, took)
    assert step.outcome == outcome and why in step.detail


async def test_without_hands_only_what_needs_them_is_left_out(device, vectors):
    steps, _ = await checked(device, vectors)
    skipped = {name for name, step in steps.items() if step.outcome == SKIPPED}
    assert skipped == {name for name in steps if name.startswith(("panel,", "button"))}
    assert all(steps[name].outcome == PASSED for name in steps if name not in skipped)


async def test_a_panel_that_looks_wrong_and_one_nobody_looked_at(device, vectors):
    owner = Owner(device, answers=["n", "", "perhaps", "y", "n"])
    steps, _ = await checked(device, vectors, owner)
    found = [steps[f"panel, {name}"].outcome for name in PATTERNS]
    assert found == [FAILED, SKIPPED, PASSED, FAILED]


async def test_buttons_that_are_crossed_dead_or_skipped(device, vectors):
    owner = Owner(device, ["y"] * 4, {"up": "down", "a": None, "b": "", "c": "a c"})
    steps, _ = await checked(device, vectors, owner, seconds=1.0)
    told = {
        name: (steps[f"button {name.upper()}"].outcome, steps[f"button {name.upper()}"].detail)
        for name in BUTTONS
    }
    assert told["up"] == (FAILED, "Within 1 s DOWN came instead: are wires crossed?")
    assert told["a"] == (FAILED, "Within 1 s nothing came.")
    assert told["b"][0] == SKIPPED
    assert told["c"][0] == PASSED and "Before it came A" in told["c"][1]


async def test_a_keyboard_that_goes_away_skips_the_rest(device, vectors):
    owner = Owner(device, presses=dict.fromkeys(BUTTONS))
    owner.lines.put(None)
    steps, _ = await checked(device, vectors, owner)
    # the panel's time is told without anybody
    skipped = {name for name, step in steps.items() if step.outcome == SKIPPED}
    assert skipped == {name for name in steps if name.startswith(("panel,", "button"))} - {"panel, busy"}


async def test_a_game_under_way_is_not_touched(device, vectors):
    device.app.session.begin(
        "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
    )
    events = list(device.app.session.game.events)
    await checked(device, vectors, Owner(device))
    assert device.app.session.game.events == events


async def test_a_slow_device_is_noted_and_does_not_fail(device, vectors, monkeypatch):
    monkeypatch.setattr(acceptance, "EVENT_MS", 0.0)
    steps, _ = await checked(device, vectors)
    assert steps["speed"].outcome == NOTED


async def test_a_report_holds_what_one_would_ask_for(device, vectors):
    device.app.log.note("Something was odd.")
    _, told = await checked(device, vectors)
    text = report_text(told)
    for part in ("arcana: ", "computer: Python", "device python: ", "passed: link.", "skipped: button UP."):
        assert part in text
    assert "median_ms: " in text and "Something was odd." in text


async def test_a_pattern_gives_way_to_a_press_when_the_host_is_long_gone(device):
    await asyncio.to_thread(lambda: Device(device.port).call("pattern", name="black"))
    shown = device.app.screen
    shown.press("a", "press")
    assert device.app.screen is shown
    now = device.app.board.ticks_ms()
    device.app.board.ticks_ms = lambda: now + 125_000
    shown.press("a", "press")
    assert device.app.screen is not shown


async def test_a_pattern_nobody_knows_is_a_sentence(device):
    from arcana_host.errors import DeviceRefused

    with pytest.raises(DeviceRefused, match="There is no pattern stripes, only black"):
        await asyncio.to_thread(lambda: Device(device.port).call("pattern", name="stripes"))


@pytest.mark.parametrize(
    ("free", "outcome"), [(None, PASSED), (acceptance.FREE_HEAP, PASSED), (40_000, NOTED), (20_000, NOTED)]
)
def test_memory_that_is_half_of_what_it_should_be_is_noted(free, outcome):
    step = acceptance._heap(free)
    assert step.outcome == outcome
    assert free is None or step.figures == {"free_heap": free, "expected_heap": acceptance.FREE_HEAP}
