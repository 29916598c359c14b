"""A review as one HTML page that needs no other file, so that it can be mailed.

The pictures of the table are the panel's own, drawn by the firmware. It must not know where the game is kept.
"""

import base64
from pathlib import Path

from arcana_host.games.shipwreck.naming import GOAL
from arcana_host.games.shipwreck.review import FATES, Turn, in_words_of
from arcana_host.html import render
from arcana_host.replay import Played
from arcana_host.wording import percent

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 24
_SCALE = 2


def page(title: str, played: Played, turns: list[Turn]) -> bytes:
    """Return the page. title: what the game is called. turns: as `review.review` gives them."""
    shown = [
        {"chapter": turn.chapter, "sentences": in_words_of(turn), "bars": _bars(turn), "picture": picture}
        for turn, picture in zip(turns, _pictures(played, turns), strict=True)
    ]
    return render(
        Path(__file__).parent, "review.html", title=title, chart=_chart(turns), turns=shown
    ).encode()


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


def _bars(turn: Turn) -> list[dict]:
    """Return a bar for the chance of each of the seven values, none where nothing is known."""
    if not turn.known:
        return []
    bars = []
    for value in FATES:
        chance = turn.known.chance([value])
        state = "fate" if value == turn.fate else "open" if value in turn.known.possible else "out"
        bars.append({"value": value, "state": state, "chance": f"{chance:.3f}", "percent": percent(chance)})
    return bars


def _chart(turns: list[Turn]) -> dict:
    """Return score and doom over the turns as the points of two stepped lines, with a grid, in pixels."""
    across = (_WIDTH - 2 * _MARGIN) / max(1, len(turns))
    up = (_HEIGHT - 2 * _MARGIN) / GOAL

    def height(value: int) -> float:
        return _HEIGHT - _MARGIN - value * up

    def line(values: list[int]) -> str:
        points = []
        for number, value in enumerate(values):
            for x in (number, number + 1):
                points.append(f"{_MARGIN + x * across:.1f},{height(value):.1f}")
        return " ".join(points)

    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "margin": _MARGIN,
        "grid": [(value, height(value)) for value in (0, GOAL)],
        "numbers": [
            (turn.number, f"{_MARGIN + (number + 0.5) * across:.1f}") for number, turn in enumerate(turns)
        ],
        "score": line([turn.chapter.figures["score"] for turn in turns]),
        "doom": line([turn.chapter.figures["doom"] for turn in turns]),
    }
