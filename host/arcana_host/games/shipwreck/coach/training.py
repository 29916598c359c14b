"""Learns the chances to win from games of bots: `python -m arcana_host.games.shipwreck.coach.training`.

In each round, bots that use the weights of the last round play games of every mode, number of players and
doom, some of them with random choices at the beginning; a regression over the positions and results of all
rounds gives new weights. At the end these are calibrated on games that are played well throughout: that is
the Value by which bots play. With it, tables of many strengths play, from which the chances of tables are
fitted. The seed determines everything. It needs scikit-learn; reading the file that it writes, `value.json`,
does not.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shared_rules.shipwreck import SETS

from . import features
from .calibration import log_losses, play_known_game
from .reading import PlayerModel
from .table import Table, Variant
from .value import FILE, TableValues, Value, first_guess, load_value

GAMES, ROUNDS, TABLE_GAMES = 2000, 2, 10_000
CALIBRATIONS = (0.6, 0.6, 1.2)
"""Games of each calibration, as a share of those of a round. Bots that trust other chances play differently,
so a calibrated value has to be calibrated again."""

INVERSE_REGULARIZATION = 0.1
"""C of the regression: the smaller, the smaller the weights."""

RATIONALITIES = (10.0, 20.0, 40.0, 60.0, 80.0, 120.0, 200.0)
"""The candidates for RATIONALITY; see `reading`."""

EXPLORING_TURNS = (0, 0, 4, 8, 14)
"""Turns with random choices at the beginning of a game, so that lost positions occur too."""

SLIPS = (0.0, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 1.0)
"""The shares of slips of the tables that the chances are learned from."""


def variant(number: int) -> Variant:
    """Return the variant of a game by its number: every other one is a standard game for two to five."""
    doom = (0, 2, 4, 2, 6)[number % 5]
    sets = SETS if number // 2 % 3 == 2 else ("base",)
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
    return Variant(mode, players, SETS if number % 3 == 2 else ("base",), doom)


class TableOfNumber(NamedTuple):
    """A table whose games the chances of tables are learned from.

    level: of reading. slips: its share of slips. exploring_turns: see `Table`.
    """

    variant: Variant
    level: int
    slips: float
    exploring_turns: int


def table_of(number: int) -> TableOfNumber:
    """Return the table of a game by its number: three of four play the base game with three players."""
    slips = SLIPS[number // 8 % len(SLIPS)]
    played = variant(number // 4) if number % 4 == 3 else Variant(doom=number // 2 % 7)
    # tables that hardly slip rarely reach lost positions
    explores = slips <= 0.05 and number // 3 % 3 == 0
    return TableOfNumber(played, number % 2, slips, EXPLORING_TURNS[2 + number // 9 % 3] if explores else 0)


class _RecordingTable(Table):
    """A table that records the features of every position between two turns."""

    def __init__(
        self, played: Variant, model: PlayerModel, seed: str, exploring_turns: int, slips: float = 0.0
    ) -> None:
        self.positions: list[np.ndarray] = []
        super().__init__(played, model, seed, exploring_turns, slips)

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
    exploring_turns = EXPLORING_TURNS[number // 4 % len(EXPLORING_TURNS)]
    table = _RecordingTable(variant(number), PlayerModel(value), f"{seed} {number}", exploring_turns)
    return _played(table)


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
    return monotone(value)


def monotone(value: Value) -> Value:
    """Return a Value in which a point more is never worse and a doom more never better.

    Neighbouring weights that are the wrong way round become their mean.
    """
    weights = value.weights.copy()
    for first, sign in ((features.SCORE, 1), (features.DOOM, -1)):
        blocks = [[float(sign * weight)] for weight in weights[first : first + 8]]
        while wrong := [n for n in range(1, len(blocks)) if np.mean(blocks[n]) < np.mean(blocks[n - 1])]:
            blocks[wrong[0] - 1] += blocks.pop(wrong[0])
        weights[first : first + 8] = [sign * np.mean(block) for block in blocks for _ in block]
    return Value(weights, value.bias)


def train_tables(value: Value, games: int, seed: int, jobs: int | None) -> TableValues:
    """Return the chances of tables of all strengths, fitted to games of `table_of`.

    value: by which they play. games: how many. jobs: how many processes play, None for one a core.
    """
    from .fitting import Positions, fit

    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(_of_table, value=value, seed=seed), range(games), chunksize=20))
    tables = [(table_of(number), len(positions)) for number, (positions, _) in enumerate(played)]
    counts = [count for _, count in tables]
    return fit(
        Positions(
            np.concatenate([positions for positions, _ in played]),
            np.repeat([table.level for table, _ in tables], counts),
            np.repeat([table.slips for table, _ in tables], counts),
            np.repeat([won for _, won in played], counts),
        ),
        value,
    )


def _of_table(number: int, value: Value, seed: int) -> tuple[np.ndarray, bool]:
    played, level, slips, exploring_turns = table_of(number)
    model, name = PlayerModel(value, level), f"tables {seed} {number}"
    return _played(_RecordingTable(played, model, name, exploring_turns, slips))


def _played(table: _RecordingTable) -> tuple[np.ndarray, bool]:
    """Play a game. Returns the features of its positions, and whether it was won."""
    table.play()
    positions = np.array(table.positions, dtype=np.float32).reshape(-1, features.COUNT)
    return positions, table.game.result == "won"


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
    parser.add_argument("--table-games", type=int, default=TABLE_GAMES, help="games of tables")
    parser.add_argument(
        "--tables-only", action="store_true", help="keep the Value of the bots, fit the chances of tables"
    )
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
    value = (
        load_value()
        if options.tables_only
        else train(options.games, options.rounds, options.seed, options.jobs)
    )
    tables = train_tables(value, options.table_games, options.seed, options.jobs)
    data = {"bots": value.as_json(), "tables": tables.as_json()}
    options.out.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
