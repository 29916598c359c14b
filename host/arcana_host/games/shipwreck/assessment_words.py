"""Describes assessments in sentences: the yardstick, the better choices and the reasons, the accuracy.

It needs no numpy, so that a review without chances can use the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.games.shipwreck.naming import GOAL, power_name
from arcana_portable.games.shipwreck.story import predicted_values
from arcana_portable.translation import _

from arcana_host.games.shipwreck.play_words import describe_events, join_with_or

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment, Decision, Way

_KNOWN = 90
"""A fate that is so likely, in percent, is as good as known."""

_MUCH_SURER = 15
"""Points of probability by which a play must tell more of the kept fate, if that is to be its advantage."""


def whole_percent(number: int) -> str:
    """Return a whole number of percent.

    >>> whole_percent(62)
    '62%'
    """
    return _("{number}%", number=number)


def describe_yardstick() -> str:
    """Return whose chances are shown, as one sentence."""
    return _("Every chance is that of a practised group, which lets one choice in ten slip.")


def describe_change(assessment: Assessment) -> str:
    """Return the change of the chance to win in a turn."""
    before, after = assessment.before, assessment.after
    if before == after:
        return _("The chance to win stayed at {after}.", after=whole_percent(after))
    if after > before:
        return _(
            "The chance to win rose from {before} to {after}.",
            before=whole_percent(before),
            after=whole_percent(after),
        )
    return _(
        "The chance to win fell from {before} to {after}.",
        before=whole_percent(before),
        after=whole_percent(after),
    )


def describe_game(assessments: list[Assessment]) -> list[str]:
    """Return the curve of the chance over a game, and the cost of its decisions, as sentences."""
    chances = [assessments[0].before, *(each.after for each in assessments)]
    lost = sum(decision.cost for each in assessments for decision in each.decisions)
    return [
        _(
            "The chance to win before each turn, and at the end: {chances}%.",
            chances=", ".join(map(str, chances)),
        ),
        _(
            "From {before} to {after}: {lost} points by your choices, and {rest} that are nobody's doing.",
            before=whole_percent(chances[0]),
            after=whole_percent(chances[-1]),
            lost=points(-lost),
            rest=points(chances[-1] - chances[0] + lost),
        ),
    ]


def points(number: int) -> str:
    """Return a number of points with its sign.

    >>> points(4), points(-12), points(0)
    ('+4', '−12', '±0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def describe_accuracy(table: int | None, judged: int, players: dict[str, tuple[int | None, int]]) -> str:
    """Return how accurate the decisions of a game were.

    table: in percent, or None for too few decisions. judged: how many. players: the same of each player's
    plays.
    """
    words = [_("{player} {share}", player=name, share=_share(*each)) for name, each in players.items()]
    return _(
        "Accuracy, with the number of decisions that mattered: {table}. Of the plays alone: {players}.",
        table=_share(table, judged),
        players=", ".join(words),
    )


def _share(share: int | None, judged: int) -> str:
    shown = _("too few to say") if share is None else whole_percent(share)
    return f"{shown} ({judged})"


def describe_cost(decision: Decision) -> str:
    """Return which choice was better than a decision, by how much and why, "" if it cost nothing."""
    if not decision.cost:
        return ""
    sentences = _of_play(decision) if decision.kind == "play" else _of_group(decision)
    return " ".join(sentence for sentence in sentences if sentence)


def _of_play(decision: Decision) -> list[str]:
    if not decision.best.events:
        return [
            _(
                "Averaged over the fates that may have been kept, another play was {n} points better.",
                n=decision.cost,
            )
        ]
    way = describe_events(decision.game, decision.best.events)
    better = _("{way} was {n} points better.", way=way, n=decision.cost)
    return [better, _why_play(decision.done, decision.best)]


def _why_play(done: Way, best: Way) -> str:
    reasons = []
    if best.doom < done.doom:
        reasons.append(
            _(
                "Without a right prediction, fading would have cost {better} doom, not {worse}.",
                better=best.doom,
                worse=done.doom,
            )
        )
    if best.right >= done.right + _MUCH_SURER:
        surer = best.right == 100
        reasons.append(
            _("It would have given the kept fate away for certain, not at {worse}.", worse=_pct(done))
            if surer
            else _(
                "It would have given the kept fate away at {better}, not {worse}.",
                better=_pct(best),
                worse=_pct(done),
            )
        )
    return " ".join(reasons) or _("The table that it leaves is better for the turns to come.")


def _pct(way: Way) -> str:
    return whole_percent(way.right)


def _of_group(decision: Decision) -> list[str]:
    done, best = decision.done, decision.best
    way = describe_events(decision.game, best.events)
    if _verb(best) == "predict":
        # the sentences on the turn describe the state after the answer
        likely = (
            _("{way}, {chance} likely by then,") if _verb(done) == "use" else _("{way}, {chance} likely,")
        )
        way = likely.format(way=way, chance=_pct(best))
    if best.chance == 100:
        return [_what_was_done(done), _("{way} would have won.", way=way)]
    if done.chance == 0:
        better = _("{way} would have kept the chance at {n}%; it fell to 0.", way=way, n=best.chance)
    else:
        better = _("{way} was {n} points better.", way=way, n=decision.cost)
    return [_what_was_done(done), better, _why_group(decision)]


def _verb(way: Way) -> str:
    return way.events[0].split(" ")[0]


def _what_was_done(done: Way) -> str:
    verb = _verb(done)
    if verb == "predict":
        fates = join_with_or(predicted_values(done.events[0].split(" ")[1]))
        return _("You predicted {fates}, {chance} likely.", fates=fates, chance=_pct(done))
    if verb == "use":
        return _("You used {power}.", power=power_name(done.events[0].split(" ")[1]))
    return _("You predicted nothing.")


def _why_group(decision: Decision) -> str:
    """Return why the best choice of the group is better."""
    done, best = decision.done, decision.best
    verb = _verb(best)
    if verb == "use":
        # an answer may also say that it is better to wait
        if best.right > done.right:
            return _("It would have made a right prediction {chance} likely.", chance=_pct(best))
        return _("Its answer would have said whether to predict.")
    if verb == "end":
        return _why_wait(decision)
    if _verb(done) == "use":
        return _("It did not need the power, and each further decision can go wrong.")
    if _verb(done) == "predict":
        if best.right > done.right:
            return ""
        if decision.game.deep:
            return _("It was no likelier, but that fate does more against the creatures.")
        return _("It was no likelier, but being right with it is worth more.")
    if best.doom:
        return _("A right prediction saves the {doom} doom of fading cards.", doom=best.doom)
    if decision.game.deep:
        return _("A right prediction frees a fate, and waiting loses time.")
    return _("A right prediction is a point, and waiting loses time.")


def _why_wait(decision: Decision) -> str:
    best = decision.best
    if best.right >= _KNOWN:
        return _("A known fate guards against a fade: keep it until a right prediction saves doom.")
    doom = decision.game.doom + 1 + best.doom
    if doom >= GOAL:
        return _(
            "The best guess was only {chance} likely, and a wrong one loses the game.", chance=_pct(best)
        )
    return _("The best guess was only {chance} likely, and a wrong one costs doom.", chance=_pct(best))
