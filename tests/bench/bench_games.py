"""Everyday operations by the number of finished games on the device, on the emulated Pico.

The firmware has written these games to the flash, with a running one. Power-on is measured until the picture
of the running game's table, an event from its press to its picture, a new game from a host's request to the
answer, and listing as a host does it, from the first request to the last answer.
"""

import os
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bench.figures import note
from bench.on_the_pico import on_the_pico
from companion.screens.stack import Stack
from memory_app import MemoryApp, enter_all
from pico.kept_games import kept_files, running_game, with_files
from player import Player

KEPT = (0, 40, 120, 190)
BEGUN, PLAYED = 14, 21
"""How many events the running game has at first, and at the end."""

MOVED = 120
"""How many games an older companion has left behind."""

_LIMIT_MS = 60_000
GOALS = {"one event, median": 100, "a new game": 250, "listing, each game": 2}


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    console.print(f"{image.stem}, milliseconds")
    status, first = 0, None
    # a process for each, as the emulated time is the same however long it takes
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        moving = pool.submit(_move, image)
        measured = list(pool.map(partial(_measure, image), KEPT))
        seconds = moving.result()
    for kept, took in zip(KEPT, measured, strict=True):
        first = first or took["power-on"]
        for name, goal in {"power-on": 1.1 * first, **GOALS}.items():
            if name not in took:
                continue
            console.print(f"{kept} games kept: {name} {took[name]:.1f} (goal {goal:.0f})")
            note("games", f"{name}, {kept} games kept", f"{goal:.0f} ms", f"{took[name]:.1f} ms")
            status |= took[name] > goal
    console.print(f"{MOVED} games of an older companion move in {seconds:.1f} s.")
    note("games", f"{MOVED} games of an older companion move into packs, once", "", f"{seconds:.1f} s")
    return int(status)


def _measure(image, kept):
    events = running_game(PLAYED)
    handheld = with_files(image, kept_files(kept, events[:BEGUN]))
    took = {"power-on": handheld.pico.run_until(lambda: handheld.pictures, _LIMIT_MS, 1)}
    handheld.settle()
    took["one event, median"] = statistics.median(_events(handheld, events))
    handheld.settle()
    handheld.ask("enter", event=len(handheld.events(handheld.ask("info")["game"])), text="abandon")
    handheld.settle()
    took["a new game"] = _timed(handheld, "enter", event=0, text=events[0])[0]
    handheld.settle()
    if kept:
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


def _move(image):
    """Start with an older companion's games; return the seconds from the first picture until all moved."""
    handheld = with_files(image, kept_files(MOVED, running_game(BEGUN), packed=False))
    handheld.pico.run_until(lambda: handheld.pictures, _LIMIT_MS)

    def packed():
        return sum(path.endswith(".arcana") for path in handheld.pico.read_files()) == 1

    return handheld.pico.run_until(packed, _LIMIT_MS, 250) / 1000


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
