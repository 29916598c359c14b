"""The complete review of a game: the turns and, with numpy, chances and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_portable.translation import _

from arcana_host.games.review import Review
from arcana_host.games.shipwreck.assessment_words import (
    describe_accuracy,
    describe_cost,
    describe_game,
    describe_yardstick,
)
from arcana_host.games.shipwreck.extra import has_numpy, numpy_is_missing
from arcana_host.games.shipwreck.review import Turn, as_json, describe_turn, review

if TYPE_CHECKING:
    from arcana_portable.replay import Played

    from arcana_host.games.shipwreck.assessment import Assessment, Decision


class CompleteReview(NamedTuple):
    """The review of a whole game.

    assessments: the assessment of each turn, or None for each without numpy. costliest: the decisions that
    cost most. notes: sentences on the missing parts of the review, and why they are missing.
    """

    turns: list[Turn]
    assessments: list[Assessment | None]
    costliest: list[Decision]
    notes: list[str]

    @property
    def assessed(self) -> list[Assessment]:
        """The assessments, or nothing without numpy."""
        return [each for each in self.assessments if each]

    def accuracy(self) -> tuple[int | None, int, dict[str, tuple[int | None, int]]]:
        """Return (accuracy of the table, number of decisions, {player: the same of their plays})."""
        from arcana_host.games.shipwreck.assessment import accuracy

        decisions = [decision for each in self.assessed for decision in each.decisions]
        # both lines of a challenge belong to the same player
        names = {turn.number: turn.active.partition(".")[0] for turn in self.turns}
        players = {}
        for player in dict.fromkeys(names.values()):
            plays = [each for each in decisions if each.kind == "play" and names[each.turn] == player]
            players[player] = accuracy(plays), len(plays)
        return accuracy(decisions), len(decisions), players

    def named(self) -> list[tuple[Turn, str]]:
        """Return the costliest decisions: [(turn, the better choice and the reason)]."""
        turns = {turn.number: turn for turn in self.turns}
        return [(turns[decision.turn], describe_cost(decision)) for decision in self.costliest]

    def closing(self) -> list[str]:
        """Return the sentences on the whole game that follow the costliest decisions."""
        if not self.assessed:
            return self.notes
        cost = any(decision.cost for each in self.assessed for decision in each.decisions)
        none = [] if cost else [_("No choice cost 3 points or more.")]
        return [*none, *describe_game(self.assessed), describe_accuracy(*self.accuracy()), *self.notes]


def review_completely(played: Played) -> CompleteReview:
    """Review a game, with assessments if numpy is installed."""
    turns = review(played)
    unassessed: list[Assessment | None] = [None] * len(turns)
    if not has_numpy():
        return CompleteReview(turns, unassessed, [], [numpy_is_missing()])

    from arcana_host.games.shipwreck.assessment import assess, costliest

    assessments = assess(played, turns)
    return CompleteReview(turns, list(assessments), costliest(assessments), _notes(turns))


def _notes(turns: list[Turn]) -> list[str]:
    if not any(turn.predicted == [] for turn in turns):
        return []
    return [
        _(
            "Some predictions were recorded without their values and are not judged: *Note predicted values* "
            "in the settings of the companion records them."
        )
    ]


def as_review(played: Played, title: str) -> Review:
    """Return the review of a game. title: the title of the game."""
    whole = review_completely(played)
    pairs = list(zip(whole.turns, whole.assessments, strict=True))
    named = [f"{turn.chapter.heading}: {words}" for turn, words in whole.named()]
    opening = [*([describe_yardstick()] if whole.assessed else []), *named, *whole.closing()]

    def data() -> dict[str, Any]:
        values: dict[str, Any] = {"turns": [as_json(turn, assessment) for turn, assessment in pairs]}
        if whole.assessed:
            table, judged, players = whole.accuracy()
            shown = {name: {"share": share, "judged": count} for name, (share, count) in players.items()}
            values["yardstick"] = describe_yardstick()
            values["costliest"] = [each.turn for each in whole.costliest]
            values["accuracy"] = {"share": table, "judged": judged, "players": shown}
        return values

    def page(name: str) -> bytes:
        from arcana_host.games.shipwreck.review_page import page

        return page(f"{title}, {name}", played, whole)

    turns = [(turn.chapter, describe_turn(turn, assessment)) for turn, assessment in pairs]
    return Review(opening, turns, data, page)
