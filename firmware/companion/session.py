"""Keeps the game on the table and its journal in step.

An event is applied to the game first, then written to the journal; if that fails, the game goes back. So a
refused event is never in the journal, and the players never see anything that the journal does not have. It
must not know screens or link: both call `enter`, and `watchers` notify both.
"""

from array import array

from companion import modules
from shared_rules.errors import Refusal, RuleError
from shared_rules.record import NOTHING_TO_UNDO, UNDO


def _seldom():
    """Return the module with what no event needs; `Session.notify` unloads it."""
    from companion import journal_file

    return journal_file


class Session:
    """A single game at a time.

    journal: the Journal. log: the Log, for errors. tags: a callable that returns the tags of a new game, a
    list of (name, value). notes: a callable(Game) that returns whether its players may still note facts that
    the rules do not ask for, so that nothing follows by itself.

    game: the Game on the table, or None; after its end it stays until the next game begins. Read only.
    game_id: its id in the journal, 8 hex digits, or None. step_starts: an array with the indices of the
    events that begin a step. changes: how often `game` has changed. Read only.
    watchers: callables(kind), called with "event" after each change of the game and "screen" after each
    picture.
    """

    def __init__(self, journal, log, tags=None, notes=lambda game: False):
        self.journal = journal
        self.log = log
        self.game = None
        self.game_id = None
        self.changes = 0
        self.watchers = []
        self.tags = tags
        self._notes = notes
        self.step_starts = array("H")

    def begin(self, setup, game=None):
        """Start a new game; a game that is still running is abandoned once the new game is on the flash.

        setup: the setup event. game: a new Game for it, if it exists already. Raises RuleError if it is
        refused, DeviceError if it can't be written; in both cases the running game goes on.
        """
        _seldom().begin(self, setup, game)

    def put_away(self):
        """Abandon the running game; if nothing was entered in it, remove it."""
        _seldom().put_away(self)

    def check_begin(self):
        """Raise DeviceError if no game may begin: the flash is full, or a game's rules are not installed."""
        self.journal.check_room()
        self.resume()

    def enter(self, *texts, follows=True):
        """Apply an event and write it to the journal, with the events that follow automatically.

        texts: the event, or several for one step, which ends early if the game is over. An answer to a
        question of the last step belongs to that step. follows: whether to apply the events that follow
        automatically. Raises RuleError if the game refuses an event, DeviceError if they can't be written; in
        both cases nothing has changed.
        """
        if texts[0] == UNDO:
            self.undo()
            return
        game = self._table()
        before, continues = len(game.events), game.continues
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
        if not continues:
            self.step_starts.append(before)
        self.notify("event")

    def undo(self):
        """Take back the last step: somebody's last entry, with all events that followed from it.

        Raises RuleError if there is nothing to take back, DeviceError if that can't be written.
        """
        game = self._table()
        taken = self.last_step()
        if not taken:
            raise Refusal(NOTHING_TO_UNDO)
        game.back_to(len(game.events) - len(taken))
        try:
            self.journal.append(*[UNDO] * len(taken), over=game.result)
        except Exception:
            for text in taken:
                game.apply(text)
            raise
        self.step_starts = self.step_starts[:-1]
        self.notify("event")

    @property
    def is_unplayed(self):
        """Whether nothing was entered after the setup of the running game, which can be changed then."""
        return self.game is not None and not (self.game.result or self.step_starts)

    def last_step(self):
        """Return the events that `undo` would take back now, or []."""
        return self.game.events[self.step_starts[-1] :] if self.step_starts else []

    def can_undo_end(self):
        """Return whether the game is over and its end can be taken back: not once it is fetched."""
        return bool(self.game and self.game.result) and self.journal.id == self.game_id

    def resume(self):
        """Resume the unfinished game of the journal; return whether there is a game on the table now.

        A game that the rules do not accept is set aside and named, and the game before is resumed if it is
        unfinished. Raises DeviceError if its rules are not installed; its file stays as it is, and the game
        goes on once they are.
        """
        return self.journal.current is not None and _seldom().resume(self)

    def reopen(self):
        """Bring back the last game after its end, so that the end can be taken back.

        Raises DeviceError if it is not on the flash or is damaged, RuleError if the rules refuse it.
        """
        _seldom().load(self, self.journal.reopen())
        self.notify("event")

    def notify(self, kind):
        """Free memory that the game does not need now, and call all watchers with a kind.

        If a watcher fails, the error goes to the log, and the game goes on.
        """
        if kind == "event":
            self.changes += 1
            # a game may have begun, or come back
            modules.leave("reading")
            modules.unload_idle(self.game)
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
        event = game.follows()
        while event and not self._notes(game):
            game.apply(event)
            event = game.follows()
