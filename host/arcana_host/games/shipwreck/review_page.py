"""A review as one HTML page that needs no other file, so that it can be mailed.

The pictures of the table are the panel's own, drawn by the firmware. It must not know where the game is kept.
"""

import base64
from html import escape

from arcana_host.games.shipwreck.review import Turn, in_words_of
from arcana_host.games.shipwreck.view import GOAL
from arcana_host.replay import Played
from arcana_host.wording import percent

_WIDTH, _HEIGHT, _MARGIN = 640, 180, 24
_SCALE = 2


def page(title: str, played: Played, turns: list[Turn]) -> bytes:
    """Return the page. title: what the game is called. turns: as `review.review` gives them."""
    body = "\n".join(
        _turn(turn, picture) for turn, picture in zip(turns, _pictures(played, turns), strict=True)
    )
    return _PAGE.format(title=escape(title), chart=_chart(turns), turns=body).encode()


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


def _turn(turn: Turn, picture: str) -> str:
    heading = escape(turn.chapter.heading)
    lines = "".join(f"<li>{escape(sentence)}</li>" for sentence in turn.chapter.sentences)
    notes = "".join(f"<p>{escape(sentence)}</p>" for sentence in in_words_of(turn))
    return _TURN.format(
        heading=heading,
        score=turn.chapter.score,
        doom=turn.chapter.doom,
        lines=lines,
        bars=_bars(turn),
        notes=notes,
        picture=picture,
    )


def _bars(turn: Turn) -> str:
    """The chances of the seven values as bars."""
    if not turn.known:
        return ""
    bars = []
    for value in range(1, 8):
        chance = turn.known.chance([value])
        state = "fate" if value == turn.fate else "open" if value in turn.known.possible else "out"
        bars.append(
            f'<span class="{state}" style="--chance:{chance:.3f}" title="{percent(chance)}">{value}</span>'
        )
    return f'<div class="bars" role="img" aria-label="{escape(in_words_of(turn)[0])}">{"".join(bars)}</div>'


def _chart(turns: list[Turn]) -> str:
    """Score and doom over the turns, as two lines of steps."""
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

    grid = ""
    for value in (0, GOAL):
        y = height(value)
        grid += f'<line x1="{_MARGIN}" x2="{_WIDTH - _MARGIN}" y1="{y}" y2="{y}"/>'
        grid += f'<text x="4" y="{y + 4}">{value}</text>'
    turn_numbers = ""
    for number, turn in enumerate(turns):
        x = _MARGIN + (number + 0.5) * across
        turn_numbers += f'<text x="{x:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{turn.number}</text>'
    return _CHART.format(
        width=_WIDTH,
        height=_HEIGHT,
        grid=grid,
        numbers=turn_numbers,
        score=line([turn.chapter.score for turn in turns]),
        doom=line([turn.chapter.doom for turn in turns]),
    )


_CHART = """<svg viewBox="0 0 {width} {height}" role="img" aria-label="Score and doom over the turns">
<g class="grid">{grid}{numbers}</g>
<polyline class="doom" points="{doom}"/><polyline class="score" points="{score}"/>
</svg>"""

_TURN = """<section>
<h2>{heading} <small>score {score} · doom {doom}</small></h2>
<div class="turn">
<div><ul>{lines}</ul>{bars}{notes}</div>
<img src="{picture}" alt="The table after {heading}" width="592" height="256">
</div>
</section>"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fff; max-width: 72rem;
  margin: 2rem auto; padding: 0 1rem; }}
h2 {{ margin: 2.5rem 0 .5rem; font-size: 1.2rem; }}
small {{ font-weight: normal; color: #52606d; margin-left: .6rem; }}
.turn {{ display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }}
.turn > div {{ flex: 1 1 22rem; }}
img {{ max-width: 100%; height: auto; border: 1px solid #cbd2d9; image-rendering: pixelated; }}
ul {{ padding-left: 1.2rem; margin: 0 0 .6rem; }}
p {{ margin: .2rem 0; }}
.bars {{ display: flex; align-items: flex-end; height: 5.6rem; gap: .3rem; margin: .4rem 0; }}
.bars span {{ width: 2rem; text-align: center; border-top: calc(4rem * var(--chance)) solid #52606d; }}
.bars .fate {{ border-color: #2a7f62; font-weight: bold; }}
.bars .out {{ color: #9aa5b1; text-decoration: line-through; }}
svg {{ max-width: 100%; height: auto; }}
svg text {{ font-size: 11px; fill: #52606d; }}
.grid line {{ stroke: #cbd2d9; }}
polyline {{ fill: none; stroke-width: 3; }}
.score {{ stroke: #2a7f62; }}
.doom {{ stroke: #b23a48; stroke-dasharray: 7 3; }}
.key b:first-child {{ color: #2a7f62; }}
.key b:last-child {{ color: #b23a48; }}
</style>
</head>
<body>
<h1>{title}</h1>
{chart}
<p class="key"><b>score</b> and <b>doom</b> (dashed) over the turns. The bars show how likely each value
was, if every hand that fits what the group knew is equally likely. The green bar is the fate itself.</p>
{turns}
</body>
</html>
"""
