"""What every recorded game has in common: it is the list of its events.

A game gives the reading of a text, the RuleError that refuses an event now, and its settling; applying,
refusing and taking back are the same for all.
"""

from shared_rules.errors import RuleError
from shared_rules.lines import UNDO

if False:  # for the type checker alone
    from collections.abc import Iterable
    from typing import Any, TypeVar

    Self = TypeVar("Self", bound="RecordedGame")


_APART = 40  # events between two moments that a game can go back to at once,
_MARKS = 3  # and how many of them it remembers


class RecordedGame:
    """A game whose state follows from its events alone.

    events: texts of the events in force, the setup first. Read only.
    noting: whether the players note more than the rules ask for; `follows` leaves them the time. Whoever
    drives the game sets it.
    """

    noting = False

    def __init__(self) -> None:
        self.events = []  # type: list[str]
        self._marks = []  # type: list[tuple[int, Any]]
        self._clear()

    def apply(self, event: object) -> None:
        """Let an event happen, or refuse it and leave everything as it was.

        event: a text of the record, or what `_read` makes of one; "undo" takes back the last event.
        Raises RuleError with the reason.
        """
        if str(event) == UNDO:
            self._undo()
            return
        event = self._read(event)
        refusal = self._refusal_now(event)
        if refusal:
            raise refusal
        self._happen(event, str(event))

    def accept(self, text: str) -> None:
        """Let an event happen that was accepted at this moment before; the rules are not asked again."""
        self._happen(self._read(text), text)

    def _happen(self, event: "Any", text: str) -> None:
        self._settle(event)
        self.events.append(text)
        self._mark(len(self.events))

    def may(self, event: object) -> bool:
        """Return whether the event may happen now."""
        return self.refusal_of(event) is None

    def why_not(self, event: object) -> str | None:
        """Return None when the event may happen now, else the sentence that refuses it."""
        refusal = self.refusal_of(event)
        return None if refusal is None else str(refusal)

    def refusal_of(self, event: object) -> RuleError | None:
        """Return None when the event may happen now, else the RuleError that refuses it."""
        try:
            if str(event) == UNDO:
                return None if len(self.events) > 1 else RuleError("There is nothing to take back.")
            return self._refusal_now(self._read(event))
        except RuleError as error:
            return error

    def written(self, event: object) -> str:
        """Return an event as a record has it, whether or not it may happen now. Raises RuleError."""
        return UNDO if str(event) == UNDO else str(self._read(event))

    def follows(self) -> str | None:
        """Return the text of the event that follows now without anybody's choice, or None.

        It is offered, never demanded: a record may go on without it.
        """
        return None

    def digest(self) -> str:
        """Return eight hex digits that are the same wherever the state is the same."""
        # a game whose states nobody compares keeps the room
        from shared_rules.digest import digest

        return digest(self.position())

    @classmethod
    def replay(cls: "type[Self]", events: "Iterable[object]") -> "Self":
        """Return the game that these events make. Raises RuleError at the first that is refused."""
        game = cls()
        for event in events:
            game.apply(event)
        return game

    def back_to(self, count: int) -> None:
        """Take back all events but the first `count`."""
        if count >= len(self.events):
            return
        del self.events[count:]
        marks = self._marks
        while marks and marks[-1][0] > count:
            marks.pop()
        start = 0
        if marks:
            start, memento = marks[-1]
            self._restore(memento)
        else:
            self._clear()
        # they were accepted once, so they are settled without being asked again
        for number in range(start, count):
            self._settle(self._read(self.events[number]))
            self._mark(number + 1)

    def _mark(self, count: int) -> None:
        """Remember now and then what the game is like after `count` events, so that going back is quick."""
        marks = self._marks
        if count - (marks[-1][0] if marks else 0) >= _APART:
            memento = self._memento()
            if memento:
                marks.append((count, memento))
                del marks[:-_MARKS]

    def _undo(self) -> None:
        refusal = self.refusal_of(UNDO)
        if refusal:
            raise refusal
        self.back_to(len(self.events) - 1)

    def position(self) -> str:
        """Return the whole state as one line of text, the game's own notation for it."""
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

    def _memento(self) -> "Any":
        """Return what `_restore` needs to bring this moment back, None where that would be too much."""
        return None

    def _restore(self, memento: "Any") -> None:
        raise NotImplementedError

    def _read(self, event: "Any") -> "Any":
        raise NotImplementedError

    def _refusal_now(self, event: "Any") -> RuleError | None:
        raise NotImplementedError

    def _settle(self, event: "Any") -> None:
        raise NotImplementedError
