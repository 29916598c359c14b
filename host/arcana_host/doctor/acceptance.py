"""Tests whether a device is built correctly, from the link to the buttons, and reports it.

It must not know how the results are shown.
"""

import platform
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from arcana_portable.games import of_state
from arcana_portable.translation import _
from arcana_portable.wording import decimal

from arcana_host import version
from arcana_host.doctor.panel_checks import ask_label, check_panel, check_shadows
from arcana_host.doctor.person import Person
from arcana_host.doctor.step import FAILED, NOTED, PASSED, SKIPPED, Step
from arcana_host.doctor.vectors import Vector, play_vector
from arcana_host.link.device import Device
from arcana_host.link.log import read_log
from shared_rules import BUTTONS

REQUESTS = 20
"""How many requests test the link."""

REQUEST_MS = 24.0
"""The average round trip of a request for the clock on the emulated Pico with MicroPython 1.28, with the cost
of cache misses; 14.5 without."""

EVENT_MS = 190.0
"""The most that an event of the vector TIMED should take: the goal for a press and its picture in
docs/figures.md. On the emulated Pico it takes 68, and 90 with the cost of cache misses, as nothing is drawn
or written."""
TIMED = "random-13"

LEAST_HEAP = 60_000
"""The fewest bytes that should be free: the goal for the middle of a game with MicroPython 1.24. Without a
game, the emulated Pico has 101,000 with 1.24, and 113,000 with 1.28."""

LOG_ENTRIES = 50
"""How many entries of the device's log are in a report."""

BUTTON_SECONDS = 30.0
CHORDS = {"up": "a", "down": "c"}
"""The button to press while B is held, on a board with three buttons."""


def check(
    device: Device,
    vectors: list[Vector],
    person: Person | None,
    on_event: Callable[[], None] = lambda: None,
    button_seconds: float = BUTTON_SECONDS,
    for_report: bool = False,
    only_glass: bool = False,
) -> Iterator[Step]:
    """Run the checks, and yield the Step of each; the game and the journal do not change.

    vectors: vectors of games that the device lacks are skipped. person: the observer of the panel who presses
    the buttons, or None for nobody. on_event: called after every event of the vectors. button_seconds: how
    long to wait for each button. for_report: whether to ask for the label on the panel. only_glass: whether
    only the link and the shadows on the panel are checked.
    Raises DeviceLost, DeviceSilent when the device goes away.
    """
    link = _link(device)
    yield link
    # an emulated board is many times slower than a real board, and so is its panel
    slower = max(1.0, link.figures["median_ms"] / REQUEST_MS)
    games = device.info()["games"]
    if not only_glass:
        yield from _parts(device)
        yield from _rules(device, [vector for vector in vectors if vector.game in games], on_event)
    if person and for_report:
        yield ask_label(person)
    if not only_glass:
        yield from check_panel(device, person, slower)
    played = _played(device, games)
    yield from check_shadows(device, [vector for vector in vectors if vector.game == played], person, slower)
    if not only_glass:
        yield from _buttons(device, person, button_seconds)


def report(device: Device, steps: list[Step]) -> dict[str, Any]:
    """Return a report with everything that helps to find a fault. Raises DeviceLost, DeviceSilent."""
    return {
        "when": f"{datetime.now():%Y-%m-%d %H:%M}",
        "arcana": version(),
        "computer": f"Python {platform.python_version()} on {platform.platform()}",
        "device": device.info(),
        "settings": device.call("settings")["settings"],
        "steps": [step.as_json() for step in steps],
        "log": read_log(device, LOG_ENTRIES),
    }


def report_text(report: dict[str, Any]) -> str:
    """Return a report as lines for people."""
    lines = [f"{key}: {report[key]}" for key in ("when", "arcana", "computer")]
    lines += [f"device {key}: {value}" for key, value in report["device"].items()]
    lines += [f"setting {key}: {value}" for key, value in report["settings"].items()]
    for step in report["steps"]:
        lines.append(f"{step['outcome']}: {step['name']}. {step['detail']}")
        lines += [f"    {name}: {value}" for name, value in step["figures"].items()]
    lines += ["log of the device, the newest entry first:"]
    lines += [f"    {line}" for entry in report["log"] for line in entry]
    return "\n".join(lines) + "\n"


def _link(device: Device) -> Step:
    times = []
    for __ in range(REQUESTS):
        start = time.perf_counter()
        device.call("clock")
        times.append(time.perf_counter() - start)
    median = round(statistics.median(times) * 1000, 1)
    figures = {"median_ms": median, "longest_ms": round(max(times) * 1000, 1), "expected_ms": REQUEST_MS}
    if max(times) > device.companion.timeout:
        return Step(_("link"), NOTED, _("Requests had to be repeated: try another cable."), figures)
    detail = _(
        "{requests} requests were answered, in {median} ms on average ({expected} ms on the emulated Pico).",
        requests=REQUESTS,
        median=decimal(median, 1),
        expected=decimal(REQUEST_MS, 1),
    )
    return Step(_("link"), PASSED, detail, figures)


def _parts(device: Device) -> Iterator[Step]:
    tests = device.call("self_test")
    info = device.info()
    for part, result in tests.items():
        if part == "heap" and result == "ok":
            yield _heap(info["free_heap"])
        elif part == "flash" and result == "ok":
            free = info["free_bytes"]
            yield Step(_(part), PASSED, _("{free} bytes are free.", free=free), {"free_bytes": free})
        else:
            yield Step(_(part), PASSED if result == "ok" else FAILED, result)


def _heap(free: int | None) -> Step:
    if free is None:
        return Step(_("heap"), PASSED, "ok")
    figures = {"free_heap": free, "least_heap": LEAST_HEAP}
    detail = _("{free} bytes are free (at least {least} are expected).", free=free, least=LEAST_HEAP)
    return Step(_("heap"), NOTED if free < LEAST_HEAP else PASSED, detail, figures)


def _rules(device: Device, vectors: list[Vector], on_event: Callable[[], None]) -> Iterator[Step]:
    failures, took = [], None
    for vector in vectors:
        start = time.perf_counter()
        failure = play_vector(device, vector, on_event)
        if failure:
            failures.append(failure)
        elif vector.name == TIMED:
            took = (time.perf_counter() - start) * 1000 / len(vector.events)
    events = sum(len(vector.events) for vector in vectors)
    alike = _(
        "{alike} of {games} games, {events} events in all, play out the same.",
        alike=len(vectors) - len(failures),
        games=len(vectors),
        events=events,
    )
    figures = {"games": len(vectors), "events": events, "failures": failures}
    yield Step(_("rules"), FAILED if failures else PASSED, " ".join([alike, *failures]), figures)
    if took is None:
        yield Step(
            _("speed"),
            SKIPPED,
            _("The game {name}, by which it is measured, was not played to its end.", name=TIMED),
        )
    else:
        yield _speed(took)


def _speed(took: float) -> Step:
    figures = {"event_ms": round(took, 1), "most_ms": EVENT_MS}
    detail = _("An event takes {took:.0f} ms (at most {most:.0f} ms are expected).", took=took, most=EVENT_MS)
    if took > EVENT_MS:
        slow = _("An emulated device may be that slow, a real one not.")
        return Step(_("speed"), NOTED, f"{detail} {slow}", figures)
    return Step(_("speed"), PASSED, detail, figures)


def _buttons(device: Device, person: Person | None, seconds: float) -> Iterator[Step]:
    if person is None:
        for button in BUTTONS:
            yield Step(_("button {button}", button=button.upper()), SKIPPED, _("Nobody pressed it."))
        return
    # while a pattern is shown, presses enter nothing
    device.call("pattern", name="orientation")
    held = CHORDS if _has_three(device.info()["board"]) else {}
    notices = device.updates()
    # this starts the watch before anybody is asked to press
    next(notices)
    try:
        for button in BUTTONS:
            yield _button(button, held.get(button), notices, person, seconds)
    finally:
        notices.close()
        device.call("pattern")


def _played(device: Device, games: list[str]) -> str:
    """Return the name of the game that the device plays: the game on the table, or else the chosen game."""
    state = device.call("state")["state"]
    if state:
        return of_state(state).name
    chosen = str(device.call("settings")["settings"].get("game"))
    return chosen if chosen in games else games[0]


def _has_three(board: str) -> bool:
    from arcana_host.virtual.boards import virtual_board

    try:
        return len(virtual_board(board).pins.BUTTONS) == 3
    except ValueError:
        return False


def _button(
    button: str, other: str | None, notices: Iterator[tuple[str, dict] | None], person: Person, seconds: float
) -> Step:
    """Test a button. other: the button to press while B is held, on a board without this button; or None."""
    name = _("button {button}", button=button.upper())
    if other:
        person.say(_("For {button}, hold B and press {other}.", button=button.upper(), other=other.upper()))
    person.say(
        _(
            "Press {button} once (within {seconds:.0f} s, or Enter to skip).",
            button=button.upper(),
            seconds=seconds,
        )
    )
    deadline = time.monotonic() + seconds
    others: list[str] = []
    for notice in notices:
        pressed = notice[1] if notice and notice[0] == "button" else None
        if pressed and pressed["name"] == button:
            wrong = " " + _("Before it came {others}.", others=", ".join(others)) if others else ""
            return Step(name, PASSED, _("It came as {kind}.", kind=pressed["kind"]) + wrong)
        if pressed and pressed["name"].upper() not in others:
            others.append(pressed["name"].upper())
        if person.has_skipped():
            return Step(name, SKIPPED, _("Nobody pressed it."))
        if time.monotonic() > deadline:
            break
    came = (
        _("{others} came instead: are wires crossed?", others=", ".join(others))
        if others
        else _("nothing came.")
    )
    return Step(name, FAILED, _("Within {seconds:.0f} s {came}", seconds=seconds, came=came))
