"""Taking back the last step: what somebody entered, with the events that followed automatically."""

from companion.canvas import BLACK, CENTRE, MEDIUM, WIDTH
from companion.screens import widgets
from companion.screens.screen import BACK, GAME, GameScreen
from companion.texts import text


def lines_to_undo(app):
    """Return what an undo would take back in words, a line for each event; [] for nothing."""
    game = app.session.game
    return [app.game_package.describe(game, event) for event in app.session.last_step()]


def can_undo_end(app):
    """Return whether the game on the table is over and its end can be taken back: not once it is fetched."""
    game = app.session.game
    return game is not None and game.result is not None and app.journal.id == app.session.game_id


class Undo(GameScreen):
    """Shows what would be taken back, and asks for confirmation.

    screen: the Screen that C explains, the one on which B was held; None for this one.
    """

    repeats = ()

    def __init__(self, app, screen=None):
        GameScreen.__init__(self, app)
        self.screen = screen or self
        self.lines = lines_to_undo(app)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("ask_undo"), question=True)
        lines = self.lines[-5:]
        for number, line in enumerate(lines):
            canvas.text(line, WIDTH // 2, 60 - 9 * len(lines) + 18 * number, MEDIUM, BLACK, CENTRE, WIDTH - 8)
        widgets.draw_keys(canvas, text("no"), text("yes"), text("explain_it"))

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name == "c":
            from companion.screens.help import Help

            return Help(self.app, self.screen)
        if name != "b":
            return None
        self.app.session.undo()
        return GAME
