"""How long a player waits for the panel in an ordinary turn: recorded games played with the buttons.

Each press waits until the picture before it stands, and there is a pause for talk before each turn. Simulated
time, the same on every computer; the processor's work is not counted (`bench pico` has that).
"""

import gc
import itertools
import statistics
import tempfile

from at_the_panel import AtThePanel
from bench.bench_presses import GAMES, _games
from bench.figures import note
from player import Player

GOAL_S = 3.06
"""What it was with a waveform of 240 ms and the voltages switched on and off around each refresh."""

TALK_S = 10


def main(games=GAMES):
    """Measure and print. Returns the exit status: 1 when it takes longer than it should."""
    # the companion collects after each picture, and what was imported is much and stays
    gc.freeze()
    turns = list(itertools.chain.from_iterable(map(_waits, itertools.islice(_games(), games))))
    waits = [sum(turn) for turn in turns]
    presses = statistics.mean(map(len, turns))
    median, each = statistics.median(waits), sum(waits) / sum(map(len, turns))
    note("waits", "an ordinary turn: median", f"{median:.2f} s, at most {max(waits):.1f} s", f"{GOAL_S} s")
    note("waits", f"each of its {presses:.1f} presses", f"{each:.2f} s")
    return int(median > GOAL_S)


def _waits(events):
    """Return [seconds of each press] of the ordinary turns of a game."""
    with tempfile.TemporaryDirectory() as folder:
        table = AtThePanel(folder)
        waited = []
        turns, turn = [], []
        try:
            player = Player(table.app, lambda name, kind: waited.append(table.press(name, kind)))
            for event, _ in player.play(events):
                verb = event.split(" ")[0]
                turn.append((verb, waited[:]))
                waited.clear()
                if verb in ("setup", "end"):
                    verbs = {verb for verb, _ in turn}
                    if verbs <= {"play", "predict", "end"}:
                        turns.append([second for _, presses in turn for second in presses])
                    turn = []
                    table.pause(TALK_S)
        finally:
            table.close()
        return turns
