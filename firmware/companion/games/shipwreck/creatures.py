"""The creatures that the players have entered: the file `creatures.txt`, one a line as `Creature` reads it.

The file may be written by hand: blank lines and those that start with "#" say nothing, and a line that makes
no sense is left out, said in the log, and stays where it is. It must not know a game or a screen.
"""

from companion import files
from companion.journal_errors import JournalError
from companion.texts import text
from shared_rules.errors import RuleError
from shared_rules.shipwreck.creature import FILE, Creature

MOST = 48
"""Creatures that the device keeps, besides the generic ones."""

A_PAGE = 24

LONGEST_FILE = 4096
"""Bytes of the file that are read; 48 creatures take half of it."""


class Creatures:
    """The players' own creatures. The file is read again each time, so that nothing of it stays in memory.

    folder: where the file lies or is made; "" and "/" are the root.
    log: gets a note about everything that is left out.
    """

    def __init__(self, folder, log):
        self._path = folder.rstrip("/") + "/" + FILE
        self._log = log

    def own(self):
        """Return a list of the Creatures in the file, in its order, no two of the same name.

        Raises JournalError when the flash does not give the file back.
        """
        found, wrong, first = [], 0, None
        number = 0
        for line in self._lines():
            number += 1
            try:
                creature = _read(line)
                if creature:
                    _check_room(creature, found)
                    found.append(creature)
            except (RuleError, JournalError) as error:
                wrong += 1
                first = first or "line %d: %s" % (number, error)
        if wrong:
            # one note, as the log remembers few lines
            self._note("Left out of %s: %d lines, the first is %s" % (FILE, wrong, first))
        return found

    def listed(self, level=None):
        """Yield (Creature, whether it is a generic one), the players' own first.

        level: 1-3 for the creatures of this level only. Raises JournalError as `own` does.
        """
        for creature in self.own():
            if level in (None, creature.level):
                yield creature, False
        from shared_rules.shipwreck.generic_creatures import generic_creatures

        for creature in generic_creatures():
            if level in (None, creature.level):
                yield creature, True

    def add(self, line):
        """Keep a creature and return True, or False when exactly this one is there already.

        line: its text. Raises RuleError when it is none, JournalError when another one has its name, there is
        no more room or the flash does not take it; the file is as it was then.
        """
        creature = Creature.from_text(line)
        own = self.own()
        if creature in own:
            return False
        _check_room(creature, own)
        self._write(self._lines(True) + [line.encode()])
        return True

    def remove(self, line):
        """Drop a creature and return True, or False when it is not there.

        line: its text. Raises JournalError when the flash does not take the change.
        """
        lines = self._lines(True)
        left = [other for other in lines if other.strip() != line.encode()]
        if len(left) == len(lines):
            return False
        self._write(left)
        return True

    def _lines(self, to_change=False):
        """Return the lines of the file as bytes, without their ends. to_change: all of them or none."""
        if not files.exists(self._path):
            return []
        try:
            too_long = files.size(self._path) > LONGEST_FILE
            if too_long and to_change:
                raise JournalError("creatures-long", FILE)
            with open(self._path, "rb") as stream:
                lines = stream.read(LONGEST_FILE).rstrip(b"\n").split(b"\n")
        except OSError as error:
            raise JournalError("not-read", FILE, error)
        if too_long:
            lines.pop()
            self._note("%s is too long; its end is left out." % FILE)
        return lines

    def _write(self, lines):
        from companion.atomic_files import write_whole

        try:
            write_whole(self._path, b"".join([line + b"\n" for line in lines]))
        except OSError as error:
            raise JournalError("creature-failed", error)

    def _note(self, sentence):
        # the file is read often, and once is enough
        if not [line for line in self._log.lines() if line.endswith(sentence)]:
            self._log.note(sentence)


def creatures(app, first):
    """Answer the method of this name: a page of the players' own creatures. Raises JournalError."""
    first = first or 0
    own = [str(each) for each in Creatures(app.board.folder, app.log).own()]
    after = first + A_PAGE
    return {"creatures": own[first:after], "next": after if after < len(own) else None}


def creature(app, text, remove):
    """Answer the method of this name: keep a creature or, with `remove`, drop it.

    Raises as `Creatures.add` and `Creatures.remove` do.
    """
    kept = Creatures(app.board.folder, app.log)
    return {"changed": kept.remove(text) if remove else kept.add(text)}


def needs_in_words(creature):
    """Return a list of a Creature's needs as the players read them, in their order."""
    return [
        text("need_" + kind, *((number, value) if value else (number,)))
        for kind, number, value in creature.needs
    ]


def in_words(creature):
    """Return a Creature's condition as the players read it."""
    return ", ".join(needs_in_words(creature))


def _read(line):
    """Return the Creature in a line (bytes), None where it says nothing. Raises RuleError."""
    try:
        words = line.decode().strip()
    except UnicodeError:
        raise RuleError("It is not plain ASCII.")
    return Creature.from_text(words) if words and not words.startswith("#") else None


def _check_room(creature, others):
    for other in others:
        if other.name == creature.name:
            raise JournalError("creature-there", creature.title, other)
    if len(others) >= MOST:
        raise JournalError("creatures-most", MOST)
