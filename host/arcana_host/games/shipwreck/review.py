"""Reviews a game turn by turn by logic alone: what everybody could know, and how the group used it.

It is based on `Game.possible`, and assumes nothing about how well anybody plays. It must not know terminals,
pages or files.
"""

import copy
from typing import TYPE_CHECKING, NamedTuple

from arcana_portable.games.chapter import Chapter
from arcana_portable.games.shipwreck.naming import player_name
from arcana_portable.games.shipwreck.story import story
from arcana_portable.replay import Played
from arcana_portable.translation import _

from arcana_host.games.shipwreck.assessment_words import describe_change, describe_cost, whole_percent
from arcana_host.games.shipwreck.play_words import join_with_or
from shared_rules.shipwreck import Game
from shared_rules.shipwreck.legality import printed_values

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment

FATES = (1, 2, 3, 4, 5, 6, 7)


class Turn(NamedTuple):
    """The review of a turn.

    number, active: which turn it is, and whose. chapter: the events. held: the possible values of the active
    player's fate from earlier turns, or []. possible: the possible values of the fate kept when the group
    predicted, or when the turn ended; [] without a legal play. predicted: the predicted values, None without
    a prediction, [] for values that were not noted. outcome: "hit", "miss" or None. fate: the fate kept, or
    None if it did not become known. certain: sentences on certain mistakes.
    """

    number: int
    active: str
    chapter: Chapter
    held: list[int]
    possible: list[int]
    predicted: list[int] | None
    outcome: str | None
    fate: int | None
    certain: list[str]


def review(played: Played) -> list[Turn]:
    """Return the review of each turn of a game."""
    reviewers: list[_TurnReviewer] = []
    game = Game()
    chapters = [chapter for chapter in story(played) if chapter.turn]
    for step in played.steps:
        if step.text.startswith("setup ") or (step.text.startswith("deal ") and not reviewers):
            game.apply(step.text)
            continue
        if not reviewers or (step.turn != reviewers[-1].turn and not step.text.startswith("deal ")):
            reviewers.append(_TurnReviewer(game, step.turn))
        reviewers[-1].apply(step.text)
    return [each.reviewed(chapter) for each, chapter in zip(reviewers, chapters, strict=False)]


class _TurnReviewer:
    """Reviews a turn, event by event. game: the Game, which `apply` advances."""

    def __init__(self, game: Game, turn: int):
        self.game, self.turn, self.active = game, turn, game.active
        self.held = game.possible().get(game.active, [])
        self.possible: list[int] = []
        self.predicted: list[int] | None = None
        self.outcome: str | None = None
        self.fate: int | None = None
        self.certain: list[str] = []

    def apply(self, text: str) -> None:
        """Apply the next event of this turn to the game."""
        game = self.game
        verb, *words = text.split(" ")
        if verb == "play" and game.active != self.active:
            # the player whose turn it was has left
            self.active, self.held = game.active, game.possible().get(game.active, [])
        if verb == "illegal":
            self.possible = []
        elif verb == "predict":
            self._predict(words)
        elif verb in ("hidden", "avert", "strike"):
            self.fate = int(words[-1])
        elif verb == "end" and game.outcome is None and len(self.possible) == 1:
            self._keep_known_fate()
        game.apply(text)
        if game.last_play and game.outcome is None and game.active == self.active and verb != "end":
            self.possible = game.possible().get(game.active, [])

    def reviewed(self, chapter: Chapter) -> Turn:
        """Return the review of the turn."""
        known = (self.held, self.possible, self.predicted, self.outcome, self.fate, self.certain)
        return Turn(self.turn, self.active, chapter, *known)

    def _predict(self, words: list[str]) -> None:
        self.outcome = words[-1]
        self.predicted = predicted = [int(value) for value in words[0].split(",")] if len(words) == 2 else []
        if not predicted or not self.possible:
            return
        values = [value if value[0] == "+" else int(value) for value in words[0].split(",")]
        named = [set(printed_values(self.game, value)) & set(self.possible) for value in values]
        if self.outcome == "hit":
            self.fate = named[-1].pop() if len(named[-1]) == 1 else None
        elif not any(named):
            self.certain.append(_("From what was known, the prediction could not be right."))

    def _keep_known_fate(self) -> None:
        self.fate = self.possible[0]
        after = copy.deepcopy(self.game)
        after.apply("end")
        if after.doom > self.game.doom:
            self.certain.append(
                _(
                    "The fate was certainly a {fate}; predicting it would have kept the doom from rising.",
                    fate=self.fate,
                )
            )


def describe_turn(turn: Turn, assessment: "Assessment | None" = None) -> list[str]:
    """Return the review of a turn as sentences: the certain facts, the likely values, the better choices.

    assessment: the assessment of the turn, or None without numpy.
    """
    judged = turn.certain
    if assessment:
        costs = [describe_cost(decision) for decision in assessment.decisions if decision.cost]
        judged = [describe_change(assessment), *costs]
    if not turn.possible:
        return [_("There was no legal play."), *judged]
    sentences = [_could_be(turn, assessment.likely if assessment else None)]
    if 0 < len(turn.held) < len(FATES):
        sentences.append(
            _(
                "{player} held {values} from before.",
                player=player_name(turn.active),
                values=_values(turn.held),
            )
        )
    if assessment and assessment.certainty is not None and not _is_said(turn, assessment):
        chance = whole_percent(assessment.certainty)
        sentences.append(_("The prediction was {chance} likely to be right.", chance=chance))
    if turn.outcome == "hit" and len(turn.possible) > 1 and turn.fate not in (None, *(turn.predicted or ())):
        sentences.append(_("The fate was a {fate}.", fate=turn.fate))
    return [*sentences, *judged]


def _is_said(turn: Turn, assessment: "Assessment") -> bool:
    """Return whether another sentence says how likely the prediction was to be right."""
    if any(each.cost and "".join(each.done.events).startswith("predict") for each in assessment.decisions):
        return True
    likely = assessment.likely or [0]
    return len(turn.predicted or ()) == 1 and assessment.certainty == max(likely)


def _values(values: list[int]) -> str:
    return _("any fate") if len(values) == 7 else join_with_or(values)


def _could_be(turn: Turn, likely: list[int] | None) -> str:
    """Return the possible values of the fate kept. likely: how likely its values 1-7 were, in percent."""
    if len(turn.possible) == 1:
        return _("The fate kept had to be a {fate}.", fate=turn.possible[0])
    could = _values(turn.possible)
    if not likely:
        return _("The fate kept could be {could}.", could=could)
    best = max(turn.possible, key=lambda fate: likely[fate - 1])
    if likely[best - 1] == 100:
        return _(
            "The fate kept could be {could}, but was all but certainly a {best}.", could=could, best=best
        )
    return _(
        "The fate kept could be {could}; likeliest was {best}, at {chance}.",
        could=could,
        best=best,
        chance=whole_percent(likely[best - 1]),
    )


def as_json(turn: Turn, assessment: "Assessment | None" = None) -> dict:
    """Return a turn as JSON data. assessment: the assessment of the turn, or None without numpy."""
    return {
        "turn": turn.number,
        "active": turn.active,
        **dict(turn.chapter.figures),
        "held": turn.held,
        "possible": turn.possible,
        "predicted": turn.predicted,
        "outcome": turn.outcome,
        "fate": turn.fate,
        "words": describe_turn(turn, assessment),
        **(assessment.as_json() if assessment else {}),
    }
