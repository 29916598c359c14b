"""The state of a game for computers: as a dict, and as one line of text.

A device imports it only while a host asks for it. It must not know any rule.
"""

if False:  # for the type checker only
    from shared_rules.shipwreck.game import Game
    from shared_rules.shipwreck.place import Place


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
    if game.deep:
        state.update(game.deep.state())
    return state


def _place(place: "Place") -> dict:
    return {
        "card": place.card,
        "fates": list(place.fates),
        "pips": place.pips,
        "moons": place.moons,
        "attached": list(place.attached),
    }


def position(game: "Game") -> str:
    """Return the whole state, including that of the running turn, as one line of text."""
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
