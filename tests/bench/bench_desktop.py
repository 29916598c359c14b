"""How much of a processor and of memory commands of the desktop take, beside what cannot take less: starting
Python, and counting the games of the same library in SQLite.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arcana_host.library.rows import write_game
from arcana_host.library.store import FILE, Library
from bench.figures import note
from device.program import MAIN, Program
from host.test_sync import over, put_games
from rules.random_games import random_game

DIFFERENT = 500
"""How many different games there are; the others are copies with other ids."""
MANY, MOST = 20_000, 200_000
COMMANDS = ("games", "games --player Cy", "stats", "review latest")
TIMES = 3
SYNCED = 250
COUNT = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('select count(*) from games').fetchone()"


def main():
    """Measure and print. Returns the exit status: 1 when a command takes more than it should."""
    missed = []

    def least(what, *command, times=TIMES):
        """Note the least milliseconds of a Python command, and return them."""
        milliseconds = min(_run(*command)[0] for _ in range(times))
        missed.append(note("desktop", what, round(milliseconds)))
        return milliseconds

    with tempfile.TemporaryDirectory() as many, tempfile.TemporaryDirectory() as most:
        _fill(many, MANY)
        plain = least("`python -c pass`", "pass")
        count = least(f"`select count(*)` of {MANY:,} games in SQLite", COUNT, Path(many, FILE))
        took = {"--help": least("`arcana --help`", MAIN, "--help")}
        for words in COMMANDS:
            took[words] = least(f"`arcana {words}`", MAIN, *words.split(), "--library", many)
        for words, milliseconds in took.items():
            times = f"{milliseconds / plain:.0f} and {milliseconds / count:.0f} times"
            note("desktop", f"`arcana {words}`, in times of the first two", times)
        export = ("export", "--all", Path(many, "all.bgsplay"), "--library", many)
        least(f"`arcana export --all`, {MANY:,} games into a `.bgsplay`", MAIN, *export, times=1)
        _fill(most, MOST)
        for words in ("games", "stats"):
            megabytes = _run(MAIN, words, "--library", most)[1]
            missed.append(note("desktop", f"memory of `arcana {words}`, {MOST:,} games", round(megabytes)))
    missed.append(note("desktop", f"`arcana sync`, {SYNCED} games", _sync_games()))
    return int(any(missed))


def _run(code, *words):
    """Run a Python program; return its milliseconds of processor time, and the most megabytes it had."""
    # an installed arcana has its bytecode
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)], stdout=subprocess.DEVNULL, env=environment
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return 1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1024


def _fill(folder, many):
    with Library(folder) as library:
        for number in range(DIFFERENT):
            date = f"20{number % 25:02}-{number % 12 + 1:02}-{number % 28 + 1:02} 20:15"
            events = "\n".join(random_game(number).events)
            library.add(f'[Game "000{number:05x}"]\n[Date "{date}"]\n{events}\n')
        with library.database() as database:
            for game in list(library.stored()):
                for copy in range(1, many // DIFFERENT):
                    entry = game.entry._replace(id=f"{copy:03}{game.entry.id[3:]}")
                    write_game(database, game._replace(entry=entry))


def _sync_games():
    """Return the seconds of a sync with the virtual device, measured by the clock."""
    with tempfile.TemporaryDirectory() as folder:
        root, port = Path(folder), Path(folder, "port")
        put_games(root / "flash", {f"{number:08x}": over(random_game(number)) for number in range(SYNCED)})
        with Program("play", port, "--port-link", "--headless", "--folder", root / "flash") as device:
            device.line("Serial port: ")
            started = time.monotonic()
            _run(MAIN, "sync", "--port", port, "--library", root / "library")
            return time.monotonic() - started
