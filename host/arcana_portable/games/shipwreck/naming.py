"""The names of cards, powers, sets, modes, conditions and the marks of a number line.

It runs on CPython and, in the browser, on MicroPython. It must not know where they are shown.
"""

from arcana_portable.translation import N_, N_plural, _, ngettext
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.deep import Creature

GOAL = 7


def card_name(card: str) -> str:
    """Return the printed name of an arcana card, or the id of an unknown card."""
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
    """Return a player's name as on the panel, with the number line if the player has two.

    >>> player_name("Ann.B")
    'Ann B'
    """
    return player.replace(".", " ")


MODES = {
    "standard": N_("Standard"),
    "duel": N_("2-player challenge"),
    "restless": N_("The Restless Hours"),
    "restless-duel": N_("Restless 2-player challenge"),
    "creatures": N_("Creatures from the Deep"),
}
"""The rulebooks' and the panel's words for the modes of a setup."""

LEVELS = {"keeper": N_("Keeper"), "number-line": N_("Number line"), "oracle": N_("Oracle")}
"""The panel's words for the levels of help."""

DIFFICULTIES = {0: N_("Easy"), 2: N_("Normal"), 4: N_("Hard"), 6: N_("Doomed")}
"""The rulebook's words for the doom at the start."""

RESULTS = {
    "won": N_("The group has won."),
    "lost": N_("The group has lost."),
    "abandoned": N_("The game was abandoned."),
}
"""{result: sentence}"""


def difficulty(doom: int) -> str:
    """Return a doom at the start with its name, if it has a name.

    >>> difficulty(4), difficulty(5)
    ('4 (Hard)', '5')
    """
    return f"{doom} ({_(DIFFICULTIES[doom])})" if doom in DIFFICULTIES else str(doom)


def condition(creature: Creature) -> str:
    """Return the condition that beats a creature, in words.

    >>> condition(Creature.from_text("1:Crab:3x7&sum=9"))
    'three 7s and some fates that add up to 9'
    """
    return _(" and ").join(_need(*need) for need in creature.needs)


OPEN, FLIPPED, STRUCK = N_("open"), N_("flipped"), N_("struck out")


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


_NEEDS = {
    "value": N_plural("{word} {value}", "{word} {value}s"),
    "kind": N_plural("{word} of a kind", "{word} of a kind"),
    "run": N_plural("a run of {word}", "a run of {word}"),
    "odd": N_plural("{word} odd fate", "{word} odd fates"),
    "even": N_plural("{word} even fate", "{word} even fates"),
    "sum": N_plural("a sum of at least {n}", "a sum of at least {n}"),
    "sum-exactly": N_plural("some fates that add up to {n}", "some fates that add up to {n}"),
    "pips": N_plural("at least {n} pip", "at least {n} pips"),
    "pips-exactly": N_plural("some fates with {n} pip together", "some fates with {n} pips together"),
}
"""A creature's needs, in the singular and the plural, by the kinds of `Creature.needs`."""

_NUMBERS = (
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
)


def _need(kind: str, number: int, value: int | None) -> str:
    one, many = _NEEDS[kind]
    word = _(_NUMBERS[number - 1]) if number <= len(_NUMBERS) else str(number)
    return ngettext(one, many, number, word=word, value=value)
