"""The complete review of a game: the turns and, with numpy, the chances to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_host.games.review import Review
from arcana_host.games.shipwreck.assessment_words import describe_accuracy, describe_moment
from arcana_host.games.shipwreck.extra import has_numpy, numpy_is_missing
from arcana_host.games.shipwreck.review import Turn, as_json, describe_turn, review
from arcana_host.translation import _

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment
    from arcana_host.replay import Played


class CompleteReview(NamedTuple):
    """The review of a whole game.

    assessments: of each turn, None for each without numpy. moments: [(turn, what was decisive about it)].
    accuracy: of the table, 0 to 1, None if nothing can be judged. players: {name: accuracy of the plays}.
    notes: sentences on what the review lacks, and why.
    """

    turns: list[Turn]
    assessments: list[Assessment | None]
    moments: list[tuple[Turn, str]]
    accuracy: float | None
    players: dict[str, float]
    notes: list[str]

    def describe_accuracy(self) -> str:
        """Return the accuracy in words, "" if nothing can be judged."""
        return "" if self.accuracy is None else describe_accuracy(self.accuracy, self.players)


def review_completely(played: Played) -> CompleteReview:
    """Review a game, with assessments if numpy is installed."""
    turns = review(played)
    notes = []
    if any(turn.predicted == [] for turn in turns):
        notes.append(
            _(
                "Not all predictions can be judged, as their values were not noted: turn on *Note predicted "
                "values* in the settings of the companion."
            )
        )
    if not has_numpy():
        return CompleteReview(turns, [None] * len(turns), [], None, {}, [*notes, numpy_is_missing()])
    from arcana_host.games.shipwreck.assessment import accuracy, assess, moments

    assessments = assess(played, turns)
    plays: dict[str, list] = {}
    for turn, assessment in zip(turns, assessments, strict=True):
        own = [decision for decision in assessment.decisions if decision.kind == "play"]
        if own:
            plays.setdefault(turn.active, []).extend(own)
    return CompleteReview(
        turns,
        list(assessments),
        [
            (turns[number], describe_moment(turns[number], assessments[number]))
            for number in moments(assessments)
        ],
        accuracy([decision for assessment in assessments for decision in assessment.decisions]),
        {player: share for player in plays if (share := accuracy(plays[player])) is not None},
        notes,
    )


def as_review(played: Played, title: str) -> Review:
    """Return the review of a game. title: what it is a game of."""
    whole = review_completely(played)
    pairs = list(zip(whole.turns, whole.assessments, strict=True))
    opening = [f"{turn.chapter.heading}: {words}" for turn, words in whole.moments]
    opening += [sentence for sentence in (whole.describe_accuracy(), *whole.notes) if sentence]
    told: dict[str, Any] = {"turns": [as_json(turn, assessment) for turn, assessment in pairs]}
    if whole.accuracy is not None:
        told["moments"] = [turn.number for turn, _words in whole.moments]
        told["accuracy"] = {"table": whole.accuracy, "players": whole.players}

    def page(name: str) -> bytes:
        from arcana_host.games.shipwreck.review_page import page

        return page(f"{title}, {name}", played, whole)

    turns = [(turn.chapter, describe_turn(turn, assessment)) for turn, assessment in pairs]
    return Review(opening, turns, told, page)
