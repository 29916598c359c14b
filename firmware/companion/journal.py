"""The games on the flash: each game is a file of its own, its record.

When `append` returns, its events are on the flash. If the flash is full, the game continues all the same, and
`unsaved` is true until there is room for them. Only the newest file is ever written: by appending to it or,
if a write stopped in the middle of a line, by replacing it with a copy that ends before that line. A file
that can't be read stays as it is, and hinders nothing else. This module must not know the rules: to it,
events are lines of text, and the caller says when a game is over. `journal_file` describes these lines; it
has everything that no event of the running game needs, and is in memory only for that.
"""

import os
from binascii import crc32, hexlify

from companion import VERSION_LINE, files
from companion.texts import DeviceError, JournalFull
from shared_rules.record import lines_as_bytes

WARN_BELOW = 64 * 1024
"""Free bytes below which a message asks the players to fetch their games."""

RESERVE = 32 * 1024
"""Free bytes below which no game can start: enough to finish or copy the running game."""


def _seldom():
    """Return the module with what is seldom needed; `Session` unloads it."""
    from companion import journal_file

    return journal_file


def _id_of(name):
    # imported here, as only opening a game and naming a damaged one need it
    from shared_rules.device_files import read_game_name

    return read_game_name(name)[1]


def _random_id():
    return hexlify(os.urandom(4)).decode()


class Journal:
    """The running game, or the last game that ran, and the files of all others.

    folder: the folder that has, or will have, the folder `games`; "" and "/" are the root.
    log: the Log, which gets a note about every repair and every file that can't be read.
    free_bytes: a callable that returns the free bytes of the flash; None for no limit.
    new_id: a callable that returns 8 hex digits for a new game.
    clock: a callable that returns "YYYY-MM-DD HH:MM", or None if the clock was never set.

    trouble: the DeviceError about the newest file if it was damaged at power-on, or None.
    name, id: the name of the open game's file and its id, or None. size: bytes of its file. events: the
    number of its event lines, including undo lines. over: whether it is finished. pending: bytes of it that
    are not on the flash yet.
    last: the name of the file of the finished game that `reopen` opens, or None. All are read only.
    """

    def __init__(self, folder, log, free_bytes=None, new_id=_random_id, clock=None):
        self.folder = folder.rstrip("/") + "/games"
        self.log = log
        self._free_bytes = free_bytes
        self.new_id = new_id
        self._clock = clock
        self.trouble = self.last = None
        self.close()
        _seldom().make_folder(self)
        self.open_newest()

    # reading

    @property
    def current(self):
        """The id of the unfinished game, or None."""
        return None if self.over else self.id

    @property
    def unsaved(self):
        """Whether some events of the game are not on the flash yet, and would be lost in a power cut."""
        return len(self.pending) > 0

    def path(self, name):
        """Return the path of a game's file."""
        return self.folder + "/" + name

    def names(self):
        """Return the names of the games' files, the oldest first, without damaged ones."""
        return _seldom().names(self)

    def lines(self, first=0, count=None):
        """Return at most `count` event lines of the open game, from number `first` on; line 0 is the setup.

        Raises DeviceError.
        """
        return _seldom().lines(self, first, count)

    def read_steps(self):
        """Return (lines, check, may_begin, is_accepted) of the open game; see `journal_file.read_all`.

        Raises DeviceError.
        """
        # `open_newest` has read them already
        found, self._found = self._found, None
        return found or _seldom().read(self, self.name, self.size)

    def warning(self):
        """Return the JournalFull to show if the flash is full or nearly full, else None.

        It is slow, as the file system counts its free blocks.
        """
        free = self._free()
        if free is None or free >= WARN_BELOW:
            return None
        return JournalFull("no-room") if free < RESERVE else JournalFull("little-room", free // 1024)

    def check_room(self):
        """Raise JournalFull if there is no room for a new game; as slow as `warning`."""
        free = self._free()
        if free is not None and free < RESERVE:
            raise JournalFull("no-room")

    # writing

    def start(self, tags, setup, *end, over=None):
        """Start a new game and return its id; a running game ends once the new game's file is written.

        tags: list of (name, value) to follow the tag Game. setup: its first event. end, over: the events that
        end the running game, and its result. Raises DeviceError; then nothing has changed.
        """
        return _seldom().start(self, tags, setup, end, over)

    def append(self, *events, over=None):
        """Append the events of one step to the game; all of them are then on the flash, or all `unsaved`.

        events: texts, one per line. The rules of this version must have accepted them and all events before
        them. Without events, only the missing check of the last step is written. over: the result if they end
        the game, else None; an event appended to a finished game (an undo) makes it run again.
        Raises DeviceError if there is no game.
        """
        if self.name is None:
            raise DeviceError("no-file")
        self._found = None
        data = lines_as_bytes(events)
        count = self.events + len(events)
        check = crc32(data, self.check)
        when = self._clock() if over and self._clock else None
        mark = _end_mark(check, over, count, when) if over else b"#%08x\n" % check
        self.pending += data + (b"" if self.is_accepted else VERSION_LINE) + mark
        self.is_accepted = True
        self.events, self.check, self.over = count, check, bool(over)
        self.flush()

    def flush(self):
        """Write the unsaved events to the flash; if there is no room, delete the files of the log first."""
        for last in (False, True):
            if not self.unsaved:
                return
            try:
                self.cut_torn_line()
                # no file stays open: it takes 1 KB of the heap, and littlefs may erase a block for each flush
                with open(self.path(self.name), "ab") as stream:
                    stream.write(self.pending)
                self.size += len(self.pending)
                self.pending = b""
            except OSError as error:
                # if a part was written, it is cut off before the next write
                self.is_torn = True
                if last:
                    self.log.note("Writing to the flash failed: %r" % error)
                else:
                    self.log.give_up_files()

    def remove(self, name, check=None):
        """Remove a finished game; return False if its file does not exist.

        name: of its file. check: the CRC-32 of its tags and events as 8 hex digits, from the host's copy;
        None to remove it in any case.
        Raises DeviceError if the game runs, differs, or can't be read.
        """
        return _seldom().remove(self, name, check)

    # opening

    def reopen(self):
        """Open the last game again after its end, so that an undo can be appended; return its id.

        Raises DeviceError if it is no longer on the device, or if its file is damaged.
        """
        return _seldom().reopen(self)

    def set_aside(self, reason):
        """Rename the file of the open, unreplayable game, and open the game before. reason: why."""
        _seldom().set_aside_open(self, reason)

    def open_newest(self):
        """Open the newest intact game; a finished game becomes the last game instead.

        A newer file that is damaged or was cut off inside its setup is renamed `….damaged`, an empty file is
        removed, and an unreadable file stays. A game that has only its setup is renamed, too, if the game
        before it runs: a power cut or a fault of the flash has kept that from its end.
        """
        _seldom().open_newest(self)

    def set_game(self, name, size, found):
        """Open a game to append events to it. size: bytes of its file. found: as `read_all` returns it."""
        self.close()
        self.last = None
        self.name, self.size = name, size
        self.id = _id_of(name)
        self._found = found
        self.events, self.check = len(found[0]), found[1]
        self.is_accepted = found[3]
        self.is_torn = True

    def close(self):
        """Close the game, whether it is running or finished."""
        self.name = self.id = self._found = None
        self.size = self.events = self.check = 0
        self.over = self.is_accepted = False
        # whether its file may be longer than `size`, after a power cut or a failed write
        self.is_torn = False
        self.pending = b""

    def cut_torn_line(self):
        """Cut off an incomplete last line, which a failed write may have left. Raises OSError."""
        path = self.path(self.name)
        if self.is_torn and files.size(path) != self.size:
            from companion.journal_file import truncate

            truncate(path, self.size)
        self.is_torn = False

    def damaged(self, name, reason):
        """Note that a file can't be read, and return the DeviceError about it."""
        self.log.note("The file of game %s is damaged: %s" % (name, reason))
        return DeviceError("damaged-there", _id_of(name), name)

    def _free(self):
        return self._free_bytes() if self._free_bytes else None


def _end_mark(check, result, events, when):
    """Return the last line of a finished game.

    check: of its tags and events. result: of the game. events: their number. when: the time of the end, or
    None if the clock was not set.
    """
    time = " %s %08x" % (when, crc32(when.encode(), check)) if when else ""
    return ("# over %s %d %08x%s\n" % (result, events, check, time)).encode()
