"""The record of any game: tag lines, then one event per line.

The game interprets the events; `shared_rules.record` checks each line. It runs on CPython and, in the
browser, on MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.translation import _
from arcana_portable.wording import quoted
from shared_rules.errors import Refusal, RuleError
from shared_rules.record import (
    MAX_LINE,
    MAX_SETUP,
    NOTHING_TO_UNDO,
    UNDO,
    check_line,
    digest,
    write_tag,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Record:
    """The record of one game.

    tags: list of (name, value), in the order of the file; unknown tags are kept.
    events: list of texts, including the "undo" lines of a journal.

    >>> text = '[Date "2026-11-21"]\\nsetup standard\\nend\\n'
    >>> str(Record.from_text(text)) == text
    True
    """

    def __init__(self, tags: Iterable[tuple[str, str]] = (), events: Iterable[str] = ()) -> None:
        self.tags = list(tags)
        self.events = list(events)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record, leaving out blank lines and lines that start with "#".

        Raises RuleError with the number of the first line that is invalid.
        """
        record = cls()
        for number, line in numbered_lines(text):
            try:
                record.add_line(line)
            except RuleError as error:
                raise RuleError(
                    _("line {number}: {line}: {error}", number=number, line=quoted(line), error=error)
                ) from error
        return record

    def add_line(self, line: str) -> None:
        """Add a line, a tag or an event. Raises RuleError if it is not valid here."""
        is_tag = line.startswith("[")
        check_line(line, MAX_LINE if is_tag or self.events else MAX_SETUP)
        if not is_tag:
            self.events.append(line)
        elif self.events:
            raise RuleError(_("Tags come before the first event."))
        else:
            self.tags.append(read_tag(line))

    def tag(self, name: str, default: str | None = None) -> str | None:
        """Return the value of the first tag with this name, or `default`."""
        for key, value in self.tags:
            if key == name:
                return value
        return default

    def without_undos(self) -> Record:
        """Return the record without the events that were taken back, as it is exported.

        Raises RuleError if there is an "undo" with nothing left to take back.
        """
        return Record(self.tags, without_undos(self.events))

    def check(self) -> str:
        """Return the CRC-32 of the record's text as 8 hex digits, as in the comments of a journal.

        >>> Record([("Date", "2026-11-21")], ["setup standard", "end"]).check()
        '46d6c24d'
        """
        return digest(str(self))

    def __str__(self) -> str:
        lines = [write_tag(name, value) for name, value in self.tags] + self.events
        return "".join([line + "\n" for line in lines])


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line) for the lines of a text that are neither blank nor comments."""
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.rstrip("\r \t")
        if line and not line.startswith("#"):
            yield number, line


def without_undos(events: Iterable[str]) -> list[str]:
    """Return the events in force: each "undo" takes back the last event before it that is still in force.

    events: texts in the order in which they were recorded.
    Raises RuleError if there is an "undo" with nothing left to take back.

    >>> without_undos(["setup x", "play 3 2", "play 4 2", "undo", "undo", "play 5 1"])
    ['setup x', 'play 5 1']
    """
    standing: list[str] = []
    for event in events:
        if event != UNDO:
            standing.append(event)
        elif standing:
            standing.pop()
        else:
            raise Refusal(NOTHING_TO_UNDO)
    return standing


def read_tag(line: str) -> tuple[str, str]:
    """Return (name, value) of a tag line. Raises RuleError if the line is not a tag.

    >>> read_tag('[Note "Ann said \\\\"no\\\\""]')
    ('Note', 'Ann said "no"')
    """
    name, space, rest = line[1:].partition(" ")
    if not (name and space and len(rest) >= 3 and rest.startswith('"') and rest.endswith('"]')):
        raise RuleError(_('A tag reads [Name "value"].'))
    value = rest[1:-2]
    return name, value.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")
