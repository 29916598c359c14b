"""Describes assessments in sentences: whose chances they are, what was better, what decided the game.

It needs no numpy, so that a review without chances can use the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.naming import GOAL
from arcana_host.games.shipwreck.play_words import describe_events
from arcana_host.translation import _, ngettext
from arcana_host.wording import percent

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment, Decision, Grounds
    from arcana_host.games.shipwreck.review import Turn
    from arcana_host.games.shipwreck.table_strength import TableStrength

_SURE = 0.9
"""A group that is so sure of a fate is surprised by the advice to wait."""

_DOUBTFUL = 0.5
"""A group that is less sure is surprised by the advice to predict."""


_MUCH_SURER = 0.15
"""A play tells clearly more than another one if it makes the true value of the fate kept so much likelier."""


def points(number: int) -> str:
    """Return a number of percentage points with its sign.

    >>> points(4), points(-12), points(0)
    ('+4', '−12', '±0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def points_of(before: float, after: float, *parts: float) -> list[str]:
    """Return the parts of a change of a chance in points, and the rest of it, which comes last.

    They add up to the difference of the two chances in whole percent.

    >>> points_of(0.06, 0.001, -0.041)
    ['−4', '−2']
    """
    numbers = [round(part * 100) for part in parts]
    rest = round(after * 100) - round(before * 100) - sum(numbers)
    return [points(number) for number in (*numbers, rest)]


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
            "its choices are slips, as if made at random.",
            "The chances to win are for a group that plays as you did in {n} earlier games: about {share} of "
            "its choices are slips, as if made at random.",
            strength.games,
            share=share,
        )
    return _(
        "The chances to win are for a group that plays as you did in this game: about {share} of its choices "
        "are slips, as if made at random. One game says little about that.",
        share=share,
    )


def describe_assessment(fate: int | None, assessment: Assessment) -> list[str]:
    """Return how the chance to win changed in a turn, and how good its decisions were, as sentences.

    fate: the fate kept, None if it did not become known.
    """
    decided, luck = points_of(assessment.before, assessment.after, assessment.decided)
    sentences = [
        _(
            "The chance to win was {before} before the turn and {after} after it: {luck} by luck, "
            "{decided} by decisions.",
            before=percent(assessment.before),
            after=percent(assessment.after),
            luck=luck,
            decided=decided,
        )
    ]
    costs = _costs(assessment)
    if costs:
        return sentences + costs
    play, group = assessment.worst("play"), assessment.worst("group")
    if play and group:
        return [*sentences, _("The play and the group's choice were as good as any.")]
    if group:
        return [*sentences, _("The group's choice was as good as any.")]
    return sentences


def _costs(assessment: Assessment) -> list[str]:
    """Return the sentences on a play, and on a choice of the group, that cost something."""
    sentences = (describe_cost(assessment.worst(kind)) for kind in ("play", "group"))
    return [sentence for sentence in sentences if sentence]


def describe_cost(decision: Decision | None) -> str:
    """Return what was better than a decision, by how much and why, "" where it cost nothing."""
    if decision is None or not decision.cost:
        return ""
    if not decision.best.events:
        n = round(decision.cost * 100)
        return ngettext(
            "The fate kept did not come to light; over all that it can have been, another play was {n} point "
            "better on average.",
            "The fate kept did not come to light; over all that it can have been, another play was {n} "
            "points better on average.",
            n,
        )
    way = describe_events(decision.game, decision.best.events)
    better, worse = percent(decision.best.chance), percent(decision.done.chance)
    if decision.kind == "group" and decision.done.events:
        sentence = _(
            "{way} was better: bots win {better} after it, and {worse} after the choice ({done}).",
            way=way,
            better=better,
            worse=worse,
            done=_describe_done(decision),
        )
    else:
        sentence = _(
            "{way} was better: bots win {better} after it, and {worse} after what was chosen.",
            way=way,
            better=better,
            worse=worse,
        )
    why = _why(decision)
    return f"{sentence} {why}" if why else sentence


def _describe_done(decision: Decision) -> str:
    """Return what the group did, with how likely a prediction was right."""
    done = describe_events(decision.game, decision.done.events)
    if decision.grounds and decision.done.events[0].startswith("predict"):
        return _("{done}: {chance} likely to be right", done=done, chance=percent(decision.grounds[0].sure))
    return done


def _why(decision: Decision) -> str:
    """Return why the best choice is better, "" where the grounds do not tell."""
    if not decision.grounds:
        return ""
    done, best = decision.grounds
    if decision.kind == "play":
        return _why_play(done, best)
    verb = decision.best.events[0].split(" ")[0]
    chance = percent(best.sure)
    if verb == "use":
        return _("It makes a right prediction {chance} likely.", chance=chance)
    if verb == "end":
        if best.sure >= _SURE:
            return _(
                "A fate that you know for certain guards against a fade: keep it until a right prediction "
                "saves doom."
            )
        if decision.game.doom + 1 + best.doom >= GOAL:
            return _(
                "The best guess was only {chance} likely to be right, and a wrong one loses the game.",
                chance=chance,
            )
        return _(
            "The best guess was only {chance} likely to be right, and a wrong one costs doom.", chance=chance
        )
    if best.sure >= _DOUBTFUL:
        return _("It was {chance} likely to be right.", chance=chance)
    if best.doom:
        return _(
            "A right guess, {chance} likely, saves the doom of fading cards; a wrong one costs 1 more.",
            chance=chance,
        )
    return _(
        "A right guess, {chance} likely, is a point; a wrong one costs 1 doom, and waiting loses time.",
        chance=chance,
    )


def _why_play(done: Grounds, best: Grounds) -> str:
    sentences = []
    if best.doom < done.doom:
        sentences.append(
            _(
                "Without a right prediction, fading costs {better} doom after it and {worse} after what was "
                "chosen.",
                better=best.doom,
                worse=done.doom,
            )
        )
    if best.sure >= done.sure + _MUCH_SURER:
        sentences.append(
            _(
                "It tells more of the fate kept: right after it, the true value would have been {better} "
                "likely, instead of {worse}.",
                better=percent(best.sure),
                worse=percent(done.sure),
            )
        )
    return " ".join(sentences)


def describe_moment(turn: Turn, assessment: Assessment) -> str:
    """Return the sentences on a turn with a decision that decided the game."""
    sentences = [_("{play} was played.", play=turn.play.words)] if turn.play else []
    worst = [assessment.worst(kind) for kind in ("play", "group")]
    # a cost over all fates that can have been kept teaches less than one with a better way
    named = [each for each in worst if each and each.cost and each.best.events]
    return " ".join([*sentences, *map(describe_cost, named or worst)]).rstrip()


def describe_luck(assessments: list[Assessment]) -> str:
    """Return what luck and decisions did to the chance to win in a whole game, as one sentence."""
    before, after = assessments[0].before, assessments[-1].after
    dealt, decided, light = points_of(
        before, after, sum(each.dealt for each in assessments), sum(each.decided for each in assessments)
    )
    return _(
        "In the whole game the chance to win went from {before} to {after}: {dealt} by the draws, {light} by "
        "what came to light, {decided} by decisions.",
        before=percent(before),
        after=percent(after),
        dealt=dealt,
        light=light,
        decided=decided,
    )


def describe_accuracy(table: float | None, judged: int) -> str:
    """Return how accurate the table was, and what that means.

    table: 0 to 1, None for too few decisions. judged: the decisions that mattered.
    """
    if table is None:
        return ngettext(
            "Accuracy: only {n} decision mattered, too few to judge.",
            "Accuracy: only {n} decisions mattered, too few to judge.",
            judged,
        )
    sentence = ngettext(
        "Accuracy: {table}, over the {n} decision that mattered.",
        "Accuracy: {table}, over the {n} decisions that mattered.",
        judged,
        table=percent(table),
    )
    return f"{sentence} " + _(
        "Decisions are judged by how bots that never slip would go on, so a choice can cost more than your "
        "own chance fell; 100% is as good as theirs."
    )


def describe_players(shares: dict[str, float | None], games: int) -> str:
    """Return how accurate the plays of players were, "" where too few mattered.

    shares: {name: 0 to 1, None for too few plays}. games: how many they are from.
    """
    known = [f"{player} {percent(share)}" for player, share in shares.items() if share is not None]
    if not known:
        return ""
    return ngettext(
        "Accuracy of plays in {n} game: {players}.",
        "Accuracy of plays in {n} games: {players}.",
        games,
        players=", ".join(known),
    )
