"""Draws the table sheet of a state in the terminal.

It must not know the game, or where the state came from.
"""

from collections.abc import Callable
from typing import Any

from arcana_portable.games.sheets import sheet
from arcana_portable.translation import _, ngettext
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arcana_host.games.plain_table import plain_table

_TRACKS = {"doom": "red"}
_RESULTS = {"won": "bold green", "lost": "bold red", "abandoned": "yellow"}
_TOKENS = {"flipped": "·", "struck out": "×"}


def table(state: dict | None, after: str | None = None) -> RenderableType:
    """Return the whole table as one panel. after: the event that led to it, for the title."""
    shown = sheet(state)
    if shown["game"] is None:
        return Text(shown["head"])
    parts: list[tuple[Any, Callable[[Any], RenderableType]]] = [
        (shown["tracks"], _tracks),
        (shown["creatures"], _creatures),
        (shown["row"], _Row),
        (shown["table"], _Rows),
        (shown["rest"], _rest),
        (shown["help"], lambda level: _lines(shown["lines"], level)),
    ]
    drawn = [draw(part) for part, draw in parts if part]
    moment = Text(shown["moment"], style=_RESULTS.get(shown["result"], ""))
    title = shown["title"] + (f" · {after}" if after else "")
    return Panel(Group(*drawn, moment), title=Text(title), title_align="left", width=78)


def track(value: int, of: int, sign: str = "●") -> str:
    """Return a track with `value` of its `of` spaces filled.

    >>> track(3, 7)
    '●●●○○○○'
    """
    return sign * value + "○" * (of - value)


def _tracks(tracks: list[dict]) -> Columns:
    return Columns(
        [
            Text.assemble(
                f"{one['name']} ",
                (track(one["value"], one["of"]), _TRACKS.get(one["kind"], "green")),
                f" {one['value']}",
            )
            for one in tracks
        ],
        padding=(0, 4),
    )


def _creatures(creatures: list[dict]) -> Text:
    text = Text()
    for one in creatures:
        text.append(one["name"], style="bold").append(f" ({one['level']}): {one['condition']}")
        text.append(
            "   " + _("on it: {fates}", fates=" ".join(map(str, one["fates"]))) + "\n"
            if one["fates"]
            else "\n"
        )
    text.rstrip()
    return text


def _lines(lines: list[dict], level: str) -> Text:
    text = Text(_("Number lines ({level})", level=level), style="dim")
    for line in lines:
        tokens = [_TOKENS.get(mark, str(value)) for value, mark in line["tokens"]]
        text.append(f"\n{line['player']:<14} {' '.join(tokens)}")
    return text


class _Row:
    """The four cards: side by side if there is room for the longest names, otherwise stacked."""

    def __init__(self, row: list) -> None:
        self.row = row

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.max_width >= _CARD * len(self.row) + _GAP * (len(self.row) - 1)
        yield _side_by_side(self.row) if wide else _stacked(self.row)


class _Rows:
    """A table of texts: in parts below each other if it is too wide, each with the names at the left."""

    def __init__(self, rows: list[list[str]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names, *widths = [max(map(cell_len, column)) for column in zip(*self.rows, strict=True)]
        start = 1
        while start <= len(widths):
            room = options.max_width - names
            end = start
            while end <= len(widths) and (end == start or widths[end - 1] + _GAP <= room):
                room -= widths[end - 1] + _GAP
                end += 1
            rows = [[row[0], *row[start:end]] for row in self.rows]
            yield plain_table(rows[0], rows[1:], gap=end <= len(widths))
            start = end


_CARD, _GAP = 15, 2
"""Columns of a card, and between two."""


def _side_by_side(row: list) -> Table:
    cards = Table(show_edge=False, pad_edge=False, box=None, padding=(0, _GAP, 0, 0))
    for place in range(1, len(row) + 1):
        cards.add_column(str(place), style="bold", min_width=_CARD, max_width=_CARD + _GAP)
    lines = [(_name(place), _moons(place), _fates(place), _attached(place)) for place in row]
    for cells in zip(*lines, strict=True):
        if any(cell.plain for cell in cells):
            cards.add_row(*cells)
    return cards


def _stacked(row: list) -> Table:
    cards = Table.grid(padding=(0, 1, 0, 0))
    for number, place in enumerate(row, 1):
        cards.add_row(str(number), Text(style="bold").append(_name(place)), _moons(place), _fates(place))
        if _attached(place).plain:
            cards.add_row("", _attached(place))
    return cards


def _name(place: dict | None) -> Text:
    return Text(place["name"] if place else "–")


def _fates(place: dict | None) -> Text:
    return Text(" ".join(map(str, place["fates"])) if place else "")


def _attached(place: dict | None) -> Text:
    return Text(f"+ {place['attached']}" if place and place["attached"] else "")


def _moons(place: dict | None) -> Text:
    if not place:
        return Text()
    moons, pips = place["moons"], place["pips"]
    if moons is None:
        return Text(ngettext("{n} pip", "{n} pips", pips), style="dim")
    full = min(pips, moons)
    return Text("◆" * full + "◇" * (moons - full), style="yellow")


def _rest(rest: list) -> Text:
    return Text("\n".join(f"{heading}  {text}" for heading, text in rest), style="dim")
