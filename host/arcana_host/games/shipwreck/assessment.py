"""The change of the yardstick's chance to win in each turn of a game, and the cost of its decisions.

Every chance and every likelihood is a whole number of percent, rounded here and nowhere else, so that it is
the same wherever it is printed. It needs numpy, and must not know terminals, pages or files.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from shipwreck_coach import GroupOptions, Option, Yardstick
from shipwreck_coach.legal_hands import FATES
from shipwreck_coach.observer import copy_game

if TYPE_CHECKING:
    from arcana_portable.replay import Played

    from arcana_host.games.shipwreck.review import Turn
    from shared_rules.shipwreck import Game

LEAST = 3
"""Points by which the best and the worst choice must differ for a decision to be judged, and which a choice
must cost to be called worse."""

LEAST_JUDGED = 5
"""Minimum number of decisions for an accuracy."""

MOST_NAMED = 3
"""How many of the costliest decisions are named first."""

_CERTAIN = 0.95
"""The probability from which a kept fate counts as known."""


class Way(NamedTuple):
    """A choice. events: as in the record, () without a single certain choice. chance: after it, in percent.

    right: of the group, how likely its prediction is right then, or, if it waits, its best guess; of a play,
    how likely the others are to guess the fate kept; in percent. doom: the doom that fading adds without a
    hit.
    """

    events: tuple[str, ...]
    chance: int
    right: int = 0
    doom: int = 0


class Decision(NamedTuple):
    """A judged decision.

    turn: its number. kind: "play", or "group" for the group's decision after the play. game: the Game before
    it. done, best: the actual choice and the best choice, with chances by the knowledge of the player or the
    group. cost: in points, 0 if it is below LEAST. hand: the two fates of a play, () where they did not
    become known.
    """

    turn: int
    kind: str
    game: Game
    done: Way
    best: Way
    cost: int
    hand: tuple[int, ...] = ()

    @property
    def accuracy(self) -> float:
        """How accurate it was, 0 to 1."""
        return curve(self.cost)

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data, without the Game."""
        ways = {"done": list(self.done.events), "best": list(self.best.events)}
        return {"kind": self.kind, **ways, "cost": self.cost}


class Assessment(NamedTuple):
    """The assessment of a turn.

    before, after: the chance to win at its beginning, and at the beginning of the next turn or the end of the
    game, in percent. likely: how likely the values 1-7 of the fate kept were before the group decided, in
    percent with sum 100, or None without a legal play. certainty: how likely the prediction was right, or
    None without a prediction or without noted values. decisions: the judged decisions, in their order.
    """

    before: int
    after: int
    likely: list[int] | None
    certainty: int | None
    decisions: list[Decision]

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {
            "chance_before": self.before,
            "chance_after": self.after,
            "likely": self.likely and {str(fate): self.likely[fate - 1] for fate in FATES},
            "certainty": self.certainty,
            "decisions": [decision.as_json() for decision in self.decisions],
        }


def curve(loss: int) -> float:
    """Return the accuracy, 0 to 1, of a decision by its cost in points.

    Source: lichess.org/page/accuracy.

    >>> [round(curve(loss), 2) for loss in (0, 5, 20, 100)]
    [1.0, 0.8, 0.4, 0.0]
    """
    # the curve itself ends a millionth below 1
    return 1.0 if loss <= 0 else max(0.0, (103.1668 * exp(-0.04354 * loss) - 3.1669) / 100)


def accuracy(decisions: list[Decision]) -> int | None:
    """Return the mean accuracy in percent, or None for fewer than LEAST_JUDGED decisions."""
    if len(decisions) < LEAST_JUDGED:
        return None
    return round(100 * sum(decision.accuracy for decision in decisions) / len(decisions))


def costliest(assessments: list[Assessment]) -> list[Decision]:
    """Return the costly decisions whose better choice is known, the costliest first."""
    found = [each for one in assessments for each in one.decisions if each.cost and each.best.events]
    return sorted(found, key=lambda each: (-each.cost, each.turn))[:MOST_NAMED]


def in_percent(chances: np.ndarray) -> list[int]:
    """Return chances with sum 1 in whole percent with sum 100 (largest remainder).

    >>> in_percent(np.array([0.335, 0.335, 0.33]))
    [34, 33, 33]
    """
    shares = 100 * np.asarray(chances, dtype=float)
    found = np.floor(shares + 1e-9)
    order = np.argsort(-(shares - found), kind="stable")
    found[order[: round(100 - found.sum())]] += 1
    return [int(each) for each in found]


def assess(played: Played, turns: list[Turn]) -> list[Assessment]:
    """Return the assessment of each turn. turns: the result of `review.review` for the same game."""
    yardstick = Yardstick()
    judges: list[_TurnJudge] = []
    for step in played.steps:
        # a turn begins once its cards and its creatures are there
        if not step.text.startswith(("setup ", "deal ", "meet ")) and (
            not judges or judges[-1].turn.number != step.turn
        ):
            judges.append(_TurnJudge(turns[len(judges)], yardstick))
        if step.text == "abandon":
            break
        if judges:
            judges[-1].apply(step.text)
        else:
            yardstick.apply(step.text)
    ends = [*(judge.before for judge in judges[1:]), chance_in_percent(yardstick.chance())]
    return [judge.assessment(after) for judge, after in zip(judges, ends, strict=True)]


def chance_in_percent(chance: float) -> int:
    """Return a chance in whole percent: 0 and 100 only where nothing else can happen.

    >>> [chance_in_percent(chance) for chance in (0.0, 0.001, 0.624, 0.998, 1.0)]
    [0, 1, 62, 99, 100]
    """
    if min(chance, 1 - chance) < 1e-9:
        return round(100 * chance)
    return min(99, max(1, round(100 * chance)))


class _TurnJudge:
    """Judges the decisions of a turn. turn: the review's record of the turn. before: the chance before it."""

    def __init__(self, turn: Turn, yardstick: Yardstick) -> None:
        self.turn, self.yardstick = turn, yardstick
        self.before = chance_in_percent(yardstick.chance())
        self.likely: list[int] | None = None
        self.certainty: int | None = None
        self.decisions: list[Decision] = []
        self._before_play: Game | None = None

    def assessment(self, after: int) -> Assessment:
        """Return the Assessment. after: the chance to win after the turn."""
        return Assessment(self.before, after, self.likely, self.certainty, self.decisions)

    def apply(self, text: str) -> None:
        """Judge the next event of this turn, and apply it."""
        verb = text.split(" ")[0]
        if verb == "play":
            self._before_play, self.likely = copy_game(self.yardstick.game), None
        elif verb == "illegal":
            self._before_play = self.likely = None
            self.decisions = []
        elif verb in ("predict", "end", "use") and self.yardstick.may_decide():
            self._judge_group(text)
        self.yardstick.apply(text)

    def _judge_group(self, text: str) -> None:
        options = GroupOptions(self.yardstick)
        listed = options.options()
        taken = _taken(text, options, listed)
        verb, *words = text.split(" ")
        if verb == "use" and not taken:
            # a power of the active player, which belongs to the play
            return
        self.likely = in_percent(options.chances)
        if verb == "predict" and len(words) == 2:
            self.certainty = self._right(options, text)
        if verb != "use" and self._before_play:
            fate, belief = self.turn.fate, options.chances
            self._judge_play(np.eye(7)[fate - 1] if fate and belief[fate - 1] > 0 else belief)
        if taken:
            done, best = (self._way(options, option) for option in (taken, listed[0]))
            worst = chance_in_percent(listed[-1].chance)
            self._add("group", copy_game(self.yardstick.game), done, best, worst)

    def _way(self, options: GroupOptions, option: Option) -> Way:
        verb = option.text.split(" ")[0]
        right = chance_in_percent(option.right)
        if verb == "predict":
            right = self._right(options, option.text)
        elif verb == "end":
            right = max(self.likely or [0])
        return Way((option.text,), chance_in_percent(option.chance), right, self.yardstick.ending().doom)

    def _right(self, options: GroupOptions, text: str) -> int:
        """Return how likely a prediction is right, in percent."""
        right = options.right_of(text.split(" ")[1].split(","))
        return sum(chance for chance, fits in zip(self.likely or [], right, strict=True) if fits)

    def _add(
        self, kind: str, game: Game, done: Way, best: Way, worst: int, hand: tuple[int, ...] = ()
    ) -> None:
        """Add a decision if it is judged. worst: the chance of the worst choice, in percent."""
        if best.chance - worst < LEAST:
            return
        cost = best.chance - done.chance
        if cost < LEAST:
            cost, best = 0, done
        found = Decision(self.turn.number, kind, game, done, best, cost, hand)
        self.decisions.insert(0 if kind == "play" else len(self.decisions), found)

    def _judge_play(self, weights: np.ndarray) -> None:
        """Judge the play. weights: of the values 1-7 of the fate kept, with sum 1.

        A choice that depends on more than the two fates is no alternative.
        """
        reading, events = self.yardstick.reading, self.yardstick.events
        fate = int(events[0].split(" ")[1])
        chances = np.zeros(3)
        total = 0.0
        for kept in (int(number) + 1 for number in np.flatnonzero(weights)):
            ways = {
                choice.events: chance
                for choice, chance in reading.choices_of((fate, kept))
                if choice.events == events or (choice.which == "either" and not choice.plays_again)
            }
            if events in ways:
                share = float(weights[kept - 1])
                total += share
                chances += share * np.array([ways[events], max(ways.values()), min(ways.values())])
        if not total:
            return
        done, best, worst = (chance_in_percent(chance / total) for chance in chances)
        assert self._before_play is not None
        if weights.max() < _CERTAIN:
            self._add("play", self._before_play, Way(events, done), Way((), best), worst)
            return
        kept = int(weights.argmax()) + 1
        plain = (
            choice.events
            for choice, _ in reading.choices_of((fate, kept))
            if choice.which == "either" and not choice.plays_again
        )
        named = next(plain, events)
        self._add(
            "play",
            self._before_play,
            self._play_way(events, done, fate, kept),
            self._play_way(named, best, fate, kept),
            worst,
            (fate, kept),
        )

    def _play_way(self, events: tuple[str, ...], chance: int, fate: int, kept: int) -> Way:
        """Return the Way of a play. fate, kept: the hand."""
        reading = self.yardstick.reading
        number = reading.index_of(events)
        assert number is not None
        other = kept if events[0].split(" ")[1] == str(fate) else fate
        right = in_percent(reading.belief_after(number))[other - 1]
        return Way(events, chance, right, reading.choices[number].ending.doom)


def _taken(text: str, options: GroupOptions, listed: list[Option]) -> Option | None:
    """Return the option that an event follows from; a prediction that is not listed is added to `listed`.

    Return None for a prediction without noted values, and for an event that the group does not decide.
    """
    verb, *words = text.split(" ")
    if verb != "predict":
        return next((option for option in listed if f"{text} ".startswith(f"{option.text} ")), None)
    if len(words) == 1:
        return None
    values = words[0].split(",")
    if words[1] == "hit":
        # who is right with the first value has not said the others
        likely = sorted(FATES, key=lambda fate: -options.chances[fate - 1])
        rest = [said for said in map(options.said, likely) if said not in values]
        values += rest[: options.game.predictions - len(values)]
    made = options.prediction(sorted(values))
    if all(option.text != made.text for option in listed):
        listed.append(made)
        listed.sort(key=lambda option: -option.chance)
    return made
