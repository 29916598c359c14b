"""`arcana test` on the virtual device, with somebody who looks at its glass and presses its buttons."""

import asyncio
import json
import queue
import re

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor import acceptance, panel_checks
from arcana_host.doctor.acceptance import CHORDS, check, report, report_text
from arcana_host.doctor.panel_checks import CLEANED, LOOKS, SHADOWS, TIMES, busy_step, temperature_step
from arcana_host.doctor.person import Person
from arcana_host.doctor.step import FAILED, NOTED, PASSED, SKIPPED
from arcana_host.doctor.vectors import read_vectors
from arcana_host.link.device import Device
from arcana_host.virtual.cable import TerminalCable
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.translation import speaking
from arcana_portable.virtual.panel import inverted
from companion import app as app_module
from companion.canvas import Canvas
from companion.screens import Stack
from memory_app import MemoryApp

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
"""Each pattern as it must be on the glass, bit by bit."""

QUESTIONS = {asked.question: look.pattern for look in LOOKS for asked in look.questions}
LOOKED_AT = [*(asked.name for look in LOOKS for asked in look.questions), SHADOWS.name]
ALONE = {"panel, temperature", *TIMES.values()}


class Owner:
    """Somebody with a device; `person` is what the test of it talks to.

    answers: what to say to questions, in their order, in place of the truth. shadows: and whether there are
    any, "y" or "n". presses: {the button that is
    asked for: what is pressed instead}, None for nothing, "" for Enter.
    """

    def __init__(self, device, answers=None, presses=None, shadows="n"):
        self.device = device
        self.answers = answers
        self.presses = presses or {}
        self.shadows = shadows
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
        elif sentence.startswith("Now come"):
            self.before = self.refreshes()
        elif "photograph" in sentence:
            self.lines.put("shadows.jpg")
        elif sentence.startswith(SHADOWS.question):
            self.seen = self.device.glass
            self.since = [now - before for now, before in zip(self.refreshes(), self.before, strict=True)]
            self.lines.put(self.shadows)
        elif self.answers is not None:
            self.lines.put(self.answers.pop(0))
        else:
            pattern = next(name for question, name in QUESTIONS.items() if sentence.startswith(question))
            self.lines.put("y" if TRUE[pattern](self.device.glass) else "n")

    def refreshes(self):
        """How many full and partial refreshes the panel has had."""
        return self.device.panel.full_refreshes, self.device.panel.partial_refreshes

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


async def checked(device, vectors, owner=None, seconds=5.0, **what):
    """Return {check: Step} of a test of the device, and the report."""

    def run():
        with Device(device.port) as end:
            person = owner.person if owner else None
            steps = list(check(end, vectors, person, button_seconds=seconds, **what))
            return {step.name: step for step in steps}, report(end, steps)

    return await asyncio.to_thread(run)


async def test_a_device_that_is_well_passes_everything(device, vectors):
    before = None
    while not device.panel.full_refreshes or device.panel.busy:
        await asyncio.sleep(0.01)
    before = device.glass
    steps, report = await checked(device, vectors, Owner(device), for_report=True)
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
    assert [steps[name].outcome for name in LOOKED_AT] == [PASSED] * (len(LOOKED_AT) - 1) + [SKIPPED]
    assert device.panel.faults == []


async def test_without_hands_only_what_needs_them_is_left_out(device, vectors):
    steps, _ = await checked(device, vectors)
    skipped = {name for name, step in steps.items() if step.outcome == SKIPPED}
    assert skipped == {name for name in steps if name.startswith("button")} | set(LOOKED_AT)
    assert [
        name for name in steps if name not in {*skipped, *TIMES.values()} and steps[name].outcome != PASSED
    ] == []


async def test_a_panel_that_looks_wrong_and_one_nobody_looked_at(device, vectors):
    owner = Owner(device, answers=["n", "", "perhaps", "y", "n", "y", "y", "y", "n"], shadows="")
    steps, _ = await checked(device, vectors, owner)
    found = [steps[name].outcome for name in LOOKED_AT]
    assert found == [FAILED, SKIPPED, PASSED, FAILED, PASSED, PASSED, PASSED, NOTED, SKIPPED]
    assert "mirrored or upside down" in steps["panel, direction"].detail
    assert "leave it off" in steps["panel, quick refresh"].detail


async def glass_after_a_game(device, vectors, answers=(), **how):
    """Return the Owner and the {check: Step} of the check for shadows, without the steps of the link."""
    owner = Owner(device, list(answers), **how)
    steps, made = await checked(device, vectors, owner, for_report=True, only_glass=True)
    assert made["steps"] == [step.as_json() for step in steps.values()]
    assert steps.pop("link") and steps.pop("panel, label")
    return owner, steps


def drawn(events):
    """The table after some events, as bytes of the glass."""
    app, canvas = MemoryApp(), Canvas()
    app.session.begin(events[0])
    for event in events[1:]:
        app.session.enter(event, follows=False)
    Stack(app, True).draw(canvas)
    return inverted(bytes(canvas.buffer))


async def test_forty_partial_refreshes_of_a_game_are_looked_at_for_shadows(device):
    games = [vector for vector in read_vectors(vectors_folder()) if vector.name == "random-26"]
    while not device.panel.full_refreshes or device.panel.busy:
        await asyncio.sleep(0.01)
    before = device.glass
    owner, steps = await glass_after_a_game(device, games)
    # the first table comes with a full one
    assert owner.since == [1, 40]
    assert owner.seen == drawn(games[0].events[:41])
    assert [(*step[:2], step.figures) for step in steps.values()] == [
        (SHADOWS.name, PASSED, {"partial_refreshes": 40, "photograph": "shadows.jpg"})
    ]
    assert device.app.journal.names() == [] and device.app.methods.scratch is None
    while device.glass != before:
        await asyncio.sleep(0.01)


async def test_where_shadows_stay_they_are_looked_for_again_after_a_full_refresh(device, vectors):
    _, steps = await glass_after_a_game(device, vectors, answers="n", shadows="y")
    assert {name: step.outcome for name, step in steps.items()} == {SHADOWS.name: NOTED, CLEANED.name: FAILED}
    assert "Yes. In the settings" in steps[SHADOWS.name].detail
    assert steps[CLEANED.name].figures["photograph"] == "shadows.jpg"


@pytest.mark.parametrize("game", ["score_pad", "spirit_island"])
async def test_the_game_that_the_device_plays_is_shown(tmp_path, monkeypatch, game):
    monkeypatch.setattr(panel_checks, "LOOK_EVERY", 0.02)
    cable = TerminalCable(tmp_path / "port")
    (tmp_path / "flash").mkdir()
    (tmp_path / "flash" / "settings.json").write_text(json.dumps({"language": "english", "game": game}))
    async with HostDevice(tmp_path / "flash", cable, speed=1000) as device:
        device.port = str(tmp_path / "port")
        owner, steps = await glass_after_a_game(device, read_vectors(vectors_folder()))
        assert device.app.game_name == game and device.app.log.lines() == []
    cable.close()
    assert owner.since == [1, 40] and steps[SHADOWS.name].outcome == PASSED


async def test_no_full_refresh_comes_between_the_pictures_of_a_host(device, monkeypatch):
    monkeypatch.setattr(app_module, "_REST_MS", 0)
    while not device.panel.full_refreshes or device.panel.busy:
        await asyncio.sleep(0.01)

    def show():
        with Device(device.port) as end:
            for number in range(8):
                end.call("pattern", name=("left", "both")[number % 2], refresh="partial")
                while end.call("panel")["took"] is None:
                    pass

    before = device.panel.full_refreshes
    await asyncio.to_thread(show)
    await asyncio.sleep(0.1)
    assert (device.panel.full_refreshes, device.panel.partial_refreshes) == (before, 8)
    with_a_picture_that_is_there = Device(device.port).call
    await asyncio.to_thread(lambda: with_a_picture_that_is_there("pattern", name="both", refresh="partial"))
    while device.app.board.panel.took is None:
        await asyncio.sleep(0.01)
    assert device.app.board.panel.took == 0


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


def test_a_german_at_the_keyboard_says_ja_and_nein():
    heard = []
    person = Person(iter(["j\n", "vielleicht\n", "nein\n", "\n"]), heard.append)
    with speaking("german"):
        assert [person.ask_yes_no("Ist alles schwarz?") for _ in range(3)] == [True, False, None]
    assert "Bitte antworte mit j oder n." in heard


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


async def test_in_german_the_checks_have_german_names_and_numbers_a_comma(device, vectors):
    with speaking("german"):
        steps, _ = await checked(device, vectors)
    assert {"Verbindung", "Flash-Speicher", "Arbeitsspeicher", "Display", "Regeln", "Tempo"} <= set(steps)
    assert re.search(
        r"im Mittel in \d+,\d ms \(auf dem emulierten Pico 24,0 ms\)", steps["Verbindung"].detail
    )


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
