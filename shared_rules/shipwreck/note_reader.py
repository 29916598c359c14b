"""Reads the notes of what was revealed about the held fates; `notes.py` writes them.

They are needed only to find out what the held fates can be, so a game at the level `keeper` never imports
this.
"""

from collections import namedtuple

from shared_rules.shipwreck.notes import SIZE, WHAT

if False:  # for the type checker only
    from collections.abc import Iterator

Note = namedtuple("Note", ("what", "seat", "fate", "values", "gone", "end"))
"""One note.

what: "play" (a fate was played and another kept), "kept" (an answer limited the kept fate), "old" and "new"
(the answer to Shells), "reveal" (a fate was given up), "leave" (a fate went to the bag unseen), "keep" and
"discard" (the turn ended, and the fate was kept or went to the bag).
seat: the player's number. fate: the value played or given up. values: those that the kept fate can have.
gone: for each value 1-7, how many tokens were visible or out of the game before the play.
end: the byte at which the next note begins.
"""


def read_notes(notes: bytes | bytearray, start: int = 0) -> "Iterator[Note]":
    """Yield the Notes in a game's notes from the byte `start` on."""
    for at in range(start, len(notes), SIZE):
        bits = notes[at + 3]
        counts = notes[at + 4] | notes[at + 5] << 8
        yield Note(
            WHAT[notes[at]],
            notes[at + 1],
            notes[at + 2],
            [value for value in range(1, 8) if bits >> value - 1 & 1],
            [counts >> 2 * fate & 3 for fate in range(7)],
            at + SIZE,
        )
