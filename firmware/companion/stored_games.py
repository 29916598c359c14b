"""Lists, reads and removes the games on the flash, and sets damaged ones aside.

A running game does not need this part of the journal, so it is loaded only when called. The first parameter
is always the Journal. Each game is handled separately: one that is damaged or can't be read is renamed
`….damaged`, and all others stay usable. `journal_file` detects damage, `game_folder` finds a game's bytes.
"""

import os

from companion import atomic_files, files
from companion.game_folder import Folder, GameFile, id_of, number_of, tail_of
from companion.journal_errors import JournalError, failure
from companion.journal_file import (
    NO_END,
    START,
    ending,
    read_all,
    read_end,
    read_end_mark,
    read_lines,
    read_time,
)
from shared_rules.errors import RuleError
from shared_rules.game_files import DAMAGED, LAST_NUMBER, PLAYED, TAIL, write_game_name
from shared_rules.packs import write_pack_name
from shared_rules.protocol import MAX_DAMAGED
from shared_rules.record_lines import read_tag

_PAGE = 32  # games; a line of 2 KB in one piece, as during a game no larger block of memory may be free


def games(journal, first, count):
    """See `Journal.games`."""
    found = []
    while True:
        left = None if count is None else count - len(found)
        for name, line in scan_folder(journal).listed(first + len(found), left):
            end = read_end_mark(line) if line else None
            found_game = (end[0], True) if end else _entry(journal, name)
            if found_game is None:
                # it was damaged and has been set aside, so the games after it have moved up
                break
            found.append((id_of(name), found_game[0], found_game[1]))
        else:
            return found


def page_of_games(journal, first):
    """Return the result of the method `games`, as in `shared_rules.protocol`: one page of the games.

    first: the index of its first game. Raises JournalError.
    """
    # one more shows whether there is another page
    page = games(journal, first, _PAGE + 1)
    if not page:
        check_folder(journal)
    listed = [
        {"game": game, "events": events, "finished": finished} for game, events, finished in page[:_PAGE]
    ]
    after = first + _PAGE if len(page) > _PAGE else None
    return {"games": listed, "next": after, "damaged": [] if first else damaged(journal)[:MAX_DAMAGED]}


def entry(journal, game_id):
    """See `Journal.entry`."""
    name = _find(journal, game_id)
    return None if name is None else _entry(journal, name)


def damaged(journal):
    """Return the sorted names of the damaged files in the folder `games`, renamed or not."""
    return sorted(journal.stuck + scan_folder(journal).damaged)


def read(journal, game_id, first, count):
    """See `Journal.read`."""
    name = _require(journal, game_id)
    state = START
    if journal.last_read[0] == name and journal.last_read[1][1] <= first:
        state = journal.last_read[1]
    wanted = []
    if count is not None and count <= 0:
        return wanted
    line = state[1]
    try:
        with open_game(journal, name) as game:
            for text, after in read_lines(game, name == journal.name, state):
                if len(wanted) == count:
                    break
                line, state = after[1], after
                if line > first and text[0] != "#":
                    wanted.append(text)
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    journal.last_read = (name, state)
    if name == journal.name and (count is None or len(wanted) < count):
        for text in journal.pending.decode().split("\n")[:-1]:
            if not text.startswith("#"):
                line += 1
                if line > first:
                    wanted.append(text)
    return wanted if count is None else wanted[:count]


def read_steps(journal):
    """See `Journal.read_steps`."""
    try:
        with open_game(journal, journal.name) as game:
            return read_all(game, True)
    except (RuleError, OSError) as error:
        raise _damage(journal, journal.name, error)


def tags(journal, game_id):
    """Return the list of (name, value) of a game's tag lines. Raises JournalError."""
    name = _require(journal, game_id)
    found = []
    try:
        with open_game(journal, name) as game:
            for text, _ in read_lines(game, name == journal.name):
                if not text.startswith("["):
                    break
                found.append(read_tag(text))
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    return found


def ended(journal, game_id):
    """Return when a game ended as "YYYY-MM-DD HH:MM", or None if its file does not say.

    Raises JournalError if there is no such game.
    """
    try:
        end = end_of(journal, _require(journal, game_id))
    except (RuleError, OSError):
        return None
    return read_time(end) if end else None


def confirm(journal, game_id, events, check=None):
    """Remove a finished game that the host has stored; return False if it is not on the device.

    events: the number of event lines that the host has. check: `Record.check` of the record that it has, or
    None if it only knows the number of lines.
    Raises JournalError if the game is still running, has other lines, or is damaged.
    """
    name = _check_removable(journal, game_id, events, check)
    if name is None:
        return False
    try:
        _remove(journal, [name])
        if not journal.has_room():
            _shrink(journal, write_pack_name(number_of(name)))
    except OSError as error:
        raise failure(error)
    journal.flush()
    return True


def _shrink(journal, pack):
    """Free the space of the games that were removed from a pack."""
    folder = scan_folder(journal)
    if pack in folder.packs:
        from companion import packing

        try:
            packing.shrink(folder, pack)
        except OSError as error:
            # there was no room for the copy
            journal.log.note("%s could not be shortened: %r" % (pack, error))
        forget_folder(journal)


def _check_removable(journal, game_id, events, check):
    """Return the file name of a game if it can be removed, None if there is no such game.

    Raises JournalError if it must stay; see `confirm`.
    """
    name = _find(journal, game_id)
    if name is None:
        return None
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
    return name


def _remove(journal, names):
    """Remove games. Raises OSError."""
    folder = scan_folder(journal)
    journal.last_read = (None, None)
    packed = []
    for name in names:
        if name not in folder.own:
            packed.append(name)
            continue
        if name == journal.name:
            try:
                # otherwise a power cut between the two removals could leave a file without its end
                journal.merge_tail()
            except OSError:
                pass
            journal.clear_game()
        if id_of(name) == journal.last:
            journal.last = None
        os.remove(journal.path(name))
        if tail_of(name) in folder.tails:
            files.remove(journal.path(tail_of(name)))
    forget_folder(journal)
    if packed:
        from companion import packing

        packing.remove(folder, packed)


def set_aside(journal, game_id, reason):
    """Rename a game's file to mark it as damaged; return the JournalError about it."""
    return _set_aside(journal, _require(journal, game_id), reason)


def resume_newest(journal):
    """Open the newest game in the journal if it is unfinished, and repair what a power cut left.

    Only the newest game can have a torn line or no event. Damaged games are set aside.
    """
    folder = scan_folder(journal)
    _set_tails_aside(journal, folder)
    is_newest = True
    for number, name in reversed(list(enumerate(folder.own))):
        journal.unpacked = number
        try:
            with folder.open(name) as game:
                end, length = read_end(game)
                if end:
                    if len(game.parts) > 1:
                        # `Journal.tidy` merges its tail
                        _set_game(journal, name, game, read_all(game))
                        journal.over = True
                    journal.last = id_of(name)
                    break
                if length != game.length:
                    game = _without_torn_line(journal, game, length)
                found = read_all(game, True)
            if found[0] and not is_newest:
                raise RuleError(NO_END)
        except OSError as error:
            _set_aside(journal, name, error)
        except RuleError as error:
            # every game before it must have an end
            is_newest = False
            _set_aside(journal, name, error)
        else:
            if found[0]:
                _set_game(journal, name, game, found)
                break
            files.remove(journal.path(name))
            forget_folder(journal)
            journal.log.note("The file %s had no event yet and was removed." % name)


def reopen(journal):
    """See `Journal.reopen`."""
    name = _find(journal, journal.last)
    if name is None:
        raise JournalError("no-file")
    try:
        with open_game(journal, name) as game:
            _set_game(journal, name, game, read_all(game))
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    journal.over = True
    return journal.id


def _set_game(journal, name, game, found):
    """Open a game that has a file of its own in the journal. found: as `read_all` returns it."""
    tail = game.parts[1][1:] if len(game.parts) > 1 else None
    journal.set_game(_names(name), game.parts[0][2], tail, found)


def pack(journal):
    """Move the oldest single games into one pack; return how many are left to pack. Raises OSError.

    The newest game keeps its own file.
    """
    from companion import packing

    forget_folder(journal)
    older = scan_folder(journal).own[:-1]
    if not older:
        return 0
    pack = write_pack_name(number_of(older[0]))
    near = [name for name in older if write_pack_name(number_of(name)) == pack]
    over = [name for name in near if _entry(journal, name) is not None]
    folder = scan_folder(journal)
    removed = folder.gone_from(pack)
    if [name for name in over if id_of(name) in removed]:
        # a game was restored; without the list of removed games, the pack would have the old one again
        _shrink(journal, pack)
        folder = scan_folder(journal)
    packing.add(folder, pack, over)
    forget_folder(journal)
    return len(older) - len(near)


def prepare(journal):
    """Create the folder of the games, renaming a file with its name, and clean up after a power cut."""
    try:
        kept = atomic_files.make_folder(journal.folder)
        if kept:
            journal.log.note("Something else was named games; it is now called %s." % kept)
            journal.trouble = JournalError("no-folder", kept)
        others = scan_folder(journal).others
        if [name for name in others if name.endswith(".new")]:
            atomic_files.finish_replacing(journal.folder)
            forget_folder(journal)
            others = scan_folder(journal).others
        if others:
            journal.log.note(
                "%d files in the folder games are not the companion's and stay there: %r and so on"
                % (len(others), others[0])
            )
    except OSError as error:
        journal.log.note("The folder of the games can't be made: %r" % error)


def _without_torn_line(journal, game, length):
    """Cut off the torn line that a power cut left at the end; return the GameFile without it."""
    path, first, end = game.parts[-1]
    torn = game.length - length
    journal.log.note("%s: %d bytes of a torn last line were dropped." % (path.rpartition("/")[2], torn))
    try:
        atomic_files.keep_start(path, end - torn)
    except OSError as error:
        # the flash is full; they are cut off before the next line is written
        journal.log.note("They could not be removed: %r" % error)
    return GameFile(*game.parts[:-1] + ((path, first, end - torn),))


def _set_tails_aside(journal, folder):
    """Set aside tails whose game is no longer there."""
    for tail in list(folder.tails):
        if tail[: -len(TAIL)] + PLAYED not in folder.own:
            _set_aside(journal, tail, "The lines before it are gone.")


def forget_folder(journal):
    """Clear what the journal has cached of the folder of the games, after a change of its files."""
    journal.contents = journal.page_end = None


def scan_folder(journal):
    """Return the current contents of the folder of the games as a Folder, empty if it can't be read."""
    if journal.contents is None:
        try:
            journal.contents = Folder(journal.folder, journal.stuck)
        except OSError as error:
            journal.log.note("The folder of the games can't be read: %r" % error)
            return Folder(None)
    return journal.contents


def check_folder(journal):
    """Raise JournalError if the folder can't be read, so that a host does not take it for empty."""
    try:
        os.listdir(journal.folder)
    except OSError as error:
        raise JournalError("not-read", "games", error)


def open_game(journal, name):
    """Return the GameFile of a game. Raises OSError, RuleError."""
    if name == journal.name:
        parts = ((journal.path(name), 0, journal.size),)
        if journal.tail:
            parts += ((journal.tail_path,) + tuple(journal.tail),)
        return GameFile(*parts)
    return scan_folder(journal).open(name)


def end_of(journal, name):
    """Return the same as `journal_file.ending` for the game in a file. Raises OSError, RuleError."""
    line = scan_folder(journal).last_line(name)
    if line is not None:
        return read_end_mark(line)
    with open_game(journal, name) as game:
        return ending(game)


def _find(journal, game_id):
    if journal.name and game_id == journal.id:
        return journal.name
    return scan_folder(journal).find(game_id)


def _require(journal, game_id):
    name = _find(journal, game_id)
    if name is None:
        raise JournalError("no-game", game_id)
    return name


def choose_names(journal):
    """Choose a number and an id for a new game: yield None for each pack searched, then their names.

    The names are (name of its file, id, name of its tail). The number is higher than all others; as no other
    game may have the id, all packs are searched for it. The names can be chosen long in advance: they stay
    valid until a game is started, restored or set aside. Raises JournalError.
    """
    while True:
        folder = scan_folder(journal)
        number, game_id = _choose_number(folder), journal.new_id()
        left = folder.packs + [None]
        while left:
            if folder.knows(game_id, left.pop()):
                # the next id, as `new_id` may return the same one again
                game_id = "%08x" % ((int(game_id, 16) + 1) & 0xFFFFFFFF)
                left = folder.packs + [None]
            elif left:
                yield None
                if journal.contents is not folder:
                    # something has changed meanwhile
                    break
        else:
            yield _names(write_game_name(number, game_id))
            return


def _choose_number(folder):
    """Return the number of a new game. Raises JournalError if all are used up."""
    numbers = [number_of(name) for name in folder.own]
    if not numbers:
        # the newest game, whose number is higher than those in packs, has been removed
        for pack in folder.packs[-1:]:
            numbers = [number_of(entry[0]) for entry in folder.entries(pack)]
    # no sync removes damaged files, so none of them may use up the last number for good
    numbers += [min(number_of(name), LAST_NUMBER - 1) for name in folder.damaged]
    number = max([0] + numbers)
    if number >= LAST_NUMBER:
        raise JournalError("no-number")
    return number + 1


def _names(name):
    return name, id_of(name), tail_of(name)


def _entry(journal, name):
    """Return (events, finished) of the game in a file, or None if it was damaged and has been set aside."""
    if name == journal.name:
        return journal.events, journal.over

    reason = NO_END
    try:
        end = end_of(journal, name)
        if end:
            return end[0], True
    except (RuleError, OSError) as error:
        reason = error
    _set_aside(journal, name, reason)
    return None


def _check_of(journal, name):
    """Return the CRC-32 of a finished game as 8 hex digits. Raises JournalError."""
    if name == journal.name:
        return "%08x" % journal.check

    try:
        check = end_of(journal, name)[1]
        if check:
            return check.decode()
        with open_game(journal, name) as game:
            return "%08x" % read_all(game)[1]
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)


def _damage(journal, name, reason):
    """Set a damaged file aside unless its game is running; return the JournalError about it."""
    if name != journal.name or journal.over:
        return _set_aside(journal, name, reason)
    journal.log.note("The file of the running game, %s, is damaged: %s" % (name, reason))
    return JournalError("damaged-runs", journal.id)


def _set_aside(journal, name, reason):
    if name == journal.name:
        journal.clear_game()
    journal.last_read = (None, None)
    journal.log.note("Game %s is damaged: %s" % (id_of(name), reason))
    try:
        kept = _unused_name(journal, name)
        folder = scan_folder(journal)
        if name in folder.own or name in folder.tails:
            os.rename(journal.path(name), journal.path(kept))
            if name in folder.own and tail_of(name) in folder.tails:
                os.rename(journal.path(tail_of(name)), journal.path(_unused_name(journal, name)))
        else:
            from companion import packing

            packing.set_aside(folder, name, kept)
        journal.trouble = JournalError("damaged", id_of(name), kept)
    except OSError as error:
        journal.log.note("The file %s could not be moved: %r" % (name, error))
        journal.stuck.append(name)
        journal.trouble = JournalError("damaged-there", id_of(name))
    journal.next_names = None
    forget_folder(journal)
    return journal.trouble


def _unused_name(journal, name):
    """Return an unused name for a game's file that is set aside."""
    number, kept = number_of(name), None
    while kept is None or (files.exists(journal.path(kept)) and number < LAST_NUMBER):
        kept = write_game_name(number, id_of(name), DAMAGED)
        number += 1
    return kept
