"""The games on the flash: each game is a file of its own, its record.

When `append` returns, its events are on the flash. If the flash is full, the game continues all the same, and
`unsaved` is true until there is room for them. Only the newest file is ever written: by appending to it or,
if a write stopped in the middle of a line, by replacing it with a copy that ends before that line. A file
that can't be read stays as it is, and hinders nothing else. This module must not know the rules: to it,
events are lines of text, and the caller says when a game is over. `journal_file` describes these lines.
"""

import os
from binascii import crc32, hexlify

from companion import VERSION_LINE, files
from companion.errors import DeviceError
from shared_rules.errors import RuleError
from shared_rules.games import LAST_NUMBER, PLAYED, read_game_name, write_game_name
from shared_rules.record_lines import MAX_SETUP, check_line, write_tag

WARN_BELOW = 64 * 1024
"""Free bytes below which a message asks the players to fetch their games."""

RESERVE = 32 * 1024
"""Free bytes below which no game can start: enough to finish or copy the running game."""


class JournalFull(DeviceError):
    """The flash has no room left."""


def failure(error):
    """Return the DeviceError for an OSError from the flash."""
    if files.is_full(error):
        return JournalFull("full")
    return DeviceError("failed", error)


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
        self._new_id = new_id
        self._clock = clock
        self.trouble = self.last = None
        self._close()
        self._make_folder()
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

    def games(self):
        """Yield (name, bytes, number, id, ending) of the files of all games, in the order of the folder.

        Raises OSError.
        """
        for name, size in files.listed(self.folder):
            found = read_game_name(name)
            if found:
                yield (name, size) + found

    def names(self):
        """Return the names of the games' files, the oldest first, without damaged ones."""
        return [name for name in self._by_number() if read_game_name(name)]

    def _by_number(self):
        """Return all possible names of games' files, the oldest first; checking a name takes 1 ms."""
        found = []
        try:
            found = [name for name, _ in files.listed(self.folder) if name.endswith(PLAYED)]
        except OSError as error:
            self.log.note("The folder of the games can't be read: %r" % error)
        return sorted(found, key=lambda name: (name.find("-"), name))

    def lines(self, first=0, count=None):
        """Return at most `count` event lines of the open game, from number `first` on; line 0 is the setup.

        Raises DeviceError.
        """
        from companion.journal_file import read_lines

        found, number = [], 0
        try:
            with open(self.path(self.name), "rb") as stream:
                for line in read_lines(stream, self.size):
                    number += _collect(found, number, line, first)
        except (RuleError, OSError) as error:
            raise self.damaged(self.name, error)
        for line in self.pending.split(b"\n"):
            number += _collect(found, number, line, first)
        return found if count is None else found[:count]

    def read_steps(self):
        """Return (lines, check, may_begin, is_accepted) of the open game; see `journal_file.read_all`.

        Raises DeviceError.
        """
        # `open_newest` has read them already
        found, self._found = self._found, None
        return found or self._read(self.name, self.size)

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
        if self.current and not end:
            raise DeviceError("running")
        self.flush()
        if self.unsaved:
            raise JournalFull("full")
        self.check_room()
        try:
            name = self._new_name()
        except OSError as error:
            raise failure(error)
        tags = [("Game", read_game_name(name)[1])] + tags
        data = _as_bytes([write_tag(key, value) for key, value in tags] + [setup])
        check = crc32(data)
        data += VERSION_LINE + _mark(check)
        try:
            _write(self.path(name), "wb", data)
        except OSError as error:
            files.remove(self.path(name))
            raise failure(error)
        if end:
            self._end(end, over, name)
        self._set_game(name, len(data), ([setup], check, b"\x01", True))
        return self.id

    def _end(self, events, over, follower):
        """Append the end of the running game, or raise JournalFull and remove the file of its follower."""
        before = self.events, self._check, self._is_accepted
        self.append(*events, over=over)
        if not self.unsaved:
            return
        self.events, self._check, self._is_accepted = before
        self.pending, self.over = b"", False
        files.remove(self.path(follower))
        try:
            self._cut_torn_line()
        except OSError as error:
            # it is cut off before the next event is written
            self.log.note("The end of the game could not be cut off: %r" % error)
        raise JournalFull("full")

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
        data = _as_bytes(events)
        count = self.events + len(events)
        check = crc32(data, self._check)
        when = self._clock() if over and self._clock else None
        mark = _end_mark(check, over, count, when) if over else _mark(check)
        self.pending += data + (b"" if self._is_accepted else VERSION_LINE) + mark
        self._is_accepted = True
        self.events, self._check, self.over = count, check, bool(over)
        self.flush()

    def flush(self):
        """Write the unsaved events to the flash; if there is no room, delete the files of the log first."""
        for last in (False, True):
            if not self.unsaved:
                return
            try:
                self._cut_torn_line()
                _write(self.path(self.name), "ab", self.pending)
                self.size += len(self.pending)
                self.pending = b""
            except OSError as error:
                # if a part was written, it is cut off before the next write
                self._is_torn = True
                if last:
                    self.log.note("Writing to the flash failed: %r" % error)
                else:
                    self.log.give_up_files()

    def reopen(self):
        """Open the last game again after its end, so that an undo can be appended; return its id.

        Raises DeviceError if it is no longer on the device, or if its file is damaged.
        """
        name = self.last
        if name is None:
            raise DeviceError("no-file")
        try:
            size = files.size(self.path(name))
        except OSError as error:
            raise self.damaged(name, error)
        self._set_game(name, size, self._read(name, size))
        self.over = True
        return self.id

    def remove(self, name, check=None):
        """Remove a finished game; return False if its file does not exist.

        name: of its file. check: the CRC-32 of its tags and events as 8 hex digits, from the host's copy;
        None to remove it in any case.
        Raises DeviceError if the game runs, differs, or can't be read.
        """
        from companion.journal_file import read_check, read_end

        game_id, path = read_game_name(name)[1], self.path(name)
        if name == self.name:
            is_over, there = self.over, self._check
        else:
            try:
                # not `files.size`, which takes longer than to open it
                with open(path, "rb") as stream:
                    length = stream.seek(0, 2)
                    is_over, there = read_end(stream, length)[0], read_check(stream, length)
            except (RuleError, OSError) as error:
                if not files.exists(path):
                    return False
                raise self.damaged(name, error)
        if not is_over:
            raise DeviceError("unfinished", game_id)
        if check not in (None, "%08x" % there):
            raise DeviceError("other-lines", game_id)
        try:
            os.remove(path)
        except OSError as error:
            raise failure(error)
        if name == self.name:
            self._close()
        elif name == self.last:
            self.last = None
        self.flush()
        return True

    # opening

    def open_newest(self):
        """Open the newest intact game; a finished game becomes the last game instead.

        A newer file that is damaged or was cut off inside its setup is renamed `….damaged`, an empty file is
        removed, and an unreadable file stays. A game that has only its setup is renamed, too, if the game
        before it runs: a power cut or a fault of the flash has kept that from its end.
        """
        self._close()
        self.last = None
        self._open_newest_of(self._by_number())

    def set_aside(self, reason):
        """Rename the file of the open, unreplayable game, and open the game before. reason: why."""
        from companion.journal_file import set_aside

        name, names = self.name, self.names()
        self._close()
        set_aside(self, name, reason)
        self._open_newest_of(names[: names.index(name)] if name in names else [])

    def _open_newest_of(self, names):
        from companion.journal_file import find_newest

        name, is_over, size, length, found = find_newest(self, names)
        if is_over:
            self.last = name
        elif name:
            self._set_game(name, length, found)
            if length != size:
                self.log.note("%s: %d bytes of a torn last line were dropped." % (name, size - length))
                try:
                    self._cut_torn_line()
                except OSError as error:
                    # the flash is full; they are cut off before the next line is written
                    self.log.note("They could not be removed: %r" % error)

    def _read(self, name, size):
        from companion.journal_file import read_all

        try:
            with open(self.path(name), "rb") as stream:
                return read_all(stream, size)
        except (RuleError, OSError) as error:
            raise self.damaged(name, error)

    def _set_game(self, name, size, found):
        """Open a game to append events to it. size: bytes of its file. found: as `read_all` returns it."""
        self._close()
        self.last = None
        self.name, self.size = name, size
        self.id = read_game_name(name)[1]
        self._found = found
        self.events, self._check = len(found[0]), found[1]
        self._is_accepted = found[3]
        self._is_torn = True

    def _close(self):
        """Close the game, whether it is running or finished."""
        self.name = self.id = self._found = None
        self.size = self.events = self._check = 0
        self.over = self._is_accepted = False
        # whether its file may be longer than `size`, after a power cut or a failed write
        self._is_torn = False
        self.pending = b""

    def _cut_torn_line(self):
        """Cut off an incomplete last line, which a failed write may have left. Raises OSError."""
        path = self.path(self.name)
        if self._is_torn and files.size(path) != self.size:
            from companion.journal_file import truncate

            truncate(path, self.size)
        self._is_torn = False

    def name_trouble(self, *args):
        """Set `trouble` to the DeviceError with these arguments."""
        self.trouble = DeviceError(*args)

    def damaged(self, name, reason):
        """Note that a file can't be read, and return the DeviceError about it."""
        self.log.note("The file of game %s is damaged: %s" % (name, reason))
        return DeviceError("damaged-there", read_game_name(name)[1], name)

    # the folder

    def _make_folder(self):
        """Create the folder of the games, renaming a file with its name."""
        try:
            renamed = files.make_folder(self.folder)
            if renamed:
                self.log.note("Something else was named games; it is now called %s." % renamed)
                self.trouble = DeviceError("no-folder", renamed)
        except OSError as error:
            self.log.note("The folder of the games can't be made: %r" % error)

    def _new_name(self):
        """Return a name for the file of a new game: the next number, and an id that no other game here has.

        Raises DeviceError if all numbers are used up, OSError.
        """
        last, ids = 0, []
        for _, _, number, game_id, ending in self.games():
            ids.append(game_id)
            if ending == PLAYED:
                last = max(last, number)
        if last >= LAST_NUMBER:
            raise DeviceError("no-number")
        new = self._new_id()
        while new in ids:
            # the next id, as `new_id` may return the same id again
            new = "%08x" % ((int(new, 16) + 1) & 0xFFFFFFFF)
        return write_game_name(last + 1, new)

    def _free(self):
        return self._free_bytes() if self._free_bytes else None


def _write(path, mode, data):
    # no file stays open: it takes 1 KB of the heap, and littlefs may erase a block for each flush
    with open(path, mode) as stream:
        stream.write(data)


def _end_mark(check, result, events, when):
    """Return the last line of a finished game.

    check: of its tags and events. result: of the game. events: their number. when: the time of the end, or
    None if the clock was not set.
    """
    time = " %s %08x" % (when, crc32(when.encode(), check)) if when else ""
    return ("# over %s %d %08x%s\n" % (result, events, check, time)).encode()


def _mark(check):
    """Return the comment that follows a step. check: CRC-32 of all tags and events above."""
    return b"#%08x\n" % check


def _as_bytes(lines):
    for line in lines:
        check_line(line, MAX_SETUP)
    return "".join([line + "\n" for line in lines]).encode()


def _collect(found, number, line, first):
    """Add a line to a list if it is event number `first` or later; return the number of events in it."""
    if not line or line[:1] in b"[#":
        return 0
    if number >= first:
        found.append(line.decode())
    return 1
