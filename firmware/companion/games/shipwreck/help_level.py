"""Changes the level of assistance in a running game; more help needs everybody's consent."""

from companion.screens.menu import GameMenu
from companion.screens.screen import BACK, GAME
from companion.texts import text
from shared_rules.shipwreck.cards import LEVELS


class HelpLevels(GameMenu):
    """The three levels; the cursor starts at the current one."""

    def __init__(self, app):
        rows = [(text("level_" + level), self._choice(level)) for level in LEVELS]
        GameMenu.__init__(self, app, text("help"), rows)
        self.number = self._now()

    def _now(self):
        return LEVELS.index(self.app.session.game.assist)

    def _choice(self, level):
        def choose():
            if self.number == self._now():
                return BACK
            if self.number < self._now():
                return self._enter(level)
            row = (text("agreed", text("level_" + level)), lambda: self._enter(level + " agreed"))
            return GameMenu(self.app, text("ask_agreed"), (row,))

        return choose

    def _enter(self, words):
        self.app.session.enter("assist " + words)
        return GAME
