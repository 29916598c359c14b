"""Describes assessments in sentences: whose chances they are, what was better, what decided the game.

It needs no numpy, so that a review without chances can use the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.play_words import describe_events
from arcana_host.translation import _, ngettext
from arcana_host.wording import percent

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment, Decision
    from arcana_host.games.shipwreck.review import Turn
    from arcana_host.games.shipwreck.table_strength import TableStrength

_SURE = 0.9
"""A group that is so sure of a fate is surprised by the advice to wait."""

_DOUBTFUL = 0.5
"""A group that is less sure is surprised by the advice to predict."""


def points(change: float) -> str:
    """Return a change of a chance in percentage points, with its sign.

    >>> points(0.042), points(-0.118), points(0.001)
    ('+4', '−12', '±0')
    """
    number = round(change * 100)
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def describe_strength(strength: TableStrength) -> str:
    """Return whose chances a review shows, as one sentence."""
    share = percent(strength.slips)
    if strength.given:
        return _(
            "The chances to win are those of a group that reads at level {level} and slips in {share} of its "
            "choices.",
            level=strength.level,
            share=share,
        )
    if strength.games:
        return ngettext(
            "The chances to win are for a group that plays as you did in {n} earlier game: about {share} of "
            "its choices are slips.",
            "The chances to win are for a group that plays as you did in {n} earlier games: about {share} of "
            "its choices are slips.",
            strength.games,
            share=share,
        )
    return _(
        "The chances to win are for a group that plays as you did in this game: about {share} of its choices "
        "are slips. One game says little about that.",
        share=share,
    )


def describe_assessment(fate: int | None, assessment: Assessment) -> list[str]:
    """Return how the chance to win changed in a turn, and how good its decisions were, as sentences.

    fate: the fate kept, None if it did not become known.
    """
    told = [
        _(
            "The chance to win was {before} before the turn and {after} after it: {luck} by luck, "
            "{decided} by decisions.",
            before=percent(assessment.before),
            after=percent(assessment.after),
            luck=points(assessment.luck),
            decided=points(assessment.decided),
        )
    ]
    costs = _costs(assessment)
    if costs:
        return told + costs
    play, group = assessment.worst("play"), assessment.worst("group")
    if play and group:
        return [*told, _("The play and the group's choice were as good as any.")]
    if group:
        return [*told, _("The group's choice was as good as any.")]
    return told


def _costs(assessment: Assessment) -> list[str]:
    """Return the sentences on a play, and on a choice of the group, that cost something."""
    told = (describe_cost(assessment.worst(kind)) for kind in ("play", "group"))
    return [sentence for sentence in told if sentence]


def describe_cost(decision: Decision | None) -> str:
    """Return what was better than a decision and by how much, "" where it cost nothing."""
    if decision is None or not decision.cost:
        return ""
    if not decision.best.events:
        n = round(decision.cost * 100)
        return ngettext(
            "With the fates that can have been kept, the play would cost bots {n} point on average.",
            "With the fates that can have been kept, the play would cost bots {n} points on average.",
            n,
        )
    way = describe_events(decision.game, decision.best.events)
    better, worse = percent(decision.best.chance), percent(decision.done.chance)
    if decision.kind == "group" and decision.done.events:
        told = _(
            "{way} was better: bots win {better} after it, and {worse} after the choice ({done}).",
            way=way,
            better=better,
            worse=worse,
            done=describe_events(decision.game, decision.done.events),
        )
    else:
        told = _(
            "{way} was better: bots win {better} after it, and {worse} after what was chosen.",
            way=way,
            better=better,
            worse=worse,
        )
    why = _why(decision)
    return f"{told} {why}" if why else told


def _why(decision: Decision) -> str:
    """Return why surprising advice is good, "" where it does not surprise."""
    if decision.kind != "group" or decision.right is None:
        return ""
    verb = decision.best.events[0].split(" ")[0]
    if verb == "end" and decision.right >= _SURE:
        return _(
            "A fate that you know for certain guards against a fade: keep it until a right prediction "
            "saves doom."
        )
    if verb == "predict" and decision.right < _DOUBTFUL:
        if decision.game.fading():
            return _(
                "A right guess, {chance} likely, saves the doom of fading cards; a wrong one costs 1 more.",
                chance=percent(decision.right),
            )
        return _(
            "A right guess, {chance} likely, is a point; a wrong one costs 1 doom, and waiting loses time.",
            chance=percent(decision.right),
        )
    return ""


def describe_moment(turn: Turn, assessment: Assessment) -> str:
    """Return the sentences on a turn with a decision that decided the game."""
    told = [_("{play} was played.", play=turn.play.words)] if turn.play else []
    return " ".join(told + _costs(assessment))


def describe_luck(dealt: float, decided: float, come_to_light: float) -> str:
    """Return what luck and decisions did to the chance to win in a whole game, as one sentence."""
    return _(
        "Luck: the draws changed the chance to win by {dealt} points and what came to light by {light}; "
        "decisions changed it by {decided}.",
        dealt=points(dealt),
        light=points(come_to_light),
        decided=points(decided),
    )


def describe_accuracy(table: float | None, judged: int, players: dict[str, float | None], games: int) -> str:
    """Return how accurate the table and each player were, and what that means.

    table: 0 to 1, None for too few decisions. judged: the table's decisions that mattered. players: {name: 0
    to 1 over the plays of each}. games: how many games these are from.
    """
    if table is None:
        return ngettext(
            "Accuracy: only {n} decision mattered, too few to judge.",
            "Accuracy: only {n} decisions mattered, too few to judge.",
            judged,
        )
    told = ngettext(
        "Accuracy: {table}, over the {n} decision that mattered.",
        "Accuracy: {table}, over the {n} decisions that mattered.",
        judged,
        table=percent(table),
    )
    shares = [f"{player} {percent(share)}" for player, share in players.items() if share is not None]
    if shares:
        each = ngettext(
            "Plays in {n} game: {players}.",
            "Plays in {n} games: {players}.",
            games,
            players=", ".join(shares),
        )
        told = f"{told} {each}"
    return told + " " + _("Decisions are judged by what bots would make of them; 100% is as good as theirs.")
