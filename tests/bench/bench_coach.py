"""The coach of The Shipwreck Arcana: how often its bots win, how far its chances can be believed."""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from arcana_host.games.shipwreck import coach
from arcana_host.games.shipwreck.coach import calibration
from arcana_host.games.shipwreck.coach.simulation import simulate, summarize
from bench.figures import note

SEED = 2026
"""No game of these was played in training."""

WINS = (
    # what is played, how many games, goal, goal of the interval's lower end
    (coach.Variant(), 2000, 85, 83),
    (coach.Variant(doom=4), 600, 65, None),
    (coach.Variant(players=4), 600, 88, None),
    (coach.Variant(players=2), 200, None, None),
    (coach.Variant(players=5), 200, None, None),
    (coach.Variant(doom=6), 200, None, None),
    (coach.Variant(players=4, sets=("base", "promo", "imago", "stars")), 200, None, None),
    (coach.Variant("duel", 2), 200, None, None),
    (coach.Variant("restless"), 200, None, None),
    (coach.Variant("creatures"), 100, None, None),
)
LEVELS = (0, 2)
LOSS = 0.10
GAP, WORST = 3, 7
A_SECOND = 30


def main():
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    missed = [*_wins(), *_reading(), *_chances()]
    return int(any(missed))


def _wins():
    for variant, games, goal, least in WINS:
        summary = summarize(list(simulate(variant, coach.player_model(), games, SEED)))
        words = f"{variant.mode}, {variant.players} players, doom {variant.doom}"
        words += ", all sets" if len(variant.sets) > 1 else ""
        goals = [f"{goal}%"] if goal else []
        goals += [f"lower end {least}%"] if least else []
        figure = f"{summary.share:.1%} ({summary.low:.1%} to {summary.high:.1%}), {summary.turns:.1f} turns"
        figure += f", doom by wrong predictions {summary.wrong:.1f}, by fading {summary.faded:.1f}"
        note("coach", f"won of {games:,} games: {words}", figure, "; ".join(goals))
        yield bool(goal and summary.share * 100 < goal) or bool(least and summary.low * 100 < least)
    for level in LEVELS:
        summary = summarize(list(simulate(coach.Variant(), coach.player_model(level), 500, SEED)))
        figure = f"{summary.share:.1%} ({summary.low:.1%} to {summary.high:.1%})"
        words = f"standard, 3 players, doom 2, reading at level {level}"
        note("coach", f"won of {summary.games:,} games: {words}", figure, "")


def _reading():
    games = _in_parallel(partial(calibration.play_known_game, coach.Variant(), coach.player_model()), 150)
    loss = {}
    for level in (0, 1, 2):
        each = _in_parallel(partial(calibration.log_losses, model=coach.player_model(level)), games)
        loss[level] = np.mean(np.concatenate(each))
    for level in (1, 2):
        better = 1 - loss[level] / loss[0]
        goal = "10%" if level == 1 else ""
        what = f"log loss of the reading at level {level}, below that of level 0 ({loss[0]:.3f})"
        note("coach", what, f"{better:.0%} ({loss[level]:.3f})", goal)
    yield loss[1] > (1 - LOSS) * loss[0]


def _chances():
    said = []
    for doom in (0, 2, 4, 6):
        play = partial(calibration.play_known_game, coach.Variant(doom=doom), coach.player_model())
        for game in _in_parallel(play, [f"chances {number}" for number in range(250)]):
            said += [(chance, game.won) for chance in game.chances]
    bins = calibration.calibration_bins(said)
    for mean, came, count in bins:
        note("coach", f"predicted chance to win: {mean:.1%}", f"{came:.1%} won, of {count:,} positions")
    gaps = [abs(mean - came) * 100 for mean, came, _ in bins]
    figure = f"{np.mean(gaps):.1f} points, the greatest {max(gaps):.1f}"
    note("coach", "the mean gap of these ten bins", figure, f"{GAP} points, the greatest {WORST}")
    yield np.mean(gaps) > GAP or max(gaps) > WORST
    start = time.process_time()
    count = len(list(simulate(coach.Variant(), coach.player_model(), 100, SEED, jobs=1)))
    speed = 2 * count / (time.process_time() - start)
    note("coach", "games in a second of two cores' time", f"{speed:.0f}", str(A_SECOND))
    yield speed < A_SECOND


def _in_parallel(work, each):
    each = range(each) if isinstance(each, int) else each
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, each, chunksize=10))
