"""The games on the flash, each stored as its record.

When `append` returns, its events are on the flash. If the flash is full, the game continues all the same, and
`unsaved` is true until there is room for them. This module must not know the rules: to it, events are lines
of text, and the caller says when a game is over.

This module has the code for the running game, `stored_games` that for all others; `game_folder` describes the
files. No file is changed in place except by appending; to cut off its end, a copy replaces it.
"""

import os
from binascii import crc32, hexlify

from companion import VERSION, files
from companion.journal_errors import JournalError, JournalFull, failure
from companion.platform import forget
from shared_rules.record_lines import MAX_SETUP, check_line, write_tag

WARN_BELOW = 64 * 1024
"""Free bytes below which a message asks the players to fetch their games."""

RESERVE = 32 * 1024
"""Free bytes below which no game can start: enough to finish the running one, or to copy a pack."""

_INLINE = 512
"""The largest file in bytes that littlefs stores inline, in its folder, where appending takes 1 ms. To append
to a larger file it copies the last block, which takes 50 ms. So the newest lines of a long game are first
written to a short file, its tail."""

_WORTH_MERGING = 256
"""The smallest tail in bytes that `tidy` moves to the file of a running game."""

_VERSION_LINE = ("# by %s\n" % VERSION).encode()


_SELDOM = (
    "companion.game_folder companion.journal_file companion.packing companion.stored_games "
    "shared_rules.game_files shared_rules.packs"
)
"""Modules to unload once older games are packed, in one string, as a tuple would take more memory."""


def _stored_games():
    from companion import stored_games

    return stored_games


def _random_id():
    return hexlify(os.urandom(4)).decode()


class Journal:
    """The finished games and the one that is running.

    folder: the folder that has, or will have, the folder `games`; "" and "/" are the root.
    log: the Log, which gets a note about every repair and every file that is set aside.
    free_bytes: a callable that returns the free bytes of the flash; None for no limit.
    new_id: a callable that returns 8 hex digits for a new game.
    clock: a callable that returns "YYYY-MM-DD HH:MM", or None when the clock was never set.

    trouble: the JournalError about the last file that was set aside, or None. last: the id of the finished
    game that `reopen` opens again, or None. unpacked: how many games `tidy` will pack. Read only. All other
    public attributes without a docstring are for the other modules of the journal and the link.
    """

    def __init__(self, folder, log, free_bytes=None, new_id=_random_id, clock=None):
        self.folder = folder.rstrip("/") + "/games"
        self.log = log
        self._free_bytes = free_bytes
        self.new_id = new_id
        self._clock = clock
        self.trouble = None
        self.name = self.id = None
        # bytes of its own file; first byte and end of the lines in its tail, if there is one
        self.size = 0
        self.tail = None
        # whether the files may have a torn line after that
        self._torn = False
        self.events = self.check = 0
        self._lines = None
        self.over = self._is_accepted = False
        self.pending = b""
        # names of damaged files that could not be renamed
        self.stuck = []
        # (name, state) where the last `read` stopped, so that the next one need not start from the first line
        self.last_read = (None, None)
        self.last = None
        # caches until a file changes: the Folder, and where the last page of `listing` ended
        self.contents = self.page_end = None
        # games to be packed
        self.unpacked = 0
        # names for the next game, from `stored_games.choose_names`; () if all numbers are used up
        self.next_names = None
        # whether the flash had plenty of room when those were chosen
        self.has_ample_room = False
        self._choosing = None
        _stored_games().prepare(self)
        _stored_games().resume_newest(self)

    # reading

    @property
    def current(self):
        """The id of the unfinished game, or None."""
        return None if self.over else self.id

    @property
    def unsaved(self):
        """Whether some events of the game are not on the flash yet, and would be lost in a power cut."""
        return len(self.pending) > 0

    def games(self, first=0, count=None):
        """Return a list of (id, events, finished) of at most `count` games from index `first`, oldest first.

        events: the number of event lines, including the setup and the undo lines.
        """
        return _stored_games().games(self, first, count)

    def entry(self, game_id):
        """Return (events, finished) of one game, as in `games`, or None if there is no such game."""
        if game_id == self.id:
            return self.events, self.over
        return _stored_games().entry(self, game_id)

    def read(self, game_id, first=0, count=None):
        """Return a list of at most `count` event lines, starting at number `first`; line 0 is the setup.

        Raises JournalError if there is no such game, or if its file is damaged: it is then set aside, unless
        the game is running.
        """
        return _stored_games().read(self, game_id, first, count)

    def read_steps(self):
        """Return (lines, check, may_begin, closed, accepted) of the newest game; see `journal_file.read_all`.

        Raises JournalError as `read` does.
        """
        # `set_game` may have them already
        lines, self._lines = self._lines, None
        return lines or _stored_games().read_steps(self)

    def warning(self):
        """Return the JournalFull to show if the flash is full or nearly full, else None.

        It is slow, as the file system counts its free blocks.
        """
        free = self._free()
        if free is None or free >= WARN_BELOW:
            return None
        return JournalFull("no-room") if free < RESERVE else JournalFull("little-room", free // 1024)

    # writing

    def has_room(self):
        """Return whether there is room for a new game."""
        free = self._free()
        return free is None or free >= RESERVE

    def check_room(self):
        """Raise JournalFull if there is no room for a new game."""
        if not self.has_room():
            raise JournalFull("no-room")

    def start(self, tags, setup):
        """Start a new game and return its id.

        tags: list of (name, value) to follow the tag Game. setup: its first event.
        Raises JournalError; then nothing has changed.
        """
        if self.current:
            raise JournalError("running")
        self.flush()
        if self.unsaved:
            raise JournalFull("full")
        if not (self.next_names and self.has_ample_room):
            # this takes 10 ms or more
            self.check_room()
        names = self.next_names or list(_stored_games().choose_names(self))[-1]
        name, game_id, _ = names
        tags = [("Game", game_id)] + tags
        data = _as_bytes([write_tag(key, value) for key, value in tags] + [setup])
        check = crc32(data)
        data += _VERSION_LINE + _mark(check)
        try:
            # only the newest game has a tail
            self.merge_tail()
        except OSError as error:
            raise failure(error)
        try:
            _write(self.path(name), "wb", data)
        except OSError as error:
            files.remove(self.path(name))
            raise failure(error)
        self.next_names = self._choosing = None
        if self.name or self.last:
            self.unpacked += 1
        self.set_game(names, len(data), None, ([setup], check, b"\x01", True, True))
        return game_id

    def append(self, *events, over=None):
        """Append the events of one step to the game; all of them are then on the flash, or all `unsaved`.

        events: texts, one per line. The rules of this version must have accepted them and all events before
        them. Without events, only the missing check of the last step is written. over: the result if they end
        the game, else None; an event appended to a finished game (an undo) makes it run again.
        Raises JournalError if there is no game.
        """
        if self.name is None:
            raise JournalError("no-file")
        self._lines = self.contents = self.page_end = None
        data = _as_bytes(events)
        count = self.events + len(events)
        check = crc32(data, self.check)
        when = self._clock() if over and self._clock else None
        self.pending += data + (b"" if self._is_accepted else _VERSION_LINE) + _mark(check, over, count, when)
        self._is_accepted = True
        self.events, self.check, self.over = count, check, bool(over)
        self.flush()

    def flush(self):
        """Write the unsaved events to the flash; if there is no room, delete the files of the log first."""
        for last in (False, True):
            if not self.unsaved:
                return
            try:
                self._append_bytes(self.pending)
                self.pending = b""
            except OSError as error:
                # if a part was written, it is cut off before the next write
                self._torn = True
                if last:
                    self.log.note("Writing to the flash failed: %r" % error)
                else:
                    self.log.give_up_files()

    def tidy(self):
        """Do a part of the maintenance, which takes up to a second; return whether more is left to do.

        Call it while nobody waits. It packs finished games and moves the tail of the running game to its own
        file; if no game is running, it chooses the number and id of the next one. Without it games are as
        safe, but slower.
        """
        try:
            if self.tail and not self.unsaved and (self.over or self.tail[1] > _WORTH_MERGING):
                self.merge_tail()
            elif self.unpacked or (self.next_names is None and not self.current):
                if self.unpacked:
                    self.unpacked = _stored_games().pack(self)
                if not self.unpacked and (self.current or self._choose_names()):
                    for name in _SELDOM.split(" "):
                        forget(name)
        except (OSError, MemoryError) as error:
            self.log.note("The games could not be packed: %r" % error)
            self.unpacked, self._choosing = 0, None
            return False
        return self.unpacked > 0 or (self.next_names is None and not self.current)

    def _choose_names(self):
        """Search one more pack while choosing names for the next game; return whether they are chosen."""
        # its id has to be unique among all games, so the more games there are, the longer this takes
        self._choosing = self._choosing or _stored_games().choose_names(self)
        try:
            self.next_names = next(self._choosing)
        except JournalError:
            self.next_names = ()
        if self.next_names is not None:
            self._choosing = None
            # until the next game starts, only the log and the settings are written, which need little room
            self.has_ample_room = self.warning() is None
        return self.next_names is not None

    def merge_tail(self):
        """Move the lines in the tail to the game's own file. Raises OSError; nothing is lost then."""
        if not self.tail:
            return
        self._cut_torn_line()
        begin, end = self.tail
        path = self.tail_path
        with open(path, "rb") as stream:
            stream.seek(begin)
            lines = stream.read(end - begin)
        self._torn = True
        _write(self.path(self.name), "ab", lines)
        self.size += len(lines)
        self.tail = None
        self._torn = False
        self.contents = self.page_end = None
        files.remove(path)

    def reopen(self):
        """Open the newest game again after its end, so that an undo can be appended; return its id.

        Raises JournalError if it is no longer on the device, or if its file is damaged.
        """
        return _stored_games().reopen(self)

    # files

    def path(self, name):
        return self.folder + "/" + name

    def clear_game(self):
        """Close the game, whether it is running or finished."""
        self.name = self.id = self.tail = self.contents = self.page_end = None
        self.over = self._torn = False
        self._lines = None
        self.pending = b""

    def set_game(self, names, size, tail, lines):
        """Open a game to append events to it.

        names: as `stored_games.choose_names` yields them. size: bytes in its own file. tail: (first byte,
        end) of the lines in its tail, or None. lines: as `read_steps` returns them.
        """
        self.clear_game()
        self.last = None
        self.name, self.id, tail_name = names
        self.tail_path = self.path(tail_name)
        # `read_steps` returns them once
        self._lines = lines
        self.size, self.tail, self.events, self.check = size, tail, len(lines[0]), lines[1]
        self._is_accepted = lines[-1]
        # after a power cut, the file may be longer than that
        self._torn = True

    def _append_bytes(self, data):
        self._cut_torn_line()
        if self.tail and self.tail[1] + len(data) > _INLINE:
            self.merge_tail()
        if not self.tail and self.size + len(data) <= _INLINE:
            _write(self.path(self.name), "ab", data)
            self.size += len(data)
        elif self.tail:
            _write(self.tail_path, "ab", data)
            self.tail = (self.tail[0], self.tail[1] + len(data))
        else:
            heading = b"# from byte %d\n" % self.size
            _write(self.tail_path, "wb", heading + data)
            self.tail = (len(heading), len(heading) + len(data))

    def _cut_torn_line(self):
        """Cut off an incomplete last line, which a failed write may have left."""
        if not self._torn:
            return
        parts = [(self.path(self.name), self.size)]
        if self.tail:
            parts.append((self.tail_path, self.tail[1]))
        for path, size in parts:
            if files.size(path) != size:
                from companion.atomic_files import keep_start

                keep_start(path, size)
        self._torn = False

    def _free(self):
        return self._free_bytes() if self._free_bytes else None


def _write(path, mode, data):
    # no file stays open: it takes 1 KB of the heap, and littlefs may erase a block for each flush
    with open(path, mode) as stream:
        stream.write(data)


def _mark(check, over=None, events=0, when=None):
    """Return the comment that follows a step or, with a result, a finished game.

    check: CRC-32 of all tags and events above. events: their number. when: the time of the end, or None if
    the clock was not set; a second check, which includes it, follows it.
    """
    if not over:
        return b"#%08x\n" % check
    time = " %s %08x" % (when, crc32(when.encode(), check)) if when else ""
    return ("# over %s %d %08x%s\n" % (over, events, check, time)).encode()


def _as_bytes(lines):
    for line in lines:
        check_line(line, MAX_SETUP)
    return "".join([line + "\n" for line in lines]).encode()
