"""The base class of all games: a game is the list of its events.

A game says how to read an event, why it may refuse one now, and what an event changes; applying, refusing and
taking back are the same for all games and are done here.
"""

from shared_rules.errors import RuleError
from shared_rules.record_lines import NOTHING_TO_UNDO, UNDO

if False:  # for the type checker alone
    from collections.abc import Iterable
    from typing import Any, TypeVar

    Self = TypeVar("Self", bound="RecordedGame")


_APART = 40  # events between two snapshots,
_MOST = 3  # and how many of them a game keeps, so that going back is quick


class RecordedGame:
    """A game whose state follows from its events alone.

    events: texts of the events in force, the setup first. Read only.
    noting: whether the players note more than the rules ask for; `follows` then waits for them. Set by
    whoever drives the game.
    """

    noting = False

    def __init__(self) -> None:
        self.events = []  # type: list[str]
        self._snapshots = []  # type: list[tuple[int, Any]]
        self._clear()

    def apply(self, event: object) -> None:
        """Apply an event, or refuse it and leave everything as it was.

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
        self._apply(event, str(event))

    def accept(self, text: str) -> None:
        """Apply an event that was accepted at this same moment before, without asking the rules again.

        text: as the record has it. Raises RuleError when it can't be read.
        """
        self._apply(self._read(text), text)

    def _apply(self, event: "Any", text: str) -> None:
        self._settle(event)
        self.events.append(text)
        self._take_snapshot(len(self.events))

    def may(self, event: object) -> bool:
        """Return whether an event, as `apply` takes it, is legal now."""
        return self.refusal_of(event) is None

    def why_not(self, event: object) -> str | None:
        """Return None when an event is legal now, else the sentence that refuses it."""
        refusal = self.refusal_of(event)
        return None if refusal is None else str(refusal)

    def refusal_of(self, event: object) -> RuleError | None:
        """Return None when an event is legal now, else the RuleError that refuses it."""
        try:
            if str(event) == UNDO:
                return None if len(self.events) > 1 else RuleError(NOTHING_TO_UNDO)
            return self._refusal_now(self._read(event))
        except RuleError as error:
            return error

    def written(self, event: object) -> str:
        """Return an event as a record has it, whether or not it is legal now.

        Raises RuleError when it can't be read.
        """
        return UNDO if str(event) == UNDO else str(self._read(event))

    def follows(self) -> str | None:
        """Return the text of the event that now follows by itself, without anybody's choice, or None.

        Nothing forces it: a record may go on with another event.
        """
        return None

    def digest(self) -> str:
        """Return the check of `position`: 8 hex digits, which two games in the same state share."""
        # imported only where states are compared, which saves memory elsewhere
        from shared_rules.digest import digest

        return digest(self.position())

    @classmethod
    def replay(cls: "type[Self]", events: "Iterable[object]") -> "Self":
        """Return a new game with these events applied. Raises RuleError at the first one that is refused."""
        game = cls()
        for event in events:
            game.apply(event)
        return game

    def back_to(self, count: int) -> None:
        """Take back all events after the first `count`."""
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
        # they were accepted once, so the rules need not be asked again
        for number in range(start, count):
            self._settle(self._read(self.events[number]))
            self._take_snapshot(number + 1)

    def _take_snapshot(self, count: int) -> None:
        """Take a snapshot after `count` events, where the last one is long enough ago."""
        snapshots = self._snapshots
        if count - (snapshots[-1][0] if snapshots else 0) >= _APART:
            snapshot = self._snapshot()
            if snapshot:
                snapshots.append((count, snapshot))
                del snapshots[:-_MOST]

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

    def _snapshot(self) -> "Any":
        """Return what `_restore` needs to go back to this moment; None at a moment that is not kept."""
        return None

    def _restore(self, snapshot: "Any") -> None:
        raise NotImplementedError

    def _read(self, event: "Any") -> "Any":
        raise NotImplementedError

    def _refusal_now(self, event: "Any") -> RuleError | None:
        raise NotImplementedError

    def _settle(self, event: "Any") -> None:
        raise NotImplementedError
