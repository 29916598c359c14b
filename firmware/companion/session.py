"""Keeps the game on the table and its journal in step.

An event is applied to the game first, then written to the journal; if that fails, the game goes back. So a
refused event is never in the journal, and the players never see anything that the journal does not have. It
must not know screens or link: both call `enter`, and `watchers` notify both.
"""

import sys
from array import array

from shared_rules.errors import RuleError
from shared_rules.record_lines import NOTHING_TO_UNDO, UNDO


class Session:
    """One game at a time.

    journal: the Journal. log: the Log, for errors. tags: a callable that returns the tags of a new game, a
    list of (name, value). noting: a callable(Game) that returns whether its players note more than the rules
    ask for.

    game: the Game on the table, or None; after its end it stays until the next one begins. Read only.
    game_id: its id in the journal, 8 hex digits, or None. step_starts: an array with the indices of the
    events that begin a step. Read only.
    watchers: callables(kind), called with "event" after each change of the game and "screen" after each
    picture.
    """

    def __init__(self, journal, log, tags=None, noting=None):
        self.journal = journal
        self.log = log
        self.game = None
        self.game_id = None
        self.watchers = []
        self._tags = tags
        self._noting = noting
        self.step_starts = array("H")

    def begin(self, setup, game=None):
        """Start a new game; one that is still running is abandoned.

        setup: the setup event. game: a new Game for it, if there is one already. Raises RuleError if it is
        refused, JournalError if it can't be written; in both cases the running game goes on.
        """
        if game is None:
            from shared_rules.games import new_game

            game = new_game(setup)
        game.apply(setup)
        if self.journal.current:
            # otherwise the journal checks this itself, and it takes a while
            self.check_begin()
        if self.journal.current:
            self.enter("abandon")
        self.game_id = self.journal.start(self._tags() if self._tags else [], game.events[0])
        self.game = game
        self.step_starts = array("H")
        self.notify("event")

    def prepare(self):
        """Load what the setup of the next game needs, once the game on the table is over.

        This takes 0.1 s, which `begin` then saves, so call it while nobody waits.
        """
        game = self.game
        if game and game.result and "shared_rules.games" not in sys.modules:
            try:
                from companion.replaying import load_setup

                load_setup(game.events[0])
            except Exception as error:
                # no room: then `begin` loads it
                self.log.error("Preparing a game", error)

    def check_begin(self):
        """Raise JournalError if no game may begin: the flash is full, or a game's rules are not installed."""
        self.journal.check_room()
        self.resume()

    def enter(self, *texts, follows=True):
        """Apply an event and write it to the journal, with the events that follow automatically.

        texts: the event, or several for one step, which ends early if the game is over. follows: whether to
        apply the events that follow automatically. Raises RuleError if the game refuses one, JournalError if
        they can't be written; in both cases nothing has changed.
        """
        if texts[0] == UNDO:
            self.undo()
            return
        game = self._table()
        before = len(game.events)
        try:
            for text in texts:
                if len(game.events) == before or not game.result:
                    game.apply(text)
                    if follows:
                        self.apply_following(game)
            self.journal.append(*game.events[before:], over=game.result)
        except Exception:
            game.back_to(before)
            raise
        self.step_starts.append(before)
        self.notify("event")

    def undo(self):
        """Take back the last step: what somebody entered last, with all events that followed from it.

        Raises RuleError if there is nothing to take back, JournalError if that can't be written.
        """
        game = self._table()
        taken = self.last_step()
        if not taken:
            raise RuleError(NOTHING_TO_UNDO)
        game.back_to(len(game.events) - len(taken))
        try:
            self.journal.append(*[UNDO] * len(taken), over=game.result)
        except Exception:
            for text in taken:
                game.apply(text)
            raise
        self.step_starts = self.step_starts[:-1]
        self.notify("event")

    def last_step(self):
        """Return the events that `undo` would take back now, [] if there are none."""
        return self.game.events[self.step_starts[-1] :] if self.step_starts else []

    def resume(self):
        """Resume the unfinished game of the journal; return whether there is a game on the table now.

        A game that the rules do not accept is set aside and named in the log. Raises JournalError if its
        rules are not installed; its file stays as it is, and the game goes on once they are.
        """
        game_id = self.journal.current
        if game_id is None:
            return False
        if self.game is not None and self.game_id == game_id:
            return True
        # imported only here, as a game that is on the table does not need it
        from companion.replaying import resume

        resumed = resume(self, game_id)
        if resumed:
            self.notify("event")
        return resumed

    def reopen(self):
        """Bring back the last game after its end, so that the end can be taken back.

        Raises JournalError if it is not on the flash or is damaged, RuleError if the rules refuse it.
        """
        from companion.replaying import load

        load(self, self.journal.reopen())
        self.notify("event")

    def notify(self, kind):
        """Call all watchers with a kind. If one fails, the error goes to the log, and the game goes on."""
        for watcher in self.watchers:
            try:
                watcher(kind)
            except Exception as error:
                self.log.error("A watcher failed", error)

    def _table(self):
        if self.game is None:
            raise RuleError("No game is running.")
        return self.game

    def apply_following(self, game):
        """Apply the events that follow automatically to a Game."""
        game.noting = self._noting is not None and self._noting(game)
        event = game.follows()
        while event:
            game.apply(event)
            event = game.follows()
