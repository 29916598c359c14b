"""Sends the files of finished games to a host in bulk, and removes those that the host has.

These are the methods `game_files` and `let_go` of the link. The files are sent as they are on the flash, and
the host, which is a thousand times as fast, parses them; so this module needs no other one that knows about
games. It builds complete lines of the link, and always has the next one ready.
"""

import os
from binascii import b2a_base64, crc32

from companion import files
from companion.journal_errors import failure
from shared_rules import protocol
from shared_rules.game_files import DAMAGED, PLAYED
from shared_rules.packs import GONE, PACK

BYTES = 2880
"""Bytes of a file in a line, so that with their base64 the line is not too long."""

STALLED = 10000
"""Polls of the link, a millisecond each, after which a host that does not read is considered gone."""

_GAMES = (PACK, PLAYED, DAMAGED)

_HEAD = b'{"jsonrpc": "2.0", "method": "part", "params": %s, "file": "%s", "number": '
_PLACE = b'%d, "first": %d, "data": "'
_TAIL = b'"}}'


def game_files(app, file, first):
    """Return a callable(id of the request) that returns a FileSender.

    file, first: the file to begin with, and its first byte to send; both may be None.
    """
    return lambda id: FileSender(app, file, first or 0, id)


def let_go(app, files):
    """Remove files that the host has stored.

    files: "name size crc,…". Returns the result of the method `let_go`: {"removed": [whether each file was],
    "left": number of files with games that remain}. Raises LinkError if `files` is malformed, JournalError if
    the flash fails.
    """
    asked = [words.split(" ") for words in files.split(",")]
    for words in asked:
        if len(words) != 3 or not words[1].isdigit():
            raise protocol.LinkError(protocol.REFUSED, "A file is known by its name, its size and its check.")
    journal = app.journal
    shown = journal.id, journal.last
    there = _finished_files(journal)
    try:
        removed = [_remove(journal, there, name, int(size), check) for name, size, check in asked]
        # before 1.25, MicroPython's `endswith` accepts no tuple
        left = [name for name in os.listdir(journal.folder) if name[name.rfind(".") :] in _GAMES]
    except OSError as error:
        raise failure(error)
    finally:
        journal.contents = journal.page_end = None
        journal.last_read = (None, None)
    journal.flush()
    if shown != (journal.id, journal.last):
        # the title offers one of them
        app.redraw()
    return {"removed": removed, "left": len(left)}


def _remove(journal, there, name, size, check):
    """Remove a file if its size and CRC-32 are the host's; return whether it was removed. Raises OSError."""
    path = journal.path(name)
    if name not in there or files.size(path) != size or _checksum(path) != check:
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


def _checksum(path):
    """Return the CRC-32 of a file as 8 hex digits. Raises OSError."""
    check, part = 0, memoryview(bytearray(BYTES))
    with open(path, "rb") as stream:
        count = stream.readinto(part)
        while count:
            check = crc32(part[:count], check)
            count = stream.readinto(part)
    return "%08x" % (check & 0xFFFFFFFF)


def _finished_files(journal):
    """Return the names of the files of finished games, each kind oldest first.

    Lists of games removed from packs come first, then packs, then games with their own files.
    """
    running = journal.name
    try:
        if journal.over and not journal.unsaved:
            # it is sent with its newest lines
            journal.merge_tail()
            running = None
        names = os.listdir(journal.folder)
    except OSError:
        # the host then reads game by game, and receives the errors
        return []
    found = []
    for ending in (GONE, PACK, PLAYED):
        some = [name for name in names if name.endswith(ending) and name != running]
        # a longer number is higher
        some.sort(key=lambda name: (len(name), name))
        found += some
    return found


class FileSender:
    """Sends files over a Link, which calls it at every poll.

    app: has `journal`. file, first: the file and the byte to begin with; it begins with the first file if
    there is none of that name. id: of the request.
    """

    def __init__(self, app, file, first, id):
        self._journal = app.journal
        self._id, self._number, self._stalled = id, 0, 0
        # without the closing brace; `encode` escapes letters in the id that are not ASCII
        self._of = protocol.encode({"of": id}).rpartition(b"}")[0]
        self._names = _finished_files(app.journal)
        self._stream, self._at, self._head = None, 0, b""
        if file in self._names:
            del self._names[: self._names.index(file)]
            self._at = first
        self._data = memoryview(bytearray(BYTES))
        # one is filled while the other is being sent
        self._lines = bytearray(protocol.MAX_ANSWER), bytearray(protocol.MAX_ANSWER)

    def __call__(self, link):
        if len(link.waiting) > 1:
            self._stalled += 1
            if self._stalled > STALLED:
                self._end(link)
            return
        self._stalled = 0
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
                # once per file, as MicroPython compares each new string with all interned ones
                self._head = _HEAD % (self._of, self._names[0].encode())
            return self._stream.readinto(self._data)
        except OSError:
            # it has been packed meanwhile, or can't be read; the host then reads game by game
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
        return protocol.add_checksum(line, end + len(_TAIL))

    def _close(self):
        if self._stream:
            self._stream.close()
        self._stream = None

    def _end(self, link):
        link.bulk = None
        self._close()
