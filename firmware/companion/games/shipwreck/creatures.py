"""The players' own creatures: the file `creatures.txt`, with one creature per line as `Creature` reads it.

The file may be written by hand: blank lines and lines that start with "#" are ignored, and so is an invalid
line, which is noted in the log and stays in the file. This module must not know a game or a screen.
"""

from companion.checked_file import CheckedFile
from companion.texts import DeviceError
from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import FILE, Creature, generic_creatures

MOST = 48
"""The most creatures that the device keeps, besides the generic creatures."""

A_PAGE = 24  # creatures in an answer of the link

LONGEST_FILE = 4096
"""Bytes of the file that are read; 48 creatures take half of it."""


class Creatures:
    """The players' own creatures. The file is read each time, so that nothing of it stays in memory.

    folder: the file's folder; "" and "/" are the root. log: gets a note about everything that is ignored.
    """

    def __init__(self, folder, log):
        self._file = CheckedFile(folder.rstrip("/") + "/" + FILE, log, LONGEST_FILE)
        self._log = log

    def own(self):
        """Return a list of the Creatures in the file, in its order, no two with the same name."""
        found, wrong, first = [], 0, None
        number = 0
        for line in self._lines():
            number += 1
            try:
                creature = _read(line)
                if creature:
                    _check_room(creature, found)
                    found.append(creature)
            except (RuleError, DeviceError) as error:
                wrong += 1
                first = first or "line %d: %s" % (number, error)
        if wrong:
            # a single note, as the log keeps few lines
            self._note("Left out of %s: %d lines, the first is %s" % (FILE, wrong, first))
        return found

    def listed(self, level=None):
        """Yield (Creature, whether it is generic), the players' own first.

        level: 1-3 for the creatures of this level only.
        """
        for creature in self.own():
            if level in (None, creature.level):
                yield creature, False
        for creature in generic_creatures():
            if level in (None, creature.level):
                yield creature, True

    def add(self, line):
        """Add a creature and return True, or False if exactly this creature is there already.

        line: its text. Raises RuleError if the line is not a creature; DeviceError if another creature has
        the same name, there are too many, or the file can't be written. In all these cases the file stays as
        it was.
        """
        creature = Creature.from_text(line)
        own = self.own()
        if creature in own:
            return False
        _check_room(creature, own)
        self._write(self._lines(True) + [line.encode()])
        return True

    def remove(self, line):
        """Remove a creature and return True, or False if it is not there.

        line: its text. Raises DeviceError if the file is too long or can't be written.
        """
        lines = self._lines(True)
        left = [other for other in lines if other.strip() != line.encode()]
        if len(left) == len(lines):
            return False
        self._write(left)
        return True

    def _lines(self, to_change=False):
        """Return the lines of the file as bytes without line ends, up to LONGEST_FILE bytes.

        to_change: whether to raise DeviceError instead if the file is longer.
        """
        content = self._file.read(bytes) or b""
        lines = content[:LONGEST_FILE].rstrip(b"\n").split(b"\n") if content else []
        if len(content) > LONGEST_FILE:
            if to_change:
                raise DeviceError("creatures-long", FILE)
            lines.pop()
            self._note("%s is too long; its end is left out." % FILE)
        return lines

    def _write(self, lines):
        try:
            self._file.write(b"\n".join(lines))
        except OSError as error:
            raise DeviceError("creature-failed", error)

    def _note(self, sentence):
        # the file is read often, but one note is enough
        if not [line for line in self._log.lines() if line.endswith(sentence)]:
            self._log.note(sentence)


def creatures(app, first):
    """Answer the link's method `creatures`: a page of the players' own creatures."""
    first = first or 0
    own = [str(each) for each in Creatures(app.board.folder, app.log).own()]
    after = first + A_PAGE
    return {"creatures": own[first:after], "next": after if after < len(own) else None}


def creature(app, text, remove):
    """Answer the link's method `creature`: add a creature or, with `remove`, remove it.

    Raises RuleError and DeviceError, as `Creatures.add` and `Creatures.remove` do.
    """
    creatures = Creatures(app.board.folder, app.log)
    return {"changed": creatures.remove(text) if remove else creatures.add(text)}


def _read(line):
    """Return the Creature in a line (bytes), or None if it is blank or a comment. Raises RuleError."""
    try:
        words = line.decode().strip()
    except UnicodeError:
        raise RuleError("It is not plain ASCII.")
    return Creature.from_text(words) if words and not words.startswith("#") else None


def _check_room(creature, others):
    for other in others:
        if other.name == creature.name:
            raise DeviceError("creature-there", creature.title, other)
    if len(others) >= MOST:
        raise DeviceError("creatures-most", MOST)
