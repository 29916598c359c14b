"""Operations on whole files, alike on CPython and on MicroPython, and the device's log.

A file that replaces another gets its name only once it is complete, so a power cut leaves either the old
content or the new content. Of all contents, it knows only the log's lines.
"""

import gc
import io
import os

from companion.platform import print_exception

replace = getattr(os, "replace", os.rename)
"""Rename a file, replacing the file of the new name. Raises OSError."""

if hasattr(os, "ilistdir"):

    def listed(folder):
        """Yield (name, bytes) of the files in a folder, without looking at each of them. Raises OSError."""
        for entry in os.ilistdir(folder):
            if entry[1] != 0x4000:
                # not every file system tells the size
                yield entry[0], entry[3] if len(entry) > 3 else size("%s/%s" % (folder, entry[0]))

else:

    def listed(folder):
        """Yield (name, bytes) of the files in a folder, without looking at each of them. Raises OSError."""
        for entry in os.scandir(folder):
            if entry.is_file():
                yield entry.name, entry.stat().st_size


def exists(path):
    """Return whether there is a file or a folder at this path."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def is_full(error):
    """Return whether an OSError says that the flash has no room left."""
    # 28 is ENOSPC on every platform there is
    return bool(error.args) and error.args[0] == 28


def size(path):
    """Return the length of a file in bytes. Raises OSError if it is missing."""
    return os.stat(path)[6]


def remove(path):
    """Remove a file if it exists."""
    try:
        os.remove(path)
    except OSError:
        pass


def make_folder(path):
    """Make a folder unless it exists; return the new name of anything else in its place, or None.

    Raises OSError.
    """
    try:
        if os.stat(path)[0] & 0x4000:
            return None
        renamed = set_aside(path)
    except OSError:
        renamed = None
    os.mkdir(path)
    return renamed


def set_aside(path):
    """Rename an unreadable file to keep it; return its new path, `<path>.damaged`.

    Raises OSError.
    """
    aside = path + ".damaged"
    while exists(aside):
        aside += "~"
    os.rename(path, aside)
    return aside


LINES_IN_MEMORY = 24
FILE_LIMIT = 8192
LONGEST = 240
CALLS = 8


class Log:
    """Lines for troubleshooting, which players need not see; it never raises.

    The last lines are in memory, older lines in two files of limited size: `path`, and `path.old`.

    path: the file, or None for memory only. It has no checksum: nothing reads a line of it but people. clock:
    a callable that returns "YYYY-MM-DD HH:MM", or None if the clock was never set.

    reports: sentences for the panel that it has not shown yet.
    """

    def __init__(self, path=None, clock=None):
        self._path = path
        self._clock = clock
        self._lines = []
        self._works = True
        self.reports = []

    def report(self, error):
        """Add an error that the players are to see, too."""
        self.note(error)
        self.reports.append(error)

    def note(self, sentence):
        """Add a line; line ends in the sentence become spaces, and a line that is too long is cut."""
        when = self._clock() if self._clock else None
        line = "%s %s" % (when or "----------", " ".join(str(sentence).split()))
        line = line[:LONGEST]
        self._lines.append(line)
        if len(self._lines) > LINES_IN_MEMORY:
            self._lines.pop(0)
        self._write(line)

    def error(self, doing, error):
        """Add an error, and up to eight calls that led to it with their files and lines, the innermost last.

        doing: the action that failed, such as "Pressing a".
        """
        # after a MemoryError there may be room again
        gc.collect()
        try:
            self.note("%s: %s: %s" % (doing, type(error).__name__, error))
            text = io.StringIO()
            print_exception(error, text)
            calls = [line for line in text.getvalue().split("\n") if line.startswith("  File ")]
            for call in calls[-CALLS:]:
                # a compiled module has the lines of its source
                self.note("|" + call[6:].replace(".mpy", ".py"))
        except MemoryError:
            gc.collect()
            try:
                self.note("| There was no memory for the rest.")
            except MemoryError:
                pass

    def lines(self):
        """Return the last lines, the oldest first."""
        return list(self._lines)

    def give_up_files(self):
        """Delete the files, to make room on the flash for more important data."""
        if self._path is not None:
            remove(self._path)
            remove(self._path + ".old")

    def _write(self, line):
        if self._path is None:
            return
        try:
            with open(self._path, "ab") as stream:
                stream.write(line.encode() + b"\n")
            if size(self._path) > FILE_LIMIT:
                replace(self._path, self._path + ".old")
        except (OSError, ValueError, MemoryError) as error:
            # neither a full flash, nor an odd name in a line, nor a full memory may stop the game or the link
            # because of the log
            if self._works and not is_full(error):
                self._works = False
                self.note("The log can't be written: %r" % error)
