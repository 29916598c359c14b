"""The record of any game: tag lines, then one event a line.

It knows lines and tags; what an event means is the game's business.
"""

from shared_rules.errors import RuleError

MAX_LINE = 120
MAX_SETUP = 240
"""The first event names everybody and everything, so it may be longer than any other line."""

UNDO = "undo"


def check_line(line, limit=MAX_LINE):
    """Raise RuleError when a line can't stand in a record, whatever it means.

    line: one line without its end. limit: how many characters it may have.
    """
    if len(line) > limit:
        raise RuleError("A line has at most %d characters here; this one has %d." % (limit, len(line)))
    for character in line:
        if not " " <= character <= "~":
            raise RuleError("A line is plain ASCII; %r is not." % character)


def fold(events):
    """Return the events in force: each "undo" takes the last one before it that still stands.

    events: texts in the order in which they were recorded.
    Raises RuleError when there is nothing left to take back.

    >>> fold(["setup x", "play 3 2", "play 4 2", "undo", "undo", "play 5 1"])
    ['setup x', 'play 5 1']
    """
    standing = []
    for event in events:
        if event != UNDO:
            standing.append(event)
        elif standing:
            standing.pop()
        else:
            raise RuleError("There is nothing to take back.")
    return standing


class Record:
    """A game as it was written down.

    tags: list of (name, value), in the order of the file; unknown ones are kept.
    events: list of texts, with the "undo" lines of a journal.

    >>> text = '[Date "2026-11-21"]\\nsetup standard\\nend\\n'
    >>> str(Record.from_text(text)) == text
    True
    """

    def __init__(self, tags=(), events=()):
        self.tags = list(tags)
        self.events = list(events)

    @classmethod
    def from_text(cls, text):
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

    def add_line(self, line):
        """Take one more line, a tag or an event. Raises RuleError."""
        is_tag = line.startswith("[")
        check_line(line, MAX_LINE if is_tag or self.events else MAX_SETUP)
        if not is_tag:
            self.events.append(line)
        elif self.events:
            raise RuleError("Tags come before the first event.")
        else:
            self.tags.append(read_tag(line))

    def tag(self, name, default=None):
        """Return the value of the first tag with this name."""
        for key, value in self.tags:
            if key == name:
                return value
        return default

    def folded(self):
        """Return the same record as it is exported: without what was taken back. Raises RuleError."""
        return Record(self.tags, fold(self.events))

    def __str__(self):
        lines = [write_tag(name, value) for name, value in self.tags] + self.events
        return "".join([line + "\n" for line in lines])


def numbered_lines(text):
    """Yield (number from 1, line) of the lines that say something."""
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.rstrip("\r \t")
        if line and not line.startswith("#"):
            yield number, line


def read_tag(line):
    """Return (name, value) of a tag line.

    >>> read_tag('[Note "Ann said \\\\"no\\\\""]')
    ('Note', 'Ann said "no"')
    """
    name, space, rest = line[1:].partition(" ")
    if not (name and space and len(rest) >= 3 and rest.startswith('"') and rest.endswith('"]')):
        raise RuleError('A tag reads [Name "value"].')
    value = rest[1:-2]
    return name, value.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")


def write_tag(name, value):
    """Return the tag line that read_tag reads."""
    return '[%s "%s"]' % (name, value.replace("\\", "\\\\").replace('"', '\\"'))
