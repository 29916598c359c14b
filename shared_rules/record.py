"""The record of any game: tag lines, then one event a line.

What an event means is the game's business, and what a single line may be is checked by `record_lines`.
"""

from shared_rules.digest import digest
from shared_rules.errors import RuleError
from shared_rules.record_lines import MAX_LINE, MAX_SETUP, check_line, fold, read_tag, write_tag

if False:  # for the type checker alone
    from collections.abc import Iterable, Iterator


class Record:
    """A game as it was written down.

    tags: list of (name, value), in the order of the file; unknown ones are kept.
    events: list of texts, with the "undo" lines of a journal.

    >>> text = '[Date "2026-11-21"]\\nsetup standard\\nend\\n'
    >>> str(Record.from_text(text)) == text
    True
    """

    def __init__(self, tags: "Iterable[tuple[str, str]]" = (), events: "Iterable[str]" = ()) -> None:
        self.tags = list(tags)
        self.events = list(events)

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Read a record; blank lines and lines that start with "#" are left out.

        Raises RuleError with the number of the line that can't be read.
        """
        record = cls()
        for number, line in numbered_lines(text):
            try:
                record.add_line(line)
            except RuleError as error:
                raise RuleError("Line %d (%s): %s" % (number, line[:MAX_LINE], error))
        return record

    def add_line(self, line: str) -> None:
        """Take one more line, a tag or an event. Raises RuleError."""
        is_tag = line.startswith("[")
        check_line(line, MAX_LINE if is_tag or self.events else MAX_SETUP)
        if not is_tag:
            self.events.append(line)
        elif self.events:
            raise RuleError("Tags come before the first event.")
        else:
            self.tags.append(read_tag(line))

    def tag(self, name: str, default: str | None = None) -> str | None:
        """Return the value of the first tag with this name."""
        for key, value in self.tags:
            if key == name:
                return value
        return default

    def folded(self) -> "Record":
        """Return the same record as it is exported: without what was taken back. Raises RuleError."""
        return Record(self.tags, fold(self.events))

    def check(self) -> str:
        """Return the CRC-32 of the record as text, 8 hex digits; a journal's comments hold the same.

        >>> Record([("Date", "2026-11-21")], ["setup standard", "end"]).check()
        '46d6c24d'
        """
        return digest(str(self))

    def __str__(self) -> str:
        lines = [write_tag(name, value) for name, value in self.tags] + self.events
        return "".join([line + "\n" for line in lines])


def numbered_lines(text: str) -> "Iterator[tuple[int, str]]":
    """Yield (number from 1, line) of the lines that say something."""
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.rstrip("\r \t")
        if line and not line.startswith("#"):
            yield number, line
