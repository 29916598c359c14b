"""What there is to say about an assessment: what was better, what decided the game, how accurate it was.

It needs no numpy, so that a review without chances can use the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.play_words import one_of, way_in_words
from arcana_host.translation import _
from arcana_host.wording import percent

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment, Decision
    from arcana_host.games.shipwreck.review import Turn

_WORTH_TELLING = 0.005
"""How much a decision has to cost for the better one to be told: what rounds to 1% and more."""


def in_words_of_assessment(fate: int | None, assessment: Assessment) -> list[str]:
    """Return how the chance to win changed in a turn, and what would have been better, as sentences.

    fate: the fate kept, None where it did not become known.
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
    """Return a sentence for a better play and one for something better that the group could do."""
    told = (_better(assessment.worst(kind)) for kind in ("play", "group"))
    return [sentence for sentence in told if sentence]


def _better(decision: Decision | None) -> str:
    if decision is None or decision.cost < _WORTH_TELLING:
        return ""
    return _(
        "{way} was the better choice: {best} to win instead of {done}.",
        way=way_in_words(decision.game, decision.best.events),
        best=percent(decision.best.chance),
        done=percent(decision.done.chance),
    )


def moment_in_words(turn: Turn, assessment: Assessment) -> str:
    """Return what was decisive about a turn."""
    chances = {"before": percent(assessment.before), "after": percent(assessment.after)}
    told = [
        _("The chance to win rose from {before} to {after}.", **chances)
        if assessment.change > 0
        else _("The chance to win fell from {before} to {after}.", **chances)
    ]
    if turn.play:
        told.append(_("{play} was played.", play=turn.play.words))
    if turn.predicted and turn.outcome:
        fates = one_of(turn.predicted)
        told.append(
            _("The prediction of {fates} was right.", fates=fates)
            if turn.outcome == "hit"
            else _("The prediction of {fates} was wrong.", fates=fates)
        )
    return " ".join(told + _all_better(assessment))


def accuracy_in_words(table: float, players: dict[str, float]) -> str:
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
