"""What the device does every day, by how many finished games it keeps, on the emulated Pico.

The games lie on the flash as the firmware has written them, with one that goes on. Power-on is measured to
the picture of its table, an event from its press to its picture, a new game from a host's request to the
answer, and listing as a host does it, from the first request to the last answer.
"""

import statistics
import time

from arcana_host.virtual.pico import EmulatedPico
from bench.figures import note
from bench.on_the_pico import on_the_pico
from companion.screens.stack import Stack
from memory_app import MemoryApp, enter_all
from pico.handheld import Handheld, firmware
from pico.kept_games import kept_files, running_game
from player import Player
from rich.table import Table

KEPT = (0, 40, 120, 190)
BEGUN, PLAYED = 14, 28
"""How many events the running game has at first, and after it was played on."""

_LIMIT_MS = 20_000
GOALS = {"power-on": None, "one event, median": 100, "a new game": 250, "listing, each game": 2}


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    table = Table("games kept", *GOALS, "wall", title=f"milliseconds, {image.stem}")
    status, first = 0, None
    for kept in KEPT:
        started = time.monotonic()
        took = _measure(image, kept)
        first = first or took["power-on"]
        goals = {**GOALS, "power-on": 1.1 * first}
        table.add_row(
            str(kept), *(f"{took[name]:.1f}" for name in GOALS), f"{time.monotonic() - started:.0f} s"
        )
        for name, goal in goals.items():
            if took[name] is not None:
                note("games", f"{name}, {kept} games kept", f"{goal:.0f} ms", f"{took[name]:.1f} ms")
                status |= took[name] > goal
    console.print(table)
    return int(status)


def _measure(image, kept):
    events = running_game(PLAYED)
    files = {**firmware(image), **kept_files(kept, events[:BEGUN])}
    # once started, so that the flash is as a companion leaves it
    before = Handheld(image, flash=EmulatedPico(image, files).cut())
    before.boot(_LIMIT_MS)
    handheld = Handheld(image, flash=before.pico.cut())
    took = {"power-on": handheld.pico.run_until(lambda: handheld.pictures, _LIMIT_MS, 1)}
    handheld.settle()
    took["one event, median"] = statistics.median(_events(handheld, events))
    handheld.settle()
    handheld.ask("enter", event=len(handheld.events(handheld.ask("info")["game"])), text="abandon")
    handheld.settle()
    took["a new game"] = _timed(handheld, "enter", event=0, text=events[0])[0]
    handheld.settle()
    took["listing, each game"] = _list(handheld) / (kept + 2)
    return took


def _events(handheld, events):
    """Play on with the buttons; return the milliseconds of each event."""
    app = MemoryApp()
    app.session.begin(events[0])
    enter_all(app.session, events[1:BEGUN])
    app.screen = Stack(app, True)
    times = []
    for _, presses in Player(app).play(events, resume=True):
        if presses:
            times.append(handheld.enter(presses))
    return times


def _list(handheld):
    """List all games; return the milliseconds until the last answer."""
    spent, first = 0, 0
    while first is not None:
        milliseconds, page = _timed(handheld, "games", first=first)
        spent, first = spent + milliseconds, page["next"]
    return spent


def _timed(handheld, method, **params):
    began = handheld.pico.micros
    answer = handheld.ask(method, limit_ms=_LIMIT_MS, **params)
    return (handheld.pico.micros - began) / 1000, answer
