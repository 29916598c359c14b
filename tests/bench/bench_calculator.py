"""The land calculator on the emulated Pico: its presses, an answer after each, and the memory it takes."""

import statistics

from bench.bench_island import game_of
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.power_on import with_game

TURN = 9
OPEN = ["c", "c"]
SIMPLE = ["up", "c", "up", "c", "c", "up"]
"""An explorer, a town and a dahan."""
SIX_FIELDS = ["up", "up", "c", "up", "c", "up", "c", "up", "up", "up", "c", "up", "c", "up", "up"]
"""Two explorers, a town, a city, three dahan, a blight and Defend 2."""
SIMPLE_PRESSES, SIX_PRESSES, ANSWER_MS, FREE_HEAP, LOST = 8, 20, 150, 60_000, 1_000


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    events = game_of(lambda game: game.turn == TURN and game.step == "ravage" and not game.owed)
    handheld = with_game(image, events)
    # what a turn has done once is in memory
    opens = _open(handheld)
    handheld.press("a"), handheld.press("a")
    before = _free(handheld)
    _open(handheld)
    took = [_time(handheld, press) for press in SIX_FIELDS]
    steps = _time(handheld, "b")
    with_steps = _free(handheld)
    handheld.press("a")
    heap = min(_free(handheld), with_steps)
    for _ in range(SIX_FIELDS.count("c") + 2):
        handheld.press("a")
    after = _free(handheld)
    figures = (
        ("a simple land: presses", SIMPLE_PRESSES, len(OPEN + SIMPLE), ""),
        ("six fields: presses", SIX_PRESSES, len(OPEN + SIX_FIELDS), ""),
        ("an answer after a press: median", ANSWER_MS, statistics.median(took), " ms"),
        ("an answer after a press: slowest", ANSWER_MS, max(took), " ms"),
        ("opening it", 0, opens, " ms"),
        ("opening the steps", 0, steps, " ms"),
        ("heap that is gone after closing it", LOST, max(0, before - after), " bytes"),
    )
    for what, goal, figure, unit in figures:
        console.print(f"{what}: {figure:,.0f}{unit}" + (f" (goal {goal:,})" if goal else ""))
        note("calculator", what, f"at most {goal:,}{unit}" if goal else "", f"{figure:,.0f}{unit}")
    console.print(
        f"free heap with it open: {heap:,} bytes (goal {FREE_HEAP:,}); before {before:,}, after {after:,}"
    )
    note("calculator", "free heap with it open", f"at least {FREE_HEAP:,} bytes", f"{heap:,} bytes")
    missed = any(goal and figure > goal for _, goal, figure, _ in figures)
    return int(missed or heap < FREE_HEAP)


def _open(handheld):
    handheld.press(OPEN[0])
    return _time(handheld, OPEN[1])


def _time(handheld, press):
    handheld.settle()
    return handheld.press_and_time(press)


def _free(handheld):
    handheld.settle()
    return handheld.ask("info")["free_heap"]
