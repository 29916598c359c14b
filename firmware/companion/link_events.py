"""The method `enter` of the link: events that a host enters. Games played with the buttons do not load it.

It must not know what an event means.
"""

import gc

from shared_rules import protocol
from shared_rules.protocol import LinkError


def enter(app, length, event, text, follows=None):
    """Enter an event unless it is a repeated request; return the result of the method `enter`.

    length: a callable that returns the number of lines of the session's game in the journal.
    event, text, follows: as in `shared_rules.protocol`.
    Raises LinkError, RuleError, JournalError; then nothing has changed.
    """
    session, journal = app.session, app.journal
    if session.game is None:
        session.resume()
    rules = session.game
    if not event:
        from shared_rules.games import new_game

        if rules is None:
            # importing the rules of a game takes a block of 5 KB, and garbage would lie in its way
            gc.collect()
        rules = new_game(text)
    text = rules.written(text) if rules else text
    there = length()
    if event == 0 and journal.current is None:
        session.begin(text, rules)
    elif event == 0 and journal.read(journal.current, 0, 1) != [text]:
        raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
    elif event > there or (event < there and journal.read(session.game_id, event, 1) != [text]):
        raise LinkError(protocol.OUT_OF_STEP, "The next event of the game is number %d." % there)
    elif event == there:
        session.enter(text, follows=follows is not False)
    return {"event": event, "events": length(), "digest": session.game.digest()}
