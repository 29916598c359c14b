"""What each turn of a game did to the group's chance to win, and how good its decisions were.

The chances are those of the table's own strength, averaged over what that can be: see `coach.forecast`. The
decisions are judged by one fixed measure for all tables, the chances of bots at level 1 that never slip. It
needs numpy, and must not know terminals, pages or files.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from arcana_host.games.shipwreck import coach
from arcana_host.games.shipwreck.coach.legal_hands import FATES
from arcana_host.games.shipwreck.coach.observer import copy_game
from arcana_host.games.shipwreck.coach.strength import fit, may_decide
from shared_rules.shipwreck.game import BEFORE_PLAY

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.coach.forecast import Outlook
    from arcana_host.games.shipwreck.coach.strength import Strength
    from arcana_host.games.shipwreck.review import Turn
    from arcana_host.replay import Played
    from shared_rules.shipwreck import Game

AnyTurnJudge = TypeVar("AnyTurnJudge", bound="_TurnJudge")

REFERENCE_LEVEL = 1
"""The level of the bots that decisions are judged by."""

LEAST_SPREAD = 0.03
"""A decision counts where the best and the worst choice differ by so much of the chance to win."""

AS_GOOD = 0.03
"""A choice that loses less than this is as good as the best."""

DECISIVE = 0.05
"""A decision that lost so much is one of those that decided the game."""

LEAST_JUDGED = 5
"""There is no accuracy of fewer decisions."""

_CERTAIN = 0.95
"""A fate with this chance counts as known where an alternative is named."""

_NEGLIGIBLE = 0.005


class Way(NamedTuple):
    """A choice. events: as in the record, () if it is not one certain choice. chance: to win after it."""

    events: tuple[str, ...]
    chance: float


class Grounds(NamedTuple):
    """What explains how good a choice is.

    doom: how much fading adds without a hit. sure: how likely the group's prediction is right then, with the
    fate kept if that is known; if it does not predict, how likely the best guess is right.
    """

    doom: int
    sure: float


class Decision(NamedTuple):
    """A decision, judged by the reference.

    kind: "play", or "group" for what the group did after the play. game: the Game before it. done: what was
    done. best: the best alternative, `done` if nothing is better. loss: how much of the chance to win the
    best choice would have added, 0 to 1, averaged over what the fate kept can have been. spread: by how much
    the best and the worst choice differ, averaged in the same way. kept: the fate kept, 0 if
    it is not known. grounds: of what was done and of the best alternative, where both are certain choices.
    """

    kind: str
    game: Game
    done: Way
    best: Way
    loss: float
    spread: float
    kept: int = 0
    grounds: tuple[Grounds, Grounds] | None = None

    @property
    def cost(self) -> float:
        """The loss, 0 where the choice was as good as the best."""
        return self.loss if self.loss >= AS_GOOD and self.judged else 0.0

    @property
    def judged(self) -> bool:
        """Whether it mattered what was chosen."""
        return self.spread >= LEAST_SPREAD

    @property
    def accuracy(self) -> float:
        """How accurate it was, 0 to 1."""
        return curve(self.cost)

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data, without the Game."""
        ways = {"done": self.done._asdict(), "best": self.best._asdict()}
        return {"kind": self.kind, **ways, "cost": self.cost, "judged": self.judged}


def curve(loss: float) -> float:
    """Return the accuracy, 0 to 1, of a decision by its loss, 0 to 1.

    Source: lichess.org/page/accuracy.

    >>> [round(curve(loss), 2) for loss in (0, 0.05, 0.2, 1)]
    [1.0, 0.8, 0.4, 0.0]
    """
    # the curve itself ends a millionth below 1
    return 1.0 if loss <= 0 else max(0.0, (103.1668 * exp(-4.354 * loss) - 3.1669) / 100)


class Assessment(NamedTuple):
    """The assessment of a turn.

    before, after: the chance to win at its beginning, and at the beginning of the next turn or the end of the
    game. dealt: what the draw did to it; decided: what the choices did; the rest came to light. reading: how
    likely the values 1-7 of the fate kept were before the group decided; None without a legal play.
    decisions: in their order.
    """

    before: float
    after: float
    dealt: float
    decided: float
    reading: list[float] | None
    decisions: list[Decision]

    @property
    def change(self) -> float:
        """The change of the chance to win in this turn, -1 to 1."""
        return self.after - self.before

    @property
    def come_to_light(self) -> float:
        """What predictions, answers and new cards did to the chance to win."""
        return self.change - self.dealt - self.decided

    @property
    def luck(self) -> float:
        """What was not decided."""
        return self.change - self.decided

    def worst(self, kind: str) -> Decision | None:
        """Return the decision of a kind that cost most, None if there is none."""
        return max(
            (each for each in self.decisions if each.kind == kind), key=lambda each: each.cost, default=None
        )

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        reading = {str(fate): chance for fate, chance in enumerate(self.reading, 1)} if self.reading else None
        return {
            "chance_before": self.before,
            "chance_after": self.after,
            "dealt": self.dealt,
            "decided": self.decided,
            "come_to_light": self.come_to_light,
            "reading": reading,
            "decisions": [decision.as_json() for decision in self.decisions],
        }


def assess(played: Played, turns: list[Turn], strengths: list[tuple[Strength, float]]) -> list[Assessment]:
    """Return the assessment of each turn.

    turns: the result of `review.review` for the same game. strengths: what the strength of the table can be,
    see `strength.posterior`.
    """
    outlook = coach.Outlook(strengths, (REFERENCE_LEVEL,))
    assessors = _follow(played, turns, outlook, _TurnAssessor)
    ends = [*(assessor.before for assessor in assessors[1:]), outlook.chance()]
    return [assessor.assessment(after) for assessor, after in zip(assessors, ends, strict=True)]


def judge(played: Played, turns: list[Turn], outlook: Outlook) -> list[list[Decision]]:
    """Return the decisions of each turn, without what luck did, which takes most of the time.

    turns: as `assess` takes them. outlook: follows the game.
    """
    return [judge.decisions for judge in _follow(played, turns, outlook, _TurnJudge)]


def _follow(
    played: Played, turns: list[Turn], outlook: Outlook, kind: type[AnyTurnJudge]
) -> list[AnyTurnJudge]:
    """Return a judge for each turn that has seen its events."""
    judges: list[AnyTurnJudge] = []
    for step in played.steps:
        if not step.text.startswith(("setup ", "deal ")) and (
            not judges or judges[-1].turn.number != step.turn
        ):
            judges.append(kind(turns[len(judges)], outlook))
        if step.text == "abandon":
            break
        if judges:
            judges[-1].apply(step.text)
        else:
            outlook.apply(step.text)
    return judges


def moments(assessments: list[Assessment]) -> list[int]:
    """Return the indices of the turns with the decisions that decided a game, the costliest first."""
    costs = [max((each.cost for each in one.decisions), default=0.0) for one in assessments]
    numbers = [number for number, cost in enumerate(costs) if cost >= DECISIVE]
    return sorted(numbers, key=lambda number: -costs[number])


def accuracy(decisions: list[Decision]) -> float | None:
    """Return the mean accuracy of the judged decisions, 0 to 1, None if they are fewer than LEAST_JUDGED."""
    return mean_accuracy([decision.cost for decision in decisions if decision.judged])


def mean_accuracy(costs: list[float]) -> float | None:
    """Return the mean accuracy by the costs of judged decisions; None if they are fewer than LEAST_JUDGED."""
    return sum(map(curve, costs)) / len(costs) if len(costs) >= LEAST_JUDGED else None


class _TurnJudge:
    """Judges the decisions of one turn. turn: what the review knows of it."""

    def __init__(self, turn: Turn, outlook: Outlook) -> None:
        self.turn, self.outlook = turn, outlook
        self.reference = outlook.groups[REFERENCE_LEVEL]
        self.reading: list[float] | None = None
        self.decisions: list[Decision] = []
        self._before_play: Game | None = None

    def apply(self, text: str) -> None:
        """Judge the next event of this turn, and apply it."""
        verb = text.split(" ")[0]
        if verb == "play":
            self._before_play, self.reading = copy_game(self.reference.game), None
        elif verb == "illegal":
            self._before_play = self.reading = None
            self.decisions = []
        elif verb in ("predict", "end", "use") and may_decide(self.reference):
            self._judge_group(text)
        self.outlook.apply(text)

    # --- what a _TurnAssessor adds

    def _play_is_known(self, weights: np.ndarray) -> None:
        """Take notice of the play. weights: of the values of the fate kept, with sum 1."""

    def _group_decides(self, shares: np.ndarray, listed: list[coach.Option]) -> None:
        """Take notice of a decision of the group. shares: how likely each option was taken."""

    # --- the decisions

    def _judge_group(self, text: str) -> None:
        reference = self.reference
        options = coach.GroupOptions(reference)
        listed = options.options()
        belief = self.outlook.belief_about_kept()
        shares = np.array(fit(text, listed, belief))
        verb, *words = text.split(" ")
        if verb == "predict" and len(words) == 2 and not shares.any():
            # not among those that the coach lists
            values = [int(value) for value in words[0].split(",")]
            if words[1] == "hit":
                # who is right with the first value has not said the others
                rest = sorted(set(FATES).difference(values), key=lambda value: -options.chances[value - 1])
                values += rest[: reference.game.predictions - len(values)]
            listed.append(options.prediction(values))
            shares = np.array([0.0] * (len(listed) - 1) + [1.0])
        if verb == "use" and not shares.any():
            # a power of the active player, which belongs to the play
            return
        if not shares.any():
            # against all that was known
            shares = np.array([float(option.text.startswith(verb)) for option in listed])
        self.reading = [float(chance) for chance in belief]
        shares = _likely(shares, listed)
        if verb != "use":
            weights = self._weights(text, belief, shares, listed)
            self._play_is_known(weights)
            decision = self._before_play and _judge_play(reference, self._before_play, weights)
            if decision:
                self.decisions.insert(0, decision)
        self._group_decides(shares, listed)
        chances = np.array([option.chance for option in listed])
        done = float(shares @ chances)
        number = int(chances.argmax())
        best = Way((listed[number].text,), float(chances[number]))
        named = listed[int(shares.argmax())].text if shares.max() > _CERTAIN else ""
        taken = Way((named,) if named else (), done)
        loss = max(0.0, best.chance - done)
        doom = reference.ending().doom
        sure = [_chance_right(option, belief) for option in (listed[int(shares.argmax())], listed[number])]
        self.decisions.append(
            Decision(
                "group",
                copy_game(reference.game),
                taken,
                best if loss else taken,
                loss,
                float(chances.max() - chances.min()),
                grounds=(Grounds(doom, sure[0]), Grounds(doom, sure[1])),
            )
        )

    def _weights(
        self, text: str, belief: np.ndarray, shares: np.ndarray, listed: list[coach.Option]
    ) -> np.ndarray:
        """Return how likely the values of the fate kept are, from all that the turn has shown in the end."""
        fate = self.turn.fate
        if fate and belief[fate - 1] > 0:
            return np.eye(7)[fate - 1]
        weights = belief
        if text in ("predict hit", "predict miss"):
            named = np.zeros(7)
            for share, option in zip(shares, listed, strict=True):
                if option.text.startswith("predict "):
                    for value in option.text.split(" ")[1].split(","):
                        named[int(value) - 1] += share
            weights = belief * (named if text == "predict hit" else 1 - named)
        return weights / weights.sum() if weights.sum() > 0 else belief


class _TurnAssessor(_TurnJudge):
    """Judges the decisions of one turn, and assesses what luck did. before: the chance to win before it."""

    def __init__(self, turn: Turn, outlook: Outlook) -> None:
        super().__init__(turn, outlook)
        self.before = outlook.chance()
        self.dealt = self.decided = 0.0
        self._before_choice = self.before

    def assessment(self, after: float) -> Assessment:
        """Return the Assessment. after: the chance to win after the turn."""
        return Assessment(self.before, after, self.dealt, self.decided, self.reading, self.decisions)

    def apply(self, text: str) -> None:
        """Assess the next event of this turn, and apply it."""
        game = self.reference.game
        prepares = text.split(" ")[0] in ("use", "ability") and game.phase == BEFORE_PLAY
        super().apply(text)
        if prepares and game.phase == BEFORE_PLAY:
            chance = self.outlook.chance()
            self.decided += chance - self._before_choice
            self._before_choice = chance

    def _play_is_known(self, weights: np.ndarray) -> None:
        outlook = self.outlook
        expected = outlook.mean(each.expected_with(weights) for each in outlook.forecasts)
        self.dealt += expected - self._before_choice
        self.decided += outlook.mean(each.chance_with(weights) for each in outlook.forecasts) - expected

    def _group_decides(self, shares: np.ndarray, listed: list[coach.Option]) -> None:
        for forecast, weight in zip(self.outlook.forecasts, self.outlook.weights, strict=True):
            own = coach.GroupOptions(forecast)
            options = own.options()
            chances = {option.text: option.chance for option in options}
            done = 0.0
            for share, option in zip(shares, listed, strict=True):
                if share:
                    if option.text not in chances and option.text.startswith("predict"):
                        values = [int(value) for value in option.text.split(" ")[1].split(",")]
                        chances[option.text] = own.prediction(values).chance
                    done += share * chances.get(option.text, options[0].chance)
            planned = coach.decide_for_group(forecast.group)
            self.decided += weight * (done - forecast.expected_of_group(options, planned))


def _chance_right(option: coach.Option, belief: np.ndarray) -> float:
    """Return how likely the group's prediction is right with an option, the best guess if it waits."""
    verb, *words = option.text.split(" ")
    if verb == "use":
        return option.right
    if verb == "end":
        return float(belief.max())
    return float(sum(belief[int(value) - 1] for value in words[0].split(",")))


def _likely(shares: np.ndarray, listed: list[coach.Option]) -> np.ndarray:
    """Return how likely each option was taken. shares: how likely what was recorded follows from each."""
    chances = np.array([option.chance for option in listed])
    weights = shares * np.exp(coach.RATIONALITY * (chances - chances.max()))
    return weights / weights.sum() if weights.sum() > 0 else shares / shares.sum()


def _judge_play(reference: coach.Observer, before: Game, weights: np.ndarray) -> Decision | None:
    """Return the decision of a play. weights: of the values 1-7 of the fate kept, with sum 1.

    What depends on more than the two fates is no alternative.
    """
    events, fate = reference.events, int(reference.events[0].split(" ")[1])
    done = loss = spread = total = 0.0
    others: dict[tuple[str, ...], list[float]] = {}
    for kept in (int(number) + 1 for number in np.flatnonzero(weights > _NEGLIGIBLE)):
        ways = {
            choice.events: chance
            for choice, chance in reference.reading.choices_of((fate, kept))
            if choice.events == events or (choice.which == "either" and not choice.plays_again)
        }
        if events not in ways:
            continue
        weight = float(weights[kept - 1])
        total += weight
        done += weight * ways[events]
        loss += weight * (max(ways.values()) - ways[events])
        spread += weight * (max(ways.values()) - min(ways.values()))
        for way, chance in ways.items():
            other = others.setdefault(way, [0.0, 0.0])
            other[0] += weight
            other[1] += weight * (chance - ways[events])
    if not total:
        return None
    taken = Way(events, done / total)
    # the best choice of those that nearly every possible hand allows
    gains = {way: gain / total for way, (share, gain) in others.items() if share >= _CERTAIN * total}
    named = max(gains, key=lambda way: gains[way])
    if gains[named] >= min(AS_GOOD, loss / total / 2):
        best = Way(named, taken.chance + gains[named])
    else:
        best = Way((), taken.chance + loss / total)
    known = int(weights.argmax()) + 1 if weights.max() >= _CERTAIN else 0
    grounds = None
    if known and best.events:
        grounds = _grounds(reference, events, fate, known), _grounds(reference, best.events, fate, known)
    return Decision(
        "play", before, taken, best if loss else taken, loss / total, spread / total, known, grounds
    )


def _grounds(reference: coach.Observer, events: tuple[str, ...], fate: int, kept: int) -> Grounds:
    """Return the Grounds of a choice. fate, kept: the hand."""
    reading = reference.reading
    number = reading.index_of(events)
    assert number is not None
    other = kept if events[0].split(" ")[1] == str(fate) else fate
    return Grounds(reading.choices[number].ending.doom, float(reading.chances[number, other - 1]))
