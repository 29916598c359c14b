"""Whether an event is legal now: the Refusal that says why not, or None.

All conditions of an event are checked here, so that carrying it out can't fail.
Source: the rulebook, the cards, the faded-power FAQ, and the rulings in docs/record.md.
"""

from shared_rules.shipwreck.cards import CARDS, LEVELS, Refusal, no_card, no_fate
from shared_rules.shipwreck.inference import still_kept

if False:  # for the type checker only
    from collections.abc import Callable

    from shared_rules.shipwreck.event import Event
    from shared_rules.shipwreck.game import Game

    Check = Callable[..., Refusal | None]

# The phase in which each event is legal; `setup` and `abandon` are checked separately.
_PHASE_OF = {
    "play": "before-play",
    "tell": "after-play",
    "steal": "after-play",
    "inevitable": "after-play",
    "reveal": "after-play",
    "predict": "after-play",
    "hidden": "after-predict",
    "strike": "after-predict",
    "avert": "after-predict",
    "join": "before-play",
    "leave": "before-play",
}

# The events that answer what is owed, if they have another name.
_ANSWERS = {"spoils": ("strike", "avert"), "meet": ("meet",)}


def refusal_of(game: "Game", event: "Event") -> Refusal | None:
    """Return the Refusal of an event that is not legal now, None if it is legal.

    game: the Game, which is not changed. event: an Event; its `kept` is set to the values that the kept fate
    can have after it.
    """
    event.kept = None
    verb = event.verb
    reason = _wrong_moment(game, verb)
    if reason or verb in ("setup", "abandon"):
        return reason
    return _CHECKS[verb](game, event)


def _wrong_moment(game: "Game", verb: str) -> Refusal | None:
    phase = game.phase
    if phase is None or verb == "setup":
        return None if phase is None and verb == "setup" else Refusal("setup")
    if phase == "over":
        return Refusal("over")
    if verb in ("abandon", "assist"):
        return None
    if (phase == "deal") != (verb == "deal"):
        return Refusal("deal" if phase == "deal" else "no-deal")
    wanted = _PHASE_OF.get(verb, phase)
    if verb == "inevitable" and (verb in game.owed or game.fall_answer_open):
        # an adventurer may move fates to The Fall after the prediction
        wanted = phase
    if wanted != phase:
        return Refusal("moment", verb, wanted, phase)
    if game.owed and verb not in _ANSWERS.get(game.owed[0], (game.owed[0], "illegal")):
        return Refusal(game.owed[0])
    return None


def _no_value_left(game: "Game", event: "Event", *refused: int | str) -> Refusal | None:
    """Return a Refusal with the given key and values if the event leaves no value for the kept fate."""
    event.kept = still_kept(game, event)
    return None if event.kept else Refusal(*refused)


def _play(game: "Game", event: "Event") -> Refusal | None:
    fate, place = event.args
    if game.cannot_draw:
        return Refusal("cannot-draw", game.active)
    if game.unseen(fate) == 0:
        return Refusal("all-seen", fate)
    if not place:
        return _no_value_left(game, event, "hours", fate)
    card = game.card_at(place)
    if not card:
        return no_card(game, place)
    if game.feast_played and card == "the-feast":
        return Refusal("feast")
    return _no_value_left(game, event, "no-play", fate, CARDS[card].name)


def _answer(game: "Game", event: "Event") -> Refusal | None:
    if not (
        (game.owed and game.owed[0] == event.verb) or (event.verb == "inevitable" and game.fall_answer_open)
    ):
        return Refusal("unasked", event.verb)
    if event.verb == "steal" and len(event.args) == 2:
        fate, place = event.args
        if game.card_at(place) == "the-thief":
            return Refusal("thief")
        reason = no_fate(game, fate, place)
        if reason:
            return reason
    return _no_value_left(game, event, "no-answer")


def _predict(game: "Game", event: "Event") -> Refusal | None:
    values = event.args[0] if len(event.args) == 2 else ()
    outcome = event.args[-1]
    for value in values:
        if values.count(value) > 1:
            return Refusal("value-twice", value)
    if len(values) > game.predictions:
        return Refusal("one-value" if game.predictions == 1 else "values", game.predictions)
    if 8 in values and not game.shadows:
        return Refusal("no-8")
    possible = ", ".join([str(k) for k in game.kept])
    return _no_value_left(game, event, "outcome", outcome, possible)


def _hidden(game: "Game", event: "Event") -> Refusal | None:
    if game.outcome != "miss" or len(game.kept) == 0:
        return Refusal("no-miss")
    if game.shown:
        return Refusal("was-shown")
    return _no_value_left(game, event, "hidden", event.args[0])


def _illegal(game: "Game", event: "Event") -> Refusal | None:
    if game.phase == "after-predict":
        return Refusal("moment", "illegal", "after-play", game.phase)
    if event.args:
        fate, place = event.args
        if game.phase != "before-play":
            return Refusal("illegal")
        if game.cannot_draw:
            return Refusal("cannot-draw", game.active)
        if game.unseen(fate) == 0:
            return Refusal("all-seen", fate)
        return no_card(game, place) if place else None
    if game.phase != "after-play" or game.again:
        return Refusal("none-bad")
    return None


def _reveal(game: "Game", event: "Event") -> Refusal | None:
    player, fate = event.args
    reason = _unknown(game, player)
    if reason:
        return reason
    name = game.active.split(".")[0]
    if player.split(".")[0] == name:
        return Refusal("own-fate", name)
    if player not in game.held:
        return Refusal("no-holder", player)
    both = game.unseen(fate) == 2 and game.other_line(player) in game.held
    if game.unseen(fate) != 1 and not both:
        return Refusal("last-copy", fate)
    return _no_value_left(game, event, "must-hold", fate)


def _in_the_deep(game: "Game", event: "Event") -> Refusal | None:
    if game.deep is None:
        return Refusal("no-deep")
    reason = game.deep.refusal_of(game, event)
    if reason or event.verb in ("meet", "ability"):
        return reason
    return _no_value_left(game, event, "freed", event.args[-1])


def _flip(game: "Game", event: "Event") -> Refusal | None:
    player = event.args[0]
    if game.assist == "keeper":
        return Refusal("no-lines")
    reason = _unknown(game, player)
    if reason:
        return reason
    if player not in game.holders():
        return Refusal("no-line", player)
    return None


def _assist(game: "Game", event: "Event") -> Refusal | None:
    raised = LEVELS.index(event.args[0]) - LEVELS.index(game.assist)
    if raised == 0:
        return Refusal("same-level")
    if (raised > 0) != (len(event.args) == 2):
        return Refusal("consent")
    return None


def _end(game: "Game", event: "Event") -> Refusal | None:
    if game.phase == "before-play":
        return None if game.cannot_draw else Refusal("too-soon")
    return Refusal("inevitable") if game.fall_answer_open else None


def _deal(game: "Game", event: "Event") -> Refusal | None:
    place, card = event.args
    if place not in game.waiting:
        return Refusal("not-empty", place)
    if game.may_be_dealt(card):
        return None
    if CARDS[card].set not in game.sets:
        return Refusal("no-set", CARDS[card].name)
    if game.deck_next():
        return Refusal("top-card", CARDS[game.deck_next()].name)
    return Refusal("not-top", CARDS[card].name)


def _unknown(game: "Game", player: str) -> Refusal | None:
    return None if player in game.players else Refusal("unknown", player)


def _seats(game: "Game", event: "Event") -> Refusal | None:
    # players seldom join or leave
    from shared_rules.shipwreck.setup import refusal_of_seats

    return refusal_of_seats(game, event)


def _use(game: "Game", event: "Event") -> Refusal | None:
    # powers are seldom used
    from shared_rules.shipwreck.powers import refusal_of_use

    reason = refusal_of_use(game, *event.args)
    return reason if reason or game.phase != "after-play" else _no_value_left(game, event, "no-answer")


_CHECKS: "dict[str, Check]" = {
    "play": _play,
    "tell": _answer,
    "steal": _answer,
    "inevitable": _answer,
    "use": _use,
    "predict": _predict,
    "hidden": _hidden,
    "illegal": _illegal,
    "reveal": _reveal,
    "meet": _in_the_deep,
    "strike": _in_the_deep,
    "avert": _in_the_deep,
    "ability": _in_the_deep,
    "flip": _flip,
    "assist": _assist,
    "end": _end,
    "deal": _deal,
    "join": _seats,
    "leave": _seats,
}
