"""The table as a person sees it, for the terminal: score and doom, the row, powers, what is still unseen.

It draws a state as `Game.state()` gives it and must not know where that came from.
"""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arcana_host.naming import FLIPPED, GOAL, STRUCK, card_name, condition, number_lines, power_name
from shared_rules.shipwreck.creature import Creature

_RESULTS = {
    "won": ("The group has won.", "bold green"),
    "lost": ("Doom has won.", "bold red"),
    "abandoned": ("The game was abandoned.", "yellow"),
}
_WAITING_FOR = {
    "before-play": "{active} is about to play",
    "after-play": "{active} has played; the group may predict",
    "after-predict": "{active}'s turn is about to end",
    "deal": "a card is about to be dealt",
}


def table(state: dict, after: str | None = None) -> RenderableType:
    """Return the whole table as one panel; `after`: the event that led to it, for the title."""
    parts: list[RenderableType] = [_tracks(state), _row(state["row"]), _rest(state)]
    if "creatures" in state:
        parts.insert(1, _deep(state))
    if "assist" in state:
        parts.append(_number_lines(state))
    title = f"Turn {state['turn']}" + (f" · {after}" if after else "")
    return Panel(Group(*parts), title=Text(title), title_align="left", subtitle=_moment(state), width=78)


def track(value: int, sign: str = "●") -> str:
    """Return a track of seven with `value` spaces filled.

    >>> track(3)
    '●●●○○○○'
    """
    return sign * value + "○" * (GOAL - value)


def _tracks(state: dict) -> Text:
    if "creatures" in state:
        defeats = state["defeats"]
        won = ("Defeats ", ("●" * defeats + "○" * (3 - defeats), "green"), f" {defeats}")
    else:
        won = ("Score ", (track(state["score"]), "green"), f" {state['score']}")
    return Text.assemble(
        *won,
        "    Doom ",
        (track(state["doom"]), "red"),
        f" {state['doom']}",
    )


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
    text = Text(f"Number lines ({state['assist'].replace('-', ' ')})", style="dim")
    for player, tokens in number_lines(state):
        shown = [_TOKENS.get(mark, str(value)) for value, mark in tokens]
        text.append(f"\n{player.replace('.', ' '):<14} {' '.join(shown)}")
    return text


def _row(row: list) -> Table:
    cards = Table(show_edge=False, pad_edge=False, box=None, padding=(0, 2, 0, 0))
    for place in ("1", "2", "3", "4"):
        cards.add_column(place, style="bold", min_width=15)
    cards.add_row(*[card_name(place["card"]) if place else "–" for place in row])
    cards.add_row(*[_moons(place) if place else "" for place in row])
    cards.add_row(*[" ".join(map(str, place["fates"])) if place else "" for place in row])
    if any(place and place["attached"] for place in row):
        attached = [", ".join(map(power_name, place["attached"])) if place else "" for place in row]
        cards.add_row(*[f"with {names}" if names else "" for names in attached])
    return cards


def _moons(place: dict) -> Text:
    moons, pips = place["moons"], place["pips"]
    if moons is None:
        return Text(f"{pips} pips", style="dim")
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
    if state["result"]:
        sentence, style = _RESULTS[state["result"]]
        return Text(sentence, style=style)
    return Text(_WAITING_FOR.get(state["phase"], state["phase"]).format(active=state["active"]))
