"""How long it takes to look back on many games, and on one of them: commands from start to end."""

import subprocess
import sys
import tempfile
import time

from arcana_host.library.store import Library
from bench.figures import note
from rich.console import Console
from rules.random_games import random_game

DIFFERENT = 500
TIMES_THE_SAME = 40
"""How many different games there are, and how often each of them is in the library, with different ids."""

GOALS = {"games": 1.0, "games --json": 1.0, "games --player Cy": 1.0, "stats": 1.0, "review latest": 2.0}
"""Seconds that a command may take."""

TIMES = 3


def main():
    """Measure and print. Returns the exit status: 1 when one of the commands takes longer than it should."""
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        _fill(folder)
        console.print(
            f"A library of {DIFFERENT * TIMES_THE_SAME} games: made in {time.monotonic() - started:.0f} s."
        )
        took = {words: _run(console, words, folder) for words in GOALS}
    return int(any(took[words] >= goal for words, goal in GOALS.items()))


def _fill(folder):
    with Library(folder) as library:
        for number in range(DIFFERENT):
            date = f"20{number % 25:02}-{number % 12 + 1:02}-{number % 28 + 1:02} 20:15"
            events = "\n".join(random_game(number).events)
            library.add(f'[Game "00{number:06x}"]\n[Date "{date}"]\n{events}\n')
        others = "game, device, date, players, result, turns, lines, record, summary, facts"
        with library.database() as database:
            for copy in range(1, TIMES_THE_SAME):
                database.execute(
                    f"insert into games select '{copy:02}' || substr(id, 3), {others}"
                    " from games where id like '00%'"
                )


def _run(console, words, folder):
    command = [sys.executable, "-c", "from arcana_host.cli import main; main()", *words.split()]
    took = []
    for _ in range(TIMES):
        started = time.monotonic()
        subprocess.run([*command, "--library", folder], check=True, stdout=subprocess.DEVNULL)
        took.append(time.monotonic() - started)
    console.print(f"arcana {words}: {min(took):.2f} s (goal {GOALS[words]:.0f}).")
    note("library", f"`arcana {words}`", f"{GOALS[words]:.0f} s", f"{min(took):.2f} s")
    return min(took)
