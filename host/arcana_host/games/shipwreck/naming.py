"""What things are called: cards, powers, sets, modes, what a creature needs, the marks of a number line.

It runs on CPython and, in the browser, on MicroPython. It must not know how they are shown.
"""

from arcana_host.games.shipwreck.table_texts import NEEDS
from arcana_host.languages import ENGLISH
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.creature import Creature

GOAL = 7


def card_name(card: str) -> str:
    """Return the printed name of an arcana card, the id itself for one that is unknown here."""
    return CARDS[card].name if card in CARDS else card


def power_title(power: str) -> str:
    """Return the name of a power by its id, with the title that is printed on it and that the panel shows.

    >>> power_title("saints")
    'Saints (Higher than?)'
    """
    return f"{POWERS[power].name} ({POWERS[power].title})"


def power_name(card: str) -> str:
    """Return the name of the faded power on the back of a card, the id itself for an unknown card.

    >>> power_name("dawn")
    'Saints (Higher than?)'
    """
    return power_title(CARDS[card].power) if card in CARDS else card


def player_name(player: str) -> str:
    """Return a player as the panel says it, with the line where there are two.

    >>> player_name("Ann.B")
    'Ann B'
    """
    return player.replace(".", " ")


MODES = {
    "standard": "Standard",
    "duel": "2-player challenge",
    "restless": "The Restless Hours",
    "restless-duel": "Restless 2-player challenge",
    "creatures": "Creatures from the Deep",
}
"""What the rulebooks call the modes of a setup, and the panel, too."""

LEVELS = {"keeper": "Keeper", "number-line": "Number line", "oracle": "Oracle"}
"""What the panel calls the levels of help."""

DIFFICULTIES = {0: "Easy", 2: "Normal", 4: "Hard", 6: "Doomed"}
"""What the rulebook calls a doom at the start."""


def difficulty(doom: int) -> str:
    """Return a doom at the start with its name, where it has one.

    >>> difficulty(4), difficulty(5)
    ('4 (Hard)', '5')
    """
    return f"{doom} ({DIFFICULTIES[doom]})" if doom in DIFFICULTIES else str(doom)


def condition(creature: Creature, language: str = ENGLISH) -> str:
    """Return what beats a creature, in words of a language of `table_texts`.

    >>> condition(Creature.from_text("1:Crab:3x7&sum=9"))
    'three 7s and some fates that add up to 9'
    """
    needs = NEEDS[language]
    return needs["and"].join(_need(needs, *need) for need in creature.needs)


OPEN, FLIPPED, STRUCK = "open", "flipped", "struck out"


def number_lines(state: dict) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return [(player, [(value, mark)])] for all who have a number line at the game's level of assistance.

    A mark is OPEN, FLIPPED (by the group) or, at the level of the oracle, STRUCK: logic leaves the value out.
    """
    if "assist" not in state:
        return []
    oracle = state["assist"] == "oracle"
    lines = []
    for player in sorted(set(state["lines"]).union(state["possible"] if oracle else ())):
        flipped = state["lines"].get(player, ())
        possible = state["possible"].get(player, range(1, 8)) if oracle else range(1, 8)
        marks = [
            STRUCK if value not in possible else FLIPPED if value in flipped else OPEN
            for value in range(1, 8)
        ]
        lines.append((player, list(enumerate(marks, 1))))
    return lines


_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def _need(needs: dict[str, str], kind: str, number: int, value: int | None) -> str:
    word = _NUMBERS[number - 1] if number <= len(_NUMBERS) else str(number)
    return needs[kind].format(number=number, word=word, value=value, s="" if number == 1 else "s")
