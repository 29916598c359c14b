"""Rare questions about held fates: whether a copy is certainly the last, and which facts conflict.

A device imports this only when somebody may reveal a last copy, or after an event that contradicts earlier
events. Source: for last copies, the FAQ in the rulebook and tests/rules/README.md.
"""

from shared_rules.shipwreck.legality import FATES, NOTE_SIZE, NOTES

if False:  # for the type checker only
    from shared_rules.shipwreck.game import Game
    from shared_rules.shipwreck.hands import Hands, Note, Reader

_ANY = 127


def last_copies(game: "Game", notes: bytearray, player: str, fate: int) -> int:
    """Return how many of the last copies of a value a holder other than the active player may have.

    1 if all others lie on the table, are out of the game or are known to be held; 2 if that player may hold
    two in a duel; else 0. At the level `keeper` a fate is known if the turn in which it was kept left only
    one value. notes: the game's notes.
    """
    left = game.unseen(fate)
    others = [other for other in game.held if other not in (player, game.active)]
    if left > 1 and others:
        if game.assist == "keeper":
            known = [_kept(notes, game.seat(other)) == 1 << fate - 1 for other in others]
        else:
            possible = game.possible()
            known = [possible[other] == [fate] for other in others]
        left -= sum(known)
    return left if left == 1 or (left == 2 and game.other_line(player) in game.held) else 0


def _kept(notes: bytearray, seat: int) -> int:
    """Return the values, as bits, that the fate of a seat can have, by the turn in which it was kept."""
    bits = _ANY
    for at in range(0, len(notes), NOTE_SIZE):
        if notes[at + 1] == seat:
            what = NOTES[notes[at]]
            if what == "play":
                bits = notes[at + 3]
            elif what == "kept":
                bits &= notes[at + 3]
            elif what == "holds":
                bits = 1 << notes[at + 2] - 1
    return bits


def reason(game: "Game") -> tuple[str, list[int]] | None:
    """Return (player, values) of a held fate that by itself, given the open tokens, contradicts the latest
    contradicting event; among several, the fate with the fewest possible values; None if no fate does.

    game: a Game that is `doubted`.
    """
    before, note = _before_contradiction(game.reading())
    found = None
    for seat, values in before.values().items():
        fewer = len(values) < (len(found[1]) if found else 7)
        if fewer and not _knowing_only(before, seat).take(note):
            found = game.seats[seat], values
    return found


def _before_contradiction(reader: "Reader") -> "tuple[Hands, Note]":
    """Return the Hands before the last note that contradicted others, and that note."""
    # a game with a Reader has it in memory
    from shared_rules.shipwreck.hands import Hands, read_notes

    end = reader.contradicting[-1]
    bases = [(b"", (), 1)] + [base for base in reader.bases if len(base[0]) < end]
    read, seats, known = bases[-1]
    before = Hands(seats, known)
    for note in read_notes(reader.read[:end], len(read)):
        if note.end < end:
            before.take(note)
    return before, note


def _knowing_only(before: "Hands", seat: int) -> "Hands":
    """Return the Hands in which nothing is known of the others' fates, between the same two notes."""
    from shared_rules.shipwreck.hands import Hands, united

    known = before.values()[seat]
    every = 1
    for slot, other in enumerate(before.seats):
        fates = known if other == seat else FATES
        every = united([every << (fate - 1) * 7**slot for fate in fates])
    loose = Hands(before.seats, every)
    loose.active, loose.seen = before.active, before.seen
    few = loose.by_tokens()
    for row in before.rows:
        there = [united(row)] * 7 if seat != before.active else row
        loose.rows.append([few[fate] & every if there[fate] else 0 for fate in range(7)])
    return loose


def contradictions(game: "Game") -> list[int]:
    """Return the numbers of the events that contradict earlier events; the setup is 1."""
    game.possible()
    ends = game.reading().contradicting
    numbers: list[int] = []
    if ends:
        again = type(game)()
        for number, text in enumerate(game.events):
            size = again.note_size()
            again.accept(text)
            if [end for end in ends if size < end <= again.note_size()]:
                numbers.append(number + 1)
    return numbers
