"""Sends the files of finished games to a host in bulk, and removes those that the host has.

These are the methods `game_files` and `let_go` of the link. The bytes are sent as they are on the flash; the
host, a thousand times as fast, takes them apart. So this needs no other module that knows about games. It
makes whole lines, as the link sends them, and always has the next one ready.
"""

import os
from binascii import b2a_base64, crc32

from companion import files
from companion.journal_errors import failure
from shared_rules import protocol
from shared_rules.game_files import DAMAGED, GONE, PACK, PLAYED

BYTES = 2880
"""Bytes of a file in a line: as base64 they leave room for what else is in the line."""

STUCK = 10000
"""Polls of the link, a millisecond each, after which nobody is taken to be reading any more."""

_GAMES = (PACK, PLAYED, DAMAGED)

_HEAD = b'{"jsonrpc": "2.0", "method": "part", "params": %s, "file": "%s", "number": '
_PLACE = b'%d, "first": %d, "data": "'
_TAIL = b'"}}'


def game_files(app, file, first):
    """Return a callable(id of the request) that returns a Sending.

    file, first: the file to begin with, and its first byte to send; both may be None.
    """
    return lambda id: Sending(app, file, first or 0, id)


def let_go(app, files):
    """Remove files that the host has stored.

    files: "name size crc,…". Returns {"removed": [whether each was], "left": files with games still here}.
    Raises LinkError when `files` makes no sense, JournalError when the flash fails.
    """
    asked = [words.split(" ") for words in files.split(",")]
    for words in asked:
        if len(words) != 3 or not words[1].isdigit():
            raise protocol.LinkError(protocol.REFUSED, "A file is known by its name, its size and its check.")
    journal = app.journal
    shown = journal.id, journal.last
    there = _names(journal)
    try:
        removed = [_let_go(journal, there, name, int(size), check) for name, size, check in asked]
        # before 1.25, MicroPython's `endswith` takes a single ending
        left = [name for name in os.listdir(journal.folder) if name[name.rfind(".") :] in _GAMES]
    except OSError as error:
        raise failure(error)
    finally:
        journal.seen = None
        journal.stopped = (None, None)
    journal.keep()
    if shown != (journal.id, journal.last):
        # the title has offered one of them
        app.redraw()
    return {"removed": removed, "left": len(left)}


def _let_go(journal, there, name, size, check):
    """Remove a file if it is still as the host has it; return whether it was. Raises OSError."""
    path = journal.path(name)
    if name not in there or files.size(path) != size or _check(path) != check:
        return False
    if name == journal.name:
        journal.clear_game()
    if journal.last and name[-len(journal.last) - len(PLAYED) :] == journal.last + PLAYED:
        journal.last = None
    os.remove(path)
    gone = name[: -len(PACK)] + GONE
    if name.endswith(PACK) and gone in there:
        os.remove(journal.path(gone))
    return True


def _check(path):
    """Return the CRC-32 of a file, 8 hex digits. Raises OSError."""
    check, part = 0, memoryview(bytearray(BYTES))
    with open(path, "rb") as stream:
        count = stream.readinto(part)
        while count:
            check = crc32(part[:count], check)
            count = stream.readinto(part)
    return "%08x" % (check & 0xFFFFFFFF)


def _names(journal):
    """Return the names of the files of finished games: lists of what has left a pack, then packs, then games
    with a file of their own; each kind from the oldest on.
    """
    running = journal.name
    try:
        if journal.over and not journal.unkept:
            # its tail belongs to it
            journal.settle()
            running = None
        names = os.listdir(journal.folder)
    except OSError:
        # a host that asks game by game is told what can't be read
        return []
    found = []
    for ending in (GONE, PACK, PLAYED):
        some = [name for name in names if name.endswith(ending) and name != running]
        # a longer number is higher
        some.sort(key=lambda name: (len(name), name))
        found += some
    return found


class Sending:
    """Files on their way over a link, which calls it at every poll.

    app: has `journal`. file, first: where to begin; with the first file if there is none of that name. id: of
    the request.
    """

    def __init__(self, app, file, first, id):
        self._journal = app.journal
        self._id, self._number, self._stuck = id, 0, 0
        # an id may have letters that are not ASCII; without its closing brace
        self._of = protocol.encode({"of": id}).rpartition(b"}")[0]
        self._names = _names(app.journal)
        self._stream, self._at, self._head = None, 0, b""
        if file in self._names:
            del self._names[: self._names.index(file)]
            self._at = first
        self._data = memoryview(bytearray(BYTES))
        # one is filled while the other is on its way
        self._lines = bytearray(protocol.MAX_ANSWER), bytearray(protocol.MAX_ANSWER)

    def __call__(self, link):
        if len(link.waiting) > 1:
            self._stuck += 1
            if self._stuck > STUCK:
                self._end(link)
            return
        self._stuck = 0
        while self._names:
            count = self._read()
            if count:
                link.put(self._line(count), 2 * protocol.MAX_ANSWER)
                self._at += count
                return
            self._close()
            self._names.pop(0)
            self._at = 0
        self._end(link)
        link.post(protocol.answer(self._id, {"parts": self._number}))

    def _read(self):
        """Read the next bytes; return how many there are, 0 at the end of the file."""
        try:
            if not self._stream:
                self._stream = open(self._journal.path(self._names[0]), "rb")
                self._stream.seek(self._at)
                # once for each file, as a Pico compares each new text with all names that it knows
                self._head = _HEAD % (self._of, self._names[0].encode())
            return self._stream.readinto(self._data)
        except OSError:
            # it was packed meanwhile, or can't be read: a host that asks game by game is told
            return 0

    def _line(self, count):
        head = self._head + _PLACE % (self._number, self._at)
        data = b2a_base64(self._data[:count])
        line = self._lines[self._number & 1]
        self._number += 1
        end = len(head) + len(data) - 1
        line[: len(head)] = head
        # without its newline
        line[len(head) : end + 1] = data
        line[end : end + len(_TAIL)] = _TAIL
        return protocol.seal(line, end + len(_TAIL))

    def _close(self):
        if self._stream:
            self._stream.close()
        self._stream = None

    def _end(self, link):
        link.bulk = None
        self._close()
