"""Methods of the link for the files on the device: a host lists, reads, removes and restores them.

Reading changes nothing, whatever the content of a file. A file to restore is received in parts into a
temporary file, which is renamed once it is complete. A restored game never replaces another game, nor is it
ever newer than a running game. This module must not know any screen, nor the content of a game's file.
"""

import json
from binascii import a2b_base64, b2a_base64, crc32

from companion import files
from companion.journal_file import failure, games
from companion.settings import DEFAULTS
from companion.settings import LONGEST as LONGEST_SETTINGS
from companion.texts import DeviceError
from shared_rules import protocol
from shared_rules.device_files import (
    FOLDER,
    OLD_LOG,
    PLAYED,
    SETTINGS,
    is_damaged_file,
    is_device_file,
    read_game_path,
    single_files,
)
from shared_rules.games import FILES
from shared_rules.protocol import PART, LinkError

NAMES_A_PAGE = 40
LONGEST = 65536
"""Bytes of a file to restore; a game has at most half of that."""
BYTES = 720
"""Bytes of a file in a line; during a game, a Pico's memory has room for that many in one piece."""

_HEAD = b'{"jsonrpc": "2.0", "method": "part", "params": '
_STEP = 512
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="


def list(app, first):
    """Return the result of the method `list`: a page of [name, bytes] of the files of a backup.

    first: the index of its first file. Games come last. Raises DeviceError.
    """
    base, first = _base(app), first or 0
    if not first:
        # an earlier restore may have been interrupted
        files.remove(base + PART)
    page = [[name, files.size(base + name)] for name in single_files() if files.exists(base + name)]
    page += [[name, size] for name, size in files.listed(base) if is_damaged_file(name)]
    number = len(page)
    page = page[first : first + NAMES_A_PAGE]
    journal, more = app.journal, False
    try:
        for game in games(journal):
            # one name more shows whether there is another page
            if len(page) == NAMES_A_PAGE:
                more = True
                break
            if number >= first:
                page.append([FOLDER + game[0], _length(journal, game[0], game[1])])
            number += 1
    except OSError as error:
        raise DeviceError("not-read", "games", error)
    return {"files": page, "next": first + NAMES_A_PAGE if more else None}


def read(app, names):
    """Return a callable(id of the request) that returns the lines of the answer."""
    return lambda id: _parts(app, names, id)


def remove(app, name, check):
    """Remove a finished game that the host has stored. Raises LinkError, DeviceError."""
    game = read_game_path(name)
    _allow(game is not None and game[2] == PLAYED, name)
    journal = app.journal
    shown = journal.name, journal.last
    removed = journal.remove(name[len(FOLDER) :], check)
    if shown != (journal.name, journal.last):
        # the title offers one of the games
        app.redraw()
    return {"removed": removed}


def forget_names(app):
    """Set the names of a new device, and remove the settings that still have others. Raises LinkError."""
    app.settings.update({"names": DEFAULTS["names"]})
    path = _base(app) + SETTINGS
    with open(path) as stream:
        if DEFAULTS["names"] not in stream.read():
            raise LinkError(protocol.REFUSED, "The settings could not be written.")
    # not while the folder is listed
    for name in [
        name for name, _ in files.listed(app.board.folder or "/") if name.startswith(SETTINGS + ".")
    ]:
        files.remove(_base(app) + name)
    return {"settings": app.settings.all()}


def _parts(app, names, id):
    """Yield the lines that answer a request for files: the parts of each, and the answer itself."""
    # an id may have letters that are not ASCII, which `encode` escapes
    head = _HEAD + protocol.encode({"of": id}).rpartition(b"}")[0]
    number = 0
    for file, name in enumerate(names):
        at, is_more = 0, True
        while is_more:
            try:
                data = _piece(app, name, at)
                is_more = len(data) == BYTES
                # not by `encode`, as MicroPython's json writes a long text letter by letter
                place = b', "file": %d, "number": %d, "data": "' % (file, number)
                body = b"".join((head, place, b2a_base64(data, newline=False), b'"}}'))
                yield protocol.seal(body, protocol.PACKET)
            except LinkError as error:
                is_more = False
                part = {"of": id, "file": file, "number": number}
                part["error"] = protocol.refusal(error)["error"]
                yield protocol.encode(protocol.notification("part", part), protocol.PACKET)
            at += BYTES
            number += 1
    yield protocol.encode(protocol.answer(id, {"parts": number}), protocol.PACKET)


def _piece(app, name, at):
    """Return at most BYTES bytes of a file, from byte `at` on. Raises LinkError."""
    _allow(is_device_file(name), name)
    journal, path = app.journal, _base(app) + name
    try:
        # opened for each piece, as the running game may grow between two of them
        with open(path, "rb") as stream:
            stream.seek(at)
            if name[len(FOLDER) :] != journal.name:
                return stream.read(BYTES)
            data = stream.read(min(BYTES, max(0, journal.size - at)))
    except OSError as error:
        # looking for it before would take as long as reading it
        _allow(files.exists(path), name)
        raise LinkError(protocol.REFUSED, str(DeviceError("not-read", name, error)))
    # bytes that are not on the flash yet
    first = max(0, at - journal.size)
    return data + journal.pending[first : first + BYTES - len(data)]


def put(app, first, data):
    """Write bytes of a file to restore, from byte `first` on; return the result of the method `put`.

    data: base64. The host may repeat the last request. Raises LinkError, DeviceError.
    """
    path = _base(app) + PART
    try:
        # MicroPython and CPython differ in which other characters they ignore
        data = None if data.strip(_BASE64) else a2b_base64(data.encode())
    except Exception:
        # they also raise different exceptions
        data = None
    if data is None:
        raise LinkError(protocol.REFUSED, "The data is not base64.")
    if first + len(data) > LONGEST:
        files.remove(path)
        raise LinkError(protocol.REFUSED, "No file of a companion is that long.")
    size = files.size(path) if first and files.exists(path) else 0
    if first == size:
        try:
            with open(path, "ab" if first else "wb") as stream:
                stream.write(data)
        except OSError as error:
            files.remove(path)
            raise failure(error)
    elif first + len(data) != size:
        raise LinkError(protocol.OUT_OF_STEP, "The next byte is number %d." % size)
    return {"bytes": first + len(data)}


def keep(app, name, check):
    """Give a file that was received its name; return the result of the method `keep`.

    name: of the file. check: its CRC-32 as 8 hex digits. A game that the device has already is not stored
    twice. Raises LinkError if it differs from the device's, or the bytes from the checksum; DeviceError.
    """
    _allow(read_game_path(name) or name in FILES + (OLD_LOG, SETTINGS), name)
    base, left = _base(app), []
    there = name != SETTINGS and _find(app, name)
    if there:
        if _checksum(base + there) != check:
            raise LinkError(protocol.REFUSED, "There is another %s on the device; it stays." % name)
        return {"kept": True, "left": left}
    if _checksum(base + PART) != check:
        raise LinkError(protocol.REFUSED, "What was sent of %s has not arrived as it was." % name)
    if name == SETTINGS:
        left = _change_settings(app, base + PART)
    else:
        _move_into_place(app, name, base + PART)
    return {"kept": True, "left": left}


def _find(app, name):
    """Return the name of the same file on the device, maybe a game with another number, or None.

    Raises DeviceError.
    """
    game = read_game_path(name)
    if not game:
        return name if files.exists(_base(app) + name) else None
    try:
        for other in games(app.journal):
            if other[3:] == game[1:]:
                return FOLDER + other[0]
    except OSError as error:
        raise DeviceError("not-read", "games", error)
    return None


def _change_settings(app, part):
    """Restore the settings; return the names of settings that this companion does not know.

    part: the path of the file that was received. Raises LinkError.
    """
    values = None
    if files.size(part) <= LONGEST_SETTINGS:
        try:
            with open(part) as stream:
                values = json.load(stream)
        except Exception:
            # each interpreter's parser raises other exceptions
            pass
    if not isinstance(values, dict):
        raise LinkError(protocol.REFUSED, "These are no settings.")
    left = app.settings.unfit(values)
    app.settings.update({key: values[key] for key in values if key not in left})
    # an answer has no room for more
    return [key[:32] for key in left[:16]]


def _move_into_place(app, name, part):
    journal, game = app.journal, read_game_path(name)
    names = journal.names()
    newest = read_game_path(FOLDER + names[-1])[0] if names else 0
    is_newest = game is not None and game[2] == PLAYED and game[0] > newest
    if is_newest and (journal.current or journal.unsaved):
        raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
    try:
        files.replace(part, _base(app) + name)
    except OSError as error:
        raise failure(error)
    if is_newest:
        journal.open_newest()
        app.resume_soon()


def _length(journal, name, size):
    """Return how many bytes of a game's file a host can read. size: on the flash."""
    return journal.size + len(journal.pending) if name == journal.name else size


def _base(app):
    return app.board.folder.rstrip("/") + "/"


def _allow(is_allowed, name):
    if not is_allowed:
        raise LinkError(protocol.REFUSED, "There is no file %s that a backup holds." % name)


def _checksum(path):
    """Return the CRC-32 of a file as 8 hex digits, or None if it can't be read."""
    check = 0
    try:
        with open(path, "rb") as stream:
            part = stream.read(_STEP)
            while part:
                check = crc32(part, check)
                part = stream.read(_STEP)
    except OSError:
        return None
    return "%08x" % (check & 0xFFFFFFFF)
