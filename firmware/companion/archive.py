"""Methods of the link for backup and restore: a host lists, reads and writes the files of a backup.

A file to restore is received in parts into a temporary file, which is renamed once it is complete. A restored
game never replaces another one, and none can be newer than a running one. It must not know any screen.
"""

import json
from binascii import a2b_base64, b2a_base64, crc32

from companion import atomic_files, files
from companion.game_folder import number_of, whole_file
from companion.journal_errors import JournalError, failure
from companion.settings import LONGEST
from companion.stored_games import check_folder, forget_folder, open_game, resume_newest, scan_folder
from shared_rules import protocol
from shared_rules.errors import RuleError
from shared_rules.game_files import (
    FOLDER,
    OLD_LOG,
    PLAYED,
    SETTINGS,
    is_kept,
    read_game_path,
    single_files,
)
from shared_rules.games import FILES
from shared_rules.protocol import LinkError

RESTORABLE = FILES + (OLD_LOG,)
"""Files besides settings and games that can be restored if the device does not have them."""

PART = "brought.part"
NAMES_A_PAGE = 32
READ = 1536  # bytes in an answer; as base64 they fit into a line
_STEP = 512
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="


def list_files(app, first):
    """Return the result of the method `files_kept`: a page of [name, bytes] of the files of a backup.

    first: the index of its first file. Games come last, sorted by number. Raises JournalError.
    """
    base, journal = _base(app), app.journal
    if not first:
        # an earlier restore may have been interrupted
        files.remove(base + PART)
        forget_folder(journal)
    folder = scan_folder(journal)
    check_folder(journal)
    names = [name for name in single_files() if files.exists(base + name)]
    names += [FOLDER + name for name in sorted(folder.damaged + journal.stuck)]
    # one more shows whether there is another page
    page = [[name, _size(app, name)] for name in names[first : first + NAMES_A_PAGE + 1]]
    for name, _ in folder.listed(max(0, first - len(names)), NAMES_A_PAGE + 1 - len(page)):
        # while its pack is loaded
        page.append([FOLDER + name, _size(app, FOLDER + name)])
    after = first + NAMES_A_PAGE if len(page) > NAMES_A_PAGE else None
    return {"files": page[:NAMES_A_PAGE], "next": after}


def read(app, name, first):
    """Return the result of the method `file`: the bytes of a file from byte `first` on.

    With the last bytes comes the CRC-32 of the whole file. Raises LinkError, JournalError.
    """
    _allow(name)
    try:
        with _open(app, name) as file:
            file.seek(first)
            data = file.read(READ)
            after = first + len(data)
            has_more = after < file.length
            check = None if has_more else _checksum(file)
    except (OSError, RuleError) as error:
        raise JournalError("not-read", name, error)
    return {"data": b2a_base64(data).decode().strip(), "next": after if has_more else None, "check": check}


def put(app, first, data):
    """Write bytes of a file to restore, from byte `first` on; return the result of the method `put`.

    data: base64. The host may repeat the last request. Raises LinkError, JournalError.
    """
    path = _base(app) + PART
    try:
        # MicroPython and CPython differ in which other characters they ignore
        data = None if data.strip(_BASE64) else a2b_base64(data.encode())
    except Exception:
        # they also differ in what they raise
        data = None
    if data is None:
        raise LinkError(protocol.REFUSED, "The data is not base64.")
    app.journal.has_ample_room = False
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
    twice. Raises LinkError if it differs from the device's, or the bytes from the checksum; JournalError.
    """
    _allow(name, False)
    part = _base(app) + PART
    left = []
    if name != SETTINGS and _exists(app, name):
        if _checksum_of(app, name) != check:
            raise LinkError(protocol.REFUSED, "There is another %s on the device; it stays." % name)
        return {"kept": True}
    if _checksum_of(app, PART) != check:
        raise LinkError(protocol.REFUSED, "What was sent of %s has not arrived as it was." % name)
    if name == SETTINGS:
        left = _change_settings(app, part)
    else:
        _move_into_place(app, name, part)
    return {"kept": True, "left": left}


def _exists(app, name):
    """Return whether there is a file of this name, or one of the same game with another number."""
    if read_game_path(name):
        # its id, and how it ends
        own = name[name.find("-") :]
        if [other for other in _all_names(app) if other.endswith(own)]:
            return True
    return files.exists(_base(app) + name)


def _change_settings(app, part):
    """Restore the settings; return the names of those that this companion does not know.

    part: the path of the file that was received. Raises LinkError.
    """
    values = None
    if files.size(part) <= LONGEST:
        try:
            with open(part) as stream:
                values = json.load(stream)
        except Exception:
            # interpreters differ in what their parsers raise
            pass
    if not isinstance(values, dict):
        raise LinkError(protocol.REFUSED, "These are no settings.")
    left = app.settings.unfit(values)
    app.settings.update({key: values[key] for key in values if key not in left})
    # an answer has no room for more
    return [key[:32] for key in left[:16]]


def _move_into_place(app, name, part):
    journal = app.journal
    is_newest = _is_newest(app, read_game_path(name))
    folder = journal.contents
    if is_newest and journal.current:
        raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
    try:
        # only the newest game has a tail
        journal.merge_tail()
        atomic_files.replace(part, _base(app) + name)
    except OSError as error:
        raise failure(error)
    journal.next_names = None
    if folder is journal.contents and read_game_path(name):
        # a restore brings many games, and reading the folder again for each of them takes long
        folder.add(name[len(FOLDER) :])
        journal.page_end = None
    else:
        forget_folder(journal)
    journal.unpacked += 1
    if is_newest:
        resume_newest(journal)
        app.resume_soon()


def _is_newest(app, game):
    """Return whether a game is newer than all games on the device, so that it can be resumed.

    game: as `read_game_path` returns it.
    """
    if game is None or game[2] != PLAYED:
        return False
    names = scan_folder(app.journal).names()
    # the last one has the highest number
    return game[0] > (number_of(names[-1]) if names else 0)


def _all_names(app):
    """Return the file names of all games of a backup, in packs or not. Raises JournalError."""
    check_folder(app.journal)
    folder = scan_folder(app.journal)
    return folder.names() + folder.damaged + app.journal.stuck


def _open(app, name):
    """Return a file of a backup as a GameFile. Raises OSError, RuleError."""
    game = read_game_path(name)
    if game and game[2] == PLAYED:
        return open_game(app.journal, name[len(FOLDER) :])
    return whole_file(_base(app) + name)


def _size(app, name):
    try:
        return _open(app, name).length
    except (OSError, RuleError):
        # `read` raises the error
        return 0


def _base(app):
    return app.board.folder.rstrip("/") + "/"


def _allow(name, to_read=True):
    """Raise LinkError for a file that a host may not read or restore."""
    if not to_read and (read_game_path(name) or name in RESTORABLE or name == SETTINGS):
        return
    if not (to_read and is_kept(name)):
        raise LinkError(protocol.REFUSED, "There is no file %s that a backup holds." % name)


def _checksum_of(app, name):
    """Return the CRC-32 of a file as 8 hex digits, None if it can't be read."""
    try:
        with _open(app, name) as file:
            return _checksum(file)
    except (OSError, RuleError):
        return None


def _checksum(file):
    check = 0
    file.seek(0)
    part = file.read(_STEP)
    while part:
        check = crc32(part, check)
        part = file.read(_STEP)
    return "%08x" % (check & 0xFFFFFFFF)
