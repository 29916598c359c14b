"""The possible held fates, by pure logic: all hands that agree with every revealed fact.

It reads the notes that a game keeps (`legality.py`) and knows neither cards nor rules: the notes contain the
values that a play allows for the kept fate. It assumes nothing about how well anybody plays. A game at the
level `keeper` never imports this.

A set of hands is one integer. Each player who holds a fate has a slot, 0, 1, 2 ...; the hand in which the
fates in the slots are a, b, c ... is bit (a-1) + 7 (b-1) + 49 (c-1) + ..., so that one operation on the
integer covers all hands at once: a Pico needs 10 ms for work that takes minutes hand by hand.

During a turn the active player has no slot; instead there is one set for each value of the fate kept. There
are three such rows of seven sets, as Shells asks for the difference:
    OLD     the fate kept was held before this turn
    PLAYED  the fate held before this turn was the latest play
    NEW     neither: nothing was held, or it went to The Feast earlier this turn
"""

from collections import namedtuple

from shared_rules.shipwreck.legality import NOTE_SIZE, NOTES

if False:  # for the type checker only
    from collections.abc import Iterable, Iterator, Sequence

_FATES = (0, 1, 2, 3, 4, 5, 6)  # values less 1, as in the bits
_NONE = (0,) * 7

Note = namedtuple("Note", ("what", "seat", "fate", "values", "seen", "end"))
"""One note.

what: "play" (a fate was played and another kept), "kept" (an answer limited the kept fate), "old" and "new"
(the answer to Shells), "reveal" (a fate was given up), "holds" (a held fate has become known), "leave" (a
fate went to the bag unseen), "keep" and "discard" (the turn ended, and the fate was kept or went to the bag).
seat: the player's number. fate: the value played, given up or held. values: the possible values of the kept
fate.
seen: for each value 1-7, how many tokens were visible or out of the game before the play.
end: the byte at which the next note begins.
"""


def read_notes(notes: bytes | bytearray, start: int = 0) -> "Iterator[Note]":
    """Yield the Notes in a game's notes from the byte `start` on."""
    for at in range(start, len(notes), NOTE_SIZE):
        bits = notes[at + 3]
        counts = notes[at + 4] | notes[at + 5] << 8
        yield Note(
            NOTES[notes[at]],
            notes[at + 1],
            notes[at + 2],
            [value for value in range(1, 8) if bits >> value - 1 & 1],
            [counts >> 2 * fate & 3 for fate in range(7)],
            at + NOTE_SIZE,
        )


def _unite(one: "Sequence[int]", other: "Sequence[int]") -> list[int]:
    return [hands | more for hands, more in zip(one, other)]


def united(row: "Iterable[int]") -> int:
    """Return the hands that are in any set of a row."""
    together = 0
    for hands in row:
        together |= hands
    return together


def _with_at_most(slots: int, fate: int, most: int) -> int:
    """Return all hands with this many slots in which at most `most` fates are `fate`."""
    # for each lower number, too; a loop, as a Pico's stack is small
    by_number = [1] * (most + 1)
    for slot in range(slots):
        fewer, longer = 0, []
        for hands in by_number:
            more = 0
            for other in _FATES:
                more |= (fewer if other == fate else hands) << other * 7**slot
            longer.append(more)
            fewer = hands
        by_number = longer
    return by_number[-1] if by_number else 0


def _with_any_fate(hands: int, width: int) -> int:
    """Return the hands with every possible fate in the slot of this width, which was empty (0)."""
    more = 0
    for fate in _FATES:
        more |= hands << fate * width
    return more


class Hands:
    """All hands that agree with the revealed facts.

    seats: the player in each slot, as numbered in the notes. hands: between turns, the set of their hands.
    active, seen, rows: in a turn, its player, how many tokens of each value were seen, and the three rows.
    """

    def __init__(self, seats: "Iterable[int]" = (), hands: int = 1) -> None:
        self.seats = list(seats)
        self.hands = hands
        self.active = None
        self.rows: list[Sequence[int]] = []
        self.seen = [0] * 7

    def take(self, note: "Note") -> bool:
        """Take one more note into account; return whether it agrees with the earlier notes.

        If it contradicts them, it counts, and the earlier notes are ignored.
        """
        getattr(self, "_take_" + note.what)(note)
        if self._all_hands():
            return True
        self._start_over(note)
        return False

    def values(self) -> dict[int, list[int]]:
        """Return {seat: the values that the player's fate can have, in ascending order}."""
        values = {}
        hands = self._all_hands()
        for slot in range(len(self.seats) - 1, -1, -1):
            width = 7**slot
            below = (1 << width) - 1
            parts = [hands >> fate * width & below for fate in _FATES]
            values[self.seats[slot]] = [fate + 1 for fate in _FATES if parts[fate]]
            hands = 0
            for part in parts:
                hands |= part
        if self.active is not None:
            values[self.active] = [fate + 1 for fate in _FATES if any([row[fate] for row in self.rows])]
        return values

    def by_age(self) -> tuple[list[int], list[int]]:
        """Return the values that the active player's fate can have: if the older fate was played, and if not.

        Shells asks for this difference.
        """
        new, old, neither = self.rows
        return (
            [fate + 1 for fate in _FATES if old[fate]],
            [fate + 1 for fate in _FATES if new[fate] or neither[fate]],
        )

    # --- notes

    def _take_play(self, note: "Note") -> None:
        played = note.fate - 1
        if self.active is None and note.seat not in self.seats:
            # two fates are drawn
            drawn = self.hands & _with_at_most(len(self.seats), played, 2 - note.seen[played])
            self.rows = [_NONE, _NONE, self._keep_drawn(drawn, note)]
        else:
            # either the drawn fate or the held fate is played
            later: Sequence[int] = _NONE
            if self.active is None:
                old = self._free_seat(note.seat)
            else:
                old, later = self.rows[0], _unite(self.rows[1], self.rows[2])
            self.rows = [
                self._play_drawn(old, note),
                self._keep_drawn(old[played], note),
                _unite(self._play_drawn(later, note), self._keep_drawn(later[played], note)),
            ]
        self.hands = 0
        self.active = note.seat
        self.seen = [count + (fate == played) for fate, count in enumerate(note.seen)]

    def _take_kept(self, note: "Note") -> None:
        for number, row in enumerate(self.rows):
            self.rows[number] = [hands if fate + 1 in note.values else 0 for fate, hands in enumerate(row)]

    def _take_old(self, note: "Note") -> None:
        self.rows = [_NONE, self.rows[1], _NONE]

    def _take_new(self, note: "Note") -> None:
        self.rows = [self.rows[0], _NONE, self.rows[2]]

    def _take_reveal(self, note: "Note") -> None:
        slot = self.seats.index(note.seat)
        for number, row in enumerate(self.rows):
            self.rows[number] = [self._split(hands, slot)[note.fate - 1] for hands in row]
        self._free_slot(slot)

    def _take_holds(self, note: "Note") -> None:
        held = 1
        for slot, seat in enumerate(self.seats):
            width = 7**slot
            held = held << (note.fate - 1) * width if seat == note.seat else _with_any_fate(held, width)
        self.rows = [[hands & held for hands in row] for row in self.rows]

    def _take_leave(self, note: "Note") -> None:
        if note.seat in self.seats:
            slot = self.seats.index(note.seat)
            self.hands = united(self._split(self.hands, slot))
            self._free_slot(slot)

    def _take_keep(self, note: "Note") -> None:
        width = 7 ** len(self.seats)
        hands = 0
        for fate in _FATES:
            hands |= (self.rows[0][fate] | self.rows[1][fate] | self.rows[2][fate]) << fate * width
        self.seats.append(note.seat)
        self._end_turn(hands)

    def _take_discard(self, note: "Note") -> None:
        self._end_turn(self._all_hands())

    def _end_turn(self, hands: int) -> None:
        self.hands = hands
        self.active = None
        self.rows = []

    def _start_over(self, note: "Note") -> None:
        """Allow every hand that the tokens and the note about the kept fate allow."""
        row = [
            hands if not note.values or fate + 1 in note.values else 0
            for fate, hands in enumerate(self.by_tokens())
        ]
        self.rows = [row, _NONE, row]

    def by_tokens(self) -> list[int]:
        """Return all hands that the tokens allow to the others, by the fate kept."""
        row = []
        for fate in _FATES:
            hands = -1
            for other in _FATES:
                hands &= _with_at_most(len(self.seats), other, 3 - self.seen[other] - (other == fate))
            row.append(hands)
        return row

    # --- slots

    def _all_hands(self) -> int:
        """Return the hands of all who have a slot."""
        hands = 0 if self.rows else self.hands
        for row in self.rows:
            hands |= united(row)
        return hands

    def _free_seat(self, seat: int) -> "Sequence[int]":
        """Free the slot of a player whose turn begins; return the hands of the others, by the fate in it."""
        slot = self.seats.index(seat)
        row = self._split(self.hands, slot)
        self._free_slot(slot)
        return row

    def _free_slot(self, slot: int) -> None:
        """Free a slot; the last slot takes its place."""
        last = self.seats.pop()
        if slot < len(self.seats):
            self.seats[slot] = last

    def _split(self, hands: int, slot: int) -> list[int]:
        """Return seven sets, by the fate in a slot: the hands without it. The last slot takes its place."""
        last = len(self.seats) - 1
        width, last_width = 7**slot, 7**last
        below = (1 << last_width) - 1
        if slot == last or not hands:
            return [hands >> fate * width & below for fate in _FATES]
        empty = (1 << width) - 1
        for other in range(slot + 1, last):
            empty = _with_any_fate(empty, 7**other)
        row = [0] * 7
        for moved in _FATES:
            part = hands >> moved * last_width & below
            for fate in _FATES:
                row[fate] |= (part >> fate * width & empty) << moved * width
        return row

    # --- the bag

    def _play_drawn(self, row: "Sequence[int]", note: "Note") -> list[int]:
        """Return the row after the drawn fate is played and the fate held before is kept."""
        played = note.fate - 1
        after = []
        for fate, hands in enumerate(row):
            hands = hands if fate + 1 in note.values else 0
            after.append(
                hands
                and hands & _with_at_most(len(self.seats), played, 2 - note.seen[played] - (fate == played))
            )
        return after

    def _keep_drawn(self, hands: int, note: "Note") -> list[int]:
        """Return the row after the drawn fate is kept. hands: the hands that allow the play."""
        after = []
        for fate in _FATES:
            left = 2 - note.seen[fate] - (fate + 1 == note.fate)
            after.append(
                hands & _with_at_most(len(self.seats), fate, left) if hands and fate + 1 in note.values else 0
            )
        return after


class Reader:
    """Reads a game's notes incrementally, so that each call reads only new notes.

    It takes any notes: if they don't continue the notes read last, it goes back to the beginning of this
    turn, of the turn before, or of the game.

    contradicting: the end, in bytes, of each note that contradicts the notes before it. settled: the byte up
    to which contradictions are not asked about; None to skip all notes that are read next.
    """

    def __init__(self) -> None:
        self.contradicting: list[int] = []
        self.settled: int | None = None
        self.read = b""
        self._hands = Hands()
        self.bases: list[tuple[bytes, tuple[int, ...], int]] = []

    def values(self, notes: bytes | bytearray) -> dict[int, list[int]]:
        """Return {seat: values}, as `Hands.values` does, for a game's notes."""
        self._catch_up(notes)
        return self._hands.values()

    def by_age(self, notes: bytes | bytearray) -> tuple[list[int], list[int]]:
        """Return `Hands.by_age` for a game's notes."""
        self._catch_up(notes)
        return self._hands.by_age()

    @property
    def doubted(self) -> bool:
        """Whether the players have not settled the latest contradiction."""
        return self.settled is not None and self.contradicting[-1:] > [self.settled]

    def _catch_up(self, notes: bytes | bytearray) -> None:
        notes = bytes(notes)
        while self.settled and notes[: self.settled] != self.read[: self.settled]:
            self.settled -= NOTE_SIZE
        if notes[: len(self.read)] != self.read:
            self._go_back(notes)
        for note in read_notes(notes, len(self.read)):
            if not self._hands.take(note):
                self.contradicting.append(note.end)
            if note.what in ("keep", "discard"):
                base = (notes[: note.end], tuple(self._hands.seats), self._hands.hands)
                self.bases = self.bases[-1:] + [base]
        self.read = notes
        if self.settled is None:
            self.settled = len(notes)

    def _go_back(self, notes: bytes) -> None:
        while self.bases and notes[: len(self.bases[-1][0])] != self.bases[-1][0]:
            self.bases.pop()
        self.read, seats, hands = self.bases[-1] if self.bases else (b"", (), 1)
        self._hands = Hands(seats, hands)
        self.contradicting = [end for end in self.contradicting if end <= len(self.read)]
