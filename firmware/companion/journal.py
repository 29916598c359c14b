"""The games on the flash: one file a game, which is the record of that game in the notation's own form.

An event counts as entered once `append` has returned. It is on the flash then, unless that takes nothing any
more: a game does not wait for room, so what it can't keep is `unkept` until there is some. It must not know
the rules: lines are lines here, and whoever appends says when a game is over.

A file is `games/<number>-<id>.arcana`: tags, then events, and once the game is over a line
`# over <result> <events>`, a comment to every other reader. Nothing is rewritten in place; where a file must
lose its end, a copy takes its place. A file that makes no sense is kept as `….damaged`.
"""

import os
from binascii import hexlify

from companion import files
from shared_rules.errors import RuleError
from shared_rules.game_files import DAMAGED, PLAYED, read_game_name, write_game_name
from shared_rules.lines import MAX_SETUP, check_line, read_tag, write_tag

WARN_BELOW = 64 * 1024
"""Free bytes below which the players are told to fetch their games."""

RESERVE = 16 * 1024
"""Free bytes below which no game starts: enough to finish the one that is running."""

_OVER = "# over "
_TAIL = 2 * MAX_SETUP
_PART = 512  # bytes that are read at once


class JournalError(ValueError):
    """Something the journal can't do, by the key of its sentence and the values in it.

    The sentences are the `TROUBLES` of `companion.texts`; one that has no key there stands for itself.
    """

    def __str__(self):
        return self.in_words("english")

    def in_words(self, language):
        """Return the sentence in a language."""
        from companion.texts import trouble

        return trouble(language, *self.args)


class JournalFull(JournalError):
    """The flash has no room left."""


def _random_id():
    return hexlify(os.urandom(4)).decode()


class Journal:
    """The finished games and the one that is running.

    folder: where the folder `games` lies or is made; "" and "/" are the root.
    log: gets a note about everything that was mended or kept aside.
    free_bytes: a callable that gives the free bytes of the flash, or None where nobody counts them.
    new_id: a callable that gives 8 hex digits for a new game.

    trouble: the JournalError about the last file that was kept aside, or None. Read only.
    """

    def __init__(self, folder, log, free_bytes=None, new_id=_random_id):
        self._folder = folder.rstrip("/") + "/games"
        self._log = log
        self._free_bytes = free_bytes
        self._new_id = new_id
        self.trouble = None
        self._name = None
        self._stream = None
        self._size = 0
        self._events = 0
        self._over = False
        self._unkept = b""
        # where the last `read` stopped, so that the next one need not count from the top
        self._stopped = (None, 0, 0)
        files.make_folder(self._folder)
        files.finish_replacing(self._folder)
        self.go_on()

    # what is there

    @property
    def current(self):
        """The id of the unfinished game, or None."""
        return None if self._name is None or self._over else _id_of(self._name)

    @property
    def unkept(self):
        """Whether something of the game is not on the flash, so that it is lost when the power goes."""
        return len(self._unkept) > 0

    def games(self, first=0, count=None):
        """Return (id, events, finished) of at most `count` games from number `first` on, the oldest first.

        `events` counts the setup and the undo lines too.
        """
        found = []
        for name in self._names()[first:]:
            if len(found) == count:
                break
            entry = self._entry(name)
            if entry is not None:
                found.append((_id_of(name), entry[0], entry[1]))
        return found

    def count(self):
        """Return how many games there are."""
        return len(self._names())

    def entry(self, game_id):
        """Return (events, finished) of one game, as in `games`, or None when it isn't here."""
        name = self._find(game_id)
        return None if name is None else self._entry(name)

    def damaged(self):
        """Return the names of the files in the folder `games` that were kept aside."""
        return sorted([name for name in os.listdir(self._folder) if name.endswith(DAMAGED)])

    def read(self, game_id, first=0, count=None):
        """Return a list of at most `count` event lines from number `first` on; line 0 is the setup.

        Raises JournalError when there is no such game or its file is damaged (it is kept aside then).
        """
        name = self._named(game_id)
        line, offset = 0, 0
        if self._stopped[0] == name and self._stopped[1] <= first:
            line, offset = self._stopped[1:]
        wanted = []
        if count is not None and count <= 0:
            return wanted
        try:
            with open(self._path(name), "rb") as stream:
                # behind that there may be half of what the flash did not take
                whole = self._size if name == self._name else None
                for text, end in _lines(stream, offset, whole):
                    if text.startswith("["):
                        continue
                    if line >= first:
                        wanted.append(text)
                    line += 1
                    self._stopped = (name, line, end)
                    if count is not None and len(wanted) >= count:
                        break
        except RuleError as error:
            raise self._set_aside(name, error)
        if name == self._name and self.unkept and (count is None or len(wanted) < count):
            for text in self._unkept.decode().split("\n")[:-1]:
                if line >= first and not text.startswith("#"):
                    wanted.append(text)
                line += 1
        return wanted if count is None else wanted[:count]

    def tags(self, game_id):
        """Return the list of (name, value) of a game's tag lines. Raises JournalError."""
        name = self._named(game_id)
        found = []
        try:
            with open(self._path(name), "rb") as stream:
                for text, _ in _lines(stream):
                    if not text.startswith("["):
                        break
                    found.append(read_tag(text))
        except RuleError as error:
            raise self._set_aside(name, error)
        return found

    def warning(self):
        """Return the JournalFull that announces a full flash, or None. Asking the flash takes a while."""
        free = self._free()
        if free is None or free >= WARN_BELOW:
            return None
        return JournalFull("no-room") if free < RESERVE else JournalFull("little-room", free // 1024)

    # what changes

    def check_room(self):
        """Raise JournalFull when no new game may start."""
        free = self._free()
        if free is not None and free < RESERVE:
            raise JournalFull("no-room")

    def start(self, tags, setup):
        """Begin a new game and return its id.

        tags: list of (name, value) that stand behind the tag Game. setup: its first event.
        Raises JournalError, and changes nothing then.
        """
        if self.current:
            raise JournalError("running")
        self._keep()
        if self.unkept:
            raise JournalFull("full")
        self.check_room()
        lines = [write_tag(name, value) for name, value in tags] + [setup]
        number, game_id = self._fresh()
        lines.insert(0, write_tag("Game", game_id))
        name = write_game_name(number, game_id)
        data = _as_bytes(lines)
        self.close()
        try:
            with open(self._path(name), "wb") as stream:
                stream.write(data)
        except OSError as error:
            files.remove(self._path(name))
            raise _failure(error)
        self._take(name, len(data), 1, False)
        return game_id

    def append(self, *events, over=None):
        """Write events to the game; they are on the flash when this returns, or all of them `unkept`.

        events: texts, one a line. over: the result when they end the game, else None; an event appended to
        a finished game (an undo) makes it the running one again.
        Raises JournalError when there is no game.
        """
        if self._name is None:
            raise JournalError("no-file")
        lines = list(events)
        count = self._events + len(events)
        if over:
            lines.append("%s%s %d" % (_OVER, over, count))
        self._unkept += _as_bytes(lines)
        self._events = count
        self._over = bool(over)
        self._keep()

    def _keep(self):
        """Write what is not on the flash yet; where that has no room, the log gives up its own."""
        for last in (False, True):
            if not self.unkept:
                return
            try:
                stream = self._writer()
                stream.write(self._unkept)
                stream.flush()
                self._size += len(self._unkept)
                self._unkept = b""
            except OSError as error:
                # whatever did arrive of it is cut off before the next line is written
                self.close()
                if last:
                    self._log.note("The flash did not take what was entered: %r" % error)
                else:
                    self._log.give_up_files()

    def confirm(self, game_id, events):
        """Remove a finished game that is safe on the host; return False when it was removed before.

        events: how many event lines the host has.
        Raises JournalError when the game still runs or has another number of lines.
        """
        name = self._find(game_id)
        if name is None:
            return False
        entry = self.entry(game_id)
        if entry is None:
            return False
        there, finished = entry
        if not finished:
            raise JournalError("unfinished", game_id)
        if there != events:
            raise JournalError("other-length", game_id, there, events)
        if name == self._name:
            self._leave()
        try:
            os.remove(self._path(name))
        except OSError as error:
            raise _failure(error)
        self._keep()
        return True

    def set_aside(self, game_id, reason):
        """Keep a game's file as damaged, out of the way of all others; return the JournalError about it."""
        return self._set_aside(self._named(game_id), reason)

    def close(self):
        """Close the file that is held open between events; the next event opens it again."""
        stream, self._stream = self._stream, None
        if stream is not None:
            try:
                stream.close()
            except OSError:
                pass

    # at boot

    def go_on(self):
        """Go on with the newest game unless it is finished; only that one can be torn or without an event."""
        for name in reversed(self._names()):
            try:
                self._mend(name)
                look = self._look(name)
            except OSError as error:
                self._log.note("The file %s can't be read: %r" % (name, error))
                continue
            if look is None:
                continue
            events, finished = look
            if events:
                if not finished:
                    self._take(name, files.size(self._path(name)), events, False)
                return
            files.remove(self._path(name))
            self._log.note("The file %s had no event yet and was removed." % name)

    def _mend(self, name):
        """Drop a last line that a power cut tore off."""
        path = self._path(name)
        length = files.size(path)
        whole = length
        with open(path, "rb") as stream:
            tail = _last_bytes(stream, length)
        # a line that fills the whole tail is no torn one, but damage, as is one that is no text
        if not tail.endswith(b"\n") and (b"\n" in tail or len(tail) == length):
            torn = tail[tail.rfind(b"\n") + 1 :]
            if not torn or min(torn) >= 32:
                whole = length - len(torn)
        if whole != length:
            files.keep_start(path, whole)
            self._log.note("%s: %d bytes of a torn last line were dropped." % (name, length - whole))

    # files

    def _path(self, name):
        return self._folder + "/" + name

    def _names(self):
        return sorted([name for name in os.listdir(self._folder) if _id_of(name)], key=_number_of)

    def _find(self, game_id):
        for name in os.listdir(self._folder):
            if _id_of(name) == game_id:
                return name
        return None

    def _named(self, game_id):
        name = self._find(game_id)
        if name is None:
            raise JournalError("no-game", game_id)
        return name

    def _fresh(self):
        """Return a number above all there are, and an id that no other game has."""
        names = os.listdir(self._folder)
        number = max([0] + [_number_of(name) for name in names])
        while True:
            game_id = self._new_id()
            if not [name for name in names if game_id in name]:
                return number + 1, game_id

    def _leave(self):
        self.close()
        self._name = None
        self._unkept = b""

    def _take(self, name, size, events, over):
        self._leave()
        self._name, self._size, self._events, self._over = name, size, events, over

    def _writer(self):
        if self._stream is None:
            path = self._path(self._name)
            if files.size(path) != self._size:
                files.keep_start(path, self._size)
            self._stream = open(path, "ab")
        return self._stream

    def _entry(self, name):
        return (self._events, self._over) if name == self._name else self._look(name)

    def _look(self, name):
        """Return (events, finished) of a game's file, or None after setting it aside as damaged."""
        path = self._path(name)
        with open(path, "rb") as stream:
            words = _last_bytes(stream, files.size(path)).rstrip().split(b"\n")[-1].split(b" ")
        if words[:2] == [b"#", b"over"] and len(words) == 4 and words[3].isdigit():
            return int(words[3]), True
        events = 0
        try:
            with open(path, "rb") as stream:
                for text, _ in _lines(stream):
                    if text.startswith("["):
                        read_tag(text)
                    else:
                        events += 1
        except RuleError as error:
            self._set_aside(name, error)
            return None
        return events, False

    def _set_aside(self, name, reason):
        if name == self._name:
            self._leave()
        kept = name[: -len(PLAYED)] + DAMAGED
        self._log.note("Game %s is damaged: %s" % (_id_of(name), reason))
        self.trouble = JournalError("damaged", _id_of(name), kept)
        try:
            os.rename(self._path(name), self._path(kept))
        except OSError as error:
            self._log.note("The file %s could not be moved: %r" % (name, error))
            self.trouble = JournalError("damaged-there", _id_of(name))
        return self.trouble

    def _free(self):
        return self._free_bytes() if self._free_bytes else None


def _id_of(name):
    """Return the game's id that a file name holds, or None when it isn't one of ours."""
    game = read_game_name(name)
    return game[1] if game and game[2] == PLAYED else None


def _number_of(name):
    game = read_game_name(name)
    return game[0] if game else 0


def _as_bytes(lines):
    for line in lines:
        check_line(line, MAX_SETUP)
    return ("\n".join(lines) + "\n").encode()


def _last_bytes(stream, length):
    stream.seek(max(0, length - _TAIL))
    return stream.read()


def _lines(stream, offset=0, whole=None):
    """Yield (text, offset behind it) of tags and events. Raises RuleError at a line that is damaged.

    whole: the offset behind the last line, None for the end of the file.
    """
    stream.seek(offset)
    at = offset
    rest = b""
    while True:
        # line by line, MicroPython would ask the flash for every single byte
        part = stream.read(_PART if whole is None else min(_PART, whole - at))
        at += len(part)
        lines = (rest + part).split(b"\n")
        rest = lines.pop()
        for line in lines:
            offset += len(line) + 1
            if line and not line.startswith(b"#"):
                yield _checked(line), offset
        if len(rest) > MAX_SETUP or (rest and not part):
            raise RuleError("A line is too long or has no end.")
        if not part:
            return


def _checked(line):
    """Return the text of a line. Raises RuleError when it can't be one."""
    try:
        text = line.decode()
    except UnicodeError:
        raise RuleError("A line is not UTF-8.")
    check_line(text, MAX_SETUP)
    return text


def _failure(error):
    if files.is_full(error):
        return JournalFull("full")
    return JournalError("failed", error)
