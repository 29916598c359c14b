"""A record: what its lines may contain, and the base class of the games that follow from them.

A game is the list of its events. A subclass of RecordedGame reads events, gives the reason why an event is
illegal now, and carries events out; the base class applies events and takes them back. The host reads and
writes whole records.
"""

from binascii import crc32

from shared_rules.errors import Refusal, RuleError

if False:  # for the type checker only
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeVar

    Self = TypeVar("Self", bound="RecordedGame")

MAX_LINE = 120
"""The longest line, in bytes of UTF-8: a letter such as ö takes two."""

MAX_SETUP = 400
"""The longest setup, in bytes of UTF-8. It names all players and cards, so it may be longer than other lines.
A game may allow less."""

UNDO = "undo"

NOTHING_TO_UNDO = "no-undo"
"""The key of the Refusal of an undo when there is nothing to take back."""

# the most frequent characters first; decoded in one piece, as a Pico would intern each character for good
_PLAIN = (b" " + bytes(range(97, 127)) + bytes(range(33, 97))).decode()

_EVENTS_APART = 16  # the fewest events between two snapshots; a Pico takes 5 ms to replay each
_MOST_SNAPSHOTS = 3  # kept at a time, of up to 3 KB each; an undo past the oldest replays the whole game


def is_letter(character: str) -> bool:
    """Return whether a character beyond ASCII is a letter that a record may contain.

    These are the letters of the Unicode blocks Latin-1 Supplement and Latin Extended-A, and Ș ș Ț ț. An
    accented letter has to be one character.

    >>> is_letter("ö"), is_letter("Ł"), is_letter("×"), is_letter("o")
    (True, True, False, False)
    """
    # isalpha accepts more letters on CPython, and only ASCII on MicroPython
    if "\xc0" <= character <= "\u017f":
        return character not in "\xd7\xf7"
    return "\u0218" <= character <= "\u021b"


def check_line(line: str, limit: int = MAX_LINE) -> None:
    """Raise Refusal unless a record may contain this line; its meaning is not checked.

    line: a line without its end. limit: the most bytes of UTF-8 that it may have.
    """
    if line.startswith(" ") or line.startswith("\t"):
        raise Refusal("line-start")
    length = len(line)
    # in one call, as a Pico takes long to look at each character
    other = line.strip(_PLAIN) if length <= limit else ""
    if other:
        for character in other:
            if not (" " <= character <= "~" or is_letter(character)):
                raise Refusal("line-letter", character)
        length = len(line.encode())
    if length > limit:
        raise Refusal("line-long", limit, length)


def lines_as_bytes(lines: "Sequence[str]") -> bytes:
    """Return lines of a record with their ends, in UTF-8. Raises RuleError as `check_line` does."""
    for line in lines:
        check_line(line, MAX_SETUP)
    return "".join([line + "\n" for line in lines]).encode()


def write_tag(name: str, value: str) -> str:
    """Return the tag line for a name and a value, as a host reads it."""
    return '[%s "%s"]' % (name, value.replace("\\", "\\\\").replace('"', '\\"'))


def digest(text: str) -> str:
    """Return the CRC-32 of a text as eight hex digits, so that two places can tell whether they agree.

    text: ASCII or Unicode text, taken as UTF-8.

    >>> digest("The Shipwreck Arcana")
    '2f3b6e1a'
    """
    return "%08x" % (crc32(text.encode()) & 0xFFFFFFFF)


class RecordedGame:
    """A game whose state follows only from its events.

    events: texts of the events in force, the setup first. Read only.
    """

    NAME = ""
    """The name of its folder in this package."""

    SELDOM: "tuple[str, ...]" = ()
    """The modules that only some turns need; the game can import them again."""

    FOLLOWING: "tuple[str, ...]" = ()
    """The verbs of the events that `follows` may return."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self._snapshots: list[tuple[int, Any]] = []
        self._clear()

    def apply(self, event: object) -> None:
        """Apply an event, or refuse it and leave everything as it was.

        event: a text of the record, or the result of `_read`; "undo" takes back the last event.
        Raises RuleError with the reason.
        """
        if event == UNDO:
            self._undo()
            return
        event = self._read(event)
        refusal = self._refusal_now(event)
        if refusal:
            raise refusal
        self._apply(event, str(event))

    def accept(self, text: str) -> None:
        """Apply an event that was accepted in this position before, without checking the rules again.

        text: as it is in the record; any other text may raise any error.
        """
        self._apply(self._read_again(text), text)

    def _apply(self, event: "Any", text: str) -> None:
        self._carry_out(event)
        self.events.append(text)
        self._take_snapshot(len(self.events))

    def may(self, event: object) -> bool:
        """Return whether an event is legal now. event: as for `apply`."""
        return self.refusal_of(event) is None

    def why_not(self, event: object) -> str | None:
        """Return the reason why an event is illegal now, as a sentence, or None if it is legal.

        event: as for `apply`.
        """
        refusal = self.refusal_of(event)
        return None if refusal is None else str(refusal)

    def refusal_of(self, event: object) -> RuleError | None:
        """Return the RuleError that an event would raise now, or None if it is legal.

        event: as for `apply`.
        """
        try:
            if event == UNDO:
                return None if len(self.events) > 1 else Refusal(NOTHING_TO_UNDO)
            return self._refusal_now(self._read(event))
        except RuleError as error:
            return error

    def written(self, event: object) -> str:
        """Return the text of an event as it is written in a record, whether or not it is legal now.

        event: as for `apply`. Raises RuleError if it can't be read.
        """
        return UNDO if event == UNDO else str(self._read(event))

    @property
    def continues(self) -> bool:
        """Whether the next event belongs to the last event's step, so that both are taken back together."""
        return False

    def follows(self) -> str | None:
        """Return the text of the event that now follows automatically, without anybody's choice, or None.

        It is not mandatory: a record may go on with another event.
        """
        return None

    def idle_modules(self) -> "tuple[str, ...]":
        """Return the modules that the game does not need now, and can import again."""
        return ()

    def digest(self) -> str:
        """Return the CRC-32 of `position` as 8 hex digits: games in the same state have the same digest."""
        return digest(self.position())

    @classmethod
    def replay(cls: "type[Self]", events: "Iterable[object]") -> "Self":
        """Return a new game with these events applied. Raises RuleError for the first refused event."""
        game = cls()
        for event in events:
            game.apply(event)
        return game

    def back_to(self, count: int) -> None:
        """Take back all events but the first `count`."""
        if count >= len(self.events):
            return
        del self.events[count:]
        snapshots = self._snapshots
        while snapshots and snapshots[-1][0] > count:
            snapshots.pop()
        start = 0
        if snapshots:
            start, snapshot = snapshots[-1]
            self._restore(snapshot)
        else:
            self._clear()
        # they were accepted before, so the rules need not be checked again
        for number in range(start, count):
            self._carry_out(self._read_again(self.events[number]))
            self._take_snapshot(number + 1)

    def _take_snapshot(self, count: int) -> None:
        """Take a snapshot after `count` events if the last snapshot is old enough."""
        snapshots = self._snapshots
        if count - (snapshots[-1][0] if snapshots else 0) >= _EVENTS_APART:
            snapshot = self._snapshot()
            if snapshot:
                snapshots.append((count, snapshot))
                del snapshots[:-_MOST_SNAPSHOTS]

    def _undo(self) -> None:
        refusal = self.refusal_of(UNDO)
        if refusal:
            raise refusal
        self.back_to(len(self.events) - 1)

    def as_play(self) -> "tuple[str, int, bool, list[tuple[str, int | None, bool]]]":
        """Return the game's entry for a log of plays.

        It is (title, number at BoardGameGeek or 0, whether the highest score wins, players); for everybody
        who ever played, players has (name, points or None, whether they won).
        """
        raise NotImplementedError

    def state(self) -> "dict[str, Any]":
        """Return the state as docs/record.md defines it: a dict of numbers, texts, lists and dicts."""
        raise NotImplementedError

    def live_state(self) -> "dict[str, Any]":
        """Return the state for a host that follows the game, with what players may enter next there."""
        return self.state()

    def position(self) -> str:
        """Return the whole state as one line of text, in the game's own notation."""
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

    def _snapshot(self) -> "Any":
        """Return a snapshot from which `_restore` rebuilds this position, or None if it can't be restored."""
        return None

    def _restore(self, snapshot: "Any") -> None:
        raise NotImplementedError

    def _read(self, event: "Any") -> "Any":
        raise NotImplementedError

    def _read_again(self, text: str) -> "Any":
        """Return the result of `_read` for a text that was an event in this position before."""
        return self._read(text)

    def _refusal_now(self, event: "Any") -> RuleError | None:
        raise NotImplementedError

    def _carry_out(self, event: "Any") -> None:
        raise NotImplementedError
