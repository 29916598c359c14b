"""The games on the flash, each stored as its record.

An event is entered once `append` has returned. It is on the flash then, unless the flash is full: a game goes
on even so, and what could not be written is `unkept` until there is room. It must not know the rules: lines
are lines here, and the caller says when a game is over.

This module has what the running game needs; `stored_games` has what concerns all games, and `game_folder`
describes the files. Nothing is rewritten in place: where the end of a file has to go, a copy replaces it.
"""

import os
from binascii import crc32, hexlify

from companion import VERSION, files
from companion.journal_errors import JournalError, JournalFull, failure
from companion.platform import forget
from shared_rules.record_lines import MAX_SETUP, check_line, write_tag

WARN_BELOW = 64 * 1024
"""Free bytes below which the players are told to fetch their games."""

RESERVE = 32 * 1024
"""Free bytes below which no game starts: enough to finish the running one, or to copy a pack."""

_SHORT = 512
"""Bytes up to which littlefs stores a file in its folder, where appending takes 1 ms. To append to a longer
file it copies the last block, which takes 50 ms; so the newest lines of a long game go to a short file first,
its tail."""

_ENOUGH = 256
"""Bytes from which on a tail is worth moving while nobody waits."""

_OURS = ("# by %s\n" % VERSION).encode()


_SELDOM = (
    "companion.game_folder companion.journal_file companion.packing companion.packs companion.stored_games "
    "shared_rules.game_files"
)
"""Modules that are forgotten once older games are packed; a tuple would take more memory."""


def _stored_games():
    from companion import stored_games

    return stored_games


def _random_id():
    return hexlify(os.urandom(4)).decode()


class Journal:
    """The finished games and the one that is running.

    folder: the folder that has, or will have, the folder `games`; "" and "/" are the root.
    log: the Log, for everything that was mended or set aside.
    free_bytes: a callable that returns the free bytes of the flash, or None if they don't matter.
    new_id: a callable that returns 8 hex digits for a new game.
    clock: a callable that returns "YYYY-MM-DD HH:MM", or None when the clock was never set.

    trouble: the JournalError about the last file that was set aside, or None. last: the id of the finished
    game that `reopen` brings back, or None. loose: how many games `tidy` will pack. Read only. All other
    attributes without an underscore or a docstring are for `stored_games`.
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
        # whether the flash may have a torn line after that
        self._torn = False
        self.events = self.check = 0
        self._lines = None
        self.over = self._ours = False
        self.waiting = b""
        # files that are damaged and could not be moved
        self.stuck = []
        # where the last `read` stopped, so that the next one need not begin at the top
        self.stopped = (None, None)
        self.last = None
        # until something changes, the Folder as last read, or where a page of `listing` has ended
        self.seen = None
        # games that wait to be packed
        self.loose = 0
        # the next game's names, from `stored_games.drawn_names`; () when all numbers are used up
        self.fresh = None
        # whether the flash had much room when those were drawn
        self.has_much_room = False
        self._drawing = None
        _stored_games().prepare(self)
        _stored_games().go_on(self)

    # reading

    @property
    def current(self):
        """The id of the unfinished game, or None."""
        return None if self.over else self.id

    @property
    def unkept(self):
        """Whether some of the game is not on the flash, and would be lost in a power cut."""
        return len(self.waiting) > 0

    def games(self, first=0, count=None):
        """Return (id, events, finished) of at most `count` games from number `first` on, the oldest first.

        `events` counts the setup and the undo lines too.
        """
        return _stored_games().games(self, first, count)

    def entry(self, game_id):
        """Return (events, finished) of one game, as in `games`, or None when it isn't here."""
        if game_id == self.id:
            return self.events, self.over
        return _stored_games().entry(self, game_id)

    def read(self, game_id, first=0, count=None):
        """Return a list of at most `count` event lines from number `first` on; line 0 is the setup.

        Raises JournalError when there is no such game or its file is damaged; then the file is set aside,
        unless the game is running.
        """
        return _stored_games().read(self, game_id, first, count)

    def read_steps(self):
        """Return (lines, check, begins, closed, ours) of the newest game, as `journal_file.read_all` does.

        Raises JournalError as `read` does.
        """
        # they may have been read already
        lines, self._lines = self._lines, None
        return lines or _stored_games().read_steps(self)

    def warning(self):
        """Return the JournalFull that announces a full flash, or None. Asking the flash takes a while."""
        free = self._free()
        if free is None or free >= WARN_BELOW:
            return None
        return JournalFull("no-room") if free < RESERVE else JournalFull("little-room", free // 1024)

    # writing

    def has_room(self):
        """Return whether a new game may start."""
        free = self._free()
        return free is None or free >= RESERVE

    def check_room(self):
        """Raise JournalFull when no new game may start."""
        if not self.has_room():
            raise JournalFull("no-room")

    def start(self, tags, setup):
        """Begin a new game and return its id.

        tags: list of (name, value) to follow the tag Game. setup: its first event.
        Raises JournalError; then nothing has changed.
        """
        if self.current:
            raise JournalError("running")
        self.keep()
        if self.unkept:
            raise JournalFull("full")
        if not (self.fresh and self.has_much_room):
            # to ask the flash takes it 10 ms and more
            self.check_room()
        names = self.fresh or list(_stored_games().drawn_names(self))[-1]
        name, game_id, _ = names
        tags = [("Game", game_id)] + tags
        data = _as_bytes([write_tag(key, value) for key, value in tags] + [setup])
        check = crc32(data)
        data += _OURS + _mark(check)
        try:
            # only the newest game has a tail
            self.settle()
        except OSError as error:
            raise failure(error)
        try:
            _write(self.path(name), "wb", data)
        except OSError as error:
            files.remove(self.path(name))
            raise failure(error)
        self.fresh = self._drawing = None
        if self.name or self.last:
            self.loose += 1
        self.set_game(names, len(data), None, ([setup], check, b"\x01", True, True))
        return game_id

    def append(self, *events, over=None):
        """Append events to the game; when this returns, all of them are on the flash or all are `unkept`.

        events: texts, one per line, which make one step; the rules of this version have accepted them and all
        before them. With none, only the missing end of the last step is written. over: the result if they end
        the game, else None; an event appended to a finished game (an undo) makes it run again.
        Raises JournalError when there is no game.
        """
        if self.name is None:
            raise JournalError("no-file")
        self._lines = self.seen = None
        data = _as_bytes(events)
        count = self.events + len(events)
        check = crc32(data, self.check)
        when = self._clock() if over and self._clock else None
        self.waiting += data + (b"" if self._ours else _OURS) + _mark(check, over, count, when)
        self._ours = True
        self.events, self.check, self.over = count, check, bool(over)
        self.keep()

    def keep(self):
        """Write what is not on the flash yet; if there is no room, the files of the log are removed."""
        for last in (False, True):
            if not self.unkept:
                return
            try:
                self._write_on(self.waiting)
                self.waiting = b""
            except OSError as error:
                # a part that was written is cut off before the next line
                self._torn = True
                if last:
                    self.log.note("Writing to the flash failed: %r" % error)
                else:
                    self.log.give_up_files()

    def tidy(self):
        """Do some maintenance; return whether more is left to do, some of which takes a second.

        To be called while nobody waits: finished games are packed, the tail of the running one is moved to
        its own file, and if none is running, the number and id of the next one are chosen. Games are as safe
        without it, but slower.
        """
        try:
            if self.tail and not self.unkept and (self.over or self.tail[1] > _ENOUGH):
                self.settle()
            elif self.loose or (self.fresh is None and not self.current):
                if self.loose:
                    self.loose = _stored_games().pack(self)
                if not self.loose and (self.current or self._draw_names()):
                    for name in _SELDOM.split(" "):
                        forget(name)
        except (OSError, MemoryError) as error:
            self.log.note("The games could not be packed: %r" % error)
            self.loose, self._drawing = 0, None
            return False
        return self.loose > 0 or (self.fresh is None and not self.current)

    def _draw_names(self):
        """Look into one more pack to find names for the next game; return whether they are found."""
        # no game in any pack may have its id, so the more games, the longer this takes
        self._drawing = self._drawing or _stored_games().drawn_names(self)
        try:
            self.fresh = next(self._drawing)
        except JournalError:
            self.fresh = ()
        if self.fresh is not None:
            self._drawing = None
            # until the next game begins, only the log and settings are written, which have less than the rest
            self.has_much_room = self.warning() is None
        return self.fresh is not None

    def settle(self):
        """Move the lines in the tail to the game's own file. Raises OSError; then nothing is lost."""
        if not self.tail:
            return
        self._mend()
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
        self.seen = None
        files.remove(path)

    def reopen(self):
        """Open the newest game again after its end, so that an undo can be appended, and return its id.

        Raises JournalError when it has left the device or its file is damaged.
        """
        return _stored_games().reopen(self)

    # files

    def path(self, name):
        return self.folder + "/" + name

    def clear_game(self):
        """Have no game, neither a running nor a finished one."""
        self.name = self.id = self.tail = self.seen = None
        self.over = self._torn = False
        self._lines = None
        self.waiting = b""

    def set_game(self, names, size, tail, lines):
        """Go on with a game.

        names: as `stored_games.drawn_names` yields them. size: bytes in its own file. tail: (first byte, end)
        of the lines in its tail, or None. lines: as `read_steps` returns them.
        """
        self.clear_game()
        self.last = None
        self.name, self.id, tail_name = names
        self.tail_path = self.path(tail_name)
        # `read_steps` returns them next
        self._lines = lines
        self.size, self.tail, self.events, self.check = size, tail, len(lines[0]), lines[1]
        self._ours = lines[-1]
        # a power cut may have left more
        self._torn = True

    def _write_on(self, data):
        self._mend()
        if self.tail and self.tail[1] + len(data) > _SHORT:
            self.settle()
        if not self.tail and self.size + len(data) <= _SHORT:
            _write(self.path(self.name), "ab", data)
            self.size += len(data)
        elif self.tail:
            _write(self.tail_path, "ab", data)
            self.tail = (self.tail[0], self.tail[1] + len(data))
        else:
            heading = b"# from byte %d\n" % self.size
            _write(self.tail_path, "wb", heading + data)
            self.tail = (len(heading), len(heading) + len(data))

    def _mend(self):
        """Cut off a torn line at the end."""
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
    # an open file takes 1 KB of the heap, and littlefs may erase a block for each flush
    with open(path, mode) as stream:
        stream.write(data)


def _mark(check, over=None, events=0, when=None):
    """Return the comment after a step or, with a result, after a finished game.

    check: CRC-32 of everything above. events: how many there are. when: the time of its end, or None if the
    clock was not set; a check that includes it follows.
    """
    if not over:
        return b"#%08x\n" % check
    time = " %s %08x" % (when, crc32(when.encode(), check)) if when else ""
    return ("# over %s %d %08x%s\n" % (over, events, check, time)).encode()


def _as_bytes(lines):
    for line in lines:
        check_line(line, MAX_SETUP)
    return "".join([line + "\n" for line in lines]).encode()
