"""The game on the table and its journal, kept the same.

An event is first tried on the game, then handed to the journal; where that has no file for it, the game goes
back. So what is refused is never in the journal, and what the journal does not have is never shown. It must
not know screens or link: both call `enter` and hear from `watchers`.
"""

from array import array

from shared_rules.errors import RuleError
from shared_rules.record_lines import UNDO


class Session:
    """One game at a time.

    journal: where the events are kept. log: gets a note about what could not be resumed.
    tags: a callable that gives the list of (name, value) a new game is tagged with. noting: a callable that
    tells whether the players of a Game note more than the rules ask for.

    game: the Game on the table or None; it stays when it is over, until the next one begins. Read only.
    game_id: its id in the journal, 8 hex digits, or None. begins: the numbers of the events with which its
    steps begin. Read only.
    watchers: callables(kind); kind "event" after each change of the game.
    """

    def __init__(self, journal, log, tags=None, noting=None):
        self.journal = journal
        self.log = log
        self.game = None
        self.game_id = None
        self.watchers = []
        self._tags = tags
        self._noting = noting
        self.begins = array("H")

    def begin(self, setup):
        """Start a new game; one that is still running is abandoned.

        setup: the setup event. Raises RuleError when it is refused, JournalError when it can't be kept; the
        running game goes on then.
        """
        from shared_rules.games import new_game

        game = new_game(setup)
        game.apply(setup)
        if self.journal.current:
            # what the journal asks by itself otherwise: it takes a while
            self.check_begin()
        if self.journal.current:
            self.enter("abandon")
        self.game_id = self.journal.start(self._tags() if self._tags else [], game.events[0])
        self.game = game
        self.begins = array("H")
        self.notify("event")

    def check_begin(self):
        """Raise JournalError when no game may begin: there is no room, or one waits for its rules."""
        self.journal.check_room()
        self.resume()

    def enter(self, *texts, follows=True):
        """Let an event happen and keep it, with the events that follow by themselves.

        texts: that event; several are one step, which ends where the game does. follows: whether any follow.
        Raises RuleError when the game refuses one, JournalError when they can't be kept; nothing has changed
        then.
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
                        self.let_follow(game)
            self.journal.append(*game.events[before:], over=game.result)
        except Exception:
            game.back_to(before)
            raise
        self.begins.append(before)
        self.notify("event")

    def undo(self):
        """Take back the last step: what somebody entered last, with all that followed from it.

        Raises RuleError when there is nothing to take back, JournalError when it can't be kept.
        """
        game = self._table()
        taken = self.last_step()
        if not taken:
            raise RuleError("There is nothing to take back.")
        game.back_to(len(game.events) - len(taken))
        try:
            self.journal.append(*[UNDO] * len(taken), over=game.result)
        except Exception:
            for text in taken:
                game.apply(text)
            raise
        self.begins = self.begins[:-1]
        self.notify("event")

    def last_step(self):
        """Return the events that `undo` takes back now, [] where there are none."""
        return self.game.events[self.begins[-1] :] if self.begins else []

    def resume(self):
        """Bring back the unfinished game of the journal; return whether there is a game on the table now.

        A game that no longer makes sense is set aside, named in the log. Raises JournalError when its rules
        are not installed; its file stays as it is, and goes on once they are.
        """
        game_id = self.journal.current
        if game_id is None:
            return False
        if self.game is not None and self.game_id == game_id:
            return True
        # a game that is on the table does without its code
        from companion.replaying import resume

        resumed = resume(self, game_id)
        if resumed:
            self.notify("event")
        return resumed

    def reopen(self):
        """Bring back the last game after it was over, so that its end can be taken back.

        Raises JournalError when it is not on the flash or damaged, RuleError when it no longer makes sense.
        """
        from companion.replaying import load

        load(self, self.journal.reopen())
        self.notify("event")

    def notify(self, kind):
        """Tell all watchers. A watcher that fails is noted in the log and must not harm the game."""
        for watcher in self.watchers:
            try:
                watcher(kind)
            except Exception as error:
                self.log.error("A watcher failed", error)

    def _table(self):
        if self.game is None:
            raise RuleError("No game is running.")
        return self.game

    def let_follow(self, game):
        """Let happen in a Game what follows by itself."""
        game.noting = self._noting is not None and self._noting(game)
        event = game.follows()
        while event:
            game.apply(event)
            event = game.follows()
