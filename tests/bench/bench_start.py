"""How long a command takes to its first output, the time that a user has to wait."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arcana_host.library.store import Library
from bench.figures import note
from rich.console import Console
from rich.table import Table
from rules.random_games import random_game

GOAL_SECONDS = 0.4
TIMES = 7
GAME = "0badcafe"


def commands(folder):
    """Return the commands, as they are typed, that answer without a device."""
    record = folder / "game.arcana"
    record.write_text(f'[Game "{GAME}"]\n' + "\n".join(random_game(1).events) + "\n")
    with Library(folder / "shelf") as library:
        library.add(record.read_text())
    return [
        "--help",
        "--version",
        "games --help",
        "games",
        "games --json",
        f"show {GAME}",
        f"review {GAME}",
        "stats",
        "stats --json",
        f"export {GAME}",
        f"import {record}",
        f"replay {record}",
        "ravage E2 T1s1 C1 D3 blight=1 defend=2 --adversary sweden:3",
        "creatures list",
        "sync --port nowhere",
        "live --port nowhere",
        "test --port nowhere",
        "flash --port nowhere",
    ]


def main():
    """Measure and print. Returns the exit status: 1 when a command takes longer than it should."""
    console = Console()
    table = Table("arcana", "ms", title=f"to the first output, the median of {TIMES} starts")
    slowest = 0
    with tempfile.TemporaryDirectory() as folder:
        for words in commands(Path(folder)):
            took = statistics.median(_first_output(words, folder) for _ in range(TIMES))
            slowest = max(slowest, took)
            shown = words.replace(folder, "…")
            note("start", f"`arcana {shown}`", f"{GOAL_SECONDS * 1000:.0f} ms", f"{took * 1000:.0f} ms")
            table.add_row(shown, f"{took * 1000:.0f}")
    console.print(table)
    console.print(f"The slowest takes {slowest * 1000:.0f} ms (goal {GOAL_SECONDS * 1000:.0f}).")
    return int(slowest >= GOAL_SECONDS)


def _first_output(words, folder):
    command = [sys.executable, "-c", "from arcana_host.cli import main; main()", *words.split()]
    environment = {"ARCANA_LIBRARY": f"{folder}/shelf", "PATH": "", "HOME": folder}
    started = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        process.stdout.read(1)
        took = time.perf_counter() - started
        process.stdout.read()
    return took
