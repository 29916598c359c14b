"""The menu of a running game: only what is possible now, the most frequent lines first."""

from companion.screens.menu import GameMenu
from companion.screens.question import confirm
from companion.screens.screen import GAME, HOME
from companion.texts import text


def game_menu(app):
    """Return the menu: taking back, the lines of the game, settings, and abandoning the game."""
    rows = take_back_row(app)
    frequent, others = app.game_package.menu_rows(app)
    # the cursor starts at the lines that are used every turn
    number = len(rows) if frequent else 0
    rows += frequent + [_explain_row(app, app.screen.shown)] + others
    rows += [
        (text("settings"), lambda: _settings(app)),
        (text("to_title"), lambda: HOME),
        (text("abandon"), lambda: confirm(app, "ask_abandon", "abandon")),
    ]
    return GameMenu(app, text("game_menu"), rows, number)


def take_back_row(app):
    """Return a list with the line for taking back the last step, [] if there is no step."""
    if not app.session.last_step():
        return []
    from companion.screens.undo import Undo, lines_to_undo

    return [(text("take_back", lines_to_undo(app)[0]), lambda: Undo(app))]


def _explain_row(app, screen):
    def explain():
        from companion.screens.help import Help

        return Help(app, screen)

    return (text("explain"), explain)


def _settings(app):
    from companion.screens.settings import settings_menu

    return settings_menu(app, GAME)
