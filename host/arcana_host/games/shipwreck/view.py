"""The table as a person sees it, for the terminal: score and doom, the row, powers, what is still unseen.

It draws a state as `Game.state()` gives it and must not know where that came from.
"""

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arcana_host.games.shipwreck.naming import (
    FLIPPED,
    GOAL,
    LEVELS,
    STRUCK,
    card_name,
    condition,
    number_lines,
    player_name,
    power_name,
)
from arcana_host.games.shipwreck.table_texts import ENGLISH, TEXTS
from arcana_host.wording import counted
from shared_rules.shipwreck.creature import Creature

_STYLES = {"won": "bold green", "lost": "bold red", "abandoned": "yellow"}


def table(state: dict, after: str | None = None) -> RenderableType:
    """Return the whole table as one panel; `after`: the event that led to it, for the title."""
    parts: list[RenderableType] = [_tracks(state), _Row(state["row"]), _rest(state)]
    if "creatures" in state:
        parts.insert(1, _deep(state))
    if "assist" in state:
        parts.append(_number_lines(state))
    title = f"Turn {state['turn']}" + (f" · {after}" if after else "")
    return Panel(Group(*parts, _moment(state)), title=Text(title), title_align="left", width=78)


def track(value: int, sign: str = "●") -> str:
    """Return a track of seven with `value` spaces filled.

    >>> track(3)
    '●●●○○○○'
    """
    return sign * value + "○" * (GOAL - value)


def _tracks(state: dict) -> Columns:
    if "creatures" in state:
        defeats = state["defeats"]
        won = ("Defeats ", ("●" * defeats + "○" * (3 - defeats), "green"), f" {defeats}")
    else:
        won = ("Score ", (track(state["score"]), "green"), f" {state['score']}")
    doom = ("Doom ", (track(state["doom"]), "red"), f" {state['doom']}")
    return Columns([Text.assemble(*won), Text.assemble(*doom)], padding=(0, 4))


def _deep(state: dict) -> Text:
    text = Text()
    for it in state["creatures"]:
        creature = Creature(it["level"], it["name"], it["condition"])
        text.append(f"{creature.title}", style="bold").append(f" ({creature.level}): {condition(creature)}")
        text.append(f"   on it: {' '.join(map(str, it['fates']))}\n" if it["fates"] else "\n")
    ready = [
        f"{player} the {who.title()}" for player, who in state["adventurers"].items() if who in state["ready"]
    ]
    return text.append(f"Ready: {', '.join(ready) or 'nobody'}\n", style="dim")


_TOKENS = {FLIPPED: "·", STRUCK: "×"}


def _number_lines(state: dict) -> Text:
    text = Text(f"Number lines ({LEVELS.get(state['assist'], state['assist'])})", style="dim")
    for player, tokens in number_lines(state):
        shown = [_TOKENS.get(mark, str(value)) for value, mark in tokens]
        text.append(f"\n{player_name(player):<14} {' '.join(shown)}")
    return text


class _Row:
    """The four cards: side by side where there is room for the longest names, else one below the other."""

    def __init__(self, row: list) -> None:
        self.row = row

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.max_width >= _CARD * len(self.row) + _GAP * (len(self.row) - 1)
        yield _side_by_side(self.row) if wide else _one_below_the_other(self.row)


_CARD, _GAP = 15, 2
"""Columns for a card, and between two."""


def _side_by_side(row: list) -> Table:
    cards = Table(show_edge=False, pad_edge=False, box=None, padding=(0, _GAP, 0, 0))
    for place in range(1, len(row) + 1):
        cards.add_column(str(place), style="bold", min_width=_CARD, max_width=_CARD + _GAP)
    lines = [(_name(place), _moons(place), _fates(place), _attached(place)) for place in row]
    for cells in zip(*lines, strict=True):
        if any(cell.plain for cell in cells):
            cards.add_row(*cells)
    return cards


def _one_below_the_other(row: list) -> Table:
    cards = Table.grid(padding=(0, 1, 0, 0))
    for number, place in enumerate(row, 1):
        cards.add_row(str(number), Text(style="bold").append(_name(place)), _moons(place), _fates(place))
        if _attached(place).plain:
            cards.add_row("", _attached(place))
    return cards


def _name(place: dict | None) -> Text:
    return Text(card_name(place["card"]) if place else "–")


def _fates(place: dict | None) -> Text:
    return Text(" ".join(map(str, place["fates"])) if place else "")


def _attached(place: dict | None) -> Text:
    names = ", ".join(map(power_name, place["attached"])) if place else ""
    return Text(f"+ {names}" if names else "")


def _moons(place: dict | None) -> Text:
    if not place:
        return Text()
    moons, pips = place["moons"], place["pips"]
    if moons is None:
        return Text(counted(pips, "pip"), style="dim")
    full = min(pips, moons)
    return Text("◆" * full + "◇" * (moons - full), style="yellow")


def _rest(state: dict) -> Text:
    unseen = "  ".join(f"{value}×{count}" for value, count in state["unseen"].items())
    text = Text(f"Unseen fates  {unseen}", style="dim")
    if state["powers"]:
        text.append("\nFaded powers  " + ", ".join(map(power_name, state["powers"])))
    if state["exiled"]:
        text.append("\nExiled  " + " ".join(map(str, state["exiled"])))
    return text


def _moment(state: dict) -> Text:
    moment = state["result"] or state["phase"]
    # a newer companion may know more of them
    sentence = TEXTS[ENGLISH].get(moment, moment)
    return Text(sentence.format(player_name(state["active"])), style=_STYLES.get(state["result"], ""))
