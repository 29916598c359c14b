"""What the table was told about the held fates, in the order in which it was told: a few bytes an event.

Writing costs next to nothing, so that every game keeps its notes; `note_reader.py` reads them when somebody
wants to know. A note is six bytes: what, seat, fate, values, gone, gone.
"""

if False:  # for the type checker alone
    from collections.abc import Iterable

SIZE = 6
WHAT = ("play", "kept", "old", "new", "reveal", "leave", "keep", "discard")
_ANY = 127


def write(
    told: bytearray,
    what: str,
    seat: int,
    fate: int = 0,
    values: "Iterable[int]" = (),
    gone: "Iterable[int]" = (),
) -> None:
    """Append a note to a game's notes (a bytearray); see `note_reader.Note` for the parameters.

    gone: the values of all tokens that lie open or are out of the game, in any order.
    """
    counts = 0
    for value in gone:
        counts += 1 << 2 * (value - 1)
    bits = 0
    for value in values:
        bits |= 1 << value - 1
    told.extend(bytes((WHAT.index(what), seat, fate, bits, counts & 255, counts >> 8)))


def drop_since(told: bytearray, start: int) -> None:
    """Drop the notes from byte `start` on: the play noted there turned out to be illegal."""
    for at in range(start, len(told), SIZE):
        if told[at] <= 1:
            told[at + 3] = _ANY
