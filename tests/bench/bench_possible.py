"""What the held fates can be: the time and the heap that it takes to find out on the emulated Pico."""

import bisect
import statistics

from arcana_host.virtual.pico import PicoFault
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.rules_board import RulesBoard, crowded_game
from rich.table import Table

GOALS = {3: 60, 5: 400}
"""Milliseconds: typically with three fates held, at most with five."""

HEAP_KB = 24


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    times = _times(image)
    table = Table("fates held", "events", "median ms", "longest ms", "goal", title=f"possible, {image.stem}")
    for held, took in sorted(times.items()):
        goal = str(GOALS.get(held, ""))
        figure = f"median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms"
        note("possible", f"{held} fates held", goal and f"{goal} ms", figure)
        table.add_row(str(held), str(len(took)), f"{statistics.median(took):.0f}", f"{max(took):.0f}", goal)
    console.print(table)
    least = _least_heap(image)
    console.print(f"Heap for it, program included, with five fates held: {least} KB (goal {HEAP_KB}).")
    note("possible", "heap for it with five held, program included", f"{HEAP_KB} KB", f"{least} KB")
    slow = statistics.median(times[3]) >= GOALS[3] or max(map(max, times.values())) > GOALS[5]
    return int(slow or least > HEAP_KB)


def _times(image):
    board, times = RulesBoard(image), {}
    for text in crowded_game():
        took, possible = board.take(text)
        times.setdefault(len(possible), []).append(took)
    return times


def _least_heap(image):
    """Return the least number of KB in which it is found out at the game's fullest moment."""
    events = crowded_game()[:36]

    def suffices(kilobytes):
        board = RulesBoard(image)
        for text in events:
            board.apply(text)
        try:
            return len(board.possible_in(kilobytes * 1024)) == 5
        except PicoFault:
            return False

    rooms = range(8, 64)
    return rooms[bisect.bisect_left(rooms, True, key=suffices)]
