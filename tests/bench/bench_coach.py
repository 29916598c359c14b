"""The coach of The Shipwreck Arcana: how often its bots win, how far its judgements can be believed.

Each measurement has a number of games; with ARCANA_BENCH_SHARE=0.1 it takes a tenth of them, and the figures
say how many there were. ARCANA_BENCH_JOBS says how many processes play.
"""

import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from arcana_host.games.shipwreck import coach
from arcana_host.games.shipwreck.assessment import AS_GOOD, DECISIVE, assess, mean_accuracy
from arcana_host.games.shipwreck.coach import calibration, strength
from arcana_host.games.shipwreck.coach.simulation import interval, simulate, summarize
from arcana_host.games.shipwreck.review import review
from arcana_host.replay import replay
from bench.figures import note

SEED = 2026
"""No game of these was played in training."""

SHARE = float(os.environ.get("ARCANA_BENCH_SHARE", "1"))
JOBS = int(os.environ.get("ARCANA_BENCH_JOBS", "0")) or os.cpu_count()

WINS = (
    # what is played, how many games, goal
    (coach.Variant(), 2000, 97),
    (coach.Variant(doom=4), 2000, 94),
    (coach.Variant(players=4), 600, None),
    (coach.Variant(players=2), 200, None),
    (coach.Variant(players=5), 200, None),
    (coach.Variant(doom=6), 200, None),
    (coach.Variant(players=4, sets=("base", "promo", "imago", "stars")), 200, None),
    (coach.Variant("duel", 2), 200, None),
    (coach.Variant("restless"), 200, None),
    (coach.Variant("creatures"), 100, None),
)
LOSS = 0.10
LEVELS, SLIPS, DOOMS = (0, 1), (0.0, 0.05, 0.1, 0.15, 0.3), (0, 2, 4, 5, 6)
A_CELL = 1000
NEAR, FEW = 0.03, 0.05
"""A bin fails whose interval is further from the prediction; at most this share of the bins may fail."""

TABLES, EARLIER = 200, 10
ACCURACY_GAMES, PARTS_GAMES, NOTES_GAMES = 300, 2000, 300
DECISIONS, ROLLOUTS = 300, 400


def main():
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    parts = (_wins, _reading, _calibration, _estimated, _parts, _accuracy, _notes, _rollouts)
    chosen = os.environ.get("ARCANA_BENCH_PARTS", "").split()
    return int(
        any([missed for part in parts if not chosen or part.__name__[1:] in chosen for missed in part()])
    )


def _games(count):
    return max(2, round(count * SHARE))


def _wins():
    for variant, games, goal in WINS:
        summary = summarize(list(simulate(variant, coach.player_model(), _games(games), SEED, JOBS)))
        words = f"{variant.mode}, {variant.players} players, doom {variant.doom}"
        words += ", all sets" if len(variant.sets) > 1 else ""
        figure = f"{summary.share:.1%} ({summary.low:.1%} to {summary.high:.1%}), {summary.turns:.1f} turns"
        note("coach", f"bots win: {words}", f"{figure}, {summary.games:,} games", f"{goal}%" if goal else "")
        yield bool(goal and summary.share * 100 < goal)
    start = time.process_time()
    count = len(list(simulate(coach.Variant(), coach.player_model(), _games(100), SEED, jobs=1)))
    note(
        "coach",
        "games in a second of two cores' time",
        f"{2 * count / (time.process_time() - start):.0f}",
        "",
    )


def _reading():
    play = partial(calibration.play_known_game, coach.Variant(), coach.player_model())
    games = _in_parallel(play, range(_games(150)))
    loss = {
        level: np.mean(
            np.concatenate(
                _in_parallel(partial(calibration.log_losses, model=coach.player_model(level)), games)
            )
        )
        for level in (0, 1)
    }
    what = f"log loss of the reading at level 1, below that of level 0 ({loss[0]:.3f})"
    note("coach", what, f"{1 - loss[1] / loss[0]:.0%} ({loss[1]:.3f}), {len(games)} games", "10%")
    yield loss[1] > (1 - LOSS) * loss[0]


class Played(NamedTuple):
    """A reviewed game. turns: [(chance before, dealt, decided, come to light)]."""

    won: bool
    turns: list
    decisions: list
    events: list


class _Bold(coach.Table):
    """A table whose players choose with rationality 15."""

    def _choose(self, hand):
        found = [
            (choice.events, chance)
            for choice, chance in self.observer.reading.choices_of(hand.both)
            if choice.which == "either" and not choice.power
        ]
        weights = [np.exp(15 * (chance - found[0][1])) for _, chance in found]
        return self.slip_dice.choices([events for events, _ in found], weights)[0]

    def _decide(self):
        options = coach.GroupOptions(self.observer).options()
        weights = [np.exp(15 * (option.chance - options[0].chance)) for option in options]
        return self.slip_dice.choices([option.text for option in options], weights)[0]


class _Timid(coach.Table):
    """A table that predicts only what it gives more than 80 %."""

    def _decide(self):
        options = coach.GroupOptions(self.observer).options()
        fitting = [o for o in options if not o.text.startswith("predict") or o.right > 0.8]
        return fitting[0].text


def _events(variant, level, slips, seed, kind=coach.Table):
    game = kind(variant, coach.player_model(level), seed, slips=slips).play().game
    return list(game.events), game.result == "won"


def _reviewed(cell, number, without_notes=False):
    """Return a game of a cell, (level, slips, doom), reviewed with its true strength."""
    level, slips, doom = cell
    events, won = _events(coach.Variant(doom=doom), level, slips, f"bench {SEED} {cell} {number}")
    return _review(events, won, [(coach.Strength(level, slips), 1.0)], without_notes)


def _review(events, won, strengths, without_notes=False):
    shown = [f"predict {text.split(' ')[-1]}" if text.startswith("predict") else text for text in events]
    played = replay("\n".join(shown if without_notes else events) + "\n")
    assessments = assess(played, review(played), strengths)
    turns = [(each.before, each.dealt, each.decided, each.come_to_light) for each in assessments]
    decisions = [
        (number, d.kind, d.judged, d.loss, d.cost)
        for number, each in enumerate(assessments)
        for d in each.decisions
    ]
    return Played(won, turns, decisions, events)


def _calibration():
    """Chance against outcome with the strength known: the bins of each cell, and the Brier skill."""
    failed = bins = 0
    gaps, skills = [], {}
    games = _games(A_CELL)
    for level in LEVELS:
        for slips in SLIPS:
            share_of_cell = []
            for doom in DOOMS:
                played = _in_parallel(partial(_reviewed, (level, slips, doom)), range(games))
                rows = _rows(played)
                # small cells are pooled: bins of few games say nothing
                share_of_cell.append(rows)
                error, constant = _brier(rows)
                skills.setdefault(slips, []).append((error, constant, len(rows)))
            pools = share_of_cell if games >= 300 else [_joined(share_of_cell)]
            for rows in pools:
                for gap, half in _bins(rows):
                    bins, failed = bins + 1, failed + (abs(gap) - half > NEAR)
                    gaps.append(abs(gap))
            told = np.concatenate(share_of_cell)
            figure = (
                f"{told[:, 0].mean():.1%} said, {told[:, 1].mean():.1%} won, {games * len(DOOMS):,} games"
            )
            note("coach", f"chance, level {level}, slips {slips:.0%}", figure, "")
    pooled = "" if games >= 300 else " of the dooms of a strength together"
    what = f"bins{pooled} whose interval is over 3 points away, {games} games a cell, mean gap"
    note("coach", what, f"{failed} of {bins}, {100 * np.mean(gaps):.1f} points", f"{FEW:.0%}")
    yield failed > FEW * bins
    for slips, each in skills.items():
        error, constant = (
            np.average([one[k] for one in each], weights=[one[2] for one in each]) for k in (0, 1)
        )
        goal = 13 if slips >= 0.15 else 7 if slips >= 0.05 else None
        note(
            "coach",
            f"Brier skill, slips {slips:.0%}, {games * len(LEVELS) * len(DOOMS):,} games",
            f"{1 - error / constant:.1%}",
            f"{goal}%" if goal else "",
        )
        yield bool(goal and 100 * (1 - error / constant) < goal)


def _rows(played):
    return np.array(
        [(turn[0], game.won, n) for n, game in enumerate(played) for turn in game.turns], dtype=float
    )


def _joined(parts):
    """Return rows together, with each game a number of its own."""
    found, first = [], 0
    for rows in parts:
        moved = rows.copy()
        moved[:, 2] += first
        first = moved[:, 2].max() + 1
        found.append(moved)
    return np.concatenate(found)


def _brier(rows):
    """Return the Brier score of rows, and that of the constant that fits their strength and doom.

    A constant that is the mean of n games itself knows their results: it seems better by 1/n than it would be
    for other games, a sixteenth with 16 games.
    """
    won, games = rows[:, 1], len(np.unique(rows[:, 2]))
    return ((rows[:, 0] - won) ** 2).mean(), ((won.mean() - won) ** 2).mean() * games / (games - 1)


def _bins(rows, count=10):
    """Yield (gap, half of its 95 % interval, clustered by game) of each decile."""
    for part in np.array_split(rows[rows[:, 0].argsort()], count):
        rest = part[:, 1] - part[:, 0]
        sums = np.zeros(int(part[:, 2].max()) + 1)
        np.add.at(sums, part[:, 2].astype(int), rest - rest.mean())
        yield rest.mean(), 1.96 * np.sqrt((sums**2).sum()) / len(part)


def _estimated():
    """Chance against outcome with the strength estimated from ten other games."""
    kinds = {"that slip": coach.Table, "of rationality 15": _Bold, "that predict only above 80%": _Timid}
    for kind, table in kinds.items():
        tables = _games(TABLES if table is coach.Table else TABLES // 2)
        found = _in_parallel(partial(_one_table, table), range(tables))
        rows = np.concatenate(
            [np.column_stack([rows, np.full(len(rows), n)]) for n, (rows, _) in enumerate(found)]
        )
        gaps = [abs(gap) for gap, _ in _bins(rows)]
        error = np.sqrt(np.mean([miss**2 for _, miss in found])) if table is coach.Table else None
        single = f"; slips of a single table off by {100 * error:.1f} points" if error is not None else ""
        goal = 4 if table is coach.Table else 8
        said, won = 100 * rows[:, :2].mean(axis=0)
        figure = f"{100 * np.mean(gaps):.1f} points, {said:.0f}% said, {won:.0f}% won{single}"
        what = f"mean gap of {tables} tables {kind}, strength from {EARLIER} other games"
        note("coach", what, figure, f"{goal} points")
        yield 100 * np.mean(gaps) > goal


def _one_table(kind, number):
    """Return the rows (chance, won) of a game, and by how much the slips are estimated wrong."""
    dice = random.Random(f"table {SEED} {number}")
    level, slips = dice.choice(LEVELS), dice.uniform(0, 0.3) if kind is coach.Table else 0.0
    play = partial(_events, coach.Variant(), level, slips, kind=kind)
    name = f"table {SEED} {kind.__name__} {number}"
    evidence = [strength.evidence(play(f"{name} {game}")[0]) for game in range(EARLIER)]
    found = strength.posterior(evidence)
    rows = []
    for game in range(2):
        events, won = play(f"{name} reviewed {game}")
        rows += [(chance, won) for chance in _chances(events, found)]
    return np.array(rows, dtype=float), sum(weight * each.slips for each, weight in found) - slips


def _chances(events, strengths):
    outlook, found, turn = coach.Outlook(strengths), [], 0
    for text in events:
        game = next(iter(outlook.groups.values())).game
        if text.startswith("play") and game.turn != turn:
            found.append(outlook.chance())
            turn = game.turn
        outlook.apply(text)
    return found


def _parts():
    """Dealt and come to light."""
    cells = [(level, slips, doom) for level in LEVELS for slips in SLIPS for doom in (2, 4)]
    each = max(1, _games(PARTS_GAMES) // len(cells))
    played = [game for cell in cells for game in _in_parallel(partial(_reviewed, cell), range(each))]
    for number, name in ((1, "dealt"), (3, "come to light")):
        sums = [100 * sum(turn[number] for turn in game.turns) for game in played]
        turns = sum(len(game.turns) for game in played)
        mean = sum(sums) / turns
        half = 1.96 * np.std(sums) * np.sqrt(len(sums)) / turns
        figure = f"{mean:+.2f} ± {half:.2f} points a turn, {len(sums):,} games"
        note("coach", f"{name}, mean", figure, "0 ± 0.5 points")
        yield abs(mean) > 0.5


def _accuracy():
    means = []
    kinds = (("bots, level 1", (1, 0.0, 2), 95, 100), ("0% slips", (0, 0.0, 2), 0, 100))
    kinds += (("5% slips", (0, 0.05, 2), 0, 100), ("15% slips", (0, 0.15, 2), 85, 93))
    kinds += (("30% slips", (0, 0.3, 2), 0, 100), ("all at random", (0, 1.0, 2), 0, 78))
    for name, cell, low, high in kinds:
        played = _in_parallel(partial(_reviewed, cell), range(_games(ACCURACY_GAMES)))
        costs = [[d[4] for d in game.decisions if d[2]] for game in played]
        found = [mean_accuracy(each) for each in costs if len(each) >= 5]
        half = 196 * np.std(found) / np.sqrt(len(found))
        judged = np.mean([len(each) for each in costs])
        figure = f"{100 * np.mean(found):.1f} ± {half:.1f}, {len(found)} of {len(played)} games, "
        figure += f"{judged:.1f} judged a game"
        goal = f"{low} to {high}" if low or high < 100 else ""
        note("coach", f"accuracy: {name}", figure, goal)
        yield not low <= 100 * np.mean(found) <= high
        means.append((100 * np.mean(found), half))
    apart = all(a[0] - a[1] > b[0] + b[1] for a, b in pairwise(means[1:]))
    note("coach", "accuracy falls from 0% to 100% slips, intervals apart", "yes" if apart else "no", "yes")
    yield not apart


def _notes():
    """Judged without noted values against with them."""
    cells = [(0, 0.0, 2), (0, 0.1, 2), (1, 0.15, 2), (0, 0.3, 4)]
    each = max(1, _games(NOTES_GAMES) // len(cells))
    gaps, called, wrong = [], 0, 0
    for cell in cells:
        noted = _in_parallel(partial(_reviewed, cell), range(each))
        bare = _in_parallel(partial(_reviewed, cell, without_notes=True), range(each))
        for one, other in zip(noted, bare, strict=True):
            known = {d[0]: d for d in one.decisions if d[1] == "play"}
            for decision in other.decisions:
                if decision[1] != "play" or decision[0] not in known:
                    continue
                gaps.append(abs(decision[4] - known[decision[0]][4]))
                if decision[4] >= DECISIVE:
                    called += 1
                    wrong += known[decision[0]][4] < AS_GOOD
    figure = f"{100 * np.mean(gaps):.2f} points, {len(gaps):,} plays"
    note("coach", "loss of plays without noted values, mean difference", figure, "3 points")
    yield np.mean(gaps) > 0.03
    note(
        "coach",
        "plays called 5 or more without them that are below 3 with them",
        f"{wrong} of {called}",
        "5%",
    )
    yield wrong > 0.05 * called


def _rollouts():
    """Judged decisions of groups and plays against games played on by the bots."""
    wanted, rollouts = _games(DECISIONS), ROLLOUTS
    found = [each for each in _in_parallel(partial(_rolled, rollouts), range(wanted)) if each]
    said = np.array([one for one, _ in found])
    came = np.array([other for _, other in found])
    gap = np.abs(said - came).mean()
    what = f"loss of {len(found)} judged decisions against {rollouts} rollouts a choice, mean difference"
    note("coach", what, f"{100 * gap:.1f} points", "3 points")
    yield gap > 0.03
    clear = np.abs(came) >= 0.05
    same = (said > 0) == (came > 0)
    low, high = interval(int(same[clear].sum()), max(1, int(clear.sum())))
    figure = f"{same[clear].sum()} of {clear.sum()} ({low:.0%} to {high:.0%})"
    note("coach", "the same of two choices is better where rollouts differ by 5", figure, "85%")
    yield bool(clear.any()) and same[clear].mean() < 0.85


class _Fork(coach.Table):
    """A table that goes on from a position, with hidden fates drawn from what everybody believes."""

    def __init__(self, observer, hidden, deck, bag, seed):
        self.dice, self.slip_dice = random.Random(seed), random.Random(f"slips {seed}")
        self.slips, self.exploring_turns = 0.0, 0
        self.observer, self.game = observer, observer.game
        self.held, self.deck, self.bag = hidden, deck, bag
        observer.top = deck[0] if deck else None


def _rolled(rollouts, number):
    """Return (loss by the review, loss by rollouts) between two options of a group, None for none judged."""
    dice = random.Random(f"rollouts {SEED} {number}")
    slips = dice.choice((0.05, 0.1, 0.15, 0.3))
    doom = dice.choice((2, 4))
    table = coach.Table(coach.Variant(doom=doom), coach.player_model(1), f"rolled {number}", slips=slips)
    stop = dice.randrange(2, 9)
    while table.game.phase != "over" and table.game.turn < stop:
        table.turn()
    if table.game.phase == "over":
        return None
    # the table's own fates are one draw of the belief; others are drawn for each rollout
    active = table.game.active
    hand = table._draw(table.held.pop(active, None))
    for text in coach.choose_play(table.observer, hand):
        table._put_with_fates(text)
    game = table.game
    if game.phase != "after-play" or game.owed or game.again:
        return None
    options = [o for o in coach.GroupOptions(table.observer).options() if o.text.split(" ")[0] != "use"]
    if len(options) < 2 or options[0].chance - options[-1].chance < 0.03:
        return None
    first, second = options[0], dice.choice(options[1:])
    shares = [_share_won(table, option.text, rollouts, number) for option in (first, second)]
    return first.chance - second.chance, shares[0] - shares[1]


def _share_won(table, text, rollouts, number):
    won = 0
    for turn in range(rollouts):
        fork = _fork(table, f"{number} {turn}")
        kept = fork.held.pop(fork.game.active)
        if text == "end":
            fork.held[fork.game.active] = kept
        else:
            fork._predict(text, kept)
        if fork.game.phase != "over":
            fork._put_with_fates("end")
            fork._deal()
        won += fork.play().game.result == "won"
    return won / rollouts


def _fork(table, seed):
    from arcana_host.games.shipwreck.coach.observer import copy_observer

    dice = random.Random(f"hidden {seed}")
    observer = copy_observer(table.observer)
    after = observer.after
    at = dice.choices(range(after.joint.size), after.joint.reshape(-1).tolist())[0]
    values = np.unravel_index(at, after.joint.shape)
    hidden = {player: int(value) + 1 for player, value in zip(after.holders, values, strict=True)}
    bag = [fate for fate in range(1, 8) for _ in range(3)]
    for fate in [*hidden.values(), *observer.game.gone()]:
        bag.remove(fate)
    deck = list(table.deck)
    dice.shuffle(deck)
    return _Fork(observer, hidden, deck, bag, seed)


def _in_parallel(work, each):
    if JOBS == 1:
        return [work(one) for one in each]
    with ProcessPoolExecutor(JOBS) as pool:
        return list(pool.map(work, each, chunksize=5))
