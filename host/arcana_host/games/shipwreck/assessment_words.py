"""Describes assessments in sentences: what was better, what decided the game, how accurate it was.

It needs no numpy, so that a review without chances can use the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.play_words import describe_events, join_with_or
from arcana_host.translation import _
from arcana_host.wording import percent

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment, Decision
    from arcana_host.games.shipwreck.review import Turn

_WORTH_TELLING = 0.005
"""A decision that costs less is not mentioned: it rounds to 0%."""


def describe_assessment(fate: int | None, assessment: Assessment) -> list[str]:
    """Return how the chance to win changed in a turn, and what would have been better, as sentences.

    fate: the fate kept, None if it did not become known.
    """
    told = [
        _(
            "The chance to win was {before} before the turn and {after} after it.",
            before=percent(assessment.before),
            after=percent(assessment.after),
        )
    ]
    better = _all_better(assessment)
    if not better and assessment.decisions:
        better = [
            _("There was no better choice.")
            if assessment.worst("play")
            else _("There was no better choice for the group.")
        ]
    if not fate and assessment.reading:
        better.append(_("The fate did not become known, so the play can't be judged."))
    return told + better


def _all_better(assessment: Assessment) -> list[str]:
    """Return a sentence for a better play, and one for a better choice of the group, if there are any."""
    told = (_better(assessment.worst(kind)) for kind in ("play", "group"))
    return [sentence for sentence in told if sentence]


def _better(decision: Decision | None) -> str:
    if decision is None or decision.cost < _WORTH_TELLING:
        return ""
    return _(
        "{way} was the better choice: {best} to win instead of {done}.",
        way=describe_events(decision.game, decision.best.events),
        best=percent(decision.best.chance),
        done=percent(decision.done.chance),
    )


def describe_moment(turn: Turn, assessment: Assessment) -> str:
    """Return the sentences on a turn that decided the game."""
    chances = {"before": percent(assessment.before), "after": percent(assessment.after)}
    told = [
        _("The chance to win rose from {before} to {after}.", **chances)
        if assessment.change > 0
        else _("The chance to win fell from {before} to {after}.", **chances)
    ]
    if turn.play:
        told.append(_("{play} was played.", play=turn.play.words))
    if turn.predicted and turn.outcome:
        fates = join_with_or(turn.predicted)
        told.append(
            _("The prediction of {fates} was right.", fates=fates)
            if turn.outcome == "hit"
            else _("The prediction of {fates} was wrong.", fates=fates)
        )
    return " ".join(told + _all_better(assessment))


def describe_accuracy(table: float, players: dict[str, float]) -> str:
    """Return how accurate the table and each player were, and what that means.

    table: 0 to 1, over all decisions. players: {name: 0 to 1} over the plays of each.
    """
    shares = [f"{player} {percent(share)}" for player, share in players.items()]
    each = _(" ({players})", players=", ".join(shares)) if shares else ""
    return _(
        "Accuracy: {table}{each}. This is the average share that was kept of the chance to win that the best "
        "play or prediction had.",
        table=percent(table),
        each=each,
    )
