"""The first screen: go on with the game, begin one, settings."""

from companion.canvas import BLACK, CENTRE, WAVES, WIDTH
from companion.fonts import Font
from companion.screens import parts
from companion.screens.menu import Menu, take_back_row
from companion.screens.screen import GAME, HOME
from companion.texts import text


class Title(Menu):
    """The name of the game and what can be done."""

    top = 56

    def __init__(self, app):
        Menu.__init__(self, app, "", ())
        self._made_for = None
        self._make_rows()

    def _runs(self):
        game = self.app.session.game
        return game is not None and game.phase != "over"

    def _make_rows(self):
        """Make the lines anew where a game began, ended or left since; the cursor is on the likely one."""
        journal, runs = self.app.journal, self._runs()
        made_for = (runs, journal.id, journal.last)
        if self._made_for == made_for:
            return
        self._made_for = made_for
        self.number = 0
        self.rows = [(self._resume_label, lambda: GAME)] if runs else []
        self.rows.append((text("new_game"), self._new_game))
        if self.app.session.game and not runs:
            self.rows += self._take_back()
        elif journal.last:
            self.rows.append((text("last_game"), self._last_game))
        self.rows += [(text("settings"), self._settings), (text("explain"), self._explain)]

    def _take_back(self):
        from companion.games.shipwreck.result import can_undo_end

        return take_back_row(self.app) if can_undo_end(self.app) else []

    def _last_game(self):
        # it is read only now, as whoever switches a device on seldom wants it
        self.app.session.reopen()
        return GAME

    def _resume_label(self):
        game = self.app.session.game
        return text("resume", parts.spoken(game.active), game.turn)

    def draw(self, canvas):
        self._make_rows()
        self._draw_sea(canvas)
        Menu.draw(self, canvas)

    def _draw_sea(self, canvas):
        canvas.text("0", WIDTH // 2, 6, Font("logo"), BLACK, CENTRE)
        for row in (0, 1):
            for x in range(-6 * row, WIDTH, 24):
                canvas.symbol(WAVES, x, 31 + 7 * row)

    def leave(self):
        return ""

    def press(self, name, kind):
        self._make_rows()
        return Menu.press(self, name, kind)

    def _new_game(self):
        from companion.games.shipwreck.new_game import NewGame

        if not self._runs():
            return NewGame(self.app)
        rows = ((text("resume_it"), lambda: GAME), (text("abandon_it"), lambda: NewGame(self.app)))
        return Menu(self.app, text("game_runs"), rows)

    def _explain(self):
        from companion.screens.explain import Explain

        return Explain(self.app, self)

    def _settings(self):
        from companion.screens.settings import settings_menu

        return settings_menu(self.app, HOME)
