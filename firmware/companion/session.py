"""The game on the table and its journal, kept the same.

An event is first tried on the game, then handed to the journal; where that has no file for it, the game goes
back. So what is refused is never in the journal, and what the journal does not have is never shown. It must
not know screens or link: both call `enter` and hear from `watchers`.
"""

from companion.journal import JournalError
from shared_rules.errors import RuleError
from shared_rules.lines import UNDO, fold
from shared_rules.shipwreck import Game


class Session:
    """One game at a time.

    journal: where the events are kept. log: gets a note about what could not be resumed.
    tags: a callable that gives the list of (name, value) a new game is tagged with.

    game: the Game on the table or None; it stays when it is over, until the next one begins. Read only.
    game_id: its id in the journal, 8 hex digits, or None.
    watchers: callables(kind); kind "event" after each change of the game.
    """

    def __init__(self, journal, log, tags=None):
        self.journal = journal
        self.log = log
        self.game = None
        self.game_id = None
        self.watchers = []
        self._tags = tags

    def begin(self, setup):
        """Start a new game; one that is still running is abandoned.

        setup: the setup event. Raises RuleError when it is refused, JournalError when it can't be kept; the
        running game goes on then.
        """
        game = Game()
        game.apply(setup)
        self.journal.check_room()
        if self.journal.current:
            if not self.game:
                self.resume()
            if self.journal.current:
                self.enter("abandon")
        self.game_id = self.journal.start(self._tags() if self._tags else [], game.events[0])
        self.game = game
        self.notify("event")

    def enter(self, text):
        """Let an event happen and keep it, with the events that follow by themselves.

        Raises RuleError when the game refuses it, JournalError when it can't be kept; nothing changed then.
        """
        if text == UNDO:
            self.undo()
            return
        game = self._table()
        before = len(game.events)
        try:
            game.apply(text)
            _let_follow(game)
            self.journal.append(*game.events[before:], over=game.result)
        except Exception:
            _take_back(game, before)
            raise
        self.notify("event")

    def undo(self):
        """Take back the last event that a player entered, with the events that followed by themselves.

        Raises RuleError when there is nothing to take back, JournalError when it can't be kept.
        """
        game = self._table()
        taken = []
        try:
            while not taken or game.follows():
                last = game.events[-1]
                game.apply(UNDO)
                taken.append(last)
            self.journal.append(*[UNDO] * len(taken), over=game.result)
        except Exception:
            for text in reversed(taken):
                game.apply(text)
            raise
        self.notify("event")

    def resume(self):
        """Bring back the unfinished game of the journal; return whether there is a game on the table now.

        A game that no longer makes sense is set aside, named in the log.
        """
        game_id = self.journal.current
        if game_id is None:
            return False
        if self.game is not None and self.game_id == game_id:
            return True
        try:
            game = Game.replay(fold(self.journal.read(game_id)))
        except (RuleError, JournalError) as error:
            self.journal.set_aside(game_id, error)
            return False
        self.game, self.game_id = game, game_id
        self._catch_up()
        self.notify("event")
        return True

    def reopen(self):
        """Bring back the last game after it was over, so that its end can be taken back.

        Raises JournalError when it is not on the flash or damaged, RuleError when it no longer makes sense.
        """
        game_id = self.journal.reopen()
        self.game = Game.replay(fold(self.journal.read(game_id)))
        self.game_id = game_id
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

    def _catch_up(self):
        """Write what a power cut left out after the last event: what follows it, and the mark of the end."""
        game = self.game
        before = len(game.events)
        try:
            _let_follow(game)
            if game.result or len(game.events) > before:
                self.journal.append(*game.events[before:], over=game.result)
        except JournalError as error:
            _take_back(game, before)
            self.log.note(error)


def _let_follow(game):
    event = game.follows()
    while event:
        game.apply(event)
        event = game.follows()


def _take_back(game, count):
    while len(game.events) > count:
        game.apply(UNDO)
