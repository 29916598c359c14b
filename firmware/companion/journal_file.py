"""The format of a game's file, and the folder of these files: what no event of a running game needs.

A game's file has tags, then events, and comments with a check: the CRC-32 of the tags and events above it, as
they are in a record. `#<check>` follows each step, `# over <result> <events> <check>` a finished game; if the
clock was set, that line continues with the time of the end and a check that includes it. `# by <version>`
names the version of the companion whose rules have accepted all events above and below. `journal` writes
these lines. This module reads them line by line, detects damage and replays the game; it also begins, finds
and removes games for the Journal and the Session. It is in memory only while a game is read, begins or is
removed.

A `game` here is a binary stream, and `length` the number of its bytes that belong to the game.
"""

import os
from array import array
from binascii import crc32

from companion import VERSION_LINE, files, modules
from companion.texts import DeviceError, JournalFull
from shared_rules.device_files import DAMAGED, LAST_NUMBER, PLAYED, read_game_name, write_game_name
from shared_rules.errors import NotInstalled, Refusal, RuleError
from shared_rules.games import new_game
from shared_rules.record import MAX_SETUP, NOTHING_TO_UNDO, UNDO, check_line, lines_as_bytes, write_tag

_TAIL = 2 * MAX_SETUP
_PART = 512  # bytes to read at once
_HEX = b"0123456789abcdef"
_CHECK_LENGTH = 9  # of the comment after a step


def find_newest(journal, names):
    """Return the name of the newest intact game and the result of `read_game`, or all None.

    A newer file that is damaged or was cut off inside its setup is renamed, an empty file is removed, and an
    unreadable file stays. A game that has only its setup is renamed, too, if the game before it runs.

    journal: the Journal, whose `trouble` is set. names: of the files to choose from, oldest first; changed.
    """
    name = _newest(names)
    while name:
        path = journal.path(name)
        try:
            read = read_game(path)
        except RuleError as error:
            set_aside(journal, name, error)
        except OSError as error:
            journal.trouble = journal.damaged(name, error)
        else:
            is_over, size, _, found = read
            if not size:
                # a power cut came before the first byte
                files.remove(path)
                journal.log.note("The file %s was empty and was removed." % name)
            elif is_over or len(found[0]) > 1:
                return (name,) + read
            else:
                before = _newest(names)
                if not (before and _runs(journal.path(before))):
                    return (name,) + read
                set_aside(journal, name, "The game before has no end.", "not-begun")
                names.append(before)
        name = _newest(names)
    return (None,) * 5


def _newest(names):
    """Remove names from the end of a list, up to the name of a game's file; return that, or None."""
    while names:
        name = names.pop()
        if read_game_name(name):
            return name
    return None


def set_aside(journal, name, reason, key="damaged"):
    """Rename a game's file to mark it as damaged. journal: the Journal. reason: why. key: of the message."""
    journal.trouble = journal.damaged(name, reason)
    number, game_id, _ = read_game_name(name)
    renamed = write_game_name(number, game_id, DAMAGED)
    while files.exists(journal.path(renamed)) and number < LAST_NUMBER:
        number += 1
        renamed = write_game_name(number, game_id, DAMAGED)
    try:
        os.rename(journal.path(name), journal.path(renamed))
        journal.trouble = DeviceError(key, game_id, renamed)
    except OSError as error:
        journal.log.note("The file %s could not be renamed: %r" % (name, error))


def read_game(path):
    """Return (whether a game is over, bytes of its file, bytes without a torn line, result of `read_all`).

    Raises RuleError if it is damaged, OSError.
    """
    with open(path, "rb") as stream:
        size = stream.seek(0, 2)
        is_over, length = read_end(stream, size)
        found = read_all(stream, length)
    if size and not found[0]:
        raise RuleError("It has no event.")
    return is_over, size, length, found


def _runs(path):
    """Return whether a game is intact and not over."""
    try:
        is_over, size, _, _ = read_game(path)
        return size and not is_over
    except (RuleError, OSError):
        return False


def read_end(game, length):
    """Return (whether the game has an end, its bytes without a last line that a power cut left incomplete).

    Raises OSError.
    """
    game.seek(max(0, length - _TAIL))
    tail = game.read(min(length, _TAIL))
    lines = tail.split(b"\n")
    torn = lines.pop()
    if not torn:
        return len(lines) > 0 and _is_end(lines[-1]), length
    # a last line that is longer than any event, or is not text, is damage and not torn
    if min(torn) >= 32 and (lines or len(tail) == length):
        length -= len(torn)
    return False, length


def read_all(game, length):
    """Return (events, check, may_begin, is_accepted) of a game.

    events: their texts, including undo lines. check: the CRC-32 of the tags and events. may_begin: a byte for
    each event, 1 if a step may begin with it. is_accepted: whether the last step is complete, and the rules
    of this version of the companion have accepted all events.
    Raises RuleError if the file is damaged, OSError.
    """
    events, may_begin, is_first = [], bytearray(), 1
    check, is_ours = 0, False
    for line in read_lines(game, length):
        if line.startswith(b"#"):
            if _is_check(line, len(events), check):
                is_first = 1
            elif line.startswith(b"# by "):
                is_ours = line == VERSION_LINE[:-1]
            continue
        text = _text(line)
        if not text.startswith("["):
            events.append(text)
            may_begin.append(is_first)
            is_first = 0
        elif events:
            raise RuleError("A tag stands behind the first event.")
        check = _add(line, check)
    return events, check, may_begin, is_ours and is_first == 1


def read_check(game, length):
    """Return the CRC-32 of the tags and events of a game. Raises RuleError as `read_lines` does, OSError."""
    check = 0
    for line in read_lines(game, length):
        if not line.startswith(b"#"):
            check = _add(line, check)
    return check


def read_lines(game, length):
    """Yield each line as bytes, without its end. Raises RuleError for a line without an end, OSError."""
    game.seek(0)
    rest = b""
    while length > 0:
        # not `readline`, with which MicroPython reads the flash byte by byte
        part = game.read(min(length, _PART))
        length = length - len(part) if part else 0
        lines = (rest + part).split(b"\n")
        rest = lines.pop()
        for line in lines:
            if line:
                yield line
        if len(rest) > MAX_SETUP:
            break
    if rest:
        raise RuleError("A line is too long or has no end.")


def truncate(path, length):
    """Replace a file by a copy of its first `length` bytes. Raises OSError; the file is unchanged then."""
    fresh = path + ".new"
    try:
        with open(path, "rb") as old, open(fresh, "wb") as new:
            while length > 0:
                part = old.read(min(length, _PART))
                if not part:
                    break
                new.write(part)
                length -= len(part)
        files.replace(fresh, path)
    except OSError:
        files.remove(fresh)
        raise


def _is_end(line):
    words = line.split(b" ")
    return words[:2] == [b"#", b"over"] and len(words) in (5, 8) and words[3].isdigit()


def _is_check(line, events, check):
    """Return whether a comment is a check. Raises RuleError if it does not match the lines above."""
    check = b"%08x" % check
    if line[1:] == check:
        return True
    is_end = _is_end(line)
    if is_end:
        words = line.split(b" ")
        agrees = int(words[3]) == events and words[4] == check
    else:
        agrees = len(line) != _CHECK_LENGTH or line[1:].strip(_HEX)
    if not agrees:
        raise RuleError("Its lines are not as they were written, up to event %d." % events)
    return is_end


def _add(line, check):
    return crc32(b"\n", crc32(line, check))


def _text(line):
    """Return the text of a line. Raises RuleError if it is not valid UTF-8, or not a line of a record."""
    try:
        text = line.decode()
    except UnicodeError:
        raise RuleError("A line is not UTF-8.")
    check_line(text, MAX_SETUP)
    return text


def replay(lines, may_begin, accepted):
    """Return (the Game, an array with the numbers of the events that begin a step).

    lines, may_begin: all event lines of a game, and a byte for each, as `read_all` returns them.
    accepted: whether the rules of this version of the companion have accepted all of them before.
    Raises RuleError if the rules do not accept them.
    """
    events, step_starts = _apply_undos(lines, may_begin)
    try:
        return _apply_all(events, step_starts, accepted)
    except Exception:
        if not accepted:
            raise
        # the version is the same, but its rules have changed
        return _apply_all(events, step_starts, False)


def _apply_undos(lines, may_begin):
    """Return (the events that are not undone, an array with the numbers of events that begin a step).

    lines, may_begin: as for `replay`. Raises RuleError for an "undo" with nothing left to undo.
    """
    events, step_starts = [], array("H")
    for text, first in zip(lines, may_begin):
        if text != UNDO:
            if first:
                step_starts.append(len(events))
            events.append(text)
        elif events:
            events.pop()
            if step_starts and step_starts[-1] == len(events):
                step_starts = step_starts[:-1]
        else:
            raise Refusal(NOTHING_TO_UNDO)
    return events, step_starts


def _apply_all(events, step_starts, accepted):
    """Return (the Game, the numbers of the events that begin a step) after all these events.

    accepted: whether these rules have accepted them before, so that they need not be checked.
    """
    game, steps, at = new_game(events[0] if events else ""), array("H"), 0
    for number, text in enumerate(events):
        if at < len(step_starts) and step_starts[at] == number:
            at += 1
            # a host may have entered an event that follows by itself
            may_follow = [verb for verb in game.FOLLOWING if text.startswith(verb)]
            if number and not (may_follow and game.follows() == text) and not game.continues:
                steps.append(number)
        if accepted:
            game.accept(text)
        else:
            game.apply(text)
    return game, steps


# --- the folder of the games


def failure(error):
    """Return the DeviceError for an OSError from the flash."""
    if files.is_full(error):
        return JournalFull("full")
    return DeviceError("failed", error)


def make_folder(journal):
    """Create the folder of the games, renaming a file with its name."""
    try:
        renamed = files.make_folder(journal.folder)
        if renamed:
            journal.log.note("Something else was named games; it is now called %s." % renamed)
            journal.trouble = DeviceError("no-folder", renamed)
    except OSError as error:
        journal.log.note("The folder of the games can't be made: %r" % error)


def games(journal):
    """Yield (name, bytes, number, id, ending) of the files of all games, in the order of the folder.

    Raises OSError.
    """
    for name, size in files.listed(journal.folder):
        found = read_game_name(name)
        if found:
            yield (name, size) + found


def names(journal):
    """Return the names of the games' files as `Journal.names` does."""
    return [name for name in _by_number(journal) if read_game_name(name)]


def _by_number(journal):
    """Return all possible names of games' files, the oldest first; checking a name takes 1 ms."""
    found = []
    try:
        found = [name for name, _ in files.listed(journal.folder) if name.endswith(PLAYED)]
    except OSError as error:
        journal.log.note("The folder of the games can't be read: %r" % error)
    return sorted(found, key=lambda name: (name.find("-"), name))


def open_newest(journal):
    """Open the newest intact game as `Journal.open_newest` does."""
    journal.close()
    journal.last = None
    _open_newest_of(journal, _by_number(journal))


def _open_newest_of(journal, names):
    name, is_over, size, length, found = find_newest(journal, names)
    if is_over:
        journal.last = name
    elif name:
        journal.set_game(name, length, found)
        if length != size:
            journal.log.note("%s: %d bytes of a torn last line were dropped." % (name, size - length))
            try:
                journal.cut_torn_line()
            except OSError as error:
                # the flash is full; they are cut off before the next line is written
                journal.log.note("They could not be removed: %r" % error)


def set_aside_open(journal, reason):
    """Rename the file of the open game as `Journal.set_aside` does."""
    name, before = journal.name, names(journal)
    journal.close()
    set_aside(journal, name, reason)
    _open_newest_of(journal, before[: before.index(name)] if name in before else [])


def read(journal, name, size):
    """Return the result of `read_all` for a game. Raises DeviceError."""
    try:
        with open(journal.path(name), "rb") as stream:
            return read_all(stream, size)
    except (RuleError, OSError) as error:
        raise journal.damaged(name, error)


def lines(journal, first, count):
    """Return the lines as `Journal.lines` does."""
    found, number = [], 0
    try:
        with open(journal.path(journal.name), "rb") as stream:
            for line in read_lines(stream, journal.size):
                number += _collect(found, number, line, first)
    except (RuleError, OSError) as error:
        raise journal.damaged(journal.name, error)
    for line in journal.pending.split(b"\n"):
        number += _collect(found, number, line, first)
    return found if count is None else found[:count]


def _collect(found, number, line, first):
    """Add a line to a list if it is event number `first` or later; return the number of events in it."""
    if not line or line[:1] in b"[#":
        return 0
    if number >= first:
        found.append(line.decode())
    return 1


def reopen(journal):
    """Open the last game again as `Journal.reopen` does."""
    name = journal.last
    if name is None:
        raise DeviceError("no-file")
    try:
        size = files.size(journal.path(name))
    except OSError as error:
        raise journal.damaged(name, error)
    journal.set_game(name, size, read(journal, name, size))
    journal.over = True
    return journal.id


# --- a game begins, and a finished game goes


def start(journal, tags, setup, end, over):
    """Start a new game as `Journal.start` does."""
    if journal.current and not end:
        raise DeviceError("running")
    journal.flush()
    if journal.unsaved:
        raise JournalFull("full")
    journal.check_room()
    try:
        name = _new_name(journal)
    except OSError as error:
        raise failure(error)
    tags = [("Game", read_game_name(name)[1])] + tags
    data = lines_as_bytes([write_tag(key, value) for key, value in tags] + [setup])
    check = crc32(data)
    data += VERSION_LINE + b"#%08x\n" % check
    try:
        with open(journal.path(name), "wb") as stream:
            stream.write(data)
    except OSError as error:
        files.remove(journal.path(name))
        raise failure(error)
    if end:
        _end(journal, end, over, name)
    journal.set_game(name, len(data), ([setup], check, b"\x01", True))
    return journal.id


def _end(journal, events, over, follower):
    """Append the end of the running game, or raise JournalFull and remove the file of its follower."""
    before = journal.events, journal.check, journal.is_accepted
    journal.append(*events, over=over)
    if not journal.unsaved:
        return
    journal.events, journal.check, journal.is_accepted = before
    journal.pending, journal.over = b"", False
    files.remove(journal.path(follower))
    try:
        journal.cut_torn_line()
    except OSError as error:
        # it is cut off before the next event is written
        journal.log.note("The end of the game could not be cut off: %r" % error)
    raise JournalFull("full")


def _new_name(journal):
    """Return a name for the file of a new game: the next number, and an id that no other game here has.

    Raises DeviceError if all numbers are used up, OSError.
    """
    last, ids = 0, []
    for _, _, number, game_id, ending in games(journal):
        ids.append(game_id)
        if ending == PLAYED:
            last = max(last, number)
    if last >= LAST_NUMBER:
        raise DeviceError("no-number")
    new = journal.new_id()
    while new in ids:
        # the next id, as `new_id` may return the same id again
        new = "%08x" % ((int(new, 16) + 1) & 0xFFFFFFFF)
    return write_game_name(last + 1, new)


def remove(journal, name, check):
    """Remove a finished game as `Journal.remove` does."""
    game_id, path = read_game_name(name)[1], journal.path(name)
    if name == journal.name:
        is_over, there = journal.over, journal.check
    else:
        try:
            # not `files.size`, which takes longer than to open it
            with open(path, "rb") as stream:
                length = stream.seek(0, 2)
                is_over, there = read_end(stream, length)[0], read_check(stream, length)
        except (RuleError, OSError) as error:
            if not files.exists(path):
                return False
            raise journal.damaged(name, error)
    if not is_over:
        raise DeviceError("unfinished", game_id)
    if check not in (None, "%08x" % there):
        raise DeviceError("other-lines", game_id)
    try:
        os.remove(path)
    except OSError as error:
        raise failure(error)
    if name == journal.name:
        journal.close()
    elif name == journal.last:
        journal.last = None
    journal.flush()
    return True


# --- games begin and come back: the methods of the Session


def begin(session, setup, game):
    """Start a new game as `Session.begin` does."""
    if game is None:
        game = new_game(setup)
    game.apply(setup)
    if session.journal.current:
        # otherwise the journal checks this itself, and it takes a while
        session.check_begin()
    running, unplayed = session.game if session.journal.current else None, _unplayed_file(session)
    before, end, over = 0, [], None
    try:
        if running:
            before = len(running.events)
            running.apply("abandon")
            end, over = running.events[before:], running.result
        tags = session.tags() if session.tags else []
        session.game_id = session.journal.start(tags, game.events[0], *end, over=over)
    except Exception:
        if running:
            running.back_to(before)
        raise
    _remove(session, unplayed)
    session.game = game
    session.step_starts = array("H")
    modules.leave("setup", session.game)
    session.notify("event")


def put_away(session):
    """Abandon the running game as `Session.put_away` does."""
    unplayed = _unplayed_file(session)
    if session.game and not session.game.result:
        session.enter("abandon")
    _remove(session, unplayed)


def _unplayed_file(session):
    """Return the name of the last game's file if nothing was entered after its setup, else None."""
    game, journal = session.game, session.journal
    is_unplayed = game and journal.id == session.game_id and game.events[1:] in ([], ["abandon"])
    return journal.name if is_unplayed else None


def _remove(session, name):
    try:
        if name:
            session.journal.remove(name)
    except DeviceError as error:
        session.log.note(error)


def resume(session):
    """Resume the unfinished game as `Session.resume` does."""
    journal = session.journal
    while journal.current:
        if session.game is not None and not session.game.result and session.game_id == journal.current:
            return True
        try:
            is_complete = load(session, journal.current)
        except NotInstalled as error:
            # its name in `arcana flash --games`
            raise DeviceError("no-rules", error.args[0].replace("_", "-"))
        except (RuleError, DeviceError) as error:
            journal.set_aside(error)
        else:
            _complete_last_step(session, is_complete)
            session.notify("event")
            return True
    return False


def load(session, game_id):
    """Replay the open game of the journal; return whether its last step is complete.

    Raises RuleError if the rules do not accept it, DeviceError if it can't be read.
    """
    lines, _, may_begin, accepted = session.journal.read_steps()
    session.game, session.step_starts = replay(lines, may_begin, accepted)
    session.game_id = game_id
    modules.leave("setup", session.game)
    return accepted


def _complete_last_step(session, is_complete):
    """Append the missing parts of the last step after a power cut: following events, and its check."""
    game = session.game
    before = len(game.events)
    try:
        session.apply_following(game)
        if game.result or len(game.events) > before or not is_complete:
            session.journal.append(*game.events[before:], over=game.result)
    except DeviceError as error:
        game.back_to(before)
        session.log.note(error)
