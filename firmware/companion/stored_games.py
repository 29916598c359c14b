"""All the games on the flash: listed, read, removed, and set aside where they are damaged.

It is the other half of `journal`, without which a game can go on: the first parameter is always the Journal.
Each file is looked at on its own. One that makes no sense, or that the flash does not give back, is kept as
`….damaged`, out of the way of all others; `journal_file` tells damage from play.
"""

import os

from companion import files
from companion.journal_errors import JournalError, failure
from companion.journal_file import NO_END, START, ending, look, read_all, read_lines
from shared_rules.errors import RuleError
from shared_rules.game_files import DAMAGED, LAST_NUMBER, PLAYED, read_game_name, write_game_name
from shared_rules.lines import read_tag


def games(journal, first, count):
    """See `Journal.games`."""
    found = []
    for name in names(journal)[first:]:
        if len(found) == count:
            break
        look = _entry(journal, name)
        if look is not None:
            found.append((_id_of(name), look[0], look[1]))
    return found


def entry(journal, game_id):
    """See `Journal.entry`."""
    name = _find(journal, game_id)
    return None if name is None else _entry(journal, name)


def damaged(journal):
    """See `Journal.damaged`."""
    return sorted(journal.stuck + _listed(journal, DAMAGED))


def read(journal, game_id, first, count):
    """See `Journal.read`."""
    name = _named(journal, game_id)
    state = START
    if journal.stopped[0] == name and journal.stopped[1][1] <= first:
        state = journal.stopped[1]
    wanted = []
    if count is not None and count <= 0:
        return wanted
    line = state[1]
    try:
        with open(journal.path(name), "rb") as stream:
            for text, after in read_lines(stream, _whole(journal, name), state):
                if len(wanted) == count:
                    break
                line, state = after[1], after
                if line > first and text[0] != "#":
                    wanted.append(text)
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    journal.stopped = (name, state)
    if name == journal.name and (count is None or len(wanted) < count):
        for text in journal.waiting.decode().split("\n")[:-1]:
            if not text.startswith("#"):
                line += 1
                if line > first:
                    wanted.append(text)
    return wanted if count is None else wanted[:count]


def read_steps(journal):
    """See `Journal.read_steps`."""
    try:
        return read_all(journal.path(journal.name), journal.size)
    except (RuleError, OSError) as error:
        raise _damage(journal, journal.name, error)


def tags(journal, game_id):
    """See `Journal.tags`."""
    name = _named(journal, game_id)
    found = []
    try:
        with open(journal.path(name), "rb") as stream:
            for text, _ in read_lines(stream, _whole(journal, name)):
                if not text.startswith("["):
                    break
                found.append(read_tag(text))
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    return found


def ended(journal, game_id):
    """See `Journal.ended`."""
    try:
        end = ending(journal.path(_named(journal, game_id)))
    except OSError:
        return None
    return end[2] if end else None


def confirm(journal, game_id, events, check):
    """See `Journal.confirm`."""
    name = _find(journal, game_id)
    if name is None:
        return False
    found = _entry(journal, name)
    if found is None:
        raise journal.trouble
    there, finished = found
    if not finished:
        raise JournalError("unfinished", game_id)
    if there != events:
        raise JournalError("other-length", game_id, there, events)
    if check is not None and check != _check_of(journal, name):
        raise JournalError("other-lines", game_id)
    if name == journal.name:
        journal.leave()
    journal.stopped = (None, None)
    if game_id == journal.last:
        journal.last = None
    try:
        os.remove(journal.path(name))
    except OSError as error:
        raise failure(error)
    journal.keep()
    return True


def set_aside(journal, game_id, reason):
    """See `Journal.set_aside`."""
    return _set_aside(journal, _named(journal, game_id), reason)


def go_on(journal):
    """See `Journal.go_on`."""
    is_newest = True
    for name in reversed(names(journal)):
        try:
            end, size, length = look(journal.path(name))
            if end:
                journal.last = _id_of(name)
                return
            if size != length:
                _drop_torn_line(journal, name, size, length)
            found = read_all(journal.path(name), size)
            if found[0] and not is_newest:
                raise RuleError(NO_END)
        except OSError as error:
            _set_aside(journal, name, error)
        except RuleError as error:
            # it was a game, so the one before it had ended
            is_newest = False
            _set_aside(journal, name, error)
        else:
            if found[0]:
                journal.take(name, size, found)
                return
            files.remove(journal.path(name))
            journal.log.note("The file %s had no event yet and was removed." % name)


def reopen(journal):
    """See `Journal.reopen`."""
    name = _find(journal, journal.last)
    if name is None:
        raise JournalError("no-file")
    try:
        journal.take(name, files.size(journal.path(name)), read_all(journal.path(name)))
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    journal.over = True
    return journal.id


def prepare(journal):
    """Make the folder of the games, whatever is in its place, and settle what a power cut left in it."""
    try:
        kept = files.make_folder(journal.folder)
        if kept:
            journal.log.note("What lay in the place of the folder games was kept as %s." % kept)
            journal.trouble = JournalError("no-folder", kept)
        files.finish_replacing(journal.folder)
        others = _listed(journal, None)
        if others:
            journal.log.note(
                "%d files in the folder games are not the companion's and stay there: %r and so on"
                % (len(others), others[0])
            )
    except OSError as error:
        journal.log.note("The folder of the games can't be made: %r" % error)


def _drop_torn_line(journal, name, size, length):
    """Drop what a power cut left behind the last whole line."""
    journal.log.note("%s: %d bytes of a torn last line were dropped." % (name, length - size))
    try:
        files.keep_start(journal.path(name), size)
    except OSError as error:
        # a full flash; they go before the next line is written
        journal.log.note("They are still there: %r" % error)


def _listed(journal, kind):
    """Return the names of the games' files of a kind, PLAYED or DAMAGED, or with None of all other files."""
    found = []
    try:
        for name in os.listdir(journal.folder):
            game = read_game_name(name)
            if (game[2] if game else None) == kind and name not in journal.stuck:
                found.append(name)
    except OSError as error:
        journal.log.note("The folder of the games can't be read: %r" % error)
    return found


def names(journal):
    """Return the names of the games' files, the oldest first."""
    return sorted(_listed(journal, PLAYED), key=_number_of)


def _find(journal, game_id):
    if journal.name and game_id == journal.id:
        return journal.name
    for name in _listed(journal, PLAYED):
        if _id_of(name) == game_id:
            return name
    return None


def _named(journal, game_id):
    name = _find(journal, game_id)
    if name is None:
        raise JournalError("no-game", game_id)
    return name


def fresh_name(journal):
    """Return the name for a new game's file: its number is above all others, its id no other game's.

    Raises JournalError.
    """
    played, aside = _listed(journal, PLAYED), _listed(journal, DAMAGED)
    numbers = [_number_of(name) for name in played]
    # what was set aside leaves with no sync, so it must not take the last number for ever
    numbers += [min(_number_of(name), LAST_NUMBER - 1) for name in aside]
    number = max([0] + numbers)
    if number >= LAST_NUMBER:
        raise JournalError("no-number")
    ids = [_id_of(name) for name in played + aside]
    game_id = journal.new_id()
    while game_id in ids:
        # the next one, as chance may give the same again and again
        game_id = "%08x" % ((int(game_id, 16) + 1) & 0xFFFFFFFF)
    return write_game_name(number + 1, game_id)


def _whole(journal, name):
    """Return how many bytes are the journal's, None for all of a game that must have ended."""
    # behind that there may be half of what the flash did not take
    return journal.size if name == journal.name else None


def _entry(journal, name):
    """Return (events, finished) of a game's file, or None after setting it aside as damaged."""
    if name == journal.name:
        return journal.events, journal.over

    reason = NO_END
    try:
        end = ending(journal.path(name))
        if end:
            return end[0], True
    except OSError as error:
        reason = error
    _set_aside(journal, name, reason)
    return None


def _check_of(journal, name):
    """Return the check of a finished game, 8 hex digits. Raises JournalError."""
    if name == journal.name:
        return "%08x" % journal.check

    try:
        check = ending(journal.path(name))[1]
        return check.decode() if check else "%08x" % read_all(journal.path(name))[1]
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)


def _damage(journal, name, reason):
    """Return the JournalError about a damaged file, which is set aside unless its game goes on."""
    if name != journal.name or journal.over:
        return _set_aside(journal, name, reason)
    journal.log.note("The file of the game that goes on, %s, is damaged: %s" % (name, reason))
    return JournalError("damaged-runs", journal.id)


def _set_aside(journal, name, reason):
    if name == journal.name:
        journal.leave()
    journal.stopped = (None, None)
    journal.log.note("Game %s is damaged: %s" % (_id_of(name), reason))
    try:
        kept = _free_name(journal, name)
        os.rename(journal.path(name), journal.path(kept))
        journal.trouble = JournalError("damaged", _id_of(name), kept)
    except OSError as error:
        journal.log.note("The file %s could not be moved: %r" % (name, error))
        journal.stuck.append(name)
        journal.trouble = JournalError("damaged-there", _id_of(name))
    return journal.trouble


def _free_name(journal, name):
    """Return a name for a game's file that is set aside, and takes the place of no other one."""
    number, kept = _number_of(name), None
    while kept is None or (files.exists(journal.path(kept)) and number < LAST_NUMBER):
        kept = write_game_name(number, _id_of(name), DAMAGED)
        number += 1
    return kept


def _number_of(name):
    return int(name.partition("-")[0])


def _id_of(name):
    return read_game_name(name)[1]
