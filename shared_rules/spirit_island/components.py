"""The components used in play: the invader deck, the blight cards, and the boards. And the events as texts:
how each is written, not whether it is legal now.

The invader deck is a text that tells which card may come next. The top card comes first. A digit is the stage
of a card that is still face down; "C" is a Coastal card and "L" the salt card, if their places are known; "R"
is a reminder card; "[2J]" is a card whose face is known; "(12)" are cards whose order is not known; "-"
stands between stages. `tables.py` has the choices of a setup.
"""

from shared_rules import errors
from shared_rules.record import MAX_LINE, check_line

if False:  # for the type checker only
    from collections.abc import Iterable
    from typing import Any

CODES = {"1": "1J 1M 1S 1W", "2": "2J 2M 2S 2W 2C", "3": "3JM 3JS 3JW 3MS 3MW 3SW", "C": "2C", "L": "2L"}
"""The codes of the cards that a letter of the deck may stand for."""

# how much blight per player each card holds once it has flipped; that number can also stand for a card
# without a name; "!": it has an immediate effect; "+": the island is still healthy
_BLIGHT_CARDS = b"""
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


_COASTAL = 3
"""The last number of a land that is adjacent to the ocean, on each board."""

THEMATIC = {"thematic": 3, "thematic-tokens": 1}
"""The difficulty that the thematic map adds, without and with the tokens printed on it."""

BOARD_NAMES = tuple(sorted(_TERRAINS)) + tuple(sorted(THEMATIC))


def deck_cards(deck: str) -> list[str]:
    """Return the cards of a deck, top first; cards in unknown order are one text.

    >>> deck_cards("[1J]2-(23)-R-3")
    ['[1J]', '2', '(23)', 'R', '3']
    """
    if "[" not in deck and "(" not in deck:
        return list(deck.replace("-", ""))
    cards: list[str] = []
    for part in deck.replace("-", "").split("("):
        group, _, rest = part.rpartition(")")
        if group:
            cards.append("(%s)" % group)
        while rest:
            size = (rest.find("]") + 1 or len(rest)) if rest[0] == "[" else 1
            cards.append(rest[:size])
            rest = rest[size:]
    return cards


def deck_text(cards: "Iterable[str]") -> str:
    """Return the deck of these cards, the inverse of `deck_cards`.

    >>> deck_text(["(12)", "2", "R", "C"])
    '(12)2-R-C'
    """
    parts: list[str] = []
    before = ""
    for card in cards:
        inside = deck_cards(card[1:-1]) if card.startswith("(") else [card]
        if parts and stage_of(inside[0]) != before:
            parts.append("-")
        parts.append(card)
        before = stage_of(inside[-1])
    return "".join(parts)


def single_cards(cards: list[str]) -> list[str]:
    """Return all single cards, including cards in unknown order, without reminder cards."""
    singles: list[str] = []
    for card in cards:
        if card != "R":
            singles += deck_cards(card[1:-1]) if card.startswith("(") else [card]
    return singles


def stage_of(card: str) -> str:
    """Return the stage of a card of the deck, such as "2" for "[2J]" and "C"."""
    return "2" if card in ("C", "L") else card if len(card) == 1 else card[1]


def next_codes(deck: str, seen: list[str], lowest: bool = False) -> list[str]:
    """Return the codes that the next numbered card can have, [] if no numbered card is left.

    deck: the text. seen: the codes of all cards that have left the deck. lowest: whether the next card is the
    topmost card of the lowest stage left, which accelerating takes.

    >>> next_codes("1-C2-33333", ["1J", "1W", "2M"]), next_codes("2-33333", ["2S", "2M"])
    (['1M', '1S'], ['2J', '2W', '2C'])
    >>> next_codes("3-C2-33333", [], True), next_codes("([1J]2)2", ["2S", "2M", "2C"])
    (['2C'], ['1J', '2J', '2W'])
    """
    deck = deck.lstrip("R-")
    # the top card alone decides, and a Pico creates texts slowly
    cards = deck_cards(deck if lowest or deck[:1] in ("[", "(") else deck[:1])
    singles = single_cards(cards if lowest else cards[:1])
    if lowest and singles:
        stage = min([stage_of(card) for card in singles])
        singles = [card for card in singles if stage_of(card) == stage][:1]
    codes: list[str] = []
    face_up = "[" in deck
    for card in singles:
        found = [card[1:-1]] if card[0] == "[" else CODES[card].split(" ")
        # a deck with one of these cards has the terrains as its other stage II cards
        if card == "2" and ("C" in deck or "L" in deck or "2L" in seen):
            found.remove("2C")
        for code in found:
            if card[0] == "[" or not (code in seen or (face_up and "[%s]" % code in deck)):
                codes.append(code)
    return codes


def without(deck: str, code: str) -> str:
    """Return the deck without a card: the card known to be this card or, failing that, the topmost card of
    its stage. A deck without either stays as it is.

    >>> without("1-22-33333", "1J"), without("R-2-33333", "2J"), without("([1J]2)C-3", "1J")
    ('22-33333', 'R-33333', '2C-3')
    """
    cards = deck_cards(deck)
    for name in ("[%s]" % code, {"2C": "C", "2L": "L"}.get(code, ""), code[0] if code != "2L" else ""):
        for at, card in enumerate(cards):
            singles = single_cards([card])
            if name in singles:
                singles.remove(name)
                return deck_text(cards[:at] + grouped(singles) + cards[at + 1 :])
    return deck


def grouped(singles: list[str]) -> list[str]:
    """Return single cards, whose order is not known, as they are listed in a deck."""
    different = [card for card in singles if card != singles[0]]
    return ["(%s)" % "".join(singles)] if different else singles


def without_reminder(deck: str) -> str:
    """Return the deck without its topmost reminder card."""
    cards = deck_cards(deck)
    cards.remove("R")
    return deck_text(cards)


def count_cards(deck: str) -> int:
    """Return how many numbered cards are face down.

    >>> count_cards("11-2[2J]2-R-2-33333")
    11
    """
    return len(single_cards(deck_cards(deck)))


def blight_card_boxes() -> list[tuple[str, list[str]]]:
    """Return (box, ids of its cards) for each box."""
    rows = [line.split("=") for line in _BLIGHT_CARDS.decode().strip().split("\n")]
    return [(box, [card.split(":")[0] for card in cards.split(" ")]) for box, cards in rows]


def blight_card_ids() -> list[str]:
    """Return the ids of all cards, then the numbers that stand for a card without a name."""
    return [id for _, ids in blight_card_boxes() for id in ids] + list(_NUMBERS)


def find_blight_card(id: str) -> "tuple[int, bool, bool] | Any":
    """Return (blight per player, whether it has an immediate effect, whether the island is still healthy).

    id: as from `blight_card_ids`. Returns None for an unknown card.

    >>> find_blight_card("thriving-crops"), find_blight_card("4"), find_blight_card("chess")
    ((2, True, True), (4, False, False), None)
    """
    if id in _NUMBERS:
        return int(id), False, False
    name = id.encode() + b":"
    start = max(_BLIGHT_CARDS.find(b"=" + name), _BLIGHT_CARDS.find(b" " + name))
    if start < 0:
        return None
    start += 1 + len(name)
    # "!", "+" or both come after the digit
    number = _BLIGHT_CARDS[start : start + 3].split()[0]
    return int(number[:1]), b"!" in number, b"+" in number


def has_rule(adversary: str, lowest: str) -> bool:
    """Return whether an adversary's level is high enough for a rule.

    >>> has_rule("russia:3", "russia-1"), has_rule("russia:3", "russia-5")
    (True, False)
    """
    # in bytes, as a Pico creates texts slowly
    id, _, level = lowest.encode().rpartition(b"-")
    own, _, there = adversary.encode().partition(b":")
    return own == id and int(there) >= int(level)


def is_coastal(land: str) -> bool:
    """Return whether a land, such as "A3", is adjacent to the ocean."""
    return "0" < land[1:] and int(land[1:]) <= _COASTAL


def matching_lands(boards: list[str], code: str) -> list[str]:
    """Return the lands that match an invader card or an extra step's terrain, such as "A3", board by board.

    boards: the boards in play; the lands of the thematic map are unknown. code: such as "2J", "3JM", "2C" or
    "J"; the salt card has no matching lands here, as they depend on their content.

    >>> matching_lands(["A", "D"], "2J"), matching_lands(["D"], "2C")
    (['A3', 'A8', 'D2', 'D6'], ['D1', 'D2', 'D3'])
    """
    # in bytes, as a Pico creates texts slowly
    wanted = code.encode().lstrip(b"123")
    lands = []
    for board in boards:
        for number, terrain in enumerate(_TERRAINS.get(board, "").encode(), 1):
            if terrain in wanted or (wanted == b"C" and number <= _COASTAL):
                lands.append("%s%d" % (board, number))
    return lands


# --- events

STEPS = ("growth", "fast", "blighted", "event", "fear", "extra", "ravage", "build", "explore", "slow", "time")
"""The steps of a turn, in order; a step with nothing to do is skipped."""

# the words after each verb; a slot with "?" may be left out
_FORMS = {
    "reveal": "card surely?",
    "next": "",
    "fear": "change",
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
    "won": "scenario?",
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

CARD_VERBS = (
    "skip again as hold pin unpin top bottom drop insert shuffle board earned fear-deck card-blight boards "
    "terror note".split(" ")
)
"""The verbs for exceptions that cards make; `otherwise` reads these events and carries them out."""

_WITH_SOURCE = ("fear", "pool", "blight", "heal", "accelerate", "extra", "won")

QUESTIONS = ("cascade", "push", "runoff")
"""The verbs that answer an action's question to the players."""

NOWHERE = "-"
"""A land without a name here: on the thematic map, or where its name does not matter."""

STEPS_WITH_EXTRAS = ("ravage", "build", "explore")
TERRAINS = "JMSWC"
GROUNDS = "JMSW"
REASONS = ("presence", "adversary", "scenario")


class Refusal(errors.Refusal):
    """An event that the rules of Spirit Island do not allow now.

    >>> str(Refusal("no-land", "B3"))
    'B3 is not a land on the boards in play.'
    """

    game = "spirit_island"


def words_of(event: str) -> list[str]:
    """Return the words of an event without the word that names its card, such as "by=quarantine".

    >>> words_of("skip explore by=explorers-are-reluctant")
    ['skip', 'explore']
    """
    words = event.split(" ")
    return words[:-1] if words[-1].startswith("by=") and len(words) > 1 else words


def read_event(event: str, forms: "dict[str, str] | None" = None) -> str:
    """Return the text of an event as it is written in a record. Raises RuleError if it is not an event.

    forms: {verb: the words after it, "=" and an example}; None for the events of every game.

    >>> read_event("blight 2 A4")
    'blight 2 A4'
    """
    check_line(event, MAX_LINE)
    verb, *words = words_of(event)
    form = (_FORMS if forms is None else forms).get(verb)
    if form is None:
        raise Refusal("no-event", verb)
    form, _, example = form.partition("=")
    wrong = Refusal("reads", verb, example) if forms else Refusal(verb)
    before, _, source = event.rpartition(" by=")
    if before and not (_fits("id", source) and (forms or verb in _WITH_SOURCE)):
        raise wrong
    slots = form.split()
    if len(words) == len(slots) - 1 and slots[-1][-1] == "?":
        slots.pop()
    if len(slots) != len(words):
        raise wrong
    for slot, word in zip(slots, words):
        if not _fits(slot.rstrip("?"), word):
            raise wrong
    return event


def _fits(slot: str, word: str) -> bool:
    if slot == "number":
        return is_number(word, 1, 99)
    if slot == "change":
        return is_number(word[1:] if word[:1] == "-" else word, 1, 99)
    if slot == "card":
        return word == "reminder" or is_card(word)
    if slot == "numbered":
        return is_card(word)
    if slot == "land":
        return is_land(word)
    if slot == "blight-card":
        return find_blight_card(word) is not None
    if slot == "step":
        return word in STEPS_WITH_EXTRAS
    if "|" in slot:
        return len([each for each in slot.split("|") if _fits(each, word)]) > 0
    if slot == "id":
        return len(word) > 0 and not word.strip("abcdefghijklmnopqrstuvwxyz0123456789-")
    if slot == "boards":
        boards = word.split(",")
        known = [each for each in boards if each in BOARD_NAMES and boards.count(each) == 1]
        return known == boards or (boards[0] in THEMATIC and boards.count(boards[0]) == len(boards))
    if slot == "terrain":
        return len(word) == 1 and word in TERRAINS
    if slot == "ground":
        return len(word) == 1 and word in GROUNDS
    if slot == "reason":
        return word in REASONS
    if slot in ("dahan", "blight"):
        key, _, value = word.partition("=")
        return key == slot and is_number(value, 0, 999)
    return word == slot


def is_card(word: str) -> bool:
    """Return whether a word is the code of an invader card, such as "2J" and "2L"."""
    return word != "" and word in CODES.get("L" if word == "2L" else word[0], "").split(" ")


def is_land(word: str) -> bool:
    """Return whether a word is the name of a land, such as "A4"; 0 is the ocean."""
    return len(word) == 2 and "A" <= word[0] <= "H" and "0" <= word[1] <= "8"


def is_number(word: str, low: int, high: int) -> bool:
    """Return whether a word is a whole number from low to high, at most 999, without leading zeros."""
    if not 1 <= len(word) <= 3 or word.strip("0123456789"):
        return False
    return str(int(word)) == word and low <= int(word) <= high
