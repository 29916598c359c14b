"""Learns the chance to win from games of bots: `python -m arcana_host.games.shipwreck.coach.training`.

In each round bots that trust the weights of the round before play games of every mode, number of players and
doom, some of them wild at the beginning; new weights are then learned from the positions of all rounds, and
who won, and in the end settled on games of good players. The seed decides everything. It needs scikit-learn;
what it writes, `value.json`, is read without.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from . import features
from .calibration import losses, told
from .reading import How
from .table import Table, Variant
from .value import FILE, Value, first_guess, shipped

GAMES, ROUNDS = 2000, 2
SETTLING = (0.6, 0.6, 1.2)
"""Games of each settling, as a share of those of a round. Bots that trust other chances play differently, so
what one settling finds has to be settled again."""

STRICTNESS = 0.1
"""The regression's C: the less, the smaller the weights."""

SENSES = (10.0, 20.0, 40.0, 60.0, 80.0, 120.0, 200.0)
"""How sensible players may be taken to be; see `reading`."""

WILD = (0, 0, 4, 8, 14)
"""Turns at the beginning of a game that are played wildly, so that there is something to be learned from."""

ALL = ("base", "promo", "imago", "stars")


def variant(number: int) -> Variant:
    """Return what the game of a number is played with: every other one is a standard game of two to five."""
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


class _Noted(Table):
    """A table that notes the numbers of every position between two turns."""

    def __init__(self, number: int, value: Value, seed: int) -> None:
        self.noted: list[np.ndarray] = []
        super().__init__(variant(number), How(value), f"{seed} {number}", WILD[number // 4 % len(WILD)])

    def turn(self) -> None:
        self.note()
        super().turn()

    def _deal(self) -> None:
        # the cards that will be dealt are unknown yet, as where a turn is looked ahead to
        if self.game.phase == "deal" and self.game.last_play is None and not self.game.used:
            self.note()
        super()._deal()

    def note(self) -> None:
        if self.game.turn <= self.wild:
            return
        self.noted.append(features.position(self.game, self.watch.beliefs))


def _positions(number: int, value: Value, seed: int) -> tuple[np.ndarray, bool]:
    table = _Noted(number, value, seed)
    table.play()
    noted = np.array(table.noted, dtype=np.float32).reshape(-1, features.COUNT)
    return noted, table.game.result == "won"


def play(games: int, value: Value, seed: int, jobs: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Play games and return their positions, and for each whether its game was won.

    jobs: how many processes play, None for one a core.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(_positions, value=value, seed=seed), range(games), chunksize=20))
    won = np.concatenate([np.full(len(positions), won) for positions, won in played])
    return np.concatenate([positions for positions, _ in played]), won


def learn(positions: np.ndarray, won: np.ndarray) -> Value:
    """Return the weights that tell the chance to win from such positions.

    The first guess is one more column, so that what the games do not show stays as guessed. So does what
    Creatures from the Deep has of its own: the bots win nearly all of its games, and learn nothing there.
    """
    from sklearn.linear_model import LogisticRegression

    guess = first_guess()
    column = guess.log_odds(positions)[:, None]
    positions = positions.copy()
    positions[:, features.DEFEATS : features.HOLDING] = 0
    found = LogisticRegression(C=STRICTNESS, max_iter=1000).fit(np.hstack([positions, column]), won)
    *weights, share = found.coef_[0]
    return Value(np.array(weights) + share * guess.weights, float(found.intercept_[0] + share * guess.bias))


def train(games: int, rounds: int, seed: int, jobs: int | None) -> Value:
    """Return what so many rounds of so many games each teach; `settle` plays some more."""
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
    for number, share in enumerate(SETTLING):
        value = settle(value, round(games * share), seed + number, jobs)
    return value


def settle(value: Value, games: int, seed: int, jobs: int | None) -> Value:
    """Return weights whose chances come true as often as they say, before the plays of the base game.

    What is looked ahead to is the best of many positions, and so a little less good than it seems; and who
    plays well throughout is better placed than the games to learn from were.
    """
    from sklearn.linear_model import LogisticRegression

    said, won = [], []
    with ProcessPoolExecutor(jobs) as pool:
        for doom in (0, 2, 4, 6):
            seeds = [f"settle {seed} {number}" for number in range(games // 4)]
            for game in pool.map(partial(told, Variant(doom=doom), How(value)), seeds, chunksize=5):
                said += game.chances
                won += [game.won] * len(game.chances)
    if all(won):
        return value
    chances = np.clip(said, 1e-4, 1 - 1e-4)
    odds = np.log(chances / (1 - chances))
    found = LogisticRegression(C=1e6).fit(odds[:, None], won)
    share = found.coef_[0, 0]
    settled = Value(share * value.weights, float(share * value.bias + found.intercept_[0]))
    # as it will be read from the file
    return Value.from_json(settled.as_json())


def sense(games: int, jobs: int | None) -> dict[float, float]:
    """Return how badly a reading at level 1 does, by how sensible it takes players to be.

    It is the mean of minus the logarithm of the chance of the true fate, over games of the base game.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(
            pool.map(partial(told, Variant(), How(shipped())), [f"sense {n}" for n in range(games)])
        )
        found = {}
        for number in SENSES:
            each = pool.map(partial(losses, how=How(shipped(), 1, number)), played, chunksize=10)
            found[number] = float(np.mean(np.concatenate(list(each))))
    return found


def main() -> None:
    """Train with what the command line says, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes, one a core if left out")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--sense", action="store_true", help="train nothing; print how sensible players are")
    options = parser.parse_args()
    if options.sense:
        for number, loss in sense(options.games, options.jobs).items():
            print(f"{number}: {loss:.4f}")
        return
    value = train(options.games, options.rounds, options.seed, options.jobs)
    options.out.write_text(json.dumps(value.as_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
