"""Legality of events: the Refusal with the reason, or None if legal now; and the facts that an event reveals.

All conditions of an event are checked here, so that carrying it out can't fail.

These facts are about the fate that the active player keeps and, as notes, about all held fates. `still_kept`
uses only facts of this turn: the play, the answers, the prediction. An event that would leave no possible
value can't have happened, so the game refuses it. Notes are a few bytes for each event, in order. Writing
them costs next to nothing, so every game does; `hands.py` reads them when they are needed. A note is six
bytes: what, seat, fate, values as bits, and two bytes with the counts of the tokens seen.

Source: the rulebook, the cards, the faded-power FAQ, and the rulings in docs/record.md.
"""

from shared_rules.shipwreck.cards import CARDS, LEVELS, Refusal, no_card, no_fate

if False:  # for the type checker only
    from collections.abc import Callable, Iterable

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

# The events that answer an owed event, if they have another name.
_ANSWERS = {"spoils": ("strike", "avert"), "meet": ("meet",)}


def refusal_of(game: "Game", event: "Event") -> Refusal | None:
    """Return the Refusal of an illegal event, or None if the event is legal now.

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


def _no_value_left(game: "Game", event: "Event", *refused: object) -> Refusal | None:
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
    if not game.shadows:
        if 8 in values:
            return Refusal("no-8")
        if [value for value in values if isinstance(value, str)]:
            return Refusal("raised")
    return _no_value_left(game, event, "outcome", outcome, tuple(game.kept))


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
    if not game.last_copies(player, fate):
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


# --- facts that an event reveals

FATES = (1, 2, 3, 4, 5, 6, 7)

NOTE_SIZE = 6
NOTES = ("play", "kept", "old", "new", "reveal", "leave", "keep", "discard", "holds")
_ANY = 127


def still_kept(game: "Game", event: "Event") -> list[int]:
    """Return the printed values that the kept fate can have after the event.

    game: the Game before the event. event: a play, an answer, a use, a prediction, a reveal, a hidden fate,
    or a freed fate's strike or avert.
    """
    verb, args = event.verb, event.args
    if verb == "play":
        return _after_play(game, args[0], args[1])
    if verb == "predict":
        return _after_prediction(game, args)
    up = 1 if game.shadows else 0
    test = _test(game, verb, args, up)
    return [k for k in game.kept if test(k + up)]


def _after_play(game: "Game", fate: int, place: int) -> list[int]:
    # collected once, as that is slow on a Pico
    visible = game.visible()
    seen = game.seen()
    cards = game.open_cards(place) if place else game.open_cards(1, 2, 3, 4)
    kept = []
    for k in FATES:
        if seen.count(k) + (k == fate) < 3:
            fits = game.fits(fate, k, cards, visible)
            if not place:
                fits = not (fits or game.fits(k, fate, cards, visible))
            if fits:
                kept.append(k)
    return kept


def _after_prediction(game: "Game", args: tuple) -> list[int]:
    values = args[0] if len(args) == 2 else ()
    if not values:
        return list(game.kept)

    # on a hit, the last value was right and the earlier values were wrong
    right = printed_values(game, values[-1]) if args[1] == "hit" else game.kept
    wrong = values[:-1] if args[1] == "hit" else values
    # a prediction that may mean either of two values excludes neither
    out = [meant for meant in [printed_values(game, value) for value in wrong] if len(meant) == 1]
    return [k for k in game.kept if k in right and [k] not in out]


def printed_values(game: "Game", value: int | str) -> list[int]:
    """Return the printed values that a predicted value may mean: under Shadows, a value without a sign may be
    the printed or the raised value.
    """
    if isinstance(value, str):
        return [int(value[1:]) - 1]
    return [k for k in (value - 1, value) if k in FATES] if game.shadows else [value]


def _test(game: "Game", verb: str, args: tuple, up: int) -> "Callable[[int], bool]":
    """Return the question that the event answers, as a predicate of the kept fate's value plus `up`."""
    if verb == "tell":
        played = game.last_play[0]
        return lambda k: (k > played) == (args[0] == "higher")
    if verb == "steal":
        highest = game.highest_to_steal()
        return (lambda k: k >= highest) if args[0] == "none" else (lambda k: k < args[0])
    if verb == "inevitable":
        total = sum(game.place_of("the-fall").fates)
        return lambda k: (total >= 2 * k) == (args[0] == "yes")
    if verb == "reveal":
        return lambda k: k - up != args[1]
    if verb in ("hidden", "strike", "avert"):
        return lambda k: k - up == args[-1]
    # powers are seldom used
    from shared_rules.shipwreck.powers import question

    return question(game, *args)


def write_note(
    notes: bytearray,
    what: str,
    seat: int,
    fate: int = 0,
    values: "Iterable[int]" = (),
    seen: "Iterable[int]" = (),
) -> None:
    """Append a note to a game's notes (a bytearray); see `hands.Note` for the parameters.

    seen: the values of all tokens that are visible or out of the game, in any order.
    """
    counts = 0
    for value in seen:
        counts += 1 << 2 * (value - 1)
    bits = 0
    for value in values:
        bits |= 1 << value - 1
    notes.extend(bytes((NOTES.index(what), seat, fate, bits, counts & 255, counts >> 8)))


def void_notes(notes: bytearray, start: int) -> None:
    """Void the kept fate in the notes from byte `start` on, as the play noted there was illegal."""
    for at in range(start, len(notes), NOTE_SIZE):
        if notes[at] <= 1:
            notes[at + 3] = _ANY
