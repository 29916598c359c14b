"""Replays a game from its lines in the journal, and finds the events at which its steps begin.

It is loaded only while a game is resumed.
"""

import gc
from array import array

from companion.journal_errors import JournalError
from shared_rules.errors import NotInstalled, RuleError
from shared_rules.games import new_game
from shared_rules.record_lines import NOTHING_TO_UNDO, UNDO


def resume(session, game_id):
    """Resume the unfinished game of a Session's journal; return whether the rules accept it.

    If they do not, it is set aside. Raises JournalError if its rules are not installed.
    """
    try:
        is_complete = load(session, game_id)
    except NotInstalled as error:
        # its name in `arcana flash --games`
        raise JournalError("no-rules", error.args[0].replace("_", "-"))
    except (RuleError, JournalError) as error:
        session.journal.set_aside(error)
        return False
    _complete_last_step(session, is_complete)
    return True


def load(session, game_id):
    """Replay the open game of the journal into a Session; return whether its last step is complete.

    Raises RuleError if the rules do not accept it, JournalError if it can't be read.
    """
    lines, _, may_begin, accepted = session.journal.read_steps()
    session.game, session.step_starts = replay(lines, may_begin, accepted)
    session.game_id = game_id
    return accepted


def load_setup(setup):
    """Import what a new game needs and collect garbage. setup: the setup line of an earlier game."""
    new_game(setup).apply(setup)
    gc.collect()


def _complete_last_step(session, is_complete):
    """Append what a power cut left out of the last step: the events that follow from it, and its check."""
    game = session.game
    before = len(game.events)
    try:
        session.apply_following(game)
        if game.result or len(game.events) > before or not is_complete:
            session.journal.append(*game.events[before:], over=game.result)
    except JournalError as error:
        game.back_to(before)
        session.log.note(error)


def replay(lines, may_begin, accepted):
    """Return (the Game, an array with the numbers of the events that begin a step).

    lines, may_begin: all event lines of a game, and a byte for each, as `journal_file.read_all` returns them.
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
    """Return (the events that are not undone, an array with the numbers of those that begin a step).

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
            raise RuleError(NOTHING_TO_UNDO)
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
            if number and game.follows() != text:
                steps.append(number)
        if accepted:
            game.accept(text)
        else:
            game.apply(text)
    return game, steps
