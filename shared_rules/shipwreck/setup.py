"""Reading the setup, a game's first event, and who joins: what they name, and how many of it.

It is read only where a game begins, is played anew from its record, or somebody comes or goes.
"""

from shared_rules.player_names import check_player, check_players
from shared_rules.shipwreck.cards import ADVENTURERS, CARDS, LEVELS, MODES, SETS
from shared_rules.shipwreck.refusal import Refusal

if False:  # for the type checker alone
    from collections.abc import Callable
    from typing import Any

_DOOM = ("0", "1", "2", "3", "4", "5", "6")


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
    if given["doom"] not in _DOOM:
        raise Refusal("doom")
    sets = _read_list("sets", given["sets"].split(","), lambda word: word in SETS, 1, 4)
    most = 2 if words[0].endswith("duel") else 5
    players = _read_list("players", given["players"].split(","), check_player, 2, most)
    check_players(players)
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
    return [words[0], int(given["doom"]), sets, players, row, assist, adventurers]


def read_join(player: str, *words: int | str) -> tuple[str, int | None, str | None]:
    """Return (player, seat, adventurer) of the args of a `join`, None for what it does not say."""
    seat = adventurer = None
    for word in words:
        if isinstance(word, int):
            seat = word
        else:
            adventurer = word
    return player, seat, adventurer


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
