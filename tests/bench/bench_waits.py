"""How long a player waits for the panel in an ordinary turn: recorded games played with the buttons.

Each press waits until the picture before it stands, and there is a pause for talk before each turn. It also
says what the settings of *Clean the panel* cost. Simulated time, the same on every computer; the processor's
work is not counted (`bench pico` has that).
"""

import gc
import itertools
import statistics
import tempfile

from at_the_panel import AtThePanel
from bench.bench_presses import GAMES, _games
from bench.figures import note
from companion import app as app_module
from player import Player

GOAL_S = 3.06
"""The median with a waveform of 240 ms, and with voltages that each refresh switches on and off."""

TALK_S = 10

CLEANED_GAMES = 30
AT_A_TURN_S_END = app_module._AT_A_TURN_S_END
CLEANINGS = {
    "often": (6, AT_A_TURN_S_END),
    "between turns": (20, AT_A_TURN_S_END),
    "seldom": (40, AT_A_TURN_S_END),
    "often, and at each turn's end": (6, 6),
}
"""After how many partial refreshes a full one is due, and comes at a turn's end; the last is no setting."""


def main(games=GAMES):
    """Measure and print. Returns the exit status: 1 when it takes longer than it should."""
    # the companion collects after each picture, and what was imported is much and stays
    gc.freeze()
    turns = [turn for events in itertools.islice(_games(), games) for turn in _waits(events)[0]]
    waits = [sum(turn) for turn in turns]
    presses = statistics.mean(map(len, turns))
    median, each = statistics.median(waits), sum(waits) / sum(map(len, turns))
    figure = f"{median:.2f} s, at most {max(waits):.1f} s"
    missed = note("waits", "an ordinary turn: median", figure, f"{GOAL_S} s", missed=median > GOAL_S)
    note("waits", f"each of its {presses:.1f} presses", f"{each:.2f} s")
    for name, (after, at_end) in CLEANINGS.items():
        app_module._AT_A_TURN_S_END = at_end
        _note_cleaning(name, after)
    return int(missed)


def _note_cleaning(name, after):
    played = [_waits(events, after) for events in itertools.islice(_games(), CLEANED_GAMES)]
    turns = [sum(turn) for waits, _ in played for turn in waits]
    full = sum(full for _, full in played) / CLEANED_GAMES
    figure = f"{statistics.mean(turns):.2f} s, at most {max(turns):.1f} s; {full:.1f} full refreshes a game"
    note("waits", f"*{name}*: a turn on average, {CLEANED_GAMES} games", figure)


def _waits(events, clean_after=6):
    """Return [seconds of each press] of the ordinary turns of a game, and how many full refreshes it had.

    clean_after: as in the settings.
    """
    with tempfile.TemporaryDirectory() as folder:
        table = AtThePanel(folder)
        table.app.settings.set("clean_after", clean_after)
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
        # one is that of the power-on
        return turns, table.model.full_refreshes - 1
