"""The files that a backup holds, for a host that fetches them or brings them back: methods of the link.

What is brought comes in parts into a file of its own, and takes its place in one step once it is whole. A
game never replaces another one, and none comes above the one that is running. It must not know what a screen
shows.
"""

import json
from binascii import a2b_base64, b2a_base64, crc32

from companion import atomic_files, files
from companion.game_folder import number_of, whole
from companion.journal_errors import JournalError, failure
from companion.settings import LONGEST
from companion.stored_games import check_folder, go_on, open_game, scan_folder
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

BROUGHT = FILES + (OLD_LOG,)
"""What may be brought where there is no such file yet, besides settings and games."""

PART = "brought.part"
NAMES_A_PAGE = 32
READ = 1536  # bytes; as base64 they leave room in an answer
_STEP = 512
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="


def listed(app, first):
    """Return a page of [name, bytes] of all files that a backup holds, the games last and in their order.

    Raises JournalError.
    """
    base, journal = _base(app), app.journal
    if not first:
        # of a host that went away in the middle
        files.remove(base + PART)
        journal.seen = None
    folder = scan_folder(journal)
    check_folder(journal)
    names = [name for name in single_files() if files.exists(base + name)]
    names += [FOLDER + name for name in sorted(folder.damaged + journal.stuck)]
    # one more tells whether there is another page
    page = [[name, _size(app, name)] for name in names[first : first + NAMES_A_PAGE + 1]]
    for name, _ in folder.listed(max(0, first - len(names)), NAMES_A_PAGE + 1 - len(page)):
        # while the pack that it lies in is at hand
        page.append([FOLDER + name, _size(app, FOLDER + name)])
    after = first + NAMES_A_PAGE if len(page) > NAMES_A_PAGE else None
    return {"files": page[:NAMES_A_PAGE], "next": after}


def read(app, name, first):
    """Return what a file has from byte `first` on, and with its end the check sum of it all.

    Raises LinkError, JournalError.
    """
    _allow(name)
    try:
        with _open(app, name) as file:
            file.seek(first)
            data = file.read(READ)
            after = first + len(data)
            there = after < file.length
            check = None if there else _check(file)
    except (OSError, RuleError) as error:
        raise JournalError("not-read", name, error)
    return {"data": b2a_base64(data).decode().strip(), "next": after if there else None, "check": check}


def put(app, first, data):
    """Take bytes of a file that is brought; the last ones may come again. Raises LinkError, JournalError."""
    path = _base(app) + PART
    try:
        # what else a text has, one interpreter passes over and the other does not
        data = None if data.strip(_BASE64) else a2b_base64(data.encode())
    except Exception:
        # what it raises differs, too
        data = None
    if data is None:
        raise LinkError(protocol.REFUSED, "The data is not base64.")
    app.journal.has_much_room = False
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
    """Give what was brought its place; what is there already is kept twice by nobody. Raises LinkError."""
    _allow(name, False)
    part = _base(app) + PART
    left = []
    if name != SETTINGS and _is_there(app, name):
        if _check_of(app, name) != check:
            raise LinkError(protocol.REFUSED, "There is another %s on the device; it stays." % name)
        return {"kept": True}
    if _check_of(app, PART) != check:
        raise LinkError(protocol.REFUSED, "What was sent of %s has not arrived as it was." % name)
    if name == SETTINGS:
        left = _set(app, part)
    else:
        _take(app, name, part)
    return {"kept": True, "left": left}


def _is_there(app, name):
    """Return whether there is a file of this name or, under another number, one of the same game."""
    if read_game_path(name):
        # its id, and how it ends
        own = name[name.find("-") :]
        if [other for other in _games(app) if other.endswith(own)]:
            return True
    return files.exists(_base(app) + name)


def _set(app, part):
    """Change the settings and return the names of those that this companion has none of."""
    values = None
    if files.size(part) <= LONGEST:
        try:
            with open(part) as stream:
                values = json.load(stream)
        except Exception:
            # what a parser raises differs between the interpreters
            pass
    if not isinstance(values, dict):
        raise LinkError(protocol.REFUSED, "These are no settings.")
    left = app.settings.unfit(values)
    app.settings.update({key: values[key] for key in values if key not in left})
    # an answer has no room for many
    return [key[:32] for key in left[:16]]


def _take(app, name, part):
    journal = app.journal
    newest = _is_newest(app, read_game_path(name))
    seen = journal.seen
    if newest and journal.current:
        raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
    try:
        # only the newest game has a tail
        journal.settle()
        atomic_files.replace(part, _base(app) + name)
    except OSError as error:
        raise failure(error)
    journal.fresh = None
    if seen is journal.seen and read_game_path(name):
        # whoever brings one game brings many, and each would wait for a look at all that are there
        seen.add(name[len(FOLDER) :])
    else:
        journal.seen = None
    journal.loose += 1
    if newest:
        go_on(journal)
        app.resume_soon()


def _is_newest(app, game):
    """Return whether a game, as `read_game_path` gives it, comes after all that are here and may go on."""
    if game is None or game[2] != PLAYED:
        return False
    names = scan_folder(app.journal).names()
    # the last one has the highest number
    return game[0] > (number_of(names[-1]) if names else 0)


def _games(app):
    """Return the names of all files of games that a backup holds, whether or not they lie in a pack. Raises
    JournalError.
    """
    check_folder(app.journal)
    folder = scan_folder(app.journal)
    return folder.names() + folder.damaged + app.journal.stuck


def _open(app, name):
    """Return a file that a backup holds as a GameFile. Raises OSError, RuleError."""
    game = read_game_path(name)
    if game and game[2] == PLAYED:
        return open_game(app.journal, name[len(FOLDER) :])
    return whole(_base(app) + name)


def _size(app, name):
    try:
        return _open(app, name).length
    except (OSError, RuleError):
        # whoever asks for it is told
        return 0


def _base(app):
    return app.board.folder.rstrip("/") + "/"


def _allow(name, to_read=True):
    """Raise LinkError for a file that a host may not read or bring."""
    if not to_read and (read_game_path(name) or name in BROUGHT or name == SETTINGS):
        return
    if not (to_read and is_kept(name)):
        raise LinkError(protocol.REFUSED, "There is no file %s that a backup holds." % name)


def _check_of(app, name):
    """Return the CRC-32 of a file as 8 hex digits, None for a folder or what else can't be read."""
    try:
        with _open(app, name) as file:
            return _check(file)
    except (OSError, RuleError):
        return None


def _check(file):
    check = 0
    file.seek(0)
    part = file.read(_STEP)
    while part:
        check = crc32(part, check)
        part = file.read(_STEP)
    return "%08x" % (check & 0xFFFFFFFF)
