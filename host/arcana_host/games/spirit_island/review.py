"""The review of a game of Spirit Island: fear, fear cards and blight turn by turn, and what was left.

It must not know where the game is kept.
"""

from pathlib import Path
from typing import Any, NamedTuple

from arcana_host.games.chapter import Chapter
from arcana_host.html import render
from arcana_host.replay import Played
from arcana_host.translation import N_, _, ngettext
from shared_rules.spirit_island.components import count_cards

from .facts import by_turn

_PLAYED = {"fast": N_("fast"), "event": N_("event"), "ravage": N_("ravage"), "slow": N_("slow")}
"""The steps in which players have something to enter, if only a blight."""

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 24


class Turn(NamedTuple):
    """One turn.

    chapter: what happened. fear, earned: fear generated and fear cards earned in it. blight: how much left
    the card in it. left, terror, deck: blight on the card, terror level and invader cards at its end. idle:
    the steps in which nothing was entered.
    """

    chapter: Chapter
    number: int
    fear: int
    earned: int
    blight: int
    left: int
    terror: int
    deck: int
    idle: list[str]

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {**self.chapter.as_json(), **self._asdict(), "chapter": self.chapter.heading}


def review(played: Played, chapters: list[Chapter]) -> list[Turn]:
    """Return the turns of a game. chapters: the game as it is told."""
    told = {chapter.turn: chapter for chapter in chapters if chapter.turn}
    turns = []
    before = played.steps[0].state
    last = max(step.turn for step in played.steps)
    fears, blights = by_turn(played, last)
    for number, (fear, blight) in enumerate(zip(fears, blights, strict=True), 1):
        steps = [step for step in played.steps if step.turn == number]
        state = steps[-1].state if steps else before
        earned = state["fear"]["earned"] - before["fear"]["earned"]
        ended = (state["blight"]["card"], state["terror"], count_cards(state["invaders"]["deck"]))
        chapter = told.get(number) or Chapter(_("Turn {turn}", turn=number), [], {}, number)
        turns.append(Turn(chapter, number, fear, earned, blight, *ended, _idle(before, steps)))
        before = state
    return turns


def in_words(turn: Turn) -> list[str]:
    """Return a turn of the review in sentences."""
    told = [
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
    if turn.idle:
        steps = ", ".join(_(_PLAYED[step]) for step in turn.idle)
        told.append(_("Nothing was entered in: {steps}.", steps=steps))
    return told


def page(title: str, turns: list[Turn]) -> bytes:
    """Return the review as one HTML page with a chart, which needs no other file."""
    shown = [{"chapter": turn.chapter, "sentences": in_words(turn)} for turn in turns]
    folder = Path(__file__).parent
    return render(folder, "review.html", title=title, chart=_chart(turns), turns=shown).encode()


def _idle(before: dict[str, Any], steps: list) -> list[str]:
    """Return the steps of a turn in which nothing but `next` was entered."""
    seen: dict[str, bool] = {}
    for step in steps:
        if step.text not in ("next", "abandon"):
            seen[before["step"]] = True
        elif step.text == "next":
            seen.setdefault(before["step"], False)
        before = step.state
    return [name for name in _PLAYED if seen.get(name) is False]


def _chart(turns: list[Turn]) -> dict[str, Any]:
    """Return fear and blight over the turns as the points of two stepped lines, with a grid, in pixels."""
    highest = max(1, *(max(turn.fear, turn.blight) for turn in turns))
    across, up = (_WIDTH - 2 * _MARGIN) / len(turns), (_HEIGHT - 2 * _MARGIN) / highest

    def line(values: list[int]) -> str:
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
        "fear": line([turn.fear for turn in turns]),
        "blight": line([turn.blight for turn in turns]),
    }
