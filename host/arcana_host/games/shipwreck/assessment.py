"""What each turn of a game did to the group's chance to win, and what would have been better.

The chances are the coach's: those of players who go on as its PlayerModel assumes. It needs numpy, and must
not know terminals, pages or files.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_host.games.shipwreck import coach
from shared_rules.shipwreck.game import AFTER_PLAY

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.coach.reading import Reading
    from arcana_host.games.shipwreck.review import Turn
    from arcana_host.replay import Played
    from shared_rules.shipwreck import Game

MOMENTS = 3
"""At most so many turns are named as those that decided a game."""

SWING = 0.05
"""By how much a turn must change the chance to win to be one of them."""


class Way(NamedTuple):
    """An alternative. events: as in the record. chance: to win after it, 0 to 1."""

    events: tuple[str, ...]
    chance: float


class Decision(NamedTuple):
    """A decision and the best alternative.

    kind: "play", or "group" for what the group did after the play. game: the Game before it. done: what was
    done. best: the best alternative, `done` if nothing is better.
    """

    kind: str
    game: Game
    done: Way
    best: Way

    @property
    def cost(self) -> float:
        """How much of the chance to win it lost, 0 to 1."""
        return self.best.chance - self.done.chance

    @property
    def accuracy(self) -> float:
        """The chance to win after it as a share of the best alternative's, 0 to 1."""
        return self.done.chance / self.best.chance if self.best.chance else 1.0

    def as_json(self) -> dict:
        """Return the same as JSON data, without the Game."""
        ways = {"done": self.done._asdict(), "best": self.best._asdict()}
        return {"kind": self.kind, **ways, "cost": self.cost}


class Assessment(NamedTuple):
    """The assessment of a turn.

    before, after: the chance to win at its beginning, and at the beginning of the next turn or the end of the
    game. reading: what a good partner believed of the fate kept, the chances of 1-7; None without a legal
    play. decisions: those that can be compared with the best, in their order.
    """

    before: float
    after: float
    reading: list[float] | None
    decisions: list[Decision]

    @property
    def change(self) -> float:
        """The change of the chance to win in this turn, -1 to 1."""
        return self.after - self.before

    def worst(self, kind: str) -> Decision | None:
        """Return the decision of a kind that cost most, None if there is none."""
        return max(
            (each for each in self.decisions if each.kind == kind), key=lambda each: each.cost, default=None
        )

    def as_json(self) -> dict:
        """Return the same as JSON data."""
        reading = {str(fate): chance for fate, chance in enumerate(self.reading, 1)} if self.reading else None
        return {
            "chance_before": self.before,
            "chance_after": self.after,
            "reading": reading,
            "decisions": [decision.as_json() for decision in self.decisions],
        }


def assess(played: Played, turns: list[Turn]) -> list[Assessment]:
    """Return the assessment of each turn.

    turns: the result of `review.review` for the same game. Plays are compared if the fate kept is known.
    """
    observer = coach.Observer(coach.player_model())
    assessors: list[_TurnAssessor] = []
    for step in played.steps:
        if not step.text.startswith(("setup ", "deal ")) and (
            not assessors or assessors[-1].number != step.turn
        ):
            assessors.append(_TurnAssessor(step.turn, observer.chance(), turns[len(assessors)].fate))
        if assessors:
            assessors[-1].apply(observer, step.text)
        if step.text == "abandon":
            break
        observer.apply(step.text)
    end = observer.chance()
    begins = [assessor.before for assessor in assessors]
    return [
        Assessment(assessor.before, after, assessor.reading, assessor.decisions)
        for assessor, after in zip(assessors, [*begins[1:], end], strict=True)
    ]


def moments(assessments: list[Assessment]) -> list[int]:
    """Return the indices of the turns that decided a game, the most decisive first."""
    numbers = sorted(range(len(assessments)), key=lambda number: -abs(assessments[number].change))
    return [number for number in numbers if abs(assessments[number].change) >= SWING][:MOMENTS]


def accuracy(decisions: list[Decision]) -> float | None:
    """Return the mean accuracy of decisions, 0 to 1, None if there are none."""
    return sum(each.accuracy for each in decisions) / len(decisions) if decisions else None


class _TurnAssessor:
    """Assesses one turn. before: the chance to win before it. fate: the fate kept, None if unknown."""

    def __init__(self, number: int, before: float, fate: int | None) -> None:
        self.number = number
        self.before = before
        self.fate = fate
        self.reading: list[float] | None = None
        self.decisions: list[Decision] = []
        self._before_play: Game | None = None

    def apply(self, observer: coach.Observer, text: str) -> None:
        """Assess the next event of this turn; the observer has not seen it yet."""
        game = observer.game
        verb, *words = text.split(" ")
        if verb == "play":
            self._before_play, self.reading = copy.deepcopy(game), None
        elif verb == "illegal":
            self._before_play = self.reading = None
            self.decisions = []
        elif game.phase == AFTER_PLAY and observer.events and not game.owed and game.outcome is None:
            if verb not in ("predict", "end", "use"):
                return
            options = coach.GroupOptions(observer)
            done = _done(options, verb, words)
            if done is None and verb == "use":
                # a power of the active player, which belongs to the play
                return
            if self.reading is None:
                self._compare_play(observer)
            # again after a power of the group, which may have ruled out fates
            self.reading = [float(chance) for chance in observer.chances(game.active)]
            if done is not None:
                best = options.best()
                best = best if best.chance > done.chance else done
                ways = [Way((option.text,), option.chance) for option in (done, best)]
                self.decisions.append(Decision("group", copy.deepcopy(game), *ways))

    def _compare_play(self, observer: coach.Observer) -> None:
        if self.fate is None or self._before_play is None:
            return
        ways = [
            Way(choice.events, chance)
            for choice, chance in _ways(observer.reading, observer.events, self.fate)
        ]
        done = next((way for way in ways if way.events == observer.events), None)
        if done:
            best = ways[0] if ways[0].chance > done.chance else done
            self.decisions.append(Decision("play", self._before_play, done, best))


def _ways(reading: Reading, events: tuple[str, ...], kept: int) -> list[tuple[Any, float]]:
    """Return what the hand allowed, the best first, except for choices that depend on more than the hand."""
    found = reading.choices_of((int(events[0].split(" ")[1]), kept))
    return [
        (choice, chance)
        for choice, chance in found
        if choice.events == events or (choice.which == "either" and not choice.plays_again)
    ]


def _done(options: coach.GroupOptions, verb: str, words: list[str]) -> coach.Option | None:
    """Return the option that the group took, None if the record does not say which."""
    if verb == "predict":
        return options.prediction([int(value) for value in words[0].split(",")]) if len(words) == 2 else None
    text = " ".join([verb, *words])
    return next((each for each in options.options() if (text + " ").startswith(each.text + " ")), None)
