"""What the table was told about the held fates, in the order in which it was told: a few bytes an event.

Writing costs next to nothing, so that every game keeps its notes; only `hands.py` and `weights.py` read them,
when somebody wants to know. A note is six bytes: what, seat, fate, values, gone, gone.
"""

from collections import namedtuple

if False:  # for the type checker alone
    from collections.abc import Iterable, Iterator

_SIZE = 6
_WHAT = ("play", "kept", "old", "new", "reveal", "leave", "keep", "discard")
_ANY = 127

Note = namedtuple("Note", ("what", "seat", "fate", "values", "gone", "end"))
"""One note.

what: "play" (a fate was played and another kept), "kept" (what the kept fate can be by an answer), "old" and
"new" (what Shells said), "reveal" (a fate was given up), "leave" (a fate went to the bag unseen), "keep" and
"discard" (the turn ended, and the fate stayed or went to the bag).
seat: the player's number. fate: the value played or given up. values: those that the kept fate can have.
gone: how many tokens of the values 1-7 lay open or were out of the game before the play.
end: where the next note begins.
"""


def write(
    told: bytearray,
    what: str,
    seat: int,
    fate: int = 0,
    values: "Iterable[int]" = (),
    gone: "Iterable[int]" = (),
) -> None:
    """Append a note to a game's notes (a bytearray); see Note for the parameters.

    gone: the values of all tokens that lie open or are out of the game, in any order.
    """
    counts = 0
    for value in gone:
        counts += 1 << 2 * (value - 1)
    bits = 0
    for value in values:
        bits |= 1 << value - 1
    told.extend(bytes((_WHAT.index(what), seat, fate, bits, counts & 255, counts >> 8)))


def unsay(told: bytearray, start: int) -> None:
    """Take back what the play at `start` and the answers to it told: it was not allowed."""
    for at in range(start, len(told), _SIZE):
        if told[at] <= 1:
            told[at + 3] = _ANY


def read(told: bytes | bytearray, start: int = 0) -> "Iterator[Note]":
    """Yield the notes from the byte `start` on."""
    for at in range(start, len(told), _SIZE):
        bits = told[at + 3]
        counts = told[at + 4] | told[at + 5] << 8
        yield Note(
            _WHAT[told[at]],
            told[at + 1],
            told[at + 2],
            [value for value in range(1, 8) if bits >> value - 1 & 1],
            [counts >> 2 * fate & 3 for fate in range(7)],
            at + _SIZE,
        )
