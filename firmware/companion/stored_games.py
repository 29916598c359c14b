"""Lists, reads and removes the games on the flash, and sets damaged ones aside.

A running game does without this half of `journal`; the first parameter is always the Journal.
Each game is handled on its own. One that makes no sense, or can't be read, is renamed `….damaged`, and all
others stay usable. `journal_file` recognises damage, `game_folder` knows where the bytes of each game are.
"""

import os

from companion import atomic_files, files
from companion.game_folder import Folder, GameFile, id_of, number_of, tail_of
from companion.journal_errors import JournalError, failure
from companion.journal_file import NO_END, START, ending, look, read_all, read_end_mark, read_lines, read_time
from shared_rules.errors import RuleError
from shared_rules.game_files import DAMAGED, LAST_NUMBER, PLAYED, TAIL, write_game_name, write_pack_name
from shared_rules.protocol import TOLD_DAMAGED
from shared_rules.record_lines import read_tag

_GAMES_A_PAGE = 32


def games(journal, first, count):
    """See `Journal.games`."""
    found = []
    while True:
        left = None if count is None else count - len(found)
        for name, line in scan_folder(journal).listed(first + len(found), left):
            end = read_end_mark(line) if line else None
            look = (end[0], True) if end else _entry(journal, name)
            if look is None:
                # it was damaged and is set aside: those behind it have moved up
                break
            found.append((id_of(name), look[0], look[1]))
        else:
            return found


def page_of_games(journal, first):
    """Return a page of the games, and with the first one what was set aside of them. Raises JournalError."""
    # one more tells whether there is another page, without a look at all that would be there
    page = games(journal, first, _GAMES_A_PAGE + 1)
    if not page:
        check_folder(journal)
    listed = [
        {"game": game, "events": events, "finished": finished}
        for game, events, finished in page[:_GAMES_A_PAGE]
    ]
    after = first + _GAMES_A_PAGE if len(page) > _GAMES_A_PAGE else None
    return {"games": listed, "next": after, "damaged": [] if first else damaged(journal)[:TOLD_DAMAGED]}


def entry(journal, game_id):
    """See `Journal.entry`."""
    name = _find(journal, game_id)
    return None if name is None else _entry(journal, name)


def damaged(journal):
    """Return the names of the damaged files in the folder `games`, set aside or not."""
    return sorted(journal.stuck + scan_folder(journal).damaged)


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
        with open_game(journal, name) as game:
            for text, after in read_lines(game, name == journal.name, state):
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
        with open_game(journal, journal.name) as game:
            return read_all(game, True)
    except (RuleError, OSError) as error:
        raise _damage(journal, journal.name, error)


def tags(journal, game_id):
    """Return the list of (name, value) of a game's tag lines. Raises JournalError."""
    name = _named(journal, game_id)
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
    """Return when a game ended, "YYYY-MM-DD HH:MM", or None if its file does not say.

    Raises JournalError when there is no such game.
    """
    try:
        end = end_of(journal, _named(journal, game_id))
    except (RuleError, OSError):
        return None
    return read_time(end) if end else None


def confirm(journal, game_id, events, check=None):
    """Remove a finished game that the host has stored; return False when it was removed before.

    events: how many event lines the host has. check: `Record.check` of the record that it has, or None if
    it knows only the number of lines.
    Raises JournalError when the game is still running, has other lines, or is damaged.
    """
    name = _confirmed(journal, game_id, events, check)
    if name is None:
        return False
    try:
        _remove(journal, [name])
        if not journal.has_room():
            _shrink(journal, write_pack_name(number_of(name)))
    except OSError as error:
        raise failure(error)
    journal.keep()
    return True


def _shrink(journal, pack):
    """Free the room of the games that were removed from a pack."""
    seen = scan_folder(journal)
    if pack in seen.packs:
        from companion import packing

        try:
            packing.shrink(seen, pack)
        except OSError as error:
            # a copy takes room
            journal.log.note("%s could not be shortened: %r" % (pack, error))
        journal.seen = None


def _confirmed(journal, game_id, events, check):
    """Return the name of a game that may go, None when it is gone. Raises JournalError when it may not."""
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
    seen = scan_folder(journal)
    journal.stopped = (None, None)
    packed = []
    for name in names:
        if name not in seen.own:
            packed.append(name)
            continue
        if name == journal.name:
            try:
                # a power cut must not leave one without its end
                journal.settle()
            except OSError:
                pass
            journal.clear_game()
        if id_of(name) == journal.last:
            journal.last = None
        os.remove(journal.path(name))
        if tail_of(name) in seen.tails:
            files.remove(journal.path(tail_of(name)))
    journal.seen = None
    if packed:
        from companion import packing

        packing.take_out(seen, packed)


def set_aside(journal, game_id, reason):
    """Rename a game's file to mark it as damaged; return the JournalError about it."""
    return _set_aside(journal, _named(journal, game_id), reason)


def go_on(journal):
    """Continue the newest game unless it is finished; only that one can have a torn line or no event."""
    seen = scan_folder(journal)
    _set_tails_aside(journal, seen)
    is_newest = True
    for number, name in reversed(list(enumerate(seen.own))):
        journal.loose = number
        try:
            with seen.open(name) as game:
                end, length = look(game)
                if end:
                    if len(game.parts) > 1:
                        # its tail is moved soon
                        _take(journal, name, game, read_all(game))
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
            # it was a game, so the one before it had ended
            is_newest = False
            _set_aside(journal, name, error)
        else:
            if found[0]:
                _take(journal, name, game, found)
                break
            files.remove(journal.path(name))
            journal.seen = None
            journal.log.note("The file %s had no event yet and was removed." % name)


def reopen(journal):
    """See `Journal.reopen`."""
    name = _find(journal, journal.last)
    if name is None:
        raise JournalError("no-file")
    try:
        with open_game(journal, name) as game:
            _take(journal, name, game, read_all(game))
    except (RuleError, OSError) as error:
        raise _damage(journal, name, error)
    journal.over = True
    return journal.id


def _take(journal, name, game, found):
    """Have the journal go on with a game that has a file of its own."""
    tail = game.parts[1][1:] if len(game.parts) > 1 else None
    journal.set_game(_names(name), game.parts[0][2], tail, found)


def pack(journal):
    """Move games into one pack, but not the newest one; return how many are left. Raises OSError."""
    from companion import packing

    journal.seen = None
    older = scan_folder(journal).own[:-1]
    if not older:
        return 0
    pack = write_pack_name(number_of(older[0]))
    near = [name for name in older if write_pack_name(number_of(name)) == pack]
    over = [name for name in near if _entry(journal, name) is not None]
    seen = scan_folder(journal)
    removed = seen.gone_from(pack)
    if [name for name in over if id_of(name) in removed]:
        # a game was restored; without the list of what was removed, the pack would have the old one again
        _shrink(journal, pack)
        seen = scan_folder(journal)
    packing.add(seen, pack, over)
    journal.seen = None
    return len(older) - len(near)


def prepare(journal):
    """Make the folder of the games, moving anything else of its name, and clean up after a power cut."""
    try:
        kept = atomic_files.make_folder(journal.folder)
        if kept:
            journal.log.note("Something else was named games; it is now called %s." % kept)
            journal.trouble = JournalError("no-folder", kept)
        others = scan_folder(journal).others
        if [name for name in others if name.endswith(".new")]:
            atomic_files.finish_replacing(journal.folder)
            journal.seen = None
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
        # the flash is full; they are removed before the next line is written
        journal.log.note("They could not be removed: %r" % error)
    return GameFile(*game.parts[:-1] + ((path, first, end - torn),))


def _set_tails_aside(journal, seen):
    """Set tails aside whose game has gone."""
    for tail in list(seen.tails):
        if tail[: -len(TAIL)] + PLAYED not in seen.own:
            _set_aside(journal, tail, "The lines before it are gone.")


def scan_folder(journal):
    """Return a Folder with what is in the folder of the games now."""
    if not isinstance(journal.seen, Folder):
        try:
            journal.seen = Folder(journal.folder, journal.stuck)
        except OSError as error:
            journal.log.note("The folder of the games can't be read: %r" % error)
            return Folder(None)
    return journal.seen


def check_folder(journal):
    """Raise JournalError when the folder can't be read, so that a host does not think it is empty."""
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
    """Return the end of a game as `journal_file.ending` does. Raises OSError, RuleError."""
    line = scan_folder(journal).last_line(name)
    if line is not None:
        return read_end_mark(line)
    with open_game(journal, name) as game:
        return ending(game)


def _find(journal, game_id):
    if journal.name and game_id == journal.id:
        return journal.name
    return scan_folder(journal).find(game_id)


def _named(journal, game_id):
    name = _find(journal, game_id)
    if name is None:
        raise JournalError("no-game", game_id)
    return name


def drawn_names(journal):
    """Yield (name of its file, id, name of its tail) for a new game, and before that None after each look.

    Its number is above all others and its id no other game's, for which all packs have to be looked into.
    They hold until a game begins, is brought or is set aside, as nothing else puts a file there; so they may
    be drawn long before. Raises JournalError.
    """
    while True:
        seen = scan_folder(journal)
        number, game_id = _free_number(seen), journal.new_id()
        left = seen.packs + [None]
        while left:
            if seen.knows(game_id, left.pop()):
                # the next one, as chance may give the same again and again
                game_id = "%08x" % ((int(game_id, 16) + 1) & 0xFFFFFFFF)
                left = seen.packs + [None]
            elif left:
                yield None
                if journal.seen is not seen:
                    # something has changed meanwhile
                    break
        else:
            yield _names(write_game_name(number, game_id))
            return


def _free_number(seen):
    """Return the number of a new game. Raises JournalError."""
    numbers = [number_of(name) for name in seen.own]
    if not numbers:
        # the newest game has a number above those in packs, but it was fetched
        for pack in seen.packs[-1:]:
            numbers = [number_of(entry[0]) for entry in seen.entries(pack)]
    # what was set aside leaves with no sync, so it must not take the last number for ever
    numbers += [min(number_of(name), LAST_NUMBER - 1) for name in seen.damaged]
    number = max([0] + numbers)
    if number >= LAST_NUMBER:
        raise JournalError("no-number")
    return number + 1


def _names(name):
    return name, id_of(name), tail_of(name)


def _entry(journal, name):
    """Return (events, finished) of a game's file, or None after setting it aside as damaged."""
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
    """Return the check of a finished game, 8 hex digits. Raises JournalError."""
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
    """Return the JournalError about a damaged file, which is set aside unless its game is running."""
    if name != journal.name or journal.over:
        return _set_aside(journal, name, reason)
    journal.log.note("The file of the running game, %s, is damaged: %s" % (name, reason))
    return JournalError("damaged-runs", journal.id)


def _set_aside(journal, name, reason):
    if name == journal.name:
        journal.clear_game()
    journal.stopped = (None, None)
    journal.log.note("Game %s is damaged: %s" % (id_of(name), reason))
    try:
        kept = _free_name(journal, name)
        seen = scan_folder(journal)
        if name in seen.own or name in seen.tails:
            os.rename(journal.path(name), journal.path(kept))
            if name in seen.own and tail_of(name) in seen.tails:
                os.rename(journal.path(tail_of(name)), journal.path(_free_name(journal, name)))
        else:
            from companion import packing

            packing.set_aside(seen, name, kept)
        journal.trouble = JournalError("damaged", id_of(name), kept)
    except OSError as error:
        journal.log.note("The file %s could not be moved: %r" % (name, error))
        journal.stuck.append(name)
        journal.trouble = JournalError("damaged-there", id_of(name))
    journal.seen = journal.fresh = None
    return journal.trouble


def _free_name(journal, name):
    """Return an unused name for a game's file that is set aside."""
    number, kept = number_of(name), None
    while kept is None or (files.exists(journal.path(kept)) and number < LAST_NUMBER):
        kept = write_game_name(number, id_of(name), DAMAGED)
        number += 1
    return kept
