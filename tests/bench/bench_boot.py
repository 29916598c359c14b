"""How long it takes from power-on until the table of the running game is sent to the panel."""

from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.power_on import MOMENTS, long_game, power_on
from rich.table import Table

GOAL_MS = 1441


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when the table takes longer than it should."""
    table = Table("the game is", "events", "ms", title=f"from power-on to the table, {image.stem}")
    events, slowest = long_game(), 0
    for moment, count in MOMENTS.items():
        took, _ = power_on(image, events[:count])
        slowest = max(slowest, took)
        table.add_row(moment, str(count), f"{took:.0f}")
        note("boot", f"{moment}, {count} events of five players", f"{GOAL_MS} ms", f"{took:.0f} ms")
    console.print(table)
    console.print(f"A full refresh follows. The slowest takes {slowest:.0f} ms (goal {GOAL_MS}).")
    return int(slowest > GOAL_MS)
