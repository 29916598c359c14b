"""A chapter of a retold game: a turn with its events.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.translation import N_, _

if TYPE_CHECKING:
    from arcana_portable.games.interface import PortableGame
    from arcana_portable.replay import Played, Step


class Chapter:
    """A chapter.

    figures: (lower-case word, number), the standing after it. turn: its number, or 0 without a turn.
    """

    def __init__(
        self, heading: str, sentences: list[str], figures: list[tuple[str, int]], turn: int = 0
    ) -> None:
        self.heading = heading
        self.sentences = sentences
        self.figures = figures
        self.turn = turn

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        return {"heading": self.heading, "sentences": self.sentences} | dict(self.figures)

    def standing(self) -> str:
        """Return the figures on a single line.

        >>> Chapter("Turn 1: Ann", [], [("score", 1), ("doom", 2)]).standing()
        'score 1 · doom 2'
        """
        return " · ".join(f"{_(word)} {number}" for word, number in self.figures)


_ENDED = {
    "won": N_("The game is won."),
    "lost": N_("The game is lost."),
    "finished": N_("The game is over."),
    "abandoned": N_("The game was abandoned."),
}


def _heading(game: PortableGame, step: Step) -> str:
    # nobody's turn, as all play at once
    heading = game.heading if step.active else N_("Turn {turn}")
    return _(heading, turn=step.turn, player=step.active)


def plain_story(game: PortableGame, played: Played) -> list[Chapter]:
    """Return the setup, every turn and the result of a game, in the game's own sentences."""
    chapters: list[Chapter] = []
    before: dict[str, Any] = {}
    turn = None
    for step in played.steps:
        number = step.turn if before else 0
        if number != turn:
            heading = _heading(game, step) if before else _("The table")
            chapters.append(Chapter(heading, [], [], number))
            turn = number
        chapters[-1].sentences += game.sentences_of(step, before)
        chapters[-1].figures = game.figures(step.state)
        before = step.state
    if before["result"]:
        ended = _(_ENDED.get(before["result"], "The game is over."))
        chapters.append(Chapter(ended, [], game.figures(before)))
    return chapters
