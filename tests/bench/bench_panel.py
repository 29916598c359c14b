"""The processor time of a refresh on each board, including the SPI.

It is emulated time, the same on every computer, without that of the panel itself.
"""

from arcana_host.virtual.boards import NAMES
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.refreshes import costs
from rich.table import Table

GOAL_MS = 10


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a partial refresh costs more than it should."""
    table = Table("board", "what changed", "before", "meanwhile", "after", title=f"a refresh on {image.stem}")
    slowest = 0
    for board in NAMES:
        for changed, cost in costs(image, board).items():
            table.add_row(board, changed, *(f"{part:.1f}" for part in cost))
            note("panel", f"{board}, {changed}", _goal(changed), f"{cost.before:.1f} ms")
            if changed != "full refresh":
                slowest = max(slowest, cost.before)
    console.print(table)
    console.print("Milliseconds of work: before the panel is busy, while it is busy, and after that.")
    console.print(f"The slowest partial refresh takes {slowest:.1f} ms (goal {GOAL_MS}).")
    return int(slowest > GOAL_MS)


def _goal(changed):
    return "" if changed == "full refresh" else f"{GOAL_MS} ms"
