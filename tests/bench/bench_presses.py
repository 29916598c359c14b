"""How many presses players need: games played with the buttons, in the shortest way the screens allow."""

import itertools
import random
import statistics

from arcana_portable.record import without_undos
from bench.figures import note
from games.island_player import IslandPlayer, random_setup
from player import presses_for
from rules.random_games import random_game

GAMES = 200
ISLANDS = 40
ISLAND_TURNS = 6
THREE = "an ordinary turn with three buttons"
GOALS = {
    "an ordinary turn": 5,
    THREE: 8,
    "a fade, with the new card": 6,
    "the setup for three": 40,
    "Spirit Island: the setup for two, with an adversary": 34,
    "Spirit Island: the same once more": 12,
    "Spirit Island: a turn of two players": 11,
}
"""With three buttons, holding B for UP and DOWN counts as a press."""

KINDS = "play predict use ability illegal deal meet strike avert steal inevitable tell hidden".split()
"""The events of the record of which the mean is noted, without those that follow by themselves."""


def main():
    """Count and print. Returns the exit status: 1 when a goal is missed."""
    counts = {name: [] for name in GOALS}
    kinds = {verb: [] for verb in KINDS}
    for events in itertools.islice(_games(), GAMES):
        _count(counts, kinds, events)
    for events in itertools.islice(_games(mode="creatures"), GAMES):
        _count({name: [] for name in GOALS}, kinds, events)
    for events in itertools.islice(_games(players=3), GAMES // 10):
        counts["the setup for three"].append(len(next(presses_for(events))[1]))
    setups, again, turns = (counts[name] for name in GOALS if name.startswith("Spirit Island"))
    for seed in range(ISLANDS):
        _count_island(random.Random(seed), setups, again, turns)
    worst = False
    for name, presses in counts.items():
        median, goal = statistics.median(presses), GOALS[name]
        figure = f"{median:g}, at most {max(presses)}, of {len(presses)}"
        worst |= note("presses", f"{name}: median", figure, str(goal), missed=median > goal)
    for verb, presses in kinds.items():
        figure = f"{statistics.mean(presses):.1f}, at most {max(presses)}, of {len(presses)}"
        note("presses", f"`{verb}`: mean", figure)
    return int(worst)


def _games(**settings):
    """Yield the events of random games in which nobody comes or goes."""
    for seed in itertools.count():
        events = without_undos(random_game(seed, undo_rate=0, **settings).events)
        if not any(text.startswith(("join", "leave")) for text in events):
            yield events


def _count_island(dice, setups, again, turns):
    """Add what a game of Spirit Island needed: its setup, the same setup again, and its first turns.

    A turn has up to 8 fear, in three portions, and up to 2 blight.
    """
    player = IslandPlayer()
    player.set_up(*random_setup(dice))
    setups.append(len(player.pressed))
    other = IslandPlayer(**player.app.settings.values)
    other.press("b", "b")
    assert other.game.events == player.game.events
    again.append(len(other.pressed))
    while player.game.owed:
        player.go_on(dice)
    for _ in range(ISLAND_TURNS):
        turn, player.pressed = player.game.turn, []
        fear = {"fast": dice.randint(0, 3), "ravage": dice.randint(0, 2), "slow": dice.randint(0, 3)}
        blight = dice.randint(0, 2)
        while player.game.turn == turn and not player.game.result:
            steps = player.steps()
            player.fear(sum(fear.pop(step, 0) for step in steps))
            if "ravage" in steps and blight and player.game.blight_on_card > blight:
                player.blight(blight)
                blight = 0
            player.go_on(dice)
        # in the first one there is no Ravage
        if turn > 1 and not fear and not player.game.result:
            turns.append(len(player.pressed))


def _count(counts, kinds, events):
    """Add what one game needed: its turns without powers and fades, its fades, and its events by kind."""
    turn = []
    # a table that notes what it predicts has the setting from the games before
    notes = any(text.startswith("predict") and text.count(" ") == 2 for text in events)
    for event, presses in presses_for(events, note=notes):
        verb = event.split(" ")[0]
        if presses and verb in kinds:
            kinds[verb].append(len(presses))
        if verb == "deal":
            counts["a fade, with the new card"].append(len(presses))
        elif verb != "setup":
            turn.append((verb, len(presses), _with_three(presses)))
            if verb == "end":
                if {verb for verb, _, _ in turn} <= {"play", "predict", "end"}:
                    counts["an ordinary turn"].append(sum(five for _, five, _ in turn))
                    counts[THREE].append(sum(three for _, _, three in turn))
                turn = []


def _with_three(presses):
    """Count presses where B is held for each run of UP and DOWN."""
    runs = itertools.groupby(presses, lambda press: press.partition(":")[0] in ("up", "down"))
    return len(presses) + sum(held for held, _ in runs)
