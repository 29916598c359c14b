"""Spirit Island on the emulated Pico: power-on into turn 9, the free heap there, a fear, an undo; and how
long the records of whole games are.
"""

import random
import statistics

from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.kept_games import size_of
from pico.power_on import power_on, with_game
from rules.spirit_island_games import walk

SETUP = (
    "setup spirit-island players=Ann,Bo,Cy,Di spirits=thunderspeaker,oceans-hungry-grasp,"
    "volcano-looming-high,bringer-of-dreams-and-nightmares boards=A,D,B,C adversary=england:6 "
    "blight=card events=yes"
)
TURN, LONG = 9, 250
FEARS = 9
BOOT_MS, FREE_HEAP, FEAR_MS, UNDO_MS = 2000, 90_000, 110, 400
GAMES = range(200)
EVENTS, BYTES = 250, 6 * 1024


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    events = game_of(lambda game: game.turn == TURN and game.step == "ravage" and not game.owed)
    took, _ = power_on(image, events)
    handheld = with_game(image, events)
    heap = handheld.ask("info")["free_heap"]
    fear = statistics.median(_time(handheld, "up") for _ in range(FEARS))
    # hardly any game is as long
    handheld = with_game(image, (events + ["heal 1", "blight 1"] * LONG)[:LONG])
    handheld.press("b:long")
    undo = _time(handheld, "b")
    games = list(whole_games(GAMES))
    longest, largest = max(map(len, games)), max(map(size_of, games))
    figures = (
        (f"power-on into turn {TURN}, {len(events)} events", BOOT_MS, took, "ms"),
        ("one fear: median", FEAR_MS, fear, "ms"),
        (f"taking back the last step at event {LONG}", UNDO_MS, undo, "ms"),
        (f"free heap on turn {TURN}", FREE_HEAP, heap, "bytes"),
        (f"the longest of {len(games)} random games of {TURN} turns", EVENTS, longest, "events"),
        ("the largest of their files", BYTES, largest, "bytes"),
    )
    for what, goal, figure, unit in figures:
        console.print(f"{what}: {figure:,.0f} {unit} (goal {goal:,})")
        note("island", what, f"{goal:,} {unit}", f"{figure:,.0f} {unit}")
    late = took > BOOT_MS or fear > FEAR_MS or undo > UNDO_MS or heap < FREE_HEAP
    return int(late or longest > EVENTS or largest > BYTES)


def whole_games(seeds):
    """Yield the events of the random games that last for nine turns or longer, up to the end of the ninth."""
    for seed in seeds:
        for game in walk(random.Random(seed), SETUP):
            if game.turn > TURN or game.result:
                break
        if game.turn >= TURN:
            yield list(game.events)


def game_of(comes_so_far):
    """Return the events of a random game up to the moment that is looked for."""
    for seed in range(10_000):
        for game in walk(random.Random(seed), SETUP):
            if game.result:
                break
            if comes_so_far(game):
                return list(game.events)
    raise AssertionError("no random game comes so far")


def _time(handheld, press):
    handheld.settle()
    return handheld.press_and_time(press)
