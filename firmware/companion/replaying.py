"""Rebuilds a game from the lines of its journal, with the numbers of the events that begin its steps.

It is read where a game is brought back, and forgotten when that goes on.
"""

from array import array

from companion.journal_errors import JournalError
from shared_rules.errors import NotInstalled, RuleError
from shared_rules.games import new_game
from shared_rules.record_lines import UNDO


def resume(session, game_id):
    """Bring back the unfinished game of a Session's journal; return whether it makes sense.

    One that does not is set aside. Raises JournalError when its rules are not installed.
    """
    try:
        closed = load(session, game_id)
    except NotInstalled as error:
        # as `arcana flash --games` has it
        raise JournalError("no-rules", error.args[0].replace("_", "-"))
    except (RuleError, JournalError) as error:
        session.journal.set_aside(game_id, error)
        return False
    _catch_up(session, closed)
    return True


def load(session, game_id):
    """Put the newest game of the journal on a Session's table; return whether nothing is missing in it.

    Raises RuleError, JournalError.
    """
    lines, _, may_begin, closed, ours = session.journal.read_steps()
    session.game, session.begins = replay(lines, may_begin, ours)
    session.game_id = game_id
    return closed


def _catch_up(session, closed):
    """Write what a power cut left out after the last event: what follows it, and the mark of the end."""
    game = session.game
    before = len(game.events)
    try:
        session.let_follow(game)
        if game.result or len(game.events) > before or not closed:
            session.journal.append(*game.events[before:], over=game.result)
    except JournalError as error:
        game.back_to(before)
        session.log.note(error)


def replay(lines, may_begin, ours):
    """Return (the Game, an array of the numbers of the events that a step begins with).

    lines, may_begin: all event lines of a journal, and a byte for each, as from `journal_file.read_all`.
    ours: whether this companion wrote them all, so that these rules have accepted them before.
    Raises RuleError when they make no game.
    """
    events, begins = _standing(lines, may_begin)
    try:
        return _replayed(events, begins, ours)
    except Exception:
        if not ours:
            raise
        # the version is the same, but the rules are not: nobody lost anything yet
        return _replayed(events, begins, False)


def _standing(lines, may_begin):
    """Return the events in force and the numbers of those that a step begins with.

    lines: all event lines of a journal. may_begin: a byte for each, as `journal_file.read_all` gives them.
    Raises RuleError when there is nothing left to take back.
    """
    events, begins = [], array("H")
    for text, first in zip(lines, may_begin):
        if text != UNDO:
            if first:
                begins.append(len(events))
            events.append(text)
        elif events:
            events.pop()
            if begins and begins[-1] == len(events):
                begins = begins[:-1]
        else:
            raise RuleError("There is nothing to take back.")
    return events, begins


def _replayed(events, begins, known):
    """Return the Game that the events make, and with which of them each step begins.

    known: whether these rules have accepted them before.
    """
    game, steps, at = new_game(events[0] if events else ""), array("H"), 0
    for number, text in enumerate(events):
        if at < len(begins) and begins[at] == number:
            at += 1
            # what follows by itself is a step of its own in older journals only
            if number and game.follows() != text:
                steps.append(number)
        if known:
            game.accept(text)
        else:
            game.apply(text)
    return game, steps
