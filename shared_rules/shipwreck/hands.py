"""What the held fates can be, by logic alone: every hand that agrees with all that the table was told.

It reads the notes that a game keeps (`notes.py`) and knows neither cards nor rules: what a play asked of the
kept fate stands in the notes. It assumes nothing of how well anybody plays.

A set of hands is one whole number. Who holds a fate has a slot, slot 0, 1, 2 ...; the hand in which the fates
of the slots are a, b, c ... is bit (a-1) + 7 (b-1) + 49 (c-1) + ..., so that one operation on a number serves
all hands at once: a Pico does in a hundredth of a second what would take it minutes hand by hand.

In a turn the active player has no slot: there is one set for each value of the fate kept. And there are three
such rows of seven sets, as Shells asks for the difference:
    OLD     the fate kept is the one from the turn before
    PLAYED  the fate from the turn before was the latest play
    NEW     neither: nothing was held, or it went to The Feast earlier in this turn
"""

from shared_rules.shipwreck.note_reader import read_notes

if False:  # for the type checker alone
    from collections.abc import Iterable, Sequence

    from shared_rules.shipwreck.note_reader import Note

_FATES = (0, 1, 2, 3, 4, 5, 6)  # a fate less one, as the bits count them
_NONE = (0,) * 7


def _unite(one: "Sequence[int]", other: "Sequence[int]") -> list[int]:
    return [hands | more for hands, more in zip(one, other)]


def _any(row: "Iterable[int]") -> int:
    together = 0
    for hands in row:
        together |= hands
    return together


def _few(slots: int, fate: int, most: int) -> int:
    """Return all hands of so many slots in which at most `most` fates are `fate`."""
    if most < 0:
        return 0
    if most >= slots:
        return (1 << 7**slots) - 1
    width = 7 ** (slots - 1)
    hands, one_less = _few(slots - 1, fate, most), _few(slots - 1, fate, most - 1)
    more = 0
    for other in _FATES:
        more |= (one_less if other == fate else hands) << other * width
    return more


def _sevenfold(hands: int, width: int) -> int:
    """Return the hands with any fate in the slot of this width, which is empty so far."""
    more = 0
    for fate in _FATES:
        more |= hands << fate * width
    return more


class Hands:
    """All hands that agree with what the table was told.

    seats: who has the slots, as the notes number the players. hands: between turns, the set of their hands.
    """

    def __init__(self, seats: "Iterable[int]" = (), hands: int = 1) -> None:
        self.seats = list(seats)
        self.hands = hands
        self._active = None
        self._rows = []  # type: list[Sequence[int]]
        self._gone = [0] * 7

    def take(self, note: "Note") -> None:
        """Go on by one note."""
        getattr(self, "_take_" + note.what)(note)
        if not self._together():
            # what was told can't all be true: the newest word stands, and what was known before is given up
            self._begin_anew(note)

    def values(self) -> dict[int, list[int]]:
        """Return {seat: the values that the fate held there can have, from low to high}."""
        values = {}
        hands = self._together()
        for slot in range(len(self.seats) - 1, -1, -1):
            width = 7**slot
            below = (1 << width) - 1
            parts = [hands >> fate * width & below for fate in _FATES]
            values[self.seats[slot]] = [fate + 1 for fate in _FATES if parts[fate]]
            hands = 0
            for part in parts:
                hands |= part
        if self._active is not None:
            values[self._active] = [fate + 1 for fate in _FATES if any([row[fate] for row in self._rows])]
        return values

    # --- notes

    def _take_play(self, note: "Note") -> None:
        played = note.fate - 1
        if self._active is None and note.seat not in self.seats:
            # two fates come from the bag
            drawn = self.hands & self._others(played, 2 - note.gone[played])
            self._rows = [_NONE, _NONE, self._draw(drawn, note)]
        else:
            # one fate comes from the bag, and either it or the other one is played
            if self._active is None:
                old, later = self._hold(note.seat), _NONE  # type: Sequence[int], Sequence[int]
            else:
                old, later = self._rows[0], _unite(self._rows[1], self._rows[2])
            self._rows = [
                self._stay(old, note),
                self._draw(old[played], note),
                _unite(self._stay(later, note), self._draw(later[played], note)),
            ]
        self.hands = 0
        self._active = note.seat
        self._gone = [count + (fate == played) for fate, count in enumerate(note.gone)]

    def _take_kept(self, note: "Note") -> None:
        for number, row in enumerate(self._rows):
            self._rows[number] = [hands if fate + 1 in note.values else 0 for fate, hands in enumerate(row)]

    def _take_old(self, note: "Note") -> None:
        self._rows = [_NONE, self._rows[1], _NONE]

    def _take_new(self, note: "Note") -> None:
        self._rows = [self._rows[0], _NONE, self._rows[2]]

    def _take_reveal(self, note: "Note") -> None:
        slot = self.seats.index(note.seat)
        for number, row in enumerate(self._rows):
            self._rows[number] = [self._split(hands, slot)[note.fate - 1] for hands in row]
        self._give_up(slot)

    def _take_leave(self, note: "Note") -> None:
        if note.seat in self.seats:
            slot = self.seats.index(note.seat)
            self.hands = _any(self._split(self.hands, slot))
            self._give_up(slot)

    def _take_keep(self, note: "Note") -> None:
        width = 7 ** len(self.seats)
        hands = 0
        for fate in _FATES:
            hands |= (self._rows[0][fate] | self._rows[1][fate] | self._rows[2][fate]) << fate * width
        self.seats.append(note.seat)
        self._end_turn(hands)

    def _take_discard(self, note: "Note") -> None:
        self._end_turn(self._together())

    def _end_turn(self, hands: int) -> None:
        self.hands = hands
        self._active = None
        self._rows = []

    def _begin_anew(self, note: "Note") -> None:
        """Everything that the tokens allow, with what the note says of the kept fate."""
        row = []
        for fate in _FATES:
            hands = 1 if not note.values or fate + 1 in note.values else 0
            for other in _FATES if hands else ():
                few = self._others(other, 3 - self._gone[other] - (other == fate))
                hands = hands & few if other else few
            row.append(hands)
        self._rows = [row, _NONE, row]

    # --- slots

    def _together(self) -> int:
        """Return the hands of those who have a slot."""
        hands = 0 if self._rows else self.hands
        for row in self._rows:
            hands |= _any(row)
        return hands

    def _hold(self, seat: int) -> "Sequence[int]":
        """Take a seat's slot away, as its turn begins; return the hands of the others by the fate in it."""
        slot = self.seats.index(seat)
        row = self._split(self.hands, slot)
        self._give_up(slot)
        return row

    def _give_up(self, slot: int) -> None:
        last = self.seats.pop()
        if slot < len(self.seats):
            self.seats[slot] = last

    def _split(self, hands: int, slot: int) -> list[int]:
        """Return the hands by the fate in a slot, without it: seven sets. The last slot takes its place."""
        last = len(self.seats) - 1
        width, last_width = 7**slot, 7**last
        below = (1 << last_width) - 1
        if slot == last or not hands:
            return [hands >> fate * width & below for fate in _FATES]
        empty = (1 << width) - 1
        for other in range(slot + 1, last):
            empty = _sevenfold(empty, 7**other)
        row = [0] * 7
        for moved in _FATES:
            part = hands >> moved * last_width & below
            for fate in _FATES:
                row[fate] |= (part >> fate * width & empty) << moved * width
        return row

    # --- the bag

    def _others(self, fate: int, most: int) -> int:
        """Return all hands of those who have a slot in which at most so many fates are `fate`."""
        return _few(len(self.seats), fate, most)

    def _stay(self, row: "Sequence[int]", note: "Note") -> list[int]:
        """The fate played came from the bag: return the row of those who keep what they had."""
        played = note.fate - 1
        after = []
        for fate, hands in enumerate(row):
            hands = hands if fate + 1 in note.values else 0
            after.append(hands and hands & self._others(played, 2 - note.gone[played] - (fate == played)))
        return after

    def _draw(self, hands: int, note: "Note") -> list[int]:
        """The fate kept came from the bag: return the row of those who had the one played."""
        after = []
        for fate in _FATES:
            left = 2 - note.gone[fate] - (fate + 1 == note.fate)
            after.append(hands & self._others(fate, left) if hands and fate + 1 in note.values else 0)
        return after


class Reader:
    """Reads a game's notes once and goes on from there, so that each event costs only what it tells.

    It may be asked about any notes: where they do not continue what it read last it goes back to the
    beginning of this turn or of the one before, or of the game.
    """

    def __init__(self) -> None:
        self._read = b""
        self._hands = Hands()
        self._bases = []  # type: list[tuple[bytes, tuple[int, ...], int]]

    def values(self, told: bytes | bytearray) -> dict[int, list[int]]:
        """Return {seat: values} as `Hands.values` for a game's notes (bytes)."""
        self._catch_up(told)
        return self._hands.values()

    def weights(self, told: bytes | bytearray) -> list[int] | None:
        """Return, for the values 1-7, how many ways there are to the fate that the active player kept.

        See `Game.weights`. None where nothing was played in this turn.
        """
        from shared_rules.shipwreck.weights import weights

        self._catch_up(told)
        read, seats, hands = self._bases[-1] if self._bases else (b"", (), 1)
        return weights(seats, hands, read_notes(told, len(read)))

    def _catch_up(self, told: bytes | bytearray) -> None:
        told = bytes(told)
        if told[: len(self._read)] != self._read:
            self._go_back(told)
        for note in read_notes(told, len(self._read)):
            self._hands.take(note)
            if note.what in ("keep", "discard"):
                base = (told[: note.end], tuple(self._hands.seats), self._hands.hands)
                self._bases = self._bases[-1:] + [base]
        self._read = told

    def _go_back(self, told: bytes) -> None:
        while self._bases and told[: len(self._bases[-1][0])] != self._bases[-1][0]:
            self._bases.pop()
        self._read, seats, hands = self._bases[-1] if self._bases else (b"", (), 1)
        self._hands = Hands(seats, hands)
