"""Notes of what was revealed about the held fates, in order: a few bytes per event.

Writing them costs next to nothing, so every game does; `note_reader.py` reads them when they are needed. A
note is six bytes: what, seat, fate, values as bits, and two bytes with the counts of the gone tokens.
"""

if False:  # for the type checker only
    from collections.abc import Iterable

SIZE = 6
WHAT = ("play", "kept", "old", "new", "reveal", "leave", "keep", "discard")
_ANY = 127


def write(
    notes: bytearray,
    what: str,
    seat: int,
    fate: int = 0,
    values: "Iterable[int]" = (),
    gone: "Iterable[int]" = (),
) -> None:
    """Append a note to a game's notes (a bytearray); see `note_reader.Note` for the parameters.

    gone: the values of all tokens that are visible or out of the game, in any order.
    """
    counts = 0
    for value in gone:
        counts += 1 << 2 * (value - 1)
    bits = 0
    for value in values:
        bits |= 1 << value - 1
    notes.extend(bytes((WHAT.index(what), seat, fate, bits, counts & 255, counts >> 8)))


def drop_since(notes: bytearray, start: int) -> None:
    """Void what the notes from byte `start` on say of the kept fate, as the play noted there was illegal."""
    for at in range(start, len(notes), SIZE):
        if notes[at] <= 1:
            notes[at + 3] = _ANY
