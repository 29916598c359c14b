"""A part of a game that is told: one turn, with what happened in it."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from arcana_host.games.interface import DesktopGame
    from arcana_host.replay import Played


class Chapter(NamedTuple):
    """A heading, sentences, and how the game stood then: {lower-case word: number}."""

    heading: str
    sentences: list[str]
    figures: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {"heading": self.heading, "sentences": self.sentences, **self.figures}

    def standing(self) -> str:
        """Return the figures in one line.

        >>> Chapter("Turn 1: Ann", [], {"score": 1, "doom": 2}).standing()
        'score 1 · doom 2'
        """
        return " · ".join(f"{word} {number}" for word, number in self.figures.items())


def tell_plainly(game: "DesktopGame", played: "Played") -> list[Chapter]:
    """Return the setup, every turn and the result of a game, in the game's own sentences."""
    chapters: list[Chapter] = []
    before: dict[str, Any] = {}
    turn = None
    for step in played.steps:
        number = step.turn if before else 0
        if number != turn:
            heading = game.heading.format(step.turn, step.active) if before else "The table"
            chapters.append(Chapter(heading, [], {}))
            turn = number
        sentences = chapters[-1].sentences + game.sentences_of(step, before)
        chapters[-1] = Chapter(chapters[-1].heading, sentences, game.figures(step.state))
        before = step.state
    if before["result"]:
        chapters.append(Chapter(f"The game is {before['result']}.", [], game.figures(before)))
    return chapters
