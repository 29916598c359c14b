"""What the held fates can be, by logic alone: every hand that agrees with all that the table was told.

It reads the notes that a game keeps (`notes.py`) and knows neither cards nor rules: what a play asked of the
kept fate stands in the notes. It assumes nothing of how well anybody plays.

A set of hands is one whole number. Who holds a fate has a slot, slot 0, 1, 2 ...; the hand in which the fates
of the slots are a, b, c ... is bit (a-1) + 7 (b-1) + 49 (c-1) + ..., so that one operation on a number serves
all hands at once: a Pico does in a hundredth of a second what would take it minutes hand by hand.

While a turn is played the hands lie in three parts, as Shells asks for them:
    OLD     the fate kept is the one from the turn before
    PLAYED  the fate from the turn before was the latest play
    NEW     neither: nothing was held, or it went to The Feast earlier in this turn
"""

from shared_rules.shipwreck import notes

_FATES = (0, 1, 2, 3, 4, 5, 6)  # a fate less one, as the bits count them
_BASES = 2


def _sevenfold(hands, width):
    """Return the hands with any fate in the slot of this width, which is empty so far."""
    two = hands | hands << width
    four = two | two << 2 * width
    return four | two << 4 * width | hands << 6 * width


class Hands:
    """All hands that agree with what the table was told.

    seats: who has each slot, as the notes number them, or None for an empty slot.
    OLD, PLAYED, NEW in `parts`: sets of hands; between turns all of them lie in the first.
    """

    def __init__(self, seats=(), hands=1):
        self.seats = list(seats)
        self.parts = [hands, 0, 0]
        self._played = False
        self._gone = [0] * 7

    def take(self, note):
        """Go on by one note."""
        getattr(self, "_take_" + note.what)(note)
        if not any(self.parts):
            # what was told can't all be true; the newest word stands, and what was known before is given up
            self._begin_anew(note)

    def values(self):
        """Return {seat: the values that the fate held there can have, from low to high}."""
        hands = self._all()
        values = {}
        for slot in range(len(self.seats) - 1, -1, -1):
            width = 7**slot
            below = (1 << width) - 1
            found, rest = [], 0
            for fate in _FATES:
                part = hands >> fate * width & below
                if part:
                    found.append(fate + 1)
                    rest |= part
            if self.seats[slot] is not None:
                values[self.seats[slot]] = found
            hands = rest
        return values

    # --- notes

    def _take_play(self, note):
        slot = self._slot(note.seat)
        played = note.fate - 1
        if not self._played and slot is None:
            # two fates come from the bag
            slot = self._seat(note.seat)
            has_played = self.parts[0] & self._few(len(self.seats), played, 2 - note.gone[played], slot)
            self.parts = [0, 0, self._draw(has_played, slot, note)]
        else:
            # one fate comes from the bag, and either it or the other one is played
            old, before, new = self.parts
            drew = self._few(len(self.seats), played, 2 - note.gone[played]) & self._with(slot, note.values)
            later = before | new
            self.parts = [
                old & drew,
                self._draw(self._where(old, slot, played), slot, note),
                later & drew | self._draw(self._where(later, slot, played), slot, note),
            ]
        self._played = True
        self._gone = [count + (fate == played) for fate, count in enumerate(note.gone)]

    def _take_kept(self, note):
        asked = self._with(self._slot(note.seat), note.values)
        self.parts = [hands & asked for hands in self.parts]

    def _take_old(self, note):
        self.parts[0] = self.parts[2] = 0

    def _take_new(self, note):
        self.parts[1] = 0

    def _take_reveal(self, note):
        slot = self._slot(note.seat)
        self.parts = [self._where(hands, slot, note.fate - 1) for hands in self.parts]
        self._leave(slot)

    def _take_leave(self, note):
        slot = self._slot(note.seat)
        if slot is not None:
            self.parts = [self._without(hands, slot) for hands in self.parts]
            self._leave(slot)

    def _take_keep(self, note):
        self.parts = [self._all(), 0, 0]
        self._played = False

    def _take_discard(self, note):
        self._take_leave(note)
        self._take_keep(note)

    def _begin_anew(self, note):
        """Everything that the tokens allow, with what the note says of the kept fate."""
        slot = self._slot(note.seat)
        hands = self._with(slot, note.values or [fate + 1 for fate in _FATES])
        for fate in _FATES:
            hands &= self._few(len(self.seats), fate, 3 - self._gone[fate])
        self.parts = [hands, 0, hands]

    # --- slots

    def _all(self):
        return self.parts[0] | self.parts[1] | self.parts[2]

    def _slot(self, seat):
        return self.seats.index(seat) if seat in self.seats else None

    def _seat(self, seat):
        if None not in self.seats:
            self.seats.append(None)
        slot = self.seats.index(None)
        self.seats[slot] = seat
        return slot

    def _leave(self, slot):
        self.seats[slot] = None
        while self.seats and self.seats[-1] is None:
            self.seats.pop()

    # --- sets of hands

    def _with(self, slot, values):
        """Return all hands whose fate in this slot has one of these values."""
        hands = 1
        for number, seat in enumerate(self.seats):
            width = 7**number
            if number == slot:
                one, hands = hands, 0
                for value in values:
                    hands |= one << (value - 1) * width
            elif seat is not None:
                hands = _sevenfold(hands, width)
        return hands

    def _where(self, hands, slot, fate):
        """Return those of the hands that have this fate in the slot, with the slot emptied."""
        if not hands:
            return 0
        return hands >> fate * 7**slot & self._with(slot, (1,))

    def _without(self, hands, slot):
        """Return the hands with the slot emptied, whatever was in it."""
        if not hands:
            return 0
        emptied = self._with(slot, (1,))
        rest = 0
        for fate in _FATES:
            rest |= hands >> fate * 7**slot & emptied
        return rest

    def _few(self, slots, fate, most, empty=None):
        """Return all hands of the slots below `slots` in which at most so many fates are `fate`.

        empty: a slot that holds nothing.
        """
        if most < 0:
            return 0
        if slots == 0:
            return 1
        slot = slots - 1
        hands = self._few(slot, fate, most, empty)
        if slot == empty or self.seats[slot] is None:
            return hands
        width = 7**slot
        if most >= slots:
            return _sevenfold(hands, width)
        one_less = self._few(slot, fate, most - 1, empty)
        return (_sevenfold(hands, width) ^ hands << fate * width) | one_less << fate * width

    def _draw(self, hands, slot, note):
        """Return the hands with a fate drawn into the empty slot, `note.fate` having gone to the table."""
        if not hands:
            return 0
        drawn = 0
        for value in note.values:
            fate = value - 1
            left = 2 - note.gone[fate] - (value == note.fate)
            drawn |= (hands & self._few(len(self.seats), fate, left, slot)) << fate * 7**slot
        return drawn


class Reader:
    """Reads a game's notes once and goes on from there, so that each event costs only what it tells.

    It may be asked about any notes: where they do not continue what it read last it goes back to the
    beginning of this turn or of the one before, or of the game.
    """

    def __init__(self):
        self._read = b""
        self._hands = Hands()
        self._bases = []

    def values(self, told):
        """Return {seat: values} as `Hands.values` for a game's notes (bytes)."""
        self._catch_up(told)
        return self._hands.values()

    def weights(self, told):
        """Return, for the values 1-7, how many ways there are to the fate that the active player kept.

        See `Game.weights`. None where nothing was played in this turn.
        """
        from shared_rules.shipwreck.weights import weights

        self._catch_up(told)
        read, seats, hands = self._bases[-1] if self._bases else (b"", (), 1)
        return weights(seats, hands, notes.read(told, len(read)))

    def _catch_up(self, told):
        told = bytes(told)
        if told[: len(self._read)] != self._read:
            self._go_back(told)
        for note in notes.read(told, len(self._read)):
            self._hands.take(note)
            if note.what in ("keep", "discard"):
                base = (told[: note.end], self._hands.seats, self._hands.parts[0])
                self._bases = self._bases[1 - _BASES :] + [base]
                self._hands = Hands(*base[1:])
        self._read = told

    def _go_back(self, told):
        while self._bases and told[: len(self._bases[-1][0])] != self._bases[-1][0]:
            self._bases.pop()
        self._read, seats, hands = self._bases[-1] if self._bases else (b"", (), 1)
        self._hands = Hands(seats, hands)
