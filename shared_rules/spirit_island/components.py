"""What is in the box and used in play: the invader deck, the blight cards, and the boards. And the events as
texts: how each is written, not whether it is legal now.

The invader deck is a text that tells which card may come next. The top card comes first. A digit is the stage
of a card that is still face down; "C" is a Coastal card and "L" the salt card, if their places are known; "R"
is a reminder card; "-" stands between stages. What a setup chooses from is in `tables.py`.
"""

from shared_rules import errors
from shared_rules.record_lines import MAX_LINE, check_line

if False:  # for the type checker only
    from typing import Any

CODES = {"1": "1J 1M 1S 1W", "2": "2J 2M 2S 2W 2C", "3": "3JM 3JS 3JW 3MS 3MW 3SW", "C": "2C", "L": "2L"}
"""The codes of the cards that a letter of the deck may stand for."""

# how much blight per player each card holds once it has flipped; that number can also stand for a card
# without a name; "!": it has an immediate effect; "+": the island is still healthy
_BLIGHT_CARDS = """
core=downward-spiral:5 memory-fades:4
branch-and-claw=a-pall-upon-the-land:3! aid-from-lesser-spirits:2 back-against-the-wall:2 \
disintegrating-ecosystem:5! erosion-of-will:3! promising-farmlands:4! tipping-point:5!
jagged-earth=all-things-weaken:3 invaders-find-the-land:2!+ power-corrodes:4 strong-earth-shatters:2!+ \
thriving-communities:4! unnatural-proliferation:3! untended-land-crumbles:4
nature-incarnate=attenuated-essence:4 blight-corrodes:4 border-of-life-and-death:1+ burn-brightest:2! \
intensifying-exploitation:5 shattered-fragments:2! slow-dissolution:3 thriving-crops:2!+
"""

_NUMBERS = ("1", "2", "3", "4", "5")

# the terrain of each land: J is jungle, M mountain, S sands, W wetland
_TERRAINS = {
    "A": "MWJSWMSJ",
    "B": "WMSJSWMJ",
    "C": "JSMJWSMW",
    "D": "WJWSMJSM",
    "E": "SMJWMSJW",
    "F": "SJWMJMWS",
    "G": "MWSWSJJM",
    "H": "JSMMJWWS",
}


THEMATIC = {"thematic": 3, "thematic-tokens": 1}
"""What the thematic map adds to the difficulty, without and with the tokens printed on it."""

BOARD_NAMES = tuple(sorted(_TERRAINS)) + tuple(sorted(THEMATIC))

# how the boards are laid out is not known; the players know what is adjacent on another board
_ADJACENT = {
    "A": "2456 134 24 1235 14678 158 58 567",
    "B": "2456 134 24 12357 1467 1578 4568 67",
    "C": "256 1345 24 2357 12467 1578 4568 67",
    "D": "2578 1345 24 2356 12467 457 1568 17",
    "E": "257 135 245 3567 12347 478 14568 67",
    "F": "256 1345 24 23578 12468 158 48 4567",
    "G": "26 13456 24 2357 24678 1258 458 567",
    "H": "268 1356 245 357 23467 12578 4568 167",
}

CERTAIN = "AD"
"""The boards on which at least two sources agree."""


def next_codes(deck: str, seen: list[str]) -> list[str]:
    """Return the codes that the next numbered card can have, [] if none is left.

    deck: the text. seen: the codes of all cards that have left the deck.

    >>> next_codes("1-C2-33333", ["1J", "1W", "2M"]), next_codes("2-33333", ["2S", "2M"])
    (['1M', '1S'], ['2J', '2W', '2C'])
    >>> next_codes("C2-33333", [])
    ['2C']
    """
    at = _first(deck)
    if at == len(deck):
        return []
    codes = [code for code in CODES[deck[at]].split(" ") if code not in seen]
    # if the deck was given one of these, its other stage II cards are the terrains
    if deck[at] == "2" and ("C" in deck or "L" in deck or "2L" in seen) and "2C" in codes:
        codes.remove("2C")
    return codes


def without_next(deck: str) -> str:
    """Return the deck without its next numbered card; a reminder card above that stays.

    >>> without_next("1-22-33333"), without_next("R-2-33333")
    ('22-33333', 'R-33333')
    """
    at = _first(deck)
    return (deck[:at] + deck[at + 1 :]).replace("--", "-").strip("-")


def without_reminder(deck: str) -> str:
    """Return the deck without the reminder card on its top."""
    return deck[1:].lstrip("-")


def count_cards(deck: str) -> int:
    """Return how many numbered cards are face down.

    >>> count_cards("11-222-R-2-33333")
    11
    """
    return len(deck) - deck.count("-") - deck.count("R")


def _first(deck: str) -> int:
    at = 0
    while deck[at : at + 1] in ("R", "-"):
        at += 1
    return at


def blight_card_boxes() -> list[tuple[str, list[str]]]:
    """Return (box, ids of its cards) for each box."""
    rows = [line.split("=") for line in _BLIGHT_CARDS.strip().split("\n")]
    return [(box, [card.split(":")[0] for card in cards.split(" ")]) for box, cards in rows]


def blight_card_ids() -> list[str]:
    """Return the ids of all cards, then the numbers that stand for a card without a name."""
    return [id for _, ids in blight_card_boxes() for id in ids] + list(_NUMBERS)


def find_blight_card(id: str) -> "tuple[int, bool, bool] | Any":
    """Return (blight per player, whether it has an immediate effect, whether the island is still healthy).

    id: as from `blight_card_ids`. Returns None if there is no such card.

    >>> find_blight_card("thriving-crops"), find_blight_card("4"), find_blight_card("chess")
    ((2, True, True), (4, False, False), None)
    """
    if id in _NUMBERS:
        return int(id), False, False
    start = -1
    for before in ("=", " "):
        start = max(start, _BLIGHT_CARDS.find("%s%s:" % (before, id)))
    if start < 0:
        return None
    card = _BLIGHT_CARDS[start + 1 :].split("\n")[0].split(" ")[0]
    number = card.split(":")[1]
    return int(number[0]), "!" in number, "+" in number


def has_rule(adversary: str, lowest: str) -> bool:
    """Return whether an adversary has a rule that begins at some level of one of them.

    >>> has_rule("russia:3", "russia-1"), has_rule("russia:3", "russia-5")
    (True, False)
    """
    id, _, level = lowest.rpartition("-")
    own, _, there = adversary.partition(":")
    return own == id and int(there) >= int(level)


def is_coastal(land: str) -> bool:
    """Return whether a land, such as "A3", is adjacent to the ocean: lands 1 to 3 of each board are."""
    return land[1:] in ("1", "2", "3")


def matching_lands(boards: list[str], code: str) -> list[str]:
    """Return the lands that match an invader card or an extra step's terrain, such as "A3", board by board.

    boards: those in play; the lands of the thematic map are not known. code: such as "2J", "3JM", "2C" or
    "J"; which lands the salt card matches depends on what lies there, so there are none for it.

    >>> matching_lands(["A", "D"], "2J"), matching_lands(["D"], "2C")
    (['A3', 'A8', 'D2', 'D6'], ['D1', 'D2', 'D3'])
    """
    wanted = code.lstrip("123")
    lands = []
    for board in boards:
        for number, terrain in enumerate(_TERRAINS.get(board, ""), 1):
            land = board + str(number)
            if terrain in wanted or (wanted == "C" and is_coastal(land)):
                lands.append(land)
    return lands


def neighbours(land: str) -> list[str]:
    """Return the lands of the same board that are adjacent to a land, without the ocean.

    None are known of a land without a name, "-".

    >>> neighbours("A8")
    ['A5', 'A6', 'A7']
    """
    board, number = land[0], land[1:]
    if number in ("", "0"):
        return []
    return [board + each for each in _ADJACENT[board].split(" ")[int(number) - 1]]


# --- events

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
"""The verbs of lands; `lands.effects` reads these events."""

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
