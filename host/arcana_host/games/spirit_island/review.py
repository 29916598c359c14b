"""The review of a game of Spirit Island: blight, fear and terror turn by turn, compared with other games.

It must not know where the game is kept.
"""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from arcana_portable.errors import NothingToReview
from arcana_portable.games.chapter import Chapter
from arcana_portable.replay import Played, replay
from arcana_portable.translation import N_plural, _, ngettext
from arcana_portable.wording import decimal

from arcana_host.html import render
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import LAND_VERBS, count_cards, find_blight_card

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 24


class Turn(NamedTuple):
    """A turn.

    chapter: the events. fear, earned: fear generated and fear cards earned in it. blight: how much left the
    card in it. cascades: how often blight cascaded, as far as the record says. left, terror, deck: blight on
    the card, terror level and invader cards at its end. usual_fear, usual_blight: the means of the group's
    other games that lasted this long, or None without such games.
    """

    chapter: Chapter
    number: int
    fear: int
    earned: int
    blight: int
    cascades: int
    left: int
    terror: int
    deck: int
    usual_fear: float | None
    usual_blight: float | None

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {**self.chapter.as_json(), **self._asdict(), "chapter": self.chapter.heading}


def review(played: Played, chapters: list[Chapter], others: Iterable[str] = ()) -> list[Turn]:
    """Return the turns of a game. Raises NothingToReview if its record has neither fear nor blight.

    chapters: its story. others: the records of other games of the group.
    """
    chapter_of = {chapter.turn: chapter for chapter in chapters if chapter.turn}
    turns = []
    before = played.steps[0].state
    fears, blights = by_turn(played)
    if not any(fears + blights):
        raise NothingToReview(_("The record has neither fear nor blight: there is nothing to review."))
    cascades = _cascades(played, len(fears))
    known = [by_turn(replay(record)) for record in others]
    usual_fear = _means([fear for fear, _ in known], len(fears))
    usual_blight = _means([blight for _, blight in known], len(fears))
    for at, (fear, blight) in enumerate(zip(fears, blights, strict=True)):
        steps = [step for step in played.steps if step.turn == at + 1]
        state = steps[-1].state if steps else before
        earned = state["fear"]["earned"] - before["fear"]["earned"]
        ended = (state["blight"]["card"], state["terror"], count_cards(state["invaders"]["deck"]))
        chapter = chapter_of.get(at + 1) or Chapter(_("Turn {turn}", turn=at + 1), [], [], at + 1)
        usual = usual_fear[at], usual_blight[at]
        turns.append(Turn(chapter, at + 1, fear, earned, blight, cascades[at], *ended, *usual))
        before = state
    return turns


def by_turn(played: Played) -> tuple[list[int], list[int]]:
    """Return the fear that was generated in each turn, and the blight that left the card."""
    turns = max(step.turn for step in played.steps)
    fear, blight = [0] * turns, [0] * turns
    for before, step in pairwise(played.steps):
        then, now = before.state, step.state
        earned = now["fear"]["earned"] - then["fear"]["earned"]
        generated = now["fear"]["generated"] - then["fear"]["generated"] + earned * then["fear"]["pool"]
        fear[step.turn - 1] += generated
        verb, *words = step.text.split(" ")
        card = then["blight"]["card"]
        if verb == "flip":
            # an empty card's missing blight was taken from the next card
            a_board = find_blight_card(words[0])[0] - ("more-blight" in played.game.scenario_rules)
            card = a_board * len(now["boards"])
        blight[step.turn - 1] += max(0, card - now["blight"]["card"])
    return fear, blight


def _means(games: list[list[int]], turns: int) -> list[float | None]:
    """Return the mean of the games for each turn, or None where no game lasted that long."""
    found: list[float | None] = []
    for at in range(turns):
        values = [game[at] for game in games if at < len(game)]
        found.append(sum(values) / len(values) if values else None)
    return found


def _cascades(played: Played, turns: int) -> list[int]:
    """Return how often blight cascaded in each turn, as far as the lands were entered."""
    found, game = [0] * turns, Game()
    for step in played.steps:
        verb = step.text.split(" ")[0]
        # the effects after the card's flip are added to the effects before it
        before = _cascade_steps(game) if verb == "flip" else 0
        game.apply(step.text)
        if verb == "cascade":
            found[step.turn - 1] += 1
        elif verb == "flip" or verb in LAND_VERBS:
            found[step.turn - 1] += _cascade_steps(game) - before
    return found


def _cascade_steps(game: Game) -> int:
    return sum(step[0] == "cascade" for step in game.island.steps) if game.island else 0


def opening(turns: list[Turn], games: int) -> list[str]:
    """Return sentences on the whole game. games: how many other games of the group there are."""
    blight = _listed([(turn.number, turn.blight) for turn in turns])
    sentences = [_("Blight came in {turns}.", turns=blight) if blight else _("No blight left the card.")]
    cascades = _listed([(turn.number, turn.cascades) for turn in turns])
    if cascades:
        sentences.append(_("It cascaded in {turns}.", turns=cascades))
    levels = [(turn.terror, turn.number) for turn in turns]
    for level in (2, 3):
        reached = [number for terror, number in levels if terror >= level]
        if reached:
            sentences.append(_("Terror level {level} came in turn {turn}.", level=level, turn=reached[0]))
    if levels[-1][0] == 1:
        sentences.append(_("The terror level stayed at 1."))
    if games:
        one, many = N_plural(
            "{n} other game of this group is compared with it.",
            "{n} other games of this group are compared with it.",
        )
        sentences.append(ngettext(one, many, games))
    return sentences


def _listed(counts: list[tuple[int, int]]) -> str:
    """Return "turn 2 (1), turn 3 (5)" for (turn, number), without turns whose number is 0."""
    return ", ".join(
        _("turn {turn} ({number})", turn=turn, number=number) for turn, number in counts if number
    )


def in_words(turn: Turn) -> list[str]:
    """Return a turn of the review in sentences."""
    sentences = [
        ngettext(
            "{fear} fear, {n} fear card earned; {blight} blight.",
            "{fear} fear, {n} fear cards earned; {blight} blight.",
            turn.earned,
            fear=turn.fear,
            blight=turn.blight,
        ),
        ngettext(
            "{blight} blight left, {n} invader card left in the deck.",
            "{blight} blight left, {n} invader cards left in the deck.",
            turn.deck,
            blight=turn.left,
        ),
    ]
    if turn.usual_fear is not None and turn.usual_blight is not None:
        usual = {"fear": decimal(turn.usual_fear, 1), "blight": decimal(turn.usual_blight, 1)}
        sentences.append(_("In this turn of your other games: {fear} fear, {blight} blight.", **usual))
    return sentences


def page(title: str, sentences: list[str], turns: list[Turn]) -> bytes:
    """Return the review as an HTML page with a chart, which needs no other file. sentences: the opening."""
    shown = [{"chapter": turn.chapter, "sentences": in_words(turn)} for turn in turns]
    folder = Path(__file__).parent
    chart = _chart(turns)
    return render(folder, "review.html", title=title, opening=sentences, chart=chart, turns=shown).encode()


def _chart(turns: list[Turn]) -> dict[str, Any]:
    """Return fear and blight over the turns as the points of stepped lines, with a grid, in pixels."""
    fear, blight = [turn.fear for turn in turns], [turn.blight for turn in turns]
    usual_fear = [turn.usual_fear for turn in turns if turn.usual_fear is not None]
    usual_blight = [turn.usual_blight for turn in turns if turn.usual_blight is not None]
    highest = max(1, *fear, *blight, *usual_fear, *usual_blight)
    across, up = (_WIDTH - 2 * _MARGIN) / len(turns), (_HEIGHT - 2 * _MARGIN) / highest

    def line(values: Iterable[float]) -> str:
        return " ".join(
            f"{_MARGIN + x * across:.1f},{_HEIGHT - _MARGIN - value * up:.1f}"
            for number, value in enumerate(values)
            for x in (number, number + 1)
        )

    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "margin": _MARGIN,
        "grid": [(value, _HEIGHT - _MARGIN - value * up) for value in (0, highest)],
        "numbers": [(turn.number, f"{_MARGIN + (turn.number - 0.5) * across:.1f}") for turn in turns],
        "fear": line(fear),
        "blight": line(blight),
        "usual_fear": line(usual_fear),
        "usual_blight": line(usual_blight),
    }
