"""The events of Spirit Island as texts: how each is written, not whether it is legal now."""

from shared_rules import errors
from shared_rules.record_lines import MAX_LINE, check_line
from shared_rules.spirit_island.components import CODES, find_blight_card

# the words after each verb; a slot with "?" may be left out
_FORMS = {
    "reveal": "card",
    "next": "",
    "fear": "number",
    "pool": "number",
    "card": "",
    "blight": "number land?",
    "heal": "number land?",
    "flip": "blight-card",
    "accelerate": "numbered",
    "extra": "step terrain",
    "entrench": "numbered",
    "fortify": "ground",
    "tally": "change",
    "won": "",
    "lost": "reason",
    "sacrifice": "",
    "count": "dahan blight",
    "abandon": "",
}
VERBS = tuple(_FORMS)

LAND_VERBS = (
    "land defend isolate ravage build explore damage destroy add remove move replace begin done "
    "cascade push runoff".split(" ")
)
"""The verbs of lands; `lands.event` reads these events."""

QUESTIONS = ("cascade", "push", "runoff")
"""Those that answer what an action asks the players."""

NOWHERE = "-"
"""A land without a name here: on the thematic map, or where it does not matter which one it is."""

STEPS_WITH_EXTRAS = ("ravage", "build")
TERRAINS = "JMSWC"
GROUNDS = "JMSW"
REASONS = ("presence", "adversary", "scenario")


class Refusal(errors.Refusal):
    """An event that the rules of Spirit Island do not allow now.

    >>> str(Refusal("no-land", "B3"))
    'B3 is not a land on the boards in play.'
    """

    game = "spirit_island"


def read_event(event: str) -> str:
    """Return the text of an event as it is written in a record. Raises RuleError if it is not an event.

    >>> read_event("blight 2 A4")
    'blight 2 A4'
    """
    verb, *words = event.split(" ")
    check_line(event, MAX_LINE)
    if verb not in _FORMS:
        raise Refusal("no-event", verb)
    slots = _FORMS[verb].split()
    if len(words) == len(slots) - 1 and slots[-1][-1] == "?":
        slots.pop()
    if len(slots) != len(words):
        raise Refusal(verb)
    for slot, word in zip(slots, words):
        if not _fits(slot.rstrip("?"), word):
            raise Refusal(verb)
    return event


def _fits(slot: str, word: str) -> bool:
    if slot == "number":
        return is_number(word, 1, 99)
    if slot == "change":
        return is_number(word[1:] if word[:1] == "-" else word, 1, 99)
    if slot == "card":
        return word == "reminder" or _fits("numbered", word)
    if slot == "numbered":
        return word in CODES.get("L" if word == "2L" else word[:1], "").split(" ")
    if slot == "land":
        return is_land(word)
    if slot == "blight-card":
        return find_blight_card(word) is not None
    if slot == "step":
        return word in STEPS_WITH_EXTRAS
    if slot == "terrain":
        return len(word) == 1 and word in TERRAINS
    if slot == "ground":
        return len(word) == 1 and word in GROUNDS
    if slot == "reason":
        return word in REASONS
    # "dahan" and "blight"
    key, _, value = word.partition("=")
    return key == slot and is_number(value, 0, 999)


def is_land(word: str) -> bool:
    """Return whether a word is the name of a land, such as "A4"; 0 is the ocean."""
    return len(word) == 2 and "A" <= word[0] <= "H" and "0" <= word[1] <= "8"


def is_number(word: str, low: int, high: int) -> bool:
    """Return whether a word is a whole number from low to high, at most 999, without leading zeros."""
    if not 1 <= len(word) <= 3 or word.strip("0123456789"):
        return False
    return str(int(word)) == word and low <= int(word) <= high
