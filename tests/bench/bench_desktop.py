"""How long commands of the desktop take, beside a loop that says how fast the computer is at the moment."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arcana_host.library.rows import write_game
from arcana_host.library.store import Library
from bench.figures import note
from rules.random_games import random_game

DIFFERENT, COPIES = 500, 40
"""How many different games there are, and how often each of them is in the library, with different ids."""
COMMANDS = ("--help", "games", "games --player Cy", "stats", "review latest")
TIMES = 3
SYNCED = 250
ARCANA = (sys.executable, "-c", "from arcana_host.cli import main; main()")


def main():
    """Measure and print. Returns the exit status: 1 when a command takes longer than it should."""
    load, _, _ = os.getloadavg()
    figure = f"{_calibration() * 1000:.0f} ms, load {load:.1f} on {os.cpu_count()} processors"
    note("desktop", "a loop of 10,000,000 additions in Python, to compare computers", figure)
    with tempfile.TemporaryDirectory() as folder:
        _fill(folder)
        took = {f"`arcana {words}`": _least(words, folder) for words in COMMANDS}
    took[f"`arcana sync`, {SYNCED} games"] = _sync_games()
    return int(any([note("desktop", what, seconds) for what, seconds in took.items()]))


def _calibration():
    def loop():
        total = 0
        for number in range(10_000_000):
            total += number

    return min(_seconds(loop) for _ in range(TIMES))


def _seconds(work):
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _arcana(*words):
    subprocess.run([*ARCANA, *words], check=True, stdout=subprocess.DEVNULL)


def _least(words, folder):
    where = () if words == "--help" else ("--library", folder)
    return min(_seconds(lambda: _arcana(*words.split(), *where)) for _ in range(TIMES))


def _fill(folder):
    with Library(folder) as library:
        for number in range(DIFFERENT):
            date = f"20{number % 25:02}-{number % 12 + 1:02}-{number % 28 + 1:02} 20:15"
            events = "\n".join(random_game(number).events)
            library.add(f'[Game "00{number:06x}"]\n[Date "{date}"]\n{events}\n')
        with library.database() as database:
            for game in list(library.stored()):
                for copy in range(1, COPIES):
                    entry = game.entry._replace(id=f"{copy:02}{game.entry.id[2:]}")
                    write_game(database, game._replace(entry=entry))


def _sync_games():
    """Return the seconds of a sync with the virtual device, which is real in its time."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _write_games(root / "flash" / "games")
        with _device(root):
            return _seconds(lambda: _arcana("sync", "--port", root / "port", "--library", root / "library"))


def _write_games(games):
    games.mkdir(parents=True)
    for number in range(1, SYNCED + 1):
        table = random_game(number)
        end = f"# over {table.game.result} {len(table.events)}"
        lines = [f'[Game "{number:08x}"]', '[Device "bench"]', *table.events, end]
        (games / f"{number:04}-{number:08x}.arcana").write_text("\n".join(lines) + "\n")


@contextlib.contextmanager
def _device(root):
    words = ("play", root / "port", "--port-link", "--headless", "--folder", root / "flash")
    with subprocess.Popen([*ARCANA, *words], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        yield
        process.terminate()
