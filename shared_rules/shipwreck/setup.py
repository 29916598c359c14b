"""Reading the setup, a game's first event, and who joins: what they name, and how many of it.

It is read only where a game begins, is played anew from its record, or somebody comes or goes.
"""

from shared_rules.shipwreck.cards import CARDS, SETS
from shared_rules.shipwreck.event import ADVENTURERS, LEVELS, MAX_NAME, MODES, read_digit, read_player
from shared_rules.shipwreck.refusal import Refusal

if False:  # for the type checker alone
    from collections.abc import Callable, Iterable
    from typing import Any


def read_setup(words: list[str]) -> "list[Any]":
    """Return what the words after "setup" stand for, as the args of an Event. Raises RuleError."""
    if not words or words[0] not in MODES:
        raise Refusal("mode")
    given = {}  # type: dict[str, str]
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise Refusal("setup-form")
        given[key] = value
    assist = given.pop("assist", None)
    adventurers = given.pop("adventurers", None)  # type: str | Any
    if set(given) != {"doom", "sets", "players", "row"}:
        raise Refusal("setup-keys")
    if assist is not None and assist not in LEVELS:
        raise Refusal("level", ", ".join(LEVELS))
    doom = read_digit(given["doom"], 0, 6)
    if doom is None:
        raise Refusal("doom")
    sets = _read_list("sets", given["sets"].split(","), lambda word: word in SETS, 1, 4)
    most = 2 if words[0].endswith("duel") else 5
    players = _read_list("players", given["players"].split(","), check_player, 2, most)
    for number, name in enumerate(players):
        if same_name(name, players[:number]):
            raise Refusal("same-name", name, same_name(name, players[:number]))
    row = _read_list("row", given["row"].split(","), lambda word: word in CARDS, 4, 4)
    for card in row:
        if CARDS[card].set not in sets:
            raise Refusal("no-set", CARDS[card].name)
    if (adventurers is None) == (words[0] == "creatures"):
        raise Refusal("adventurer")
    if adventurers is not None:
        known, count = ADVENTURERS, len(players)
        adventurers = _read_list(
            "adventurers", adventurers.split(","), lambda word: word in known, count, count
        )
    return [words[0], doom, sets, players, row, assist, adventurers]


def check_player(word: str) -> str:
    """Return the word when it can name a player. Raises RuleError with a sentence that says why it can't."""
    if len(word) > MAX_NAME:
        raise Refusal("long-name", word, MAX_NAME)
    if not read_player(word):
        raise Refusal("no-name", word)
    return word


def read_join(player: str, *words: int | str) -> tuple[str, int | None, str | None]:
    """Return (player, seat, adventurer) of the args of a `join`, None for what it does not say."""
    seat = adventurer = None
    for word in words:
        if isinstance(word, int):
            seat = word
        else:
            adventurer = word
    return player, seat, adventurer


def same_name(name: str, names: "Iterable[str]") -> str | None:
    """Return the one of the names that is this name but for capital and small letters, or None.

    >>> same_name("JÖRG", ["Ann", "Jörg"])
    'Jörg'
    """
    for other in names:
        if _lower(other) == _lower(name):
            return other
    return None


def _lower(name: str) -> str:
    # MicroPython's own lower() knows ASCII alone
    return "".join([_lower_code(ord(letter)) for letter in name])


def _lower_code(code: int) -> str:
    """Return the small letter to the code of a letter that a name may have; see `lines.is_letter`."""
    if 0x41 <= code <= 0x5A or 0xC0 <= code <= 0xDE:
        return chr(code + 32)
    if code == 0x178:
        return chr(0xFF)
    if code < 0x100 or code == 0x130:
        return chr(code)
    # a capital and its small letter are neighbours
    odd = 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E
    return chr(code + 1 if code % 2 == odd else code)


def _read_list(
    key: str, words: list[str], known: "Callable[[str], object]", low: int, high: int
) -> tuple[str, ...]:
    if len(words) != len(set(words)):
        raise Refusal("twice", key)
    if not low <= len(words) <= high:
        raise Refusal("takes", key, low) if low == high else Refusal("takes-some", key, low, high)
    for word in words:
        if not known(word):
            raise Refusal("is-none", key, word)
    return tuple(words)
