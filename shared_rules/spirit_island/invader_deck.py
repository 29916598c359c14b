"""The invader deck as a text: which card may come next, and what is left after a card.

The top card comes first. A digit is the stage of a card that is still face down; "C" is a Coastal card and
"L" the salt card, if their places are known; "R" is a reminder card; "-" stands between stages.
"""

CODES = {"1": "1J 1M 1S 1W", "2": "2J 2M 2S 2W 2C", "3": "3JM 3JS 3JW 3MS 3MW 3SW", "C": "2C", "L": "2L"}
"""The codes of the cards that a letter of the deck may stand for."""


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


def count(deck: str) -> int:
    """Return how many numbered cards are face down.

    >>> count("11-222-R-2-33333")
    11
    """
    return len(deck) - deck.count("-") - deck.count("R")


def _first(deck: str) -> int:
    at = 0
    while deck[at : at + 1] in ("R", "-"):
        at += 1
    return at
