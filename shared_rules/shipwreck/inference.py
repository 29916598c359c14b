"""What an event reveals: of the fate that the active player keeps, and, as notes, of all held fates.

`still_kept` uses only what this turn has shown: the play, the answers, the prediction. An event that would
leave no possible value can't have happened, so the game refuses it.

Notes are a few bytes for each event, in order. Writing them costs next to nothing, so every game does;
`hands.py` reads them when they are needed. A note is six bytes: what, seat, fate, values as bits, and two
bytes with the counts of the gone tokens.
"""

if False:  # for the type checker only
    from collections.abc import Callable, Iterable

    from shared_rules.shipwreck.event import Event
    from shared_rules.shipwreck.game import Game

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
    gone = game.gone()
    cards = game.open_cards(place) if place else game.open_cards(1, 2, 3, 4)
    kept = []
    for k in FATES:
        if gone.count(k) + (k == fate) < 3:
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

    def names(value: int, k: int) -> bool:
        return value == k or (game.shadows and value == k + 1)

    kept = []
    for k in game.kept:
        right = [names(value, k) for value in values]
        # on a hit, the last value was right and those before it were wrong
        wanted = [False] * (len(values) - 1) + [args[1] == "hit"]
        if right == wanted:
            kept.append(k)
    return kept


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
    gone: "Iterable[int]" = (),
) -> None:
    """Append a note to a game's notes (a bytearray); see `hands.Note` for the parameters.

    gone: the values of all tokens that are visible or out of the game, in any order.
    """
    counts = 0
    for value in gone:
        counts += 1 << 2 * (value - 1)
    bits = 0
    for value in values:
        bits |= 1 << value - 1
    notes.extend(bytes((NOTES.index(what), seat, fate, bits, counts & 255, counts >> 8)))


def void_notes(notes: bytearray, start: int) -> None:
    """Void what the notes from byte `start` on say of the kept fate, as the play noted there was illegal."""
    for at in range(start, len(notes), NOTE_SIZE):
        if notes[at] <= 1:
            notes[at + 3] = _ANY
