"""The complete review of a game: the turns and, with numpy, the chances to win."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_host.games.review import Background, Review
from arcana_host.games.shipwreck.assessment_words import (
    describe_accuracy,
    describe_luck,
    describe_moment,
    describe_players,
    describe_strength,
)
from arcana_host.games.shipwreck.extra import has_numpy, numpy_is_missing
from arcana_host.games.shipwreck.review import Turn, as_json, describe_turn, review
from arcana_host.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from arcana_host.games.shipwreck.assessment import Assessment
    from arcana_host.games.shipwreck.table_strength import Study, TableStrength
    from arcana_host.replay import Played


class Accuracy(NamedTuple):
    """How accurate the decisions of a game were.

    table: 0 to 1, None where too few mattered. judged: the decisions that mattered.
    """

    table: float | None = None
    judged: int = 0


class Players(NamedTuple):
    """How accurate the plays of players were.

    shares: {name: 0 to 1, None where too few mattered}. games: how many they are from.
    """

    shares: dict[str, float | None]
    games: int


class CompleteReview(NamedTuple):
    """The review of a whole game.

    assessments: of each turn, None for each without numpy. moments: [(turn, the decision that decided the
    game)], the costliest first. strength: whose chances they are, None without numpy. notes: sentences on
    what the review lacks, and why. players: works out how accurate the players are in the whole library.
    """

    turns: list[Turn]
    assessments: list[Assessment | None]
    moments: list[tuple[Turn, str]]
    accuracy: Accuracy
    strength: TableStrength | None
    notes: list[str]
    players: Callable[[], Players]

    def describe_strength(self) -> str:
        """Return whose chances are shown, "" without numpy."""
        return describe_strength(self.strength) if self.strength else ""

    def describe_luck(self) -> str:
        """Return what luck and decisions did in the whole game, "" without numpy."""
        known = [each for each in self.assessments if each]
        return describe_luck(known) if known else ""

    def describe_accuracy(self) -> str:
        """Return the accuracy in words, "" without numpy."""
        return describe_accuracy(*self.accuracy) if self.strength else ""

    def describe_players(self) -> str:
        """Return the accuracy of the players in words, "" without numpy or where too few plays mattered."""
        return describe_players(*self.players())

    def describe_moments(self) -> str:
        """Return that no decision decided the game, "" where one did."""
        return "" if self.moments or not self.strength else _("No single decision cost much.")


def review_completely(played: Played, background: Background = Background()) -> CompleteReview:  # noqa: B008
    """Review a game, with assessments if numpy is installed.

    background: earlier games of its players. Raises WordsError for a strength that is none.
    """
    turns = review(played)
    if not has_numpy():
        none = Players(dict.fromkeys((turn.active for turn in turns), None), 0)
        missing = [numpy_is_missing()]
        return CompleteReview(turns, [None] * len(turns), [], Accuracy(), None, missing, lambda: none)
    from arcana_host.games.shipwreck.assessment import accuracy, assess, moments
    from arcana_host.games.shipwreck.table_strength import estimate, parse_strength, study_all

    given = parse_strength(background.strength) if background.strength else None
    own, *earlier = study_all([str(played.record), *background.earlier], background.cache).values()
    strength = given or estimate(earlier or [own], bool(earlier))
    assessments = assess(played, turns, strength.points)
    decisions = [decision for assessment in assessments for decision in assessment.decisions]
    judged = sum(decision.judged for decision in decisions)
    found = Accuracy(accuracy(decisions), judged)
    decisive = [
        (turns[number], describe_moment(turns[number], assessments[number]))
        for number in moments(assessments)
    ]

    @cache
    def players() -> Players:
        return _of_players(turns, [own, *earlier, *study_all(background.library, background.cache).values()])

    return CompleteReview(turns, list(assessments), decisive, found, strength, _notes(turns), players)


def _notes(turns: list[Turn]) -> list[str]:
    if not any(turn.predicted == [] for turn in turns):
        return []
    return [
        _(
            "Some predictions were recorded without their values, so they are judged by what they probably "
            "were: *Note predicted values* in the settings of the companion records them."
        )
    ]


def _of_players(turns: list[Turn], studies: list[Study]) -> Players:
    """Return how accurate the players of this game were in the games that were studied."""
    from arcana_host.games.shipwreck.assessment import mean_accuracy

    costs: dict[str, list[float]] = {}
    for one in studies:
        for player, each in one.plays.items():
            costs.setdefault(player, []).extend(each)
    names = dict.fromkeys(turn.active for turn in turns)
    return Players({player: mean_accuracy(costs.get(player, [])) for player in names}, len(studies))


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

    def data() -> dict[str, Any]:
        values: dict[str, Any] = {"turns": [as_json(turn, assessment) for turn, assessment in pairs]}
        values["accuracy"] = {**whole.accuracy._asdict(), "players": whole.players().shares}
        if whole.strength:
            values["strength"] = whole.strength.as_json()
            values["moments"] = [turn.number for turn, _words in whole.moments]
        return values

    def page(name: str) -> bytes:
        from arcana_host.games.shipwreck.review_page import page

        return page(f"{title}, {name}", played, whole)

    turns = [(turn.chapter, describe_turn(turn, assessment)) for turn, assessment in pairs]

    def closing() -> list[str]:
        sentence = whole.describe_players()
        return [sentence] if sentence else []

    return Review([sentence for sentence in opening if sentence], turns, data, page, closing)
