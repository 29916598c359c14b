"""Reading the notes of what the table was told; `notes.py` writes them.

They are read only to find out what the held fates can be, so a game at the level `keeper` never loads this.
"""

from collections import namedtuple

from shared_rules.shipwreck.notes import SIZE, WHAT

if False:  # for the type checker alone
    from collections.abc import Iterator

Note = namedtuple("Note", ("what", "seat", "fate", "values", "gone", "end"))
"""One note.

what: "play" (a fate was played and another kept), "kept" (what the kept fate can be by an answer), "old" and
"new" (what Shells said), "reveal" (a fate was given up), "leave" (a fate went to the bag unseen), "keep" and
"discard" (the turn ended, and the fate stayed or went to the bag).
seat: the player's number. fate: the value played or given up. values: those that the kept fate can have.
gone: how many tokens of the values 1-7 lay open or were out of the game before the play.
end: where the next note begins.
"""


def read_notes(told: bytes | bytearray, start: int = 0) -> "Iterator[Note]":
    """Yield the notes from the byte `start` on."""
    for at in range(start, len(told), SIZE):
        bits = told[at + 3]
        counts = told[at + 4] | told[at + 5] << 8
        yield Note(
            WHAT[told[at]],
            told[at + 1],
            told[at + 2],
            [value for value in range(1, 8) if bits >> value - 1 & 1],
            [counts >> 2 * fate & 3 for fate in range(7)],
            at + SIZE,
        )
