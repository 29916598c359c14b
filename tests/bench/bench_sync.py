"""How long `arcana sync` takes for many games from the virtual device, each in a process of its own.

The device is real in its time: it looks at its link when one on a Pico does.
"""

import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import note
from rich.console import Console
from rules.random_games import random_game

from shared_rules.record import Record

GAMES = (125, 250, 500)
EVENTS = (40, 60)
"""How many events a game has, fifty on average."""

GOAL_SECONDS = 20
ARCANA = (sys.executable, "-c", "from arcana_host.cli import main; main()")


def main():
    """Measure and print. Returns the exit status: 1 when the last sync takes longer than it should."""
    console = Console()
    records = _records(max(GAMES))
    for count in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            events = _fill(root / "flash", records[:count])
            with _device(root):
                worked = _worked()
                took = _sync(root)
                desktop = _worked() - worked
                again = _sync(root)
                worked = _worked()
            device = _worked() - worked
        console.print(
            f"{count} games, {events} events: {took:.1f} s, {took / events * 1000:.2f} ms for an event; "
            f"with nothing new {again:.1f} s. The processor worked {desktop:.1f} s for the desktop and "
            f"{device:.1f} s for the virtual device."
        )
    what = f"{count} games of {events // count} events on average"
    note("sync", what, f"{GOAL_SECONDS} s", f"{took:.1f} s, with nothing new {again:.1f} s")
    load, _, _ = os.getloadavg()
    console.print(f"The load was {load:.1f} on {os.cpu_count()} processors.")
    console.print(f"The goal for {GAMES[-1]} games is {GOAL_SECONDS} s.")
    return int(took >= GOAL_SECONDS)


def _worked():
    """Return the seconds that a processor has worked for all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _records(count):
    """Return (events, result) of random games of the right length."""
    records, seed = [], 0
    while len(records) < count:
        seed += 1
        table = random_game(seed, players=4, doom=0, hit_rate=0.8, undo_rate=0.12)
        if EVENTS[0] <= len(table.events) <= EVENTS[1]:
            records.append((table.events, table.game.result))
    return records


def _fill(flash, records):
    """Write finished games onto the flash of a device, as its journal does; return how many events."""
    games = flash / "games"
    games.mkdir(parents=True)
    for number, (events, result) in enumerate(records, 1):
        record = Record([("Game", f"{number:08x}"), ("Device", "bench")], events)
        end = f"# over {result} {len(events)} {record.check()}"
        (games / f"{number:04}-{number:08x}.arcana").write_text(f"{record}{end}\n")
    return sum(len(events) for events, _ in records)


@contextlib.contextmanager
def _device(root):
    words = ("play", root / "port", "--port-link", "--headless", "--folder", root / "flash")
    with subprocess.Popen([*ARCANA, *words], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        yield
        process.terminate()


def _sync(root):
    started = time.monotonic()
    words = ("sync", "--port", root / "port", "--library", root / "library")
    subprocess.run([*ARCANA, *words], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started
