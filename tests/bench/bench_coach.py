"""The coach of The Shipwreck Arcana: how often its bots win, and how far its yardstick can be believed.

A run takes under an hour on two cores that do nothing else, and says how long it took. ARCANA_BENCH_SHARE=0.1
takes a tenth of the games, and the figures say how many there were. ARCANA_BENCH_PARTS="wins losses" measures
only these parts.
"""

import os
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shipwreck_coach as coach
from arcana_host.games.shipwreck.assessment import assess
from arcana_host.games.shipwreck.review import review
from arcana_portable.replay import replay
from bench.figures import note
from shipwreck_coach.legal_hands import FATES
from shipwreck_coach.observer import Observer, copy_observer
from shipwreck_coach.simulation import simulate, summarize
from shipwreck_coach.yardstick import LEVEL, SLIPS

from shared_rules.shipwreck.cards import SETS

SEED = 2028
"""None of these games was played in training."""

SHARE = float(os.environ.get("ARCANA_BENCH_SHARE", "1"))
WINS = ((coach.Variant(), 97), (coach.Variant(doom=4), 94), (coach.Variant("duel", 2), None))
"""The variants, and their goals."""

CELLS = [
    *(coach.Variant(players=players, doom=doom) for players in (2, 3, 4, 5) for doom in (0, 2, 4, 6)),
    *(coach.Variant(players=players, sets=SETS) for players in (3, 5)),
    coach.Variant("duel", 2),
    coach.Variant("restless"),
    coach.Variant("restless-duel", 2),
    coach.Variant("creatures"),
]
A_CELL, WIN_GAMES, ACCURACY_GAMES, DECISIONS, ROLLOUTS = 4000, 500, 300, 100, 400
NEAR, FEW, AT_LEAST = 0.03, 0.05, 400
"""How far the interval of a gap may be from 0; at which share of the bins it may be further away; the games
that a bin must have."""
_NO_GAP = "0 ± 3 points"
"""The goal for a gap, in words."""


def main():
    """Measure and print. Returns the exit status: 1 when a goal is missed."""
    parts = (_wins, _calibration, _accuracy, _losses)
    chosen = os.environ.get("ARCANA_BENCH_PARTS", "").split()
    print(f"A full run takes under an hour on two cores; this is {SHARE:.0%} of its games.", flush=True)
    began = time.monotonic()
    missed = [each for part in parts if not chosen or part.__name__[1:] in chosen for each in part()]
    print(f"It took {(time.monotonic() - began) / 60:.0f} minutes.")
    return int(any(missed))


def _games(count):
    return max(2, round(count * SHARE))


def _words(variant):
    words = f"{variant.mode}, {variant.players} players, doom {variant.doom}"
    return words + (", all sets" if len(variant.sets) > 1 else "")


def _wins():
    for variant, goal in WINS:
        summary = summarize(list(simulate(variant, coach.player_model(), _games(WIN_GAMES), SEED)))
        figure = f"{summary.share:.1%} ({summary.low:.1%} to {summary.high:.1%}), {summary.games:,} games"
        missed = bool(goal and summary.share * 100 < goal)
        yield note("coach", f"bots win: {_words(variant)}", figure, f"{goal}%" if goal else "", missed=missed)


class Watched(coach.Table):
    """A table of the yardstick, with what a review says of it.

    chances: to win, before each turn. beliefs: [(belief about the fate kept, that fate)], of each decision of
    the group. decided_at: how many events were before each.
    """

    def __init__(self, variant, seed):
        self.yardstick, self.chances, self.beliefs, self.decided_at = None, [], [], []
        super().__init__(variant, coach.player_model(LEVEL), seed, slips=SLIPS)

    def apply(self, text):
        if self.yardstick is None:
            self.yardstick = coach.Yardstick()
            # its players are followed once, which halves the time
            self.yardstick.group = self.observer
        Observer.apply(self.yardstick, text)
        super().apply(text)

    def turn(self):
        self.chances.append(self.yardstick.chance())
        super().turn()

    def _group_turn(self, active, kept):
        self.beliefs.append((self.yardstick.belief_about_kept().astype(np.float32), kept))
        self.decided_at.append(len(self.game.events))
        super()._group_turn(active, kept)


class Played(NamedTuple):
    """The figures of a `Watched` game."""

    won: bool
    chances: list
    beliefs: list


def watch(cell, number):
    """Return a Played game. cell: an index of CELLS. number: each has its own game."""
    table = Watched(CELLS[cell], f"bench {SEED} {cell} {number}").play()
    return Played(table.game.result == "won", table.chances, table.beliefs)


def _calibration():
    """Chance against result and belief against fate, for tables of the yardstick."""
    found = []
    for cell in range(len(CELLS)):
        found.append(_in_parallel(partial(watch, cell), range(_games(A_CELL))))
        yield _note_cell(cell, found[-1])
    yield from _note_bins(found)
    yield from _note_belief([game for games in found for game in games])


def _gap(pairs):
    """Return the difference of observed and predicted rate, and half of its 95 % interval.

    pairs: (said, came true), each from its own game.
    """
    rest = np.array([came - said for said, came in pairs], dtype=float)
    return rest.mean(), 1.96 * rest.std() / np.sqrt(len(rest))


def _note_cell(cell, games):
    gap, half = _gap([(game.chances[0], game.won) for game in games])
    said, won = (
        np.mean([each(game) for game in games]) for each in (lambda g: g.chances[0], lambda g: g.won)
    )
    figure = f"{said:.1%} said, {won:.1%} won ({100 * gap:+.1f} ± {100 * half:.1f}), {len(games):,} games"
    what = f"chance before turn 1: {_words(CELLS[cell])}"
    return note("coach", what, figure, _NO_GAP, missed=abs(gap) - half > NEAR)


def _note_bins(found):
    """Note the bins: each turn number of a cell that enough games reach."""
    failed, gaps = 0, []
    for games in found:
        for turn in range(max(len(game.chances) for game in games)):
            pairs = [(game.chances[turn], game.won) for game in games if len(game.chances) > turn]
            if len(pairs) >= max(30, AT_LEAST * min(1, SHARE)):
                gap, half = _gap(pairs)
                gaps.append(abs(gap))
                failed += abs(gap) - half > NEAR
    figure = (
        f"{failed} of {len(gaps)}, mean gap {100 * np.mean(gaps):.1f} points, {len(found[0]):,} games a cell"
    )
    what = "turn numbers of a cell whose interval is over 3 points away"
    yield note("coach", what, figure, f"{FEW:.0%}", missed=failed > FEW * len(gaps))


def _note_belief(games):
    decided = [(belief, kept, number) for number, game in enumerate(games) for belief, kept in game.beliefs]
    beliefs, kept, numbers = (np.array(each) for each in zip(*decided, strict=True))
    said, right = beliefs.ravel(), (kept[:, None] == FATES).ravel()
    numbers = np.repeat(numbers, len(FATES))
    shown, missed = [], False
    for low in range(0, 100, 10):
        part = (said >= low / 100) & (said < low / 100 + 0.1 + (low == 90))
        rest = right[part] - said[part].astype(float)
        # clustered by game
        sums = np.bincount(numbers[part], rest - rest.mean())
        half = 1.96 * np.sqrt((sums**2).sum()) / len(rest)
        missed |= abs(rest.mean()) - half > NEAR
        shown.append(f"{100 * said[part].mean():.0f} → {100 * right[part].mean():.0f}")
    figure = f"{', '.join(shown)}; {len(games):,} games"
    yield note("coach", "belief, percent said → percent right, by tens", figure, _NO_GAP, missed=missed)


def _accuracy():
    means = []
    for name, level, slips in (
        ("bots", 1, 0.0),
        ("the yardstick's own tables", LEVEL, SLIPS),
        ("30% slips", 1, 0.3),
        ("all at random", 1, 1.0),
    ):
        play = partial(_accuracies, level, slips)
        found = [each for each in _in_parallel(play, range(_games(ACCURACY_GAMES))) if each is not None]
        half = 196 * np.std(found) / np.sqrt(len(found))
        note("coach", f"accuracy: {name}", f"{100 * np.mean(found):.1f} ± {half:.1f}, {len(found)} games", "")
        means.append((100 * np.mean(found), half))
    apart = all(a[0] - a[1] > b[0] + b[1] for a, b in pairwise(means))
    what = "accuracy falls from row to row, intervals apart"
    yield note("coach", what, "yes" if apart else "no", "yes", missed=not apart)


def _decisions(events):
    played = replay("\n".join(events) + "\n")
    return [each for one in assess(played, review(played)) for each in one.decisions]


def _table(level, slips, number, doom=2):
    model = coach.player_model(level)
    return coach.Table(coach.Variant(doom=doom), model, f"judged {SEED} {number}", slips=slips)


def _accuracies(level, slips, number):
    """Return the mean accuracy of the decisions of a game, None for fewer than five."""
    decisions = _decisions(_table(level, slips, number).play().game.events)
    return np.mean([each.accuracy for each in decisions]) if len(decisions) >= 5 else None


def _losses():
    """Losses of 15 points or more against games that tables of the yardstick play on from the choices."""
    rolled, number, step = [], 0, 40
    while len(rolled) < _games(DECISIONS):
        rolled += [each for each in _in_parallel(_rolled, range(number, number + step)) if each]
        number += step
    rolled = rolled[: _games(DECISIONS)]
    (said, lost), (gap, half) = 100 * np.mean(rolled, axis=0), _gap(rolled)
    figure = (
        f"{said:.1f} said, {lost:.1f} lost ({100 * gap:+.1f} ± {100 * half:.1f}), {len(rolled)} decisions"
    )
    what = f"decisions said to cost 15 points or more, {ROLLOUTS} rollouts a choice"
    yield note("coach", what, figure, _NO_GAP, missed=abs(gap) - half > NEAR)


class _Fork(coach.Table):
    """A table of the yardstick that goes on from a position, with hidden fates drawn from its belief.

    hand: of the active player, () after the play. first: what the group decides first, None for its best.
    """

    def __init__(self, yardstick, deck, hand, first, seed):
        self.dice, self.slip_dice = random.Random(seed), random.Random(f"slips {seed}")
        self.slips, self.first, self.rises = SLIPS, first, Counter()
        self.observer = copy_observer(yardstick.group)
        self.game = self.observer.game
        bag = [fate for fate in FATES for _ in range(3)]
        for fate in self.game.seen():
            bag.remove(fate)
        self.held, self.bag = self._hidden(yardstick, hand, bag)
        # the faded cards at its bottom are known
        unknown = len(deck) - len(self.game.deck_bottom)
        self.deck = [*self.dice.sample(deck[:unknown], unknown), *deck[unknown:]]
        self.observer.top = self.deck[0] if self.deck else None

    def _hidden(self, yardstick, hand, bag):
        """Return the fates that the others hold (with the active player's, after the play), and the bag."""
        believed = yardstick.beliefs if hand else yardstick.after
        weights = believed.joint.reshape(-1).tolist()
        active = self.game.active
        while True:
            (at,) = self.dice.choices(range(len(weights)), weights)
            values = np.unravel_index(at, believed.joint.shape)
            held = {player: int(value) + 1 for player, value in zip(believed.holders, values, strict=True)}
            drawn = list(hand)
            if hand and active in held:
                if held[active] not in drawn:
                    continue
                drawn.remove(held.pop(active))
            rest = list(bag)
            for fate in [*held.values(), *hand]:
                if fate not in rest:
                    break
                rest.remove(fate)
            else:
                # the more tokens of what was drawn, the likelier
                ways = [rest.count(fate) + drawn.count(fate) for fate in drawn]
                if self.dice.random() < np.prod(ways) / 3 ** len(ways):
                    return held, rest

    def _decide(self):
        first, self.first = self.first, None
        return first or super()._decide()


def _rolled(number):
    """Return (loss said, loss by rollouts) of a decision that cost 15 points or more, 0 to 1, or None.

    number: each has its own game.
    """
    dice = random.Random(f"rollouts {SEED} {number}")
    slips, doom = dice.choice((0.1, 0.3)), dice.choice((2, 4))
    events = list(_table(1, slips, f"rolled {number}", doom).play().game.events)
    costly = [
        each
        for each in _decisions(events)
        if each.cost >= 15 and each.done.events and each.best.events and (each.hand or each.kind == "group")
    ]
    if not costly:
        return None
    decision = dice.choice(costly)
    table = _table(1, slips, f"rolled {number}", doom)
    while table.game.turn < decision.game.turn:
        table.turn()
    yardstick = coach.Yardstick()
    for text in decision.game.events:
        yardstick.apply(text)
    shares = [
        sum(_won(yardstick, table.deck, decision.hand, way.events, f"{number} {n}") for n in range(ROLLOUTS))
        / ROLLOUTS
        for way in (decision.best, decision.done)
    ]
    return decision.cost / 100, shares[0] - shares[1]


def _won(yardstick, deck, hand, way, seed):
    """Return whether the yardstick wins after a choice, with fates and a deck that depend on the seed."""
    fork = _Fork(yardstick, deck, hand, None if hand else way[0], seed)
    active = fork.game.active
    if hand:
        kept = hand[1] if way[0].split(" ")[1] == str(hand[0]) else hand[0]
        for text in way:
            fork._put_with_fates(text)
    else:
        kept = fork.held.pop(active)
    fork._group_turn(active, kept)
    return fork.play().game.result == "won"


def _in_parallel(work, each):
    with ProcessPoolExecutor() as pool:
        return list(pool.map(work, each, chunksize=5))
