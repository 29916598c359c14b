"""A review as one HTML page that needs no other file, so that it can be mailed.

The pictures of the table are the panel's own, drawn by the firmware. It must not know where the game is kept.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.naming import GOAL
from arcana_host.games.shipwreck.review import FATES, Turn, describe_turn
from arcana_host.html import render
from arcana_host.replay import Played
from arcana_host.translation import _
from arcana_host.wording import percent

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.assessment import Assessment
    from arcana_host.games.shipwreck.whole_review import CompleteReview

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 34
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
    assessments = [each for each in whole.assessments if each]
    return render(
        Path(__file__).parent,
        "review.html",
        title=_title(played),
        called=called,
        moments=[(turn.number, turn.chapter.heading, words) for turn, words in whole.moments],
        opening=[
            sentence
            for sentence in (
                whole.describe_strength(),
                whole.describe_moments(),
                whole.describe_luck(),
                whole.describe_accuracy(),
                whole.describe_players(),
                *whole.notes,
            )
            if sentence
        ],
        charts=[
            *([_chart_of_chances(assessments)] if assessments else []),
            _chart_of_standings(whole.turns),
        ],
        turns=shown,
        judged=bool(assessments),
    ).encode()


def _title(played: Played) -> str:
    """Return the players and how their game ended."""
    result = played.game.result
    return f"{', '.join(played.players)}: {_(result) if result else _('not finished')}"


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
        table = picture(texts[: ends.get(turn.number, 1)], ", ".join(played.players), _SCALE)
        data = base64.b64encode(table).decode()
        pictures.append(f"data:image/png;base64,{data}")
    return pictures


def _bars(turn: Turn, assessment: Assessment | None) -> list[dict]:
    """Return the chances of each of the seven values, none where nothing is known.

    By logic alone, and as a partner reads the play: None where that is not known.
    """
    if not turn.known:
        return []
    bars = []
    for value in FATES:
        chance = turn.known.chance([value])
        read = assessment.reading[value - 1] if assessment and assessment.reading else None
        state = "fate" if value == turn.fate else "open" if value in turn.known.possible else "out"
        bars.append(
            {
                "value": value,
                "state": state,
                "logic": f"{chance:.3f}",
                "read": None if read is None else f"{read:.3f}",
                "percent": percent(chance if read is None else read),
            }
        )
    return bars


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
        """Return what the template draws. levels: {word: value}. lines: [(class, word, points)]."""
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
    """Return the chance to win as a line that goes from the beginning of each turn to that of the next."""
    grid = _Grid(len(assessments), 1)
    chances = [assessments[0].before, *(each.after for each in assessments)]
    return grid.chart(
        _("Chance to win over the turns, of the group named above"),
        {percent(level): level for level in (0, 0.5, 1)},
        list(range(1, len(assessments) + 1)),
        [("chance", _("chance to win of the group named above"), list(enumerate(chances)))],
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
