"""Learns the chances to win from games of bots: `python host/tools/train_coach.py`.

In each round, bots that use the weights of the last round play games of every mode, number of players and
doom, some of them with random choices at the beginning; a regression over the positions and results of all
rounds gives new weights. At the end these are calibrated on games that are played well throughout: that is
the Value by which bots play. With it, tables of the yardstick play, to whose results its Value is fitted:
first by its positions between two turns, then by its chances before each turn. The seed determines
everything. It needs scikit-learn; reading the file that it writes, `value.json`, does not.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from shipwreck_coach import GroupOptions, Hand, Observer, features
from shipwreck_coach.reading import PlayerModel
from shipwreck_coach.table import Table, Variant
from shipwreck_coach.value import FILE, Value, load_value
from shipwreck_coach.yardstick import LEVEL, SLIPS, Yardstick

from shared_rules.shipwreck import SETS

GAMES, ROUNDS, YARDSTICK_GAMES = 2000, 2, 10_000
CALIBRATIONS = (0.6, 0.6, 1.2)
"""Games of each calibration, as a share of the games of a round. Bots that trust other chances play
differently, so a calibrated value has to be calibrated again."""

INVERSE_REGULARIZATION = 0.1
"""C of the regression: the smaller, the smaller the weights."""

EXPLORING_TURNS = (0, 0, 4, 8, 14)
"""Turns with random choices at the beginning of a game, so that lost positions occur too."""

EXPLORATION_RATE = 0.6
"""The share of random choices in these turns."""

DOOMS = (0, 2, 4, 6)


def variant(number: int) -> Variant:
    """Return the variant of a game by its number: every other variant is a standard game for two to five."""
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


def first_guess() -> Value:
    """Return a Value that only knows that points are good, doom is bad, and cards should last."""
    weights = np.zeros(features.COUNT)
    weights[features.SCORE : features.SCORE + 8] = 0.55 * np.arange(8)
    weights[features.DOOM : features.DOOM + 8] = -0.6 * np.arange(8)
    for left in range(1, features.LEVELS):
        weights[left : features.UNKNOWN : features.LEVELS] = 0.08 * left
    weights[features.UNKNOWN] = 0.2
    weights[features.POWER : features.MODE] = 0.25
    weights[features.SEATS + 1 : features.DECK : 3] = 0.3
    weights[features.CREATURES + 1 : features.READY : 2] = 1
    weights[features.DEFEATS : features.CREATURES] = 1.4 * np.arange(4)
    return Value(weights, -1.0)


class _RecordingTable(Table):
    """A table that records the features of every position between two turns.

    exploring_turns: how many turns at the beginning have random choices, so that positions occur, too, that
    good players rarely reach; they are not recorded.
    """

    def __init__(
        self, played: Variant, model: PlayerModel, seed: str, exploring_turns: int, slips: float = 0.0
    ) -> None:
        self.positions: list[np.ndarray] = []
        self.exploring_turns = exploring_turns
        super().__init__(played, model, seed, slips)

    def _choose(self, hand: Hand) -> tuple[str, ...]:
        if not self._explores():
            return super()._choose(hand)
        found = self.observer.reading.choices_of(hand.both)
        return self.dice.choice([choice for choice, _ in found if choice.which == "either"]).events

    def _decide(self) -> str:
        if not self._explores():
            return super()._decide()
        # by verb, as some verbs have many options
        options = {each.text.split(" ")[0]: each.text for each in GroupOptions(self.observer).options()}
        return self.dice.choice(sorted(options.values()))

    def _explores(self) -> bool:
        return self.game.turn <= self.exploring_turns and self.dice.random() < EXPLORATION_RATE

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

    jobs: the number of processes, or None for one per core.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(_positions, value=value, seed=seed), range(games), chunksize=20))
    won = np.concatenate([np.full(len(positions), won) for positions, won in played])
    return np.concatenate([positions for positions, _ in played]), won


def learn(positions: np.ndarray, won: np.ndarray) -> Value:
    """Return the Value that a regression over positions and results learns; parameters as `play` returns
    them.

    The first guess is an additional column, so a feature that the games do not show keeps its guess. So do
    the features of Creatures from the Deep: the bots win nearly all of its games, from which they can't
    learn.
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

    games: in each round. jobs: the number of processes, or None for one per core.
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


def yardstick_variant(number: int) -> Variant:
    """Return the variant of a yardstick's game by its number: of ten, five are base games."""
    kind, cell = number % 10, number // 10
    players, doom = (2, 3, 4, 5)[cell % 4], DOOMS[cell // 4 % 4]
    if kind < 7:
        return Variant("standard", players, SETS if kind > 4 else ("base",), doom)
    sets = SETS if cell // 16 % 2 else ("base",)
    return Variant("duel", 2, sets, doom) if kind == 7 else Variant("creatures", players, sets, doom)


def train_yardstick(value: Value, games: int, jobs: int | None) -> Value:
    """Return the Value of the yardstick, fitted to the results of its games.

    value: by which its tables play. games: how many. jobs: the number of processes, or None for one per core.
    """
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(_of_yardstick, value), range(games), chunksize=20))
    won = np.concatenate([np.full(len(positions), won) for positions, won in played])
    return fit_yardstick(np.concatenate([positions for positions, _ in played]), won)


def _of_yardstick(value: Value, number: int) -> tuple[np.ndarray, bool]:
    name = f"yardstick train {number}"
    return _played(_RecordingTable(yardstick_variant(number), PlayerModel(value, LEVEL), name, 0, SLIPS))


def _shared_weights() -> tuple[np.ndarray, list[str]]:
    """Return (COUNT by numbers, kinds): which of the numbers that are fitted add up to each weight.

    So few numbers are fitted because the positions of a game share its result: with a weight of its own for
    every card and every power, other games are predicted worse.
    """
    columns: list[tuple[str, object]] = []
    for first, kind in ((features.SCORE, "score"), (features.DOOM, "doom")):
        columns += [(kind, slice(first + step, first + 8)) for step in range(1, 8)]
    columns += [("left", slice(left, features.UNKNOWN, features.LEVELS)) for left in range(features.LEVELS)]
    columns += [("left", features.UNKNOWN), ("left", features.EMPTY)]
    columns += [("left", slice(features.POWER, features.MODE))]
    columns += [("own", number) for number in (*range(features.MODE, features.DEFEATS), features.HOLDING)]
    columns += [("creatures", number) for number in range(features.DEFEATS, features.HOLDING)]
    shared = np.zeros((features.COUNT, len(columns)))
    for column, (_, rows) in enumerate(columns):
        shared[rows, column] = 1
    return shared, [kind for kind, _ in columns]


RIDGE = {"left": 1.0, "own": 20.0, "creatures": 5.0}
"""How strongly the numbers of a kind are drawn to 0."""


SCALE = 1.15
"""The scale of the log odds. From weights that are fitted to positions between two turns, the look-ahead
within a turn makes chances that are too near to a half."""


def fit_yardstick(positions: np.ndarray, won: np.ndarray) -> Value:
    """Return the Value that fits positions and results; parameters as `play` returns them.

    A point more is never worse, and a doom more never better.
    """
    from scipy.optimize import minimize

    shared, kinds = _shared_weights()
    columns = np.hstack([positions @ shared, np.ones((len(positions), 1))])
    ridge = np.array([*(RIDGE.get(kind, 0.01) for kind in kinds), 0.01])
    ends = {"score": (0.0, None), "doom": (None, 0.0)}

    def loss(numbers: np.ndarray) -> tuple[float, np.ndarray]:
        log_odds = columns @ numbers
        error = 1 / (1 + np.exp(-log_odds)) - won
        total = np.logaddexp(0, log_odds).sum() - log_odds[won].sum() + (ridge * numbers**2).sum()
        return total, columns.T @ error + 2 * ridge * numbers

    start = [{"score": 0.4, "doom": -0.4}.get(kind, 0.0) for kind in [*kinds, ""]]
    bounds = [ends.get(kind, (None, None)) for kind in [*kinds, ""]]
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300}).x
    return Value(SCALE * (shared @ found[:-1]), float(SCALE * found[-1]))


SETTLING = {
    **{
        f"s{players}{doom}": (Variant("standard", players, ("base",), doom), 800)
        for players in (2, 3, 4, 5)
        for doom in DOOMS
    },
    **{f"a{players}": (Variant("standard", players, SETS), 800) for players in (3, 4, 5)},
    **{f"d{doom}": (Variant("duel", 2, ("base",), doom), 800) for doom in (0, 2)},
    **{f"r{doom}": (Variant("restless", 3, ("base",), doom), 800) for doom in (0, 2, 4)},
    "rd2": (Variant("restless-duel", 2), 800),
    "c3": (Variant("creatures"), 300),
}
"""{name: (variant, games)}: the yardstick's chances before turns are fitted to their results at last."""

SETTLED_TURNS = 0.25
"""The share of the turns after the first whose chances are recorded. The turns of a game share its result, so
more games tell more than more turns."""


def _corrections() -> tuple[np.ndarray, np.ndarray]:
    """Return (numbers by COUNT, numbers): to which weights each number is added, and its expected size."""
    rows: list[tuple[object, float]] = [(mode, 0.3) for mode in range(features.MODE, features.PLAYERS)]
    rows += [(slice(features.DOOM + step, features.DOOM + 8), 0.2) for step in range(1, 7)]
    rows += [
        (features.SCORE_TIMES_DOOM, 0.03),
        (features.MORE_CARDS, 0.2),
        (slice(features.POWER, features.MODE), 0.1),
    ]
    found = np.zeros((len(rows), features.COUNT))
    for row, (changed, _) in enumerate(rows):
        found[row, changed] = 1
    return found, np.array([spread for _, spread in rows])


class _SettlingTable(Table):
    """A table of the yardstick that records its log odds before some turns, and their slopes.

    slopes: [(log odds, [its rise with each correction])].
    """

    def __init__(self, value: Value, yardstick: Value, played: Variant, seed: str) -> None:
        self.slopes: list[np.ndarray] = []
        self.choosing = random.Random(seed)
        self.yardstick = Yardstick()
        self.yardstick.model = PlayerModel(yardstick, LEVEL)
        super().__init__(played, PlayerModel(value, LEVEL), seed, SLIPS)

    def apply(self, text: str) -> None:
        self.yardstick.group = self.observer
        Observer.apply(self.yardstick, text)
        super().apply(text)

    def turn(self) -> None:
        if self.game.turn == 1 or self.choosing.random() < SETTLED_TURNS:
            self._record()
        super().turn()

    def _record(self) -> None:
        odds, step = [], 1e-4
        for change in (np.zeros(features.COUNT), *_corrections()[0]):
            reading = copy.copy(self.yardstick.reading)
            reading.value = Value(reading.value.weights + step * change, reading.value.bias)
            chance = min(1 - 1e-4, max(1e-4, reading.chance()))
            odds.append(np.log(chance / (1 - chance)))
        self.slopes.append(np.append(odds[:1], (np.array(odds[1:]) - odds[0]) / step))


def _settling(value: Value, yardstick: Value, name: str, number: int) -> tuple[np.ndarray, bool]:
    table = _SettlingTable(value, yardstick, SETTLING[name][0], f"fit {name} {number}").play()
    return np.array(table.slopes), table.game.result == "won"


def settle_yardstick(value: Value, yardstick: Value, share: float, jobs: int | None) -> Value:
    """Return the Value of the yardstick, corrected by the results of the games of SETTLING.

    A turn counts less if games of its mode are longer. A power is never worse than no power, and a doom more
    never better.
    share: of the games that are played. The other parameters are the same as in `train_yardstick`.
    """
    from scipy.optimize import minimize

    parts = []
    modes: dict[str, list[int]] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for name, (played, games) in SETTLING.items():
            one = partial(_settling, value, yardstick, name)
            found = list(pool.map(one, range(max(1, round(games * share))), chunksize=20))
            modes.setdefault(played.mode, []).extend(len(slopes) for slopes, _ in found)
            parts += [(slopes, won, played.mode) for slopes, won in found]
    slopes = np.concatenate([slopes for slopes, _, _ in parts])
    won = np.concatenate([np.full(len(slopes), won) for slopes, won, _ in parts])
    weight = np.concatenate([np.full(len(slopes), 1 / np.mean(modes[mode])) for slopes, _, mode in parts])
    directions, spread = _corrections()

    def loss(numbers: np.ndarray) -> tuple[float, np.ndarray]:
        odds = slopes[:, 0] + slopes[:, 1:] @ numbers
        error = weight * (1 / (1 + np.exp(-odds)) - won)
        total = (weight * (np.logaddexp(0, odds) - odds * won)).sum() + (numbers**2 / spread**2).sum() / 2
        return total, slopes[:, 1:].T @ error + numbers / spread**2

    weights = yardstick.weights
    modes_before = features.PLAYERS - features.MODE
    steps = np.diff(weights[features.DOOM : features.DOOM + 7])
    bounds = [(None, None)] * len(directions)
    bounds[modes_before : modes_before + len(steps)] = [(None, -float(step)) for step in steps]
    bounds[-1] = (-float(weights[features.POWER]), None)
    found = minimize(loss, np.zeros(len(directions)), jac=True, method="L-BFGS-B", bounds=bounds).x
    return Value(weights + found @ directions, yardstick.bias)


def _played(table: _RecordingTable) -> tuple[np.ndarray, bool]:
    """Play a game. Returns the features of its positions, and whether it was won."""
    table.play()
    positions = np.array(table.positions, dtype=np.float32).reshape(-1, features.COUNT)
    return positions, table.game.result == "won"


class _SayingTable(Table):
    """A table that records the chances to win before each play."""

    def __init__(self, played: Variant, model: PlayerModel, seed: str) -> None:
        self.chances: list[float] = []
        super().__init__(played, model, seed)

    def turn(self) -> None:
        self.chances.append(self.observer.reading.chance())
        super().turn()


def _said(played: Variant, model: PlayerModel, seed: str) -> tuple[list[float], bool]:
    table = _SayingTable(played, model, f"told {seed}")
    return table.chances, table.play().game.result == "won"


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
            for chances, result in pool.map(
                partial(_said, Variant(doom=doom), PlayerModel(value)), seeds, chunksize=5
            ):
                said += chances
                won += [result] * len(chances)
    if all(won):
        return value
    chances = np.clip(said, 1e-4, 1 - 1e-4)
    odds = np.log(chances / (1 - chances))
    found = LogisticRegression(C=1e6).fit(odds[:, None], won)
    share = found.coef_[0, 0]
    calibrated = Value(share * value.weights, float(share * value.bias + found.intercept_[0]))
    # rounded as in the file
    return Value.from_json(calibrated.as_json())


def main() -> None:
    """Train with the options of the command line, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--yardstick-games", type=int, default=YARDSTICK_GAMES)
    parser.add_argument("--yardstick-only", action="store_true", help="keep the Value of the bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes, one a core if left out")
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    value = load_value()
    if not options.yardstick_only:
        value = train(options.games, options.rounds, options.seed, options.jobs)
    yardstick = train_yardstick(value, options.yardstick_games, options.jobs)
    share = options.yardstick_games / YARDSTICK_GAMES
    yardstick = settle_yardstick(value, yardstick, share, options.jobs)
    data = {"bots": value.as_json(), "yardstick": yardstick.as_json()}
    options.out.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
