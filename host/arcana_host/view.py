"""The table as a person sees it, for the terminal: score and doom, the row, powers, what is still unseen.

It draws a state as `Game.state()` gives it and must not know where that came from.
"""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.creature import Creature

GOAL = 7
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


def card_name(card: str) -> str:
    """Return the printed name of an arcana card, the id itself for one that is unknown here."""
    return CARDS[card].name if card in CARDS else card


def power_name(card: str) -> str:
    """Return the name of the faded power on the back of a card."""
    return POWERS[CARDS[card].power].name if card in CARDS else card


def condition(creature: Creature) -> str:
    """Return what beats a creature, in words.

    >>> condition(Creature.from_text("1:Crab:3x7&sum=9"))
    'three 7s and some fates that add up to 9'
    """
    return " and ".join(_need(*need) for need in creature.needs)


OPEN, FLIPPED, STRUCK = "open", "flipped", "struck out"
_TOKENS = {FLIPPED: "·", STRUCK: "×"}


def number_lines(state: dict) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return [(player, [(value, mark)])] for all who have a number line at the game's level of assistance.

    A mark is OPEN, FLIPPED (by the group) or, at the level of the oracle, STRUCK: logic leaves the value out.
    """
    if "assist" not in state:
        return []
    oracle = state["assist"] == "oracle"
    lines = []
    for player in dict.fromkeys([*state["lines"], *(state["possible"] if oracle else ())]):
        flipped = state["lines"].get(player, ())
        possible = state["possible"].get(player, range(1, 8)) if oracle else range(1, 8)
        marks = [
            STRUCK if value not in possible else FLIPPED if value in flipped else OPEN
            for value in range(1, 8)
        ]
        lines.append((player, list(zip(range(1, 8), marks, strict=True))))
    return lines


_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_NEEDS = {
    "value": "{word} {value}{s}",
    "kind": "{word} of a kind",
    "run": "a run of {word}",
    "odd": "{word} odd fate{s}",
    "even": "{word} even fate{s}",
    "sum": "a sum of at least {number}",
    "sum-exactly": "some fates that add up to {number}",
    "pips": "at least {number} pip{s}",
    "pips-exactly": "some fates with {number} pip{s} together",
}


def _need(kind: str, number: int, value: int | None) -> str:
    word = _NUMBERS[number - 1] if number <= len(_NUMBERS) else str(number)
    return _NEEDS[kind].format(number=number, word=word, value=value, s="" if number == 1 else "s")


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
