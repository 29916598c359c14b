"""Reads and carries out the setup, a game's first event; checks and carries out that players join or leave.

It is imported only when a game begins or is replayed, or somebody joins or leaves.
"""

from shared_rules.shipwreck.cards import ADVENTURERS, CARDS, LEVELS, MODES, SETS, Place, Refusal, count_of

if False:  # for the type checker only
    from collections.abc import Callable
    from typing import Any

    from shared_rules.shipwreck.event import Event
    from shared_rules.shipwreck.game import Game

_DOOM = ("0", "1", "2", "3", "4", "5", "6")


def read_setup(words: list[str]) -> "list[Any]":
    """Return the args of an Event from the words after "setup". Raises RuleError."""
    # a game that is replayed has been checked before
    from shared_rules.player_names import check_player, check_players

    if not words or words[0] not in MODES:
        raise Refusal("mode")
    given: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise Refusal("setup-form")
        given[key] = value
    if set(given) - {"assist", "adventurers"} != {"doom", "sets", "players", "row"}:
        raise Refusal("setup-keys")
    if given.get("assist", LEVELS[0]) not in LEVELS:
        raise Refusal("level", ", ".join(LEVELS))
    if given["doom"] not in _DOOM:
        raise Refusal("doom")
    args = setup_args(words)
    _, _, sets, players, row, _, adventurers = args
    _check_list("sets", sets, lambda word: word in SETS, 1, len(SETS))
    _check_list("players", players, check_player, 2, 2 if words[0].endswith("duel") else 5)
    check_players(players)
    _check_list("row", row, lambda word: word in CARDS, 4, 4)
    for card in row:
        if CARDS[card].set not in sets:
            raise Refusal("no-set", CARDS[card].name)
    if (adventurers is None) == (words[0] == "creatures"):
        raise Refusal("adventurer")
    if adventurers is not None:
        known, count = ADVENTURERS, len(players)
        _check_list("adventurers", adventurers, lambda word: word in known, count, count)
    return args


def setup_args(words: list[str]) -> "list[Any]":
    """Return the same from the words of a setup that `read_setup` has read before, without checking them."""
    given: dict[str, Any] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        given[key] = value if key in ("doom", "assist") else tuple(value.split(","))
    lists = [given[key] for key in ("sets", "players", "row")]
    return [words[0], int(given["doom"])] + lists + [given.get("assist"), given.get("adventurers")]


def carry_out_setup(
    game: "Game",
    mode: str,
    doom: int,
    sets: tuple[str, ...],
    players: tuple[str, ...],
    row: tuple[str, ...],
    assist: str | None,
    adventurers: tuple[str, ...] | None,
) -> None:
    """Set up an empty Game. The other parameters: the args of the event."""
    game.mode = mode
    game.assist = assist or "keeper"
    game.sets = sets
    game.players = list(players)
    if game.duel:
        game.players = [name + line for line in (".A", ".B") for name in players]
    game.active = game.players[0]
    game.doom = doom
    game.card_count = count_of(sets)
    game.row = [Place(card, CARDS[card].moons) for card in row]
    game.phase = "before-play"
    if adventurers:
        # only this mode has creatures
        from shared_rules.shipwreck.deep import Deep

        game.deep = Deep(players, adventurers)
        game.owed = ["meet"]


def refusal_of_seats(game: "Game", event: "Event") -> Refusal | None:
    """Return the Refusal of a `join` or `leave` that is not legal now, or None."""
    if event.verb == "join":
        return _no_join(game, *_read_join(*event.args))
    reason = _between_turns(game)
    if not reason and event.args[0] not in game.players:
        return Refusal("unknown", event.args[0])
    return reason or (Refusal("two") if len(game.players) == 2 else None)


def _no_join(game: "Game", player: str, seat: int | None, adventurer: str | None) -> Refusal | None:
    from shared_rules.player_names import same_name

    taken = same_name(player, game.players)
    if taken:
        return Refusal("taken", taken)
    if len(game.players) == 5:
        return Refusal("five")
    if seat is not None and seat > len(game.players):
        return Refusal("no-seat", seat)
    if adventurer and not game.deep:
        return Refusal("adventurer")
    return _between_turns(game) or (game.deep.refusal_of_adventurer(adventurer) if adventurer else None)


def _between_turns(game: "Game") -> Refusal | None:
    if game.duel:
        return Refusal("duel")
    return None if game.fresh else Refusal("mid-turn")


def carry_out_join(game: "Game", *args: int | str) -> None:
    """Let somebody join a Game. args: the event's args."""
    player, seat, adventurer = _read_join(*args)
    game.players.insert(len(game.players) if seat is None else seat, player)
    if adventurer:
        game.deep.adventurers[player] = adventurer


def _read_join(player: "Any", *words: int | str) -> tuple[str, int | None, str | None]:
    """Return (player, seat, adventurer) from the args of a `join`, None for omitted parts."""
    seat = adventurer = None
    for word in words:
        if isinstance(word, int):
            seat = word
        else:
            adventurer = word
    return player, seat, adventurer


def _check_list(
    key: str, words: "tuple[str, ...]", known: "Callable[[str], object]", low: int, high: int
) -> None:
    if len(words) != len(set(words)):
        raise Refusal("twice", key)
    if not low <= len(words) <= high:
        raise Refusal("takes", key, low) if low == high else Refusal("takes-some", key, low, high)
    for word in words:
        if not known(word):
            raise Refusal("is-none", key, word)
