"""The score pad on the device: its screens and its texts."""

from companion.canvas import BLACK, CENTRE, MEDIUM
from companion.screens import open_screen
from companion.texts import text

SETTINGS = {
    "players": 2,
    "first": 0,
    "title": "",
    "goal": 0,
    "wins": "high",
    "rounds": 0,
    "zero": "no",
    "solos": "no",
    "bgg": 0,
    "start": 0,
    "lot": "no",
    "titles": "",
}
"""The remembered settings: the number of players, which all games share, who deals first, whether a lot
decides that, and the other words of the last setup, see docs/record.md; `titles` has the words of each title,
the latest first, with ";" between them."""


def notes(settings, game):
    """Return whether the players may still note something that the rules do not ask for: never."""
    return False


def accepts(key, value):
    """Return whether a setting can have a value of its type."""
    if key in ("players", "first", "lot", "titles"):
        # the form fits the players, takes the first player's number modulo them, and skips titles that the
        # rules refuse
        return True
    from companion.games.score_pad import points

    words = "%s=%s" % (key, value)
    return " " not in words and points.accepts(words)


def new_game(app):
    """Return the screen that sets up a game."""
    return open_screen("games.score_pad.points.NewGame", app)


def stage(app):
    """Return the screen that the game asks for now: points, or the result."""
    from companion.games.score_pad import points

    return points.Result(app) if app.session.game.result else points.Points(app)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: lines that every turn may need, and all others."""
    from companion.games.score_pad import points

    return [], points.menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings: it is empty."""
    return []


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    words = event.split(" ")
    return text("did_" + words[0], *words[1:])


def draw_table(canvas, screen):
    """Draw the table below a question: the round of the question, or the running round."""
    from companion.games.score_pad import points

    # a round to correct, or a player who has a solo
    points.draw_table(canvas, screen.game, screen.item if isinstance(screen.item, int) else 0)


def draw_title(canvas):
    """Draw the name of the game above the menu of the title."""
    middle = canvas.width // 2
    canvas.text(text("title"), middle, 16, MEDIUM, BLACK, CENTRE)
    for x in range(middle - 40, middle + 40, 42):
        for stroke in range(4):
            canvas.fill(x + 9 * stroke + 4, 32, 2, 12)
        canvas.frame.line(x, 41, x + 35, 34, BLACK)
