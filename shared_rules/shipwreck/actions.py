"""Answers to computers and menus: all events that are legal now, and the whole state of a game.

For each verb `legal_actions` generates the candidates, and the game says which of them are legal. A device
imports this only while a menu or a host asks for it.
"""

from shared_rules.shipwreck.cards import ADVENTURERS, LEVELS

if False:  # for the type checker only
    from collections.abc import Callable, Iterable, Iterator

    from shared_rules.shipwreck.cards import Place
    from shared_rules.shipwreck.game import Game

_FATES = (1, 2, 3, 4, 5, 6, 7)
_SPOTS = (1, 2, 3, 4)
_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def legal_actions(game: "Game", verb: str | None = None) -> "Iterator[str]":
    """Yield the texts of the events that are legal now.

    game: the Game. verb: only events that begin with this word, None for all.
    """
    if game.phase is None:
        return
    for each in (verb,) if verb else VERBS:
        for text in _CANDIDATES[each](game):
            if game.may(text):
                yield text


def _fixed(*texts: str) -> "Callable[[Game], Iterable[str]]":
    return lambda game: texts


def _plays(game: "Game") -> "Iterator[str]":
    for place in (0, 1, 2, 3, 4):
        for fate in _FATES:
            yield "play %d %d" % (fate, place)


def _lying() -> "Iterator[str]":
    """Yield the words for every fate in front of every card, such as "3 2": the value and the place."""
    for place in _SPOTS:
        for fate in _FATES:
            yield "%d %d" % (fate, place)


def _steals(game: "Game") -> "Iterator[str]":
    for lying in _lying():
        yield "steal " + lying
    yield "steal none"


def _predictions(game: "Game") -> "Iterator[str]":
    yield "predict hit"
    yield "predict miss"
    values: list[int | str] = list(_FATES)
    if game.shadows:
        values += [8] + ["+%d" % (fate + 1) for fate in _FATES]
    tried = [""]
    for _ in range(game.predictions):
        tried = [before + "," + str(value) if before else str(value) for before in tried for value in values]
        for text in tried:
            yield "predict %s hit" % text
            yield "predict %s miss" % text


def _hidden(game: "Game") -> "Iterator[str]":
    for fate in _FATES:
        yield "hidden %d" % fate


def _illegals(game: "Game") -> "Iterator[str]":
    yield "illegal"
    for place in (0, 1, 2, 3, 4):
        for fate in _FATES:
            yield "illegal %d %d" % (fate, place)


def _reveals(game: "Game") -> "Iterator[str]":
    for player in game.held:
        for fate in _FATES:
            yield "reveal %s %d" % (player, fate)


def _deep(verb: str) -> "Callable[[Game], Iterable[str]]":
    def found(game: "Game") -> "Iterable[str]":
        return game.deep.candidates(game, verb) if game.deep else ()

    return found


def _flips(game: "Game") -> "Iterator[str]":
    for player in game.holders():
        for fate in _FATES:
            yield "flip %s %d" % (player, fate)


def _assists(game: "Game") -> "Iterator[str]":
    for level in LEVELS:
        yield "assist " + level
        yield "assist %s agreed" % level


def _deals(game: "Game") -> "Iterator[str]":
    if game.waiting:
        for card in game.cards_to_deal():
            for place in game.waiting:
                yield "deal %d %s" % (place, card)


def _joins(game: "Game") -> "Iterator[str]":
    name = next(name for name in _NAMES if name not in game.players)
    for seat in [""] + [" %d" % index for index in range(len(game.players) + 1)]:
        yield "join " + name + seat
        for adventurer in ADVENTURERS if game.deep else ():
            yield "join " + name + seat + " " + adventurer


def _leaves(game: "Game") -> "Iterator[str]":
    for player in game.players:
        yield "leave " + player


def _uses(game: "Game") -> "Iterator[str]":
    for card in game.powers:
        yield from game.candidate_uses(card)


_CANDIDATES = {
    "play": _plays,
    "tell": _fixed("tell higher", "tell not-higher"),
    "steal": _steals,
    "inevitable": _fixed("inevitable yes", "inevitable no"),
    "use": _uses,
    "reveal": _reveals,
    "meet": _deep("meet"),
    "strike": _deep("strike"),
    "avert": _deep("avert"),
    "ability": _deep("ability"),
    "flip": _flips,
    "predict": _predictions,
    "hidden": _hidden,
    "illegal": _illegals,
    "end": _fixed("end"),
    "deal": _deals,
    "join": _joins,
    "leave": _leaves,
    "assist": _assists,
    "abandon": _fixed("abandon"),
    "undo": _fixed("undo"),
}

VERBS = (
    "play",
    "tell",
    "steal",
    "inevitable",
    "use",
    "reveal",
    "meet",
    "strike",
    "avert",
    "ability",
    "flip",
    "predict",
    "hidden",
    "illegal",
    "end",
    "deal",
    "join",
    "leave",
    "assist",
    "abandon",
    "undo",
)


def state(game: "Game") -> dict:
    """Return the state as docs/record.md defines it; see `Game.state`."""
    state = {
        "mode": game.mode,
        "turn": game.turn,
        "active": game.active,
        "phase": game.phase,
        "score": game.score,
        "doom": game.doom,
        "result": game.result,
        "row": [_place(place) if place else None for place in game.row],
        "powers": list(game.powers),
        "deck_bottom": list(game.deck_bottom),
        "exiled": list(game.exiled),
        "unseen": {str(fate): game.unseen(fate) for fate in (1, 2, 3, 4, 5, 6, 7)},
        "possible": game.possible(),
    }
    if game.assist != "keeper":
        state["assist"] = game.assist
        state["lines"] = {player: list(tokens) for player, tokens in game.lines.items()}
    if game.restless:
        state["removed"] = list(game.removed)
    if game.deep:
        state.update(game.deep.state())
    if game.reading().contradicting:
        # hardly any game has any
        from shared_rules.shipwreck.held_fates import contradictions

        state["contradictions"] = contradictions(game)
    return state


def _place(place: "Place") -> dict:
    return {
        "card": place.card,
        "fates": list(place.fates),
        "pips": place.pips,
        "moons": place.moons,
        "attached": list(place.attached),
    }


def scores(game: "Game") -> list[tuple[str, int | None, bool]]:
    """Return (name, score, whether they have won) of all, in the order in which they came to the table."""
    names = game.events[0].split(" players=")[1].split(" ")[0].split(",")
    for event in game.events:
        verb, _, name = event.partition(" ")
        if verb == "join" and name.split(" ")[0] not in names:
            names.append(name.split(" ")[0])
    won = game.result == "won"
    return [(name, game.score, won) for name in names]


def position(game: "Game") -> str:
    """Return the whole state, including the running turn, as one line of text."""
    words = [
        game.mode,
        game.assist,
        ["%s:%s" % (player, tokens) for player, tokens in sorted(game.lines.items())],
        game.sets,
        game.players,
        game.turn,
        game.active,
        game.phase,
        game.score,
        game.doom,
        game.result,
        [str(place) if place else "-" for place in game.row],
        game.powers,
        game.deck_bottom,
        game.removed,
        game.exiled,
        game.waiting,
        sorted(game.held),
        game.sands_at,
        game.used,
        game.last_play or (),
        game.feast_played,
        game.ash_falls,
        game.fall_answer,
        game.owed,
        game.kept,
        game.outcome,
        game.shown,
        ["%s:%s" % (player, values) for player, values in sorted(game.possible().items())],
        game.deep.position() if game.deep else "-",
    ]
    return " ".join([_word(word) for word in words])


def _word(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join([str(item) for item in value]) or "-"
    return str(value)
