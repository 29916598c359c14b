"""A review as an HTML page that needs no other file, so that it can be mailed.

The pictures of the table are the panel's own, drawn by the firmware. It must not know where the game is kept.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_portable.games.shipwreck.naming import GOAL, player_name
from arcana_portable.replay import Played
from arcana_portable.translation import _

from arcana_host.games.shipwreck.assessment_words import describe_yardstick, whole_percent
from arcana_host.games.shipwreck.extra import NUMPY_IS_MISSING
from arcana_host.games.shipwreck.review import FATES, Turn, describe_turn
from arcana_host.html import render

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment
    from arcana_host.games.shipwreck.whole_review import CompleteReview

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 48
_SCALE = 2


def page(called: str, played: Played, whole: CompleteReview) -> bytes:
    """Return the page. called: the name of the game. whole: its review."""
    pairs = zip(whole.turns, whole.assessments, _pictures(played, whole.turns), strict=True)
    shown = [
        {
            "number": turn.number,
            "chapter": turn.chapter,
            "sentences": describe_turn(turn, assessment),
            "bars": _bars(turn, assessment),
            "picture": picture,
        }
        for turn, assessment, picture in pairs
    ]
    standings = _chart_of_standings(whole.turns)
    return render(
        Path(__file__).parent,
        "review.html",
        title=_title(played),
        called=called,
        yardstick=describe_yardstick() if whole.assessed else "",
        costliest=[(turn.number, turn.chapter.heading, words) for turn, words in whole.named()],
        # a page that is mailed has no command of this computer
        closing=whole.closing() if whole.assessed else [_(NUMPY_IS_MISSING)],
        charts=[_chart_of_chances(whole.assessed), standings] if whole.assessed else [standings],
        numbers=_numbers(whole),
        turns=shown,
    ).encode()


def _title(played: Played) -> str:
    """Return the players and how their game ended."""
    result = played.game.result
    return f"{', '.join(map(player_name, played.players))}: {_(result) if result else _('not finished')}"


def _pictures(played: Played, turns: list[Turn]) -> list[str]:
    """Return the table as it lay when each turn was about to end, as data of image elements."""
    from arcana_host.games.shipwreck.final_table import picture

    texts = [step.text for step in played.steps]
    ends: dict[int, int] = {}
    for number, step in enumerate(played.steps, 1):
        if not step.text.startswith(("end", "deal ")):
            ends[step.turn] = number
    pictures = []
    for turn in turns:
        data = base64.b64encode(picture(texts[: ends.get(turn.number, 1)], _SCALE)).decode()
        pictures.append(f"data:image/png;base64,{data}")
    return pictures


def _bars(turn: Turn, assessment: Assessment | None) -> list[dict]:
    """Return the seven values with how likely they were, in percent; [] where nothing is known."""
    if not turn.possible:
        return []
    likely = (assessment.likely if assessment else None) or [0] * 7
    states = [
        "fate" if value == turn.fate else "open" if value in turn.possible else "out" for value in FATES
    ]
    return [
        {"value": value, "state": state, "chance": chance}
        for value, state, chance in zip(FATES, states, likely, strict=True)
    ]


def _numbers(whole: CompleteReview) -> list[list[str]]:
    """Return the numbers of the charts as the rows of a table, the headings first."""
    chances = [_("Chance before"), _("Chance after")] if whole.assessed else []
    rows = [[_("Turn"), *chances, _("Score"), _("Doom")]]
    for turn, assessment in zip(whole.turns, whole.assessments, strict=True):
        shown = [whole_percent(assessment.before), whole_percent(assessment.after)] if assessment else []
        figures = dict(turn.chapter.figures)
        rows.append([turn.chapter.heading, *shown, str(figures["score"]), str(figures["doom"])])
    return rows


class _Grid:
    """Where things lie in a chart over the turns, in pixels. count: of turns. top: the highest value."""

    def __init__(self, count: int, top: float) -> None:
        self._across = (_WIDTH - 2 * _MARGIN) / max(1, count)
        self._up = (_HEIGHT - 2 * _MARGIN) / top

    def height(self, value: float) -> float:
        return round(_HEIGHT - _MARGIN - value * self._up, 1)

    def line(self, points: list[tuple[float, float]]) -> str:
        """Return the points of a line. points: [(turn from 0, value)]."""
        return " ".join(f"{_MARGIN + x * self._across:.1f},{self.height(y):.1f}" for x, y in points)

    def chart(self, label: str, levels: dict[str, float], numbers: list[int], lines: list[tuple]) -> dict:
        """Return the data that the template draws. levels: {word: value}. lines: [(class, word, points)]."""
        return {
            "width": _WIDTH,
            "height": _HEIGHT,
            "margin": _MARGIN,
            "label": label,
            "grid": [(word, self.height(value)) for word, value in levels.items()],
            "numbers": [
                (turn, round(_MARGIN + (number + 0.5) * self._across, 1))
                for number, turn in enumerate(numbers)
            ],
            "lines": [(kind, word, self.line(points)) for kind, word, points in lines],
        }


def _chart_of_chances(assessments: list[Assessment]) -> dict:
    """Return the chance to win as a line from the beginning of each turn to the beginning of the next."""
    grid = _Grid(len(assessments), 100)
    chances = [assessments[0].before, *(each.after for each in assessments)]
    return grid.chart(
        _("Chance to win over the turns"),
        {whole_percent(level): level for level in (0, 50, 100)},
        list(range(1, len(assessments) + 1)),
        [("chance", _("chance to win"), list(enumerate(chances)))],
    )


def _chart_of_standings(turns: list[Turn]) -> dict:
    """Return score and doom over the turns as two stepped lines."""
    grid = _Grid(len(turns), GOAL)
    lines = []
    for kind, word in (("doom", _("doom")), ("score", _("score"))):
        values = [dict(turn.chapter.figures)[kind] for turn in turns]
        steps = [(x, value) for number, value in enumerate(values) for x in (number, number + 1)]
        lines.append((kind, word, steps))
    numbers = [turn.number for turn in turns]
    return grid.chart(_("Score and doom over the turns"), {"0": 0, str(GOAL): GOAL}, numbers, lines)
