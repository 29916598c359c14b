"""Reviews a game turn by turn: what could be deduced, how certain it was, and what else could be played.

It is based on `Game.possible` and `weights`, which assume that all hands that fit the plays and answers
are equally likely, and nothing about how well anybody plays. It must not know terminals, pages or files.
"""

import copy
from typing import TYPE_CHECKING, NamedTuple

from arcana_host.games.chapter import Chapter
from arcana_host.games.shipwreck.assessment_words import describe_assessment
from arcana_host.games.shipwreck.play_words import describe_play, join_with_or
from arcana_host.games.shipwreck.story import story
from arcana_host.games.shipwreck.weights import weights as ways
from arcana_host.replay import Played
from arcana_host.translation import _, ngettext
from arcana_host.wording import percent
from shared_rules.shipwreck import Game

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment

FATES = (1, 2, 3, 4, 5, 6, 7)


class Knowledge(NamedTuple):
    """What is known of one fate.

    possible: the values it can have. ways: {value: how many ways lead to it}.
    """

    possible: list[int]
    ways: dict[int, int]

    @property
    def best(self) -> list[int]:
        """The values with the most ways."""
        most = max(self.ways.values(), default=0)
        return [value for value, ways in self.ways.items() if ways == most]

    def chance(self, values: list[int]) -> float:
        """Return the share, 0 to 1, of the ways that lead to one of these values."""
        total = sum(self.ways.values())
        return sum(self.ways.get(value, 0) for value in set(values)) / total if total else 0.0


class Alternative(NamedTuple):
    """A play that the same hand allowed.

    text: the event. words: the same in words. left: how many values the fate kept could have had then.
    chance: of the best guess then.
    """

    text: str
    words: str
    left: int
    chance: float


class Turn(NamedTuple):
    """The review of a turn.

    number, active: which turn it is, and whose. chapter: what happened. held: the possible values of the
    active player's fate from earlier turns, [] for none. known: what the group could know when it predicted,
    or when the turn ended; None without a legal play. predicted: the values tried, None for no prediction, []
    for one that was recorded without them. certainty: the chance of the prediction, None if unknown. outcome:
    "hit", "miss" or None. fate: the fate kept, None if it did not become known. play: what was played.
    others: the other plays of the hand, the most revealing first. doom: sentences on avoidable doom. shadows:
    whether a prediction could name either of two values.
    """

    number: int
    active: str
    chapter: Chapter
    held: list[int]
    known: Knowledge | None
    predicted: list[int] | None
    certainty: float | None
    outcome: str | None
    fate: int | None
    play: Alternative | None
    others: list[Alternative]
    doom: list[str]
    shadows: bool = False


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
    """Reviews one turn, event by event. game: the Game, which `apply` advances."""

    def __init__(self, game: Game, turn: int):
        self.game = game
        self.turn = turn
        self.active = game.active
        self.held = game.possible().get(game.active, [])
        self.before_play: Game | None = None
        self.play: Alternative | None = None
        self.text = ""
        self.known: Knowledge | None = None
        self.predicted: list[int] | None = None
        self.outcome: str | None = None
        self.certainty: float | None = None
        self.fate: int | None = None
        self.doom: list[str] = []
        self.shadows = False

    def apply(self, text: str) -> None:
        """Apply the next event of this turn to the game."""
        game = self.game
        verb, *words = text.split(" ")
        if verb == "play":
            self.before_play, self.text = copy.deepcopy(game), text
        elif verb == "illegal":
            self.before_play = self.known = self.play = None
        elif verb == "predict":
            self._predict(words)
        elif verb in ("hidden", "avert", "strike"):
            self.fate = int(words[-1])
        elif verb == "end" and game.outcome is None:
            self._end_unpredicted()
        elif verb == "end" and self.outcome == "miss":
            self._blame_fading()
        game.apply(text)
        if game.last_play and game.outcome is None and game.active == self.active and verb != "end":
            self.known = knowledge(game)
            if not game.owed and not game.again:
                self._describe_play_made()

    def reviewed(self, chapter: Chapter) -> Turn:
        """Return the review of the turn."""
        others = (
            self._others(self.before_play, self.fate) if self.before_play and self.fate and self.play else []
        )
        return Turn(
            self.turn,
            self.active,
            chapter,
            self.held,
            self.known,
            self.predicted,
            self.certainty,
            self.outcome,
            self.fate,
            self.play,
            others,
            list(self.doom),
            self.shadows,
        )

    def _describe_play_made(self) -> None:
        if self.play is None and self.before_play and self.known:
            words = describe_play(self.before_play, self.text)
            self.play = Alternative(
                self.text, words, len(self.known.possible), self.known.chance(self.known.best[:1])
            )

    def _predict(self, words: list[str]) -> None:
        self.outcome, self.shadows = words[-1], bool(self.game.shadows)
        self.predicted = predicted = [int(value) for value in words[0].split(",")] if len(words) == 2 else []
        if not predicted or self.known is None:
            return
        named = [*predicted, *(value - 1 for value in predicted if self.game.shadows)]
        self.certainty = self.known.chance(named)
        if self.outcome == "hit":
            right = named[len(predicted) - 1 :: len(predicted)]
            fitting = [value for value in right if value in self.known.possible]
            self.fate = fitting[0] if len(fitting) == 1 else None
        else:
            self._blame_miss(self.known, self.certainty, single=len(predicted) == 1)

    def _blame_miss(self, known: Knowledge, certainty: float, single: bool) -> None:
        chance = known.chance(known.best[:1])
        if certainty == 0:
            self.doom.append(_("From what was known, the prediction could not be right."))
        elif chance > certainty and single:
            self.doom.append(
                _(
                    "{best} was the better guess ({chance} likely).",
                    best=join_with_or(known.best),
                    chance=percent(chance),
                )
            )

    def _end_unpredicted(self) -> None:
        doom = self._doom_of_fading()
        if not self.known:
            return
        if len(self.known.possible) == 1:
            self.fate = self.known.possible[0]
        best = self.known.best
        chance = self.known.chance(best[:1])
        if doom and self.fate:
            self.doom.append(
                _(
                    "The fate was certainly a {fate}; predicting it would have kept the doom from rising.",
                    fate=self.fate,
                )
            )
        elif (1 - chance) * (doom + 1) < doom:
            self.doom.append(
                _(
                    "Guessing {best} ({chance} likely) would have cost less doom on average.",
                    best=join_with_or(best),
                    chance=percent(chance),
                )
            )
        self._blame_fading()

    def _doom_of_fading(self) -> int:
        after = copy.deepcopy(self.game)
        after.apply("end")
        return after.doom - self.game.doom

    def _blame_fading(self) -> None:
        """Mention a play of the hand after which no card would have faded."""
        if self.fate and self.before_play and self._doom_of_fading():
            for text in _plays(self.before_play, self.text, self.fate):
                if not _played(self.before_play, text, self.fate, self.text).fading():
                    self.doom.append(
                        _("{play} would have let no card fade.", play=describe_play(self.before_play, text))
                    )
                    return

    def _others(self, before: Game, kept: int) -> list[Alternative]:
        found = []
        for text in _plays(before, self.text, kept):
            known = knowledge(_played(before, text, kept, self.text))
            words = describe_play(before, text)
            found.append(Alternative(text, words, len(known.possible), known.chance(known.best[:1])))
        return sorted(found, key=lambda other: (-other.chance, other.left))


def knowledge(game: Game) -> Knowledge:
    """Return what the group can know of the active player's fate after a play."""
    weights = ways(game) or [0] * 7
    return Knowledge(
        game.possible().get(game.active, []),
        {value: weights[value - 1] for value in FATES if weights[value - 1]},
    )


def describe_turn(turn: Turn, assessment: "Assessment | None" = None) -> list[str]:
    """Return the review of a turn as sentences, beginning with what was known.

    assessment: of the turn; with it, plays are judged by the chance to win.
    """
    judged = describe_assessment(turn.fate, assessment) if assessment else turn.doom
    if not turn.known:
        return [_("No play so far reveals anything."), *judged]
    sentences = [_known(turn.known, assessment.reading if assessment else None)]
    if turn.held:
        sentences.append(
            _(
                "{player} held {values} from before.",
                player=turn.active,
                values=_("any fate") if len(turn.held) == 7 else join_with_or(turn.held),
            )
        )
    if turn.certainty is not None:
        chance = _certainty(turn, assessment)
        sentences.append(_("The prediction was {chance} likely to be right.", chance=percent(chance)))
    if turn.fate and turn.play:
        was = _("The fate was a {fate}.", fate=turn.fate)
        sentences.append(was if assessment else f"{was} {_compare(turn.play, turn.others)}")
    return [*sentences, *judged]


def _known(known: Knowledge, reading: list[float] | None) -> str:
    """Return what could be known. reading: the chances of 1-7 that follow from how these players choose."""
    if len(known.possible) == 1:
        return _("It had to be a {fate}.", fate=known.possible[0])
    could = _("anything") if len(known.possible) == 7 else join_with_or(known.possible)
    if reading:
        best = max(known.possible, key=lambda fate: reading[fate - 1])
        return _(
            "It could be {could}; from how this group plays, the best guess was {best} ({chance} likely).",
            could=could,
            best=best,
            chance=percent(reading[best - 1]),
        )
    best_ones = known.best
    chance = percent(known.chance(best_ones[:1]))
    if best_ones == known.possible:
        return _("It could be {could}, all equally likely ({chance}).", could=could, chance=chance)
    return _(
        "It could be {could}; the best guess was {best} ({chance} likely).",
        could=could,
        best=join_with_or(best_ones),
        chance=chance,
    )


def _certainty(turn: Turn, assessment: "Assessment | None") -> float | None:
    """Return how likely the prediction was right, by the same measure as the best guess."""
    if not assessment or not assessment.reading or not turn.predicted or turn.shadows:
        return turn.certainty
    return sum(assessment.reading[value - 1] for value in set(turn.predicted))


def _compare(play: Alternative, others: list[Alternative]) -> str:
    """Return how much the play revealed compared with the alternatives."""
    if not others:
        return _("There was no other play.")
    better = [other for other in others if (other.chance, -other.left) > (play.chance, -play.left)]
    if not better:
        return _("No other play would have revealed more.")
    best = better[0]
    return ngettext(
        "{play} would have revealed more: {n} value left, the likeliest at {chance}.",
        "{play} would have revealed more: {n} values left, the likeliest at {chance}.",
        best.left,
        play=best.words,
        chance=percent(best.chance),
    )


def _plays(before: Game, text: str, kept: int) -> list[str]:
    """Return the other plays that the hand of a play and the fate kept allowed.

    The Feast is left out, as the next draw is unknown.
    """
    fate = int(text.split(" ")[1])
    visible, row = before.visible(), before.open_cards(1, 2, 3, 4)
    pairs = {(fate, kept), (kept, fate)}
    found = [
        f"play {one} {place}"
        for one, other in sorted(pairs)
        for place in (1, 2, 3, 4)
        if before.card_at(place) != "the-feast" and before.fits(one, other, before.open_cards(place), visible)
    ]
    if not any(before.fits(one, other, row, visible) for one, other in pairs):
        found = [f"play {one} 0" for one, other in sorted(pairs)]
    return [other for other in found if other != text]


def _played(before: Game, text: str, kept: int, was: str) -> Game:
    """Return the game after another play of the hand, with honest answers."""
    game = copy.deepcopy(before)
    hand = [kept, int(was.split(" ")[1])]
    hand.remove(int(text.split(" ")[1]))
    game.apply(text)
    value = hand[0] + (1 if game.shadows else 0)
    while game.owed:
        game.apply(_answer(game, value))
    return game


def _answer(game: Game, value: int) -> str:
    if game.owed[0] == "tell":
        return "tell higher" if value > game.last_play[0] else "tell not-higher"
    if game.owed[0] == "inevitable":
        total = sum(game.place_of("the-fall").fates)
        return "inevitable yes" if total >= 2 * value else "inevitable no"
    ways = [
        f"steal {fate} {place}"
        for place in (1, 2, 3, 4)
        if game.card_at(place) not in (None, "the-thief")
        for fate in game.fates_at(place)
        if fate > value
    ]
    return ways[0] if ways else "steal none"


def as_json(turn: Turn, assessment: "Assessment | None" = None) -> dict:
    """Return a turn as JSON data. assessment: of the turn, None without the coach."""
    return {
        "turn": turn.number,
        "active": turn.active,
        **dict(turn.chapter.figures),
        "held": turn.held,
        "possible": turn.known.possible if turn.known else None,
        "ways": {str(value): ways for value, ways in turn.known.ways.items()} if turn.known else None,
        "predicted": turn.predicted,
        "certainty": turn.certainty,
        "outcome": turn.outcome,
        "fate": turn.fate,
        "play": turn.play._asdict() if turn.play else None,
        "others": [other._asdict() for other in turn.others],
        "avoidable_doom": turn.doom,
        "words": describe_turn(turn, assessment),
        **(assessment.as_json() if assessment else {}),
    }
