"""The device's log: what players need not see, but whoever looks for a fault does.

It never raises, its size is limited, and it must not be used for the game itself.
"""

import gc
import io

from companion import files
from companion.platform import print_exception

LINES_IN_MEMORY = 24
FILE_LIMIT = 8192
LONGEST = 240
CALLS = 8


class Log:
    """The last lines in memory, and two files of limited size: `path`, and `path.old` with older lines.

    path: the file, or None for memory only.
    clock: a callable that returns "YYYY-MM-DD HH:MM", or None if the clock was never set.
    """

    def __init__(self, path=None, clock=None):
        self._path = path
        self._clock = clock
        self._lines = []
        self._works = True

    def note(self, sentence):
        """Add a line; line ends in the sentence become spaces, and what is too long is cut."""
        when = self._clock() if self._clock else None
        line = "%s %s" % (when or "----------", " ".join(str(sentence).split()))
        line = line[:LONGEST]
        self._lines.append(line)
        if len(self._lines) > LINES_IN_MEMORY:
            self._lines.pop(0)
        self._write(line)

    def error(self, doing, error):
        """Add an error, and up to eight calls that led to it with their files and lines, the innermost last.

        doing: what failed, such as "Pressing a".
        """
        # after a MemoryError there may be room again
        gc.collect()
        self.note("%s: %s: %s" % (doing, type(error).__name__, error))
        try:
            text = io.StringIO()
            print_exception(error, text)
            calls = [line for line in text.getvalue().split("\n") if line.startswith("  File ")]
            for call in calls[-CALLS:]:
                self.note("|" + call[6:])
        except MemoryError:
            self.note("| There was no memory for the rest.")

    def lines(self):
        """Return the last lines, the oldest first."""
        return list(self._lines)

    def give_up_files(self):
        """Delete the files, to make room on the flash for what matters more."""
        if self._path is not None:
            files.remove(self._path)
            files.remove(self._path + ".old")

    def _write(self, line):
        if self._path is None:
            return
        try:
            with open(self._path, "ab") as stream:
                stream.write(line.encode() + b"\n")
            if files.size(self._path) > FILE_LIMIT:
                files.replace(self._path, self._path + ".old")
        except (OSError, ValueError, MemoryError) as error:
            # neither a full flash, nor an odd name in a line, nor a full memory may stop the game or the link
            # because of the log
            if self._works and not files.is_full(error):
                self._works = False
                self.note("The log can't be written: %r" % error)
