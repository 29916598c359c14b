"""The menu of a running game: only what may be done now, the most wanted first."""

from companion.screens.menu import GameMenu
from companion.screens.question import confirm
from companion.screens.screen import GAME, HOME
from companion.texts import text


def game_menu(app):
    """Return the menu: taking back, what the game gives, settings, and the end of the game."""
    rows = take_back_row(app)
    looks, others = app.game_package.menu_rows(app)
    # what is looked at turn by turn takes no move of the cursor
    number = len(rows) if looks else 0
    rows += looks + [_explain_row(app, app.screen.shown)] + others
    rows += [
        (text("settings"), lambda: _settings(app)),
        (text("to_title"), lambda: HOME),
        (text("abandon"), lambda: confirm(app, "ask_abandon", "abandon")),
    ]
    return GameMenu(app, text("game_menu"), rows, number)


def take_back_row(app):
    """Return a list of the line that leads to taking back the last step; [] where there is none."""
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
