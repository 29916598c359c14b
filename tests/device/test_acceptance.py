"""`arcana test` on the virtual device, with somebody who looks at its glass and presses its buttons."""

import asyncio
import json
import queue

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor import acceptance, panel_checks
from arcana_host.doctor.acceptance import CHORDS, check, report, report_text
from arcana_host.doctor.panel_checks import LOOKS, TIMES, busy_step, temperature_step
from arcana_host.doctor.person import Person
from arcana_host.doctor.step import FAILED, NOTED, PASSED, SKIPPED
from arcana_host.doctor.vectors import read_vectors
from arcana_host.link.device import Device
from arcana_host.virtual.cable import TerminalCable
from arcana_host.virtual.host_device import HostDevice

from shared_rules import BUTTONS

WIDTH, PAGES = 296, 16


def black(glass, x, y):
    return bool(glass[y // 8 * WIDTH + x] >> y % 8 & 1)


def is_orientation(glass):
    """Whether the triangle has its right angle at the bottom left, and the word is beside it."""
    lengths = [sum(black(glass, x, y) for x in range(8, 288)) for y in range(60, 120)]
    return (
        all(black(glass, x, y) for x in (0, WIDTH - 1) for y in range(128))
        and all(black(glass, x, y) for x in range(WIDTH) for y in (0, 127))
        and lengths == [1 + row * 5 // 2 for row in range(52, 112)]
        and black(glass, 8, 8)
        and any(black(glass, x, y) for x in range(180, 270) for y in range(28, 48))
    )


def squares(*middles):
    return lambda glass: all(
        black(glass, x, y) == (16 <= y < 112 and any(-48 <= x - middle < 48 for middle in middles))
        for x in range(WIDTH)
        for y in range(128)
    )


TRUE = {
    "black": lambda glass: glass == b"\xff" * WIDTH * PAGES,
    "white": lambda glass: glass == bytes(WIDTH * PAGES),
    "chequered": lambda glass: all(
        black(glass, x, y) == ((x // 8 + y // 8) % 2 == 0) for x in range(WIDTH) for y in range(128)
    ),
    "orientation": is_orientation,
    "left": squares(74),
    "both": squares(74, 222),
}
"""What each pattern must look like on the glass, bit by bit."""

QUESTIONS = {asked.question: look.pattern for look in LOOKS for asked in look.questions}
LOOKED_AT = [asked.name for look in LOOKS for asked in look.questions]
ALONE = {"panel, temperature", *TIMES.values()}


class Owner:
    """Somebody with a device; `person` is what the test of it talks to.

    answers: what to say to questions, in their order, in place of the truth. presses: {the button that is
    asked for: what is pressed instead}, None for nothing, "" for Enter.
    """

    def __init__(self, device, answers=None, presses=None):
        self.device = device
        self.answers = answers
        self.presses = presses or {}
        self.loop = asyncio.get_running_loop()
        self.sentences = []
        self.lines = queue.SimpleQueue()
        self.person = Person(iter(self.lines.get, None), self.hear)

    def hear(self, sentence):
        self.sentences.append(sentence)
        if sentence.startswith("For "):
            return
        if sentence.startswith("Press "):
            asked = sentence.split()[1].lower()
            self.press(self.presses.get(asked, asked))
        elif "label" in sentence or "printed" in sentence:
            self.lines.put("GDEM029T94 V2")
        elif self.answers is not None:
            self.lines.put(self.answers.pop(0))
        else:
            pattern = next(name for question, name in QUESTIONS.items() if sentence.startswith(question))
            self.lines.put("y" if TRUE[pattern](self.device.glass) else "n")

    def press(self, name):
        if name == "":
            self.lines.put("")
        three = len(self.device.wiring.buttons) == 3
        for button in name.split() if name else ():
            both = ("b", CHORDS[button]) if three and button in CHORDS else (button,)
            # with three, the fingers leave the buttons of the time before first
            for number, each in enumerate(both):
                self.later(0.3 * three + 0.1 * number, self.device.press, each)
                self.later(0.3 * three + 0.3 - 0.1 * number, self.device.release, each)

    def later(self, seconds, move, button):
        self.loop.call_soon_threadsafe(self.loop.call_later, seconds, move, button)


@pytest.fixture
async def device(tmp_path, monkeypatch):
    monkeypatch.setattr(panel_checks, "LOOK_EVERY", 0.02)
    cable = TerminalCable(tmp_path / "port")
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        device.port = str(tmp_path / "port")
        yield device
    cable.close()


@pytest.fixture
def vectors():
    return [vector for vector in read_vectors(vectors_folder()) if vector.name in ("random-13", "random-18")]


async def checked(device, vectors, owner=None, seconds=5.0, ask_label=False):
    """Return {check: Step} of a test of the device, and the report."""

    def run():
        with Device(device.port) as end:
            person = owner.person if owner else None
            steps = list(check(end, vectors, person, button_seconds=seconds, ask_label=ask_label))
            return {step.name: step for step in steps}, report(end, steps)

    return await asyncio.to_thread(run)


async def test_a_device_that_is_well_passes_everything(device, vectors):
    before = None
    while not device.panel.full_refreshes or device.panel.busy:
        await asyncio.sleep(0.01)
    before = device.glass
    steps, report = await checked(device, vectors, Owner(device), ask_label=True)
    # its panel is a thousand times as fast as glass
    odd = {name: step.outcome for name, step in steps.items() if step.outcome != PASSED}
    assert odd == dict.fromkeys(TIMES.values(), NOTED)
    assert [name for name in odd if "no good contact" not in steps[name].detail] == []
    names = [*ALONE, *LOOKED_AT, "panel, label"]
    names += ["link", "flash", "heap", "panel", "rules", "speed"]
    names += [f"button {name.upper()}" for name in BUTTONS]
    assert steps["panel, label"].figures == {"label": "GDEM029T94 V2"}
    assert [len(steps[name].figures["refresh_ms"]) for name in TIMES.values()] == [4, 3, 3]
    assert sorted(steps) == sorted(names)
    assert "2 of 2 games" in steps["rules"].detail
    # what was pressed has entered nothing, and the companion is back
    assert device.app.journal.names() == []
    while device.glass != before:
        await asyncio.sleep(0.01)
    assert json.loads(json.dumps(report))["device"]["board"] == "pico-epaper-2.9"


@pytest.mark.parametrize(
    ("board", "refresh", "took", "celsius", "outcome", "why"),
    [
        ("pico-epaper-2.9", "full", [3600, 3590, 9000], 20, PASSED, "3600 ms"),
        ("pico-epaper-2.9", "full", [30, 30, 30], 20, NOTED, "no good contact"),
        ("pico-epaper-2.9", "full", [4900] * 3, 4, NOTED, "It is cold"),
        ("pico-epaper-2.9", "full", [4900] * 3, 20, NOTED, "This panel is another one"),
        ("pico-epaper-2.9", "partial", [740, 650, 770], 20, PASSED, "740 ms"),
        ("pico-epaper-2.9", "partial", [330] * 3, 20, NOTED, "10 ms instead of 20 ms"),
        ("pico-epaper-2.9", "partial", [1330] * 3, 20, NOTED, "42 ms instead of 20 ms"),
        ("pico-epaper-2.9", "partial", [3600] * 3, 20, NOTED, "a full refresh"),
        ("pico-epaper-2.9", "quick", [380] * 3, 20, PASSED, "380 ms"),
        ("pico-epaper-2.9", "quick", [], 5, SKIPPED, "none"),
        ("badger2040", "full", [4560], None, PASSED, "4560 ms"),
        ("badger2040", "partial", [690], None, PASSED, "690 ms"),
        ("badger2040", "partial", [1380], None, NOTED, "21 ms instead of 10 ms"),
        ("another-board", "full", [4560], None, SKIPPED, "another-board"),
    ],
)
def test_the_time_of_a_refresh_is_compared_to_known_glass(board, refresh, took, celsius, outcome, why):
    step = busy_step(board, refresh, took, celsius)
    assert step.outcome == outcome and why in step.detail


@pytest.mark.parametrize(("celsius", "outcome"), [(21, PASSED), (9, NOTED), (36, NOTED), (None, NOTED)])
def test_the_temperature_is_reported(celsius, outcome):
    step = temperature_step(celsius)
    assert (step.outcome, step.figures) == (outcome, {"celsius": celsius})


async def test_a_panel_in_the_cold_makes_no_partial_refreshes(device, vectors):
    device.panel.celsius = -5
    steps, _ = await checked(device, vectors, Owner(device))
    assert "-5 °C" in steps["panel, temperature"].detail
    assert [steps[name].outcome for name in TIMES.values()] == [NOTED, SKIPPED, SKIPPED]
    assert {steps[name].outcome for name in LOOKED_AT} == {PASSED}
    assert device.panel.faults == []


async def test_without_hands_only_what_needs_them_is_left_out(device, vectors):
    steps, _ = await checked(device, vectors)
    skipped = {name for name, step in steps.items() if step.outcome == SKIPPED}
    assert skipped == {name for name in steps if name.startswith("button")} | set(LOOKED_AT)
    assert [
        name for name in steps if name not in {*skipped, *TIMES.values()} and steps[name].outcome != PASSED
    ] == []


async def test_a_panel_that_looks_wrong_and_one_nobody_looked_at(device, vectors):
    owner = Owner(device, answers=["n", "", "perhaps", "y", "n", "y", "y", "y", "n"])
    steps, _ = await checked(device, vectors, owner)
    found = [steps[name].outcome for name in LOOKED_AT]
    assert found == [FAILED, SKIPPED, PASSED, FAILED, PASSED, PASSED, PASSED, NOTED]
    assert "mirrored or upside down" in steps["panel, direction"].detail
    assert "leave it off" in steps["panel, quick refresh"].detail


async def test_buttons_that_are_crossed_dead_or_skipped(device, vectors):
    owner = Owner(device, ["y"] * len(LOOKED_AT), {"up": "down", "a": None, "b": "", "c": "a c"})
    steps, _ = await checked(device, vectors, owner, seconds=1.0)
    found = {
        name: (steps[f"button {name.upper()}"].outcome, steps[f"button {name.upper()}"].detail)
        for name in BUTTONS
    }
    assert found["up"] == (FAILED, "Within 1 s DOWN came instead: are wires crossed?")
    assert found["a"] == (FAILED, "Within 1 s nothing came.")
    assert found["b"][0] == SKIPPED
    assert found["c"][0] == PASSED and "Before it came A" in found["c"][1]


async def test_three_buttons_are_asked_for_as_five(tmp_path, vectors, monkeypatch):
    monkeypatch.setattr(panel_checks, "LOOK_EVERY", 0.02)
    cable = TerminalCable(tmp_path / "port")
    async with HostDevice(tmp_path / "flash", cable, speed=1000, board="pico-inky-pack") as device:
        device.port = str(tmp_path / "port")
        owner = Owner(device)
        steps, _ = await checked(device, vectors, owner)
    cable.close()
    assert {steps[f"button {name.upper()}"].outcome for name in BUTTONS} == {PASSED}
    assert "For DOWN, hold B and press C." in owner.sentences


async def test_a_keyboard_that_goes_away_skips_the_rest(device, vectors):
    owner = Owner(device, presses=dict.fromkeys(BUTTONS))
    owner.lines.put(None)
    steps, _ = await checked(device, vectors, owner)
    skipped = {name for name, step in steps.items() if step.outcome == SKIPPED}
    assert skipped == {name for name in steps if name.startswith("button")} | set(LOOKED_AT)


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


async def test_the_slower_the_link_is_the_longer_is_a_picture_waited_for(device, vectors, monkeypatch):
    monkeypatch.setattr(panel_checks, "SHOWN_SECONDS", 0.0001)
    steps, _ = await checked(device, vectors)
    assert steps["panel, pictures"].outcome == FAILED
    monkeypatch.setattr(acceptance, "REQUEST_MS", 0.000001)
    steps, _ = await checked(device, vectors)
    assert "panel, pictures" not in steps and ALONE <= set(steps)


async def test_a_report_holds_what_one_would_ask_for(device, vectors):
    device.app.log.note("Something was odd.")
    _, report = await checked(device, vectors)
    text = report_text(report)
    for part in ("arcana: ", "computer: Python", "device python: ", "passed: link.", "skipped: button UP."):
        assert part in text
    assert "median_ms: " in text and "Something was odd." in text


async def test_a_report_shows_the_log_newest_entry_first_from_before_a_restart_too(device, vectors, tmp_path):
    (tmp_path / "flash" / "log.txt.old").write_text("2026-11-21 20:15 Something was odd last week.\n")
    device.app.log.note("Something was odd.")
    try:
        black(b"", 0, 0)
    except IndexError as error:
        device.app.log.error("Pressing b", error)
    _, report = await checked(device, [])
    *_, first, above, innermost, second, third = report_text(report).splitlines()
    assert "Pressing b: IndexError: index out of range" in first
    assert above.endswith("in test_a_report_shows_the_log_newest_entry_first_from_before_a_restart_too")
    assert "| " in innermost and __file__ in innermost and innermost.endswith("in black")
    assert second.endswith("Something was odd.") and third.endswith("odd last week.")


async def test_a_pattern_gives_way_to_a_press_when_the_host_is_long_gone(device):
    await asyncio.to_thread(lambda: Device(device.port).call("pattern", name="black"))
    shown = device.app.screen
    shown.press("a", "press")
    assert device.app.screen is shown
    now = device.app.board.ticks_ms()
    device.app.board.ticks_ms = lambda: now + 125_000
    shown.press("a", "press")
    assert device.app.screen is not shown
