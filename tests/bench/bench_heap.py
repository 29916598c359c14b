"""How much heap is free in the middle of a game of five with all sets, and how much of it in one block."""

import re

from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.test_companion import EVENTS, Evening

GOAL = 104_000
_BLOCK = 16  # bytes, in which MicroPython counts


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when less is free than should be."""
    evening = Evening(image, EVENTS)
    told = evening.handheld.pico.exec("import gc, micropython; gc.collect(); micropython.mem_info()")
    block = int(re.search(r"max free sz: (\d+)", told)[1]) * _BLOCK
    console.print(f"{evening.heap} bytes are free after {EVENTS} events (goal {GOAL}),")
    console.print(f"{block} of them in one block.")
    note("heap", f"after {EVENTS} events of five players", f"{GOAL:,} bytes", f"{evening.heap:,} bytes")
    note("heap", "the largest free block", "", f"{block:,} bytes")
    return int(evening.heap < GOAL)
