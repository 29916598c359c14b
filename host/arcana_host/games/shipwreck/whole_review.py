"""The complete review of a game: the turns and, with numpy, the chances to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_host.games.review import Background, Review
from arcana_host.games.shipwreck.assessment_words import (
    describe_accuracy,
    describe_luck,
    describe_moment,
    describe_strength,
)
from arcana_host.games.shipwreck.extra import has_numpy, numpy_is_missing
from arcana_host.games.shipwreck.review import Turn, as_json, describe_turn, review
from arcana_host.translation import _

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment
    from arcana_host.games.shipwreck.table_strength import Study, TableStrength
    from arcana_host.replay import Played


class Accuracy(NamedTuple):
    """How accurate decisions were, 0 to 1, None where too few mattered.

    table: in this game. players: {name: over the plays of all games considered}. judged: the decisions of
    this game that mattered. games: how many the players' are from.
    """

    table: float | None = None
    players: dict[str, float | None] = {}  # noqa: RUF012
    judged: int = 0
    games: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {"table": self.table, "players": self.players, "judged": self.judged}


class CompleteReview(NamedTuple):
    """The review of a whole game.

    assessments: of each turn, None for each without numpy. moments: [(turn, the decision that decided the
    game)], the costliest first. strength: whose chances they are, None without numpy. notes: sentences on
    what the review lacks, and why.
    """

    turns: list[Turn]
    assessments: list[Assessment | None]
    moments: list[tuple[Turn, str]]
    accuracy: Accuracy
    strength: TableStrength | None
    notes: list[str]

    def describe_strength(self) -> str:
        """Return whose chances are shown, "" without numpy."""
        return describe_strength(self.strength) if self.strength else ""

    def describe_luck(self) -> str:
        """Return what luck and decisions did in the whole game, "" without numpy."""
        known = [each for each in self.assessments if each]
        if not known:
            return ""
        return describe_luck(
            sum(each.dealt for each in known),
            sum(each.decided for each in known),
            sum(each.come_to_light for each in known),
        )

    def describe_accuracy(self) -> str:
        """Return the accuracy in words, "" without numpy."""
        found = self.accuracy
        if not self.strength:
            return ""
        return describe_accuracy(found.table, found.judged, found.players, found.games)

    def describe_moments(self) -> str:
        """Return that no decision decided the game, "" where one did."""
        return "" if self.moments or not self.strength else _("No single decision cost much.")


def review_completely(played: Played, background: Background = Background()) -> CompleteReview:  # noqa: B008
    """Review a game, with assessments if numpy is installed.

    background: earlier games of its players. Raises WordsError for a strength that is none.
    """
    turns = review(played)
    if not has_numpy():
        return CompleteReview(turns, [None] * len(turns), [], Accuracy(), None, [numpy_is_missing()])
    from arcana_host.games.shipwreck.assessment import accuracy, assess, moments
    from arcana_host.games.shipwreck.table_strength import estimate, parse_strength, study_all

    given = parse_strength(background.strength) if background.strength else None
    own, *earlier = study_all([str(played.record), *background.earlier], background.cache)
    strength = given or estimate(earlier or [own], bool(earlier))
    assessments = assess(played, turns, strength.points)
    decisions = [decision for assessment in assessments for decision in assessment.decisions]
    judged = sum(decision.judged for decision in decisions)
    found = Accuracy(accuracy(decisions), _of_players(turns, [own, *earlier]), judged, 1 + len(earlier))
    told = [
        (turns[number], describe_moment(turns[number], assessments[number]))
        for number in moments(assessments)
    ]
    return CompleteReview(turns, list(assessments), told, found, strength, _notes(turns))


def _notes(turns: list[Turn]) -> list[str]:
    if not any(turn.predicted == [] for turn in turns):
        return []
    return [
        _(
            "Some predictions were recorded without their values, so they are judged by what they probably "
            "were: *Note predicted values* in the settings of the companion records them."
        )
    ]


def _of_players(turns: list[Turn], studies: list[Study]) -> dict[str, float | None]:
    """Return {player of this game: accuracy of their plays in all these games}."""
    from arcana_host.games.shipwreck.assessment import mean_accuracy

    costs: dict[str, list[float]] = {}
    for one in studies:
        for player, each in one.plays.items():
            costs.setdefault(player, []).extend(each)
    return {player: mean_accuracy(costs.get(player, [])) for player in dict.fromkeys(t.active for t in turns)}


def as_review(played: Played, title: str, background: Background) -> Review:
    """Return the review of a game. title: what it is a game of. background: see `review_completely`."""
    whole = review_completely(played, background)
    pairs = list(zip(whole.turns, whole.assessments, strict=True))
    opening = [
        whole.describe_strength(),
        *(f"{turn.chapter.heading}: {words}" for turn, words in whole.moments),
        whole.describe_moments(),
        whole.describe_luck(),
        whole.describe_accuracy(),
        *whole.notes,
    ]
    told: dict[str, Any] = {"turns": [as_json(turn, assessment) for turn, assessment in pairs]}
    told["accuracy"] = whole.accuracy.as_json()
    if whole.strength:
        told["strength"] = whole.strength.as_json()
        told["moments"] = [turn.number for turn, _words in whole.moments]

    def page(name: str) -> bytes:
        from arcana_host.games.shipwreck.review_page import page

        return page(f"{title}, {name}", played, whole)

    turns = [(turn.chapter, describe_turn(turn, assessment)) for turn, assessment in pairs]
    return Review([sentence for sentence in opening if sentence], turns, told, page)
