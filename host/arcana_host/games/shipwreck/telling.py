"""A recorded game as a person at the table would tell it, turn by turn.

It turns events and the states between them into sentences; it must not know files or terminals.
"""

from collections.abc import Callable

from arcana_host.games.chapter import Chapter
from arcana_host.games.shipwreck.about import SETS, figures
from arcana_host.games.shipwreck.naming import (
    LEVELS,
    MODES,
    card_name,
    condition,
    difficulty,
    player_name,
    power_name,
    power_title,
)
from arcana_host.games.shipwreck.table_texts import TEXTS
from arcana_host.languages import ENGLISH
from arcana_host.replay import Played, Step
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.creature import Creature


def tell(played: Played) -> list[Chapter]:
    """Return the chapters of a game: the setup, every turn, and how it ended."""
    chapters: list[Chapter] = []
    before: dict = {}
    turn = None
    for step in played.steps:
        # cards are dealt when the turn has passed on already, but at the table that still belongs to it
        own_turn = turn if step.text.startswith("deal ") and turn is not None else step.turn
        if not chapters or own_turn != turn:
            chapters.append(Chapter(_heading(step, before), [], {}))
        turn = None if step.text.startswith("setup ") else own_turn
        sentences = [*chapters[-1].sentences, *_sentences(step, before)]
        state = step.state
        chapters[-1] = Chapter(chapters[-1].heading, sentences, figures(state))
        before = state
    result = before["result"]
    if result:
        chapters.append(Chapter(TEXTS[ENGLISH][result], [], figures(before)))
    return chapters


def _heading(step: Step, before: dict) -> str:
    return f"Turn {step.turn}: {player_name(step.active)}" if before else "The table"


def _sentences(step: Step, before: dict) -> list[str]:
    verb, *words = step.text.split(" ")
    told = _TELLERS[verb](words, step, before)
    return [told] if isinstance(told, str) else told


def _setup(words: list[str], step: Step, before: dict) -> str:
    named = dict(word.split("=", 1) for word in words if "=" in word)
    players = named["players"].split(",")
    row = ", ".join(card_name(card) for card in named["row"].split(","))
    sets = _list([SETS.get(name, name) for name in named["sets"].split(",")])
    mode = "" if words[0] == "standard" else f"{MODES[words[0]]}. "
    told = f"{mode}{_list(players)} play; card sets: {sets}; doom begins at {difficulty(int(named['doom']))}."
    told += f" The row: {row}."
    if "adventurers" in named:
        who = zip(players, named["adventurers"].split(","), strict=True)
        told += f" {_list([f'{player} is the {adventurer.title()}' for player, adventurer in who])}."
    return told


def _play(words: list[str], step: Step, before: dict) -> str:
    return f"{player_name(step.active)} plays a {words[0]} on {_at(words[1], before)}."


def _tell(words: list[str], step: Step, before: dict) -> str:
    answer = "is higher" if words[0] == "higher" else "is not higher"
    return f"The Chalice: {player_name(step.active)}'s other fate {answer}."


def _steal(words: list[str], step: Step, before: dict) -> str:
    if words[0] == "none":
        return "The Thief takes nothing."
    return f"The Thief takes the {words[0]} from {_at(words[1], before)}."


def _inevitable(words: list[str], step: Step, before: dict) -> str:
    return f"{player_name(step.active)} says The Fall will {'' if words[0] == 'yes' else 'not '}fade."


def _use(words: list[str], step: Step, before: dict) -> str:
    card, *rest = words
    power = POWERS[CARDS[card].power]
    asked = _USED.get(power.id, "{0}.")
    places = [_at(word, before) if word in "1234" else "" for word in rest]
    names = [power_name(word) for word in rest]
    return f"{power_title(power.id)}: " + asked.format(*rest, at=places, power=names)


def _predict(words: list[str], step: Step, before: dict) -> str:
    outcome = "right" if words[-1] == "hit" else "wrong"
    if len(words) == 1:
        return f"The group predicts and is {outcome}."
    return f"The group predicts {_list(words[0].split(','))} and is {outcome}."


def _illegal(words: list[str], step: Step, before: dict) -> str:
    if words:
        return (
            f"{player_name(step.active)} puts a {words[0]} on {_at(words[1], before)}, which is not allowed."
        )
    return "The play was not allowed; the other fate goes to the bag."


def _meet(words: list[str], step: Step, before: dict) -> str:
    creature = Creature.from_text(words[0])
    return f"{creature.title} shows itself, level {creature.level}. It takes {condition(creature)}."


def _strike(words: list[str], step: Step, before: dict) -> str:
    name = next(it["name"] for it in before["creatures"] if it["level"] == int(words[0])).replace("_", " ")
    beaten = step.state["defeats"] > before["defeats"]
    return f"The freed {words[1]} strikes {name}{', which is beaten' if beaten else ''}."


def _avert(words: list[str], step: Step, before: dict) -> str:
    return f"The freed {words[0]} takes doom back to {step.state['doom']}."


def _ability(words: list[str], step: Step, before: dict) -> str:
    adventurer, *rest = words
    places = [_at(word, before) if word in "1234" else card_name(word) for word in rest]
    return f"The {adventurer.title()} " + _ABILITIES[adventurer].format(*rest, at=places)


def _flip(words: list[str], step: Step, before: dict) -> str:
    return f"On the number line of {player_name(words[0])} the group flips {_list(words[1].split(','))}."


def _end(words: list[str], step: Step, before: dict) -> list[str]:
    faded = []
    for old, new in zip(before["row"], step.state["row"], strict=True):
        if old and not new:
            faded.append(card_name(old["card"]))
    if not faded:
        return []
    doom = step.state["doom"] - before["doom"]
    cost = f", doom rises by {doom}" if doom else ", at no cost"
    return [f"{_list(faded)} {'fades' if len(faded) == 1 else 'fade'}{cost}."]


def _deal(words: list[str], step: Step, before: dict) -> str:
    return f"{card_name(words[1])} comes to place {words[0]}."


def _join(words: list[str], step: Step, before: dict) -> str:
    drawn = [word.title() for word in words[1:] if not word.isdigit()]
    return f"{words[0]} joins the table" + (f" as the {drawn[0]}." if drawn else ".")


_TELLERS: dict[str, Callable[[list[str], Step, dict], str | list[str]]] = {
    "setup": _setup,
    "play": _play,
    "tell": _tell,
    "steal": _steal,
    "inevitable": _inevitable,
    "use": _use,
    "predict": _predict,
    "hidden": lambda words, step, before: f"It was a {words[0]}.",
    "illegal": _illegal,
    "reveal": lambda words, step, before: f"{player_name(words[0])} gives up the last {words[1]}.",
    "meet": _meet,
    "strike": _strike,
    "avert": _avert,
    "ability": _ability,
    "flip": _flip,
    "assist": lambda words, step, before: f"Help from here on: {LEVELS[words[0]]}.",
    "end": _end,
    "deal": _deal,
    "join": _join,
    "leave": lambda words, step, before: f"{words[0]} leaves the table.",
    "abandon": lambda words, step, before: [],
}


_ABILITIES = {
    "defender": "holds off 1 doom of this turn.",
    "mage": "puts back the fates just drawn and draws again.",
    "mystic": "moves the {0} from {at[1]} to {at[2]}.",
    "summoner": "calls {at[0]} back from the bottom of the deck.",
    "vanquisher": "sends {at[0]} to the bottom of the deck.",
}

# by power, with the words after the card: {0}, {1} as they are, {at[1]} the place, {power[0]} another power.
# Those that only ask for yes or no ask by their title.
_USED = {
    "saints": "is the fate higher than {0}? {1}.",
    "storms": "is the fate the same as a {0} on the table? {1}.",
    "scythes": "{1}. {power[0]} is spent for it.",
    "shells": "the fate played is the {0} one.",
    "sinners": "the {0} on {at[1]} goes to the bag.",
    "sorrows": "one more prediction this turn.",
    "shadows": "the fate kept counts 1 higher this turn.",
    "sparrows": "{at[0]} is replaced.",
    "skies": "the {0} moves from {at[1]} to {at[2]}.",
    "scions": "on {at[0]} every fate counts 1 pip from now on.",
    "sails": "the {1} on {at[2]} is exiled. {power[0]} is spent for it.",
}


def _at(place: str, before: dict) -> str:
    if place == "0":
        return "The Hours"
    card = before["row"][int(place) - 1]
    return card_name(card["card"]) if card else f"the empty place {place}"


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
