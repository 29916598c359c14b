"""Rebuilds a game from the lines of its journal, with the numbers of the events that begin its steps.

It is loaded only while a game is brought back.
"""

import gc
from array import array

from companion.journal_errors import JournalError
from shared_rules.errors import NotInstalled, RuleError
from shared_rules.games import new_game
from shared_rules.record_lines import NOTHING_TO_UNDO, UNDO


def resume(session, game_id):
    """Bring back the unfinished game of a Session's journal; return whether the rules accept it.

    If they do not, it is set aside. Raises JournalError when its rules are not installed.
    """
    try:
        closed = load(session, game_id)
    except NotInstalled as error:
        # as `arcana flash --games` calls it
        raise JournalError("no-rules", error.args[0].replace("_", "-"))
    except (RuleError, JournalError) as error:
        from companion import stored_games

        stored_games.set_aside(session.journal, game_id, error)
        return False
    _catch_up(session, closed)
    return True


def load(session, game_id):
    """Replay the newest game of the journal into a Session; return whether its last step is complete.

    Raises RuleError when the rules do not accept it, JournalError when it can't be read.
    """
    lines, _, may_begin, closed, ours = session.journal.read_steps()
    session.game, session.step_starts = replay(lines, may_begin, ours)
    session.game_id = game_id
    return closed


def load_setup(setup):
    """Load what the setup of a game needs, and collect what that leaves behind. setup: an earlier one."""
    new_game(setup).apply(setup)
    gc.collect()


def _catch_up(session, closed):
    """Write what a power cut prevented after the last event: the events that follow from it, the end mark."""
    game = session.game
    before = len(game.events)
    try:
        session.apply_following(game)
        if game.result or len(game.events) > before or not closed:
            session.journal.append(*game.events[before:], over=game.result)
    except JournalError as error:
        game.back_to(before)
        session.log.note(error)


def replay(lines, may_begin, ours):
    """Return (the Game, an array of the numbers of the events that begin a step).

    lines, may_begin: all event lines of a journal, and a byte for each, as from `journal_file.read_all`.
    ours: whether this version of the companion wrote them all, so that its rules have accepted them before.
    Raises RuleError when the rules do not accept them.
    """
    events, step_starts = _standing(lines, may_begin)
    try:
        return _replayed(events, step_starts, ours)
    except Exception:
        if not ours:
            raise
        # the same version, but other rules: ask these
        return _replayed(events, step_starts, False)


def _standing(lines, may_begin):
    """Return the events in force and an array of the numbers of those that begin a step.

    lines: all event lines of a journal. may_begin: a byte for each, as `journal_file.read_all` gives them.
    Raises RuleError for an "undo" with nothing left to take back.
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
            raise RuleError(NOTHING_TO_UNDO)
    return events, step_starts


def _replayed(events, step_starts, known):
    """Return (the Game, the numbers of the events that begin a step) for the events in force.

    known: whether these rules have accepted them before.
    """
    game, steps, at = new_game(events[0] if events else ""), array("H"), 0
    for number, text in enumerate(events):
        if at < len(step_starts) and step_starts[at] == number:
            at += 1
            # an event that follows by itself begins a step in older journals only
            if number and game.follows() != text:
                steps.append(number)
        if known:
            game.accept(text)
        else:
            game.apply(text)
    return game, steps
