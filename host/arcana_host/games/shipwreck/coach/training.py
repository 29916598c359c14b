"""Learns the chance to win from games of bots: `python -m arcana_host.games.shipwreck.coach.training`.

In each round, bots that use the weights of the last round play games of every mode, number of players and
doom, some of them with random choices at the beginning; a regression over the positions and results of all
rounds gives new weights. At the end these are calibrated on games that are played well throughout. The seed
determines everything. It needs scikit-learn; reading the file that it writes, `value.json`, does not.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from . import features
from .calibration import log_losses, play_known_game
from .reading import PlayerModel
from .table import Table, Variant
from .value import FILE, Value, first_guess, load_value

GAMES, ROUNDS = 2000, 2
CALIBRATIONS = (0.6, 0.6, 1.2)
"""Games of each calibration, as a share of those of a round. Bots that trust other chances play differently,
so a calibrated value has to be calibrated again."""

INVERSE_REGULARIZATION = 0.1
"""C of the regression: the smaller, the smaller the weights."""

RATIONALITIES = (10.0, 20.0, 40.0, 60.0, 80.0, 120.0, 200.0)
"""The candidates for RATIONALITY; see `reading`."""

EXPLORING_TURNS = (0, 0, 4, 8, 14)
"""Turns with random choices at the beginning of a game, so that lost positions occur too."""

ALL = ("base", "promo", "imago", "stars")


def variant(number: int) -> Variant:
    """Return the variant of a game by its number: every other one is a standard game for two to five."""
    doom = (0, 2, 4, 2, 6)[number % 5]
    sets = ALL if number // 2 % 3 == 2 else ("base",)
    if number % 2 == 0:
        return Variant("standard", (3, 4, 2, 5)[number // 2 % 4], sets, doom)
    modes = (
        ("creatures", 3),
        ("duel", 2),
        ("standard", 3),
        ("restless", 3),
        ("creatures", 4),
        ("restless-duel", 2),
    )
    mode, players = modes[number // 2 % len(modes)]
    return Variant(mode, players, ALL if number % 3 == 2 else ("base",), doom)


class _RecordingTable(Table):
    """A table that records the features of every position between two turns."""

    def __init__(self, number: int, value: Value, seed: int) -> None:
        self.positions: list[np.ndarray] = []
        super().__init__(
            variant(number),
            PlayerModel(value),
            f"{seed} {number}",
            EXPLORING_TURNS[number // 4 % len(EXPLORING_TURNS)],
        )

    def turn(self) -> None:
        self.record_position()
        super().turn()

    def _deal(self) -> None:
        # before the new cards are known, as when the coach looks ahead to the end of a turn
        if self.game.phase == "deal" and self.game.last_play is None and not self.game.used:
            self.record_position()
        super()._deal()

    def record_position(self) -> None:
        if self.game.turn <= self.exploring_turns:
            return
        self.positions.append(features.position(self.game, self.observer.beliefs))


def _positions(number: int, value: Value, seed: int) -> tuple[np.ndarray, bool]:
    table = _RecordingTable(number, value, seed)
    table.play()
    positions = np.array(table.positions, dtype=np.float32).reshape(-1, features.COUNT)
    return positions, table.game.result == "won"


def play(games: int, value: Value, seed: int, jobs: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Play games. Returns the features of their positions, n by COUNT, and for each whether its game was won.

    jobs: how many processes play, None for one a core.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(_positions, value=value, seed=seed), range(games), chunksize=20))
    won = np.concatenate([np.full(len(positions), won) for positions, won in played])
    return np.concatenate([positions for positions, _ in played]), won


def learn(positions: np.ndarray, won: np.ndarray) -> Value:
    """Return the Value that a regression over positions and results learns; parameters as `play` returns
    them.

    The first guess is one more column, so a feature that the games do not show keeps its guess. So do those
    of Creatures from the Deep: the bots win nearly all of its games, from which they can't learn.
    """
    from sklearn.linear_model import LogisticRegression

    guess = first_guess()
    creatures = slice(features.DEFEATS, features.HOLDING)
    positions = positions.copy()
    positions[:, creatures] = 0
    column = guess.log_odds(positions)[:, None]
    found = LogisticRegression(C=INVERSE_REGULARIZATION, max_iter=1000).fit(
        np.hstack([positions, column]), won
    )
    *learned, share = found.coef_[0]
    weights = np.array(learned) + share * guess.weights
    weights[creatures] = guess.weights[creatures]
    return Value(weights, float(found.intercept_[0] + share * guess.bias))


def train(games: int, rounds: int, seed: int, jobs: int | None) -> Value:
    """Return the Value learned in rounds of games, and calibrated.

    games: in each round. jobs: how many processes play, None for one a core.
    """
    value = first_guess()
    known: list[tuple[np.ndarray, np.ndarray]] = []
    for number in range(rounds):
        positions, won = play(games, value, seed + number, jobs)
        known.append((positions, won))
        value = learn(*map(np.concatenate, zip(*known, strict=True)))
        print(
            f"round {number + 1}: {len(won)} positions, {np.mean(won):.1%} of them in games that were won",
            flush=True,
        )
    for number, share in enumerate(CALIBRATIONS):
        value = calibrate(value, round(games * share), seed + number, jobs)
    return value


def calibrate(value: Value, games: int, seed: int, jobs: int | None) -> Value:
    """Return a Value whose chances before a play match the results of base games (Platt scaling).

    They do not yet: the coach looks ahead to the best of many positions, which is a little less good than it
    seems, and in games that are played well throughout, the players are better off than in those learned
    from.
    """
    from sklearn.linear_model import LogisticRegression

    said, won = [], []
    with ProcessPoolExecutor(jobs) as pool:
        for doom in (0, 2, 4, 6):
            seeds = [f"settle {seed} {number}" for number in range(games // 4)]
            for game in pool.map(
                partial(play_known_game, Variant(doom=doom), PlayerModel(value)), seeds, chunksize=5
            ):
                said += game.chances
                won += [game.won] * len(game.chances)
    if all(won):
        return value
    chances = np.clip(said, 1e-4, 1 - 1e-4)
    odds = np.log(chances / (1 - chances))
    found = LogisticRegression(C=1e6).fit(odds[:, None], won)
    share = found.coef_[0, 0]
    calibrated = Value(share * value.weights, float(share * value.bias + found.intercept_[0]))
    # rounded as in the file
    return Value.from_json(calibrated.as_json())


def rationality_losses(games: int, jobs: int | None) -> dict[float, float]:
    """Return {rationality: mean log loss of a reading at level 1}, over base games.

    games: how many to play. jobs: how many processes play, None for one a core.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(
            pool.map(
                partial(play_known_game, Variant(), PlayerModel(load_value())),
                [f"sense {n}" for n in range(games)],
            )
        )
        found = {}
        for number in RATIONALITIES:
            each = pool.map(
                partial(log_losses, model=PlayerModel(load_value(), 1, number)), played, chunksize=10
            )
            found[number] = float(np.mean(np.concatenate(list(each))))
    return found


def main() -> None:
    """Train with the options of the command line, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes, one a core if left out")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument(
        "--rationality", action="store_true", help="train nothing; print the log loss of each rationality"
    )
    options = parser.parse_args()
    if options.rationality:
        for number, loss in rationality_losses(options.games, options.jobs).items():
            print(f"{number}: {loss:.4f}")
        return
    value = train(options.games, options.rounds, options.seed, options.jobs)
    options.out.write_text(json.dumps(value.as_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
