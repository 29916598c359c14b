"""Spirit Island on the device: its screens, its texts, the land calculator and the rulings."""

from companion import modules
from companion.canvas import BLACK, CENTRE, MEDIUM
from companion.screens import open_screen
from companion.texts import text

SETTINGS = {
    "players": 2,
    "spirits": "",
    "boards": "",
    "adversary": "",
    "second": "",
    "scenario": "",
    "extra": "",
    "archipelago": False,
    "blight_card": True,
    "events": "no",
    "boxes": "core",
}
"""The remembered settings of the last game: the number of players, the ids of spirits, boards, adversaries
and scenario, the extra board, whether the boards are islands of their own, whether a blight card is used,
event cards ("yes"), only tokens ("tokens") or neither ("no"), and the boxes that the group has."""

DRAWS_TABLE = ("large",)
"""The modules that are unloaded while another screen hides the table."""


def notes(settings, game):
    """Return whether the players may still note something that the rules do not ask for: never."""
    return False


def accepts(key, value):
    """Return whether a setting can have a value of its type."""
    if key in ("players", "archipelago", "blight_card", "boxes") or (value == "" and key != "events"):
        # the form fits the players; a game reads the boxes, too, and skips unknown boxes
        return True
    # only the form reads the others
    from companion.games.spirit_island import setup_form

    return setup_form.accepts(key, value)


def new_game(app):
    """Return the screen that sets up a game."""
    return open_screen("games.spirit_island.setup_form.NewGame", app)


def stage(app):
    """Return the screen that the game asks for now: the table, the choice of a blight card, the result."""
    # the table stays in memory, and tables of other installed games must not be loaded
    from companion.games.spirit_island.table import Table

    game = app.session.game
    if game.result:
        return open_screen("games.spirit_island.result.Result", app)
    asks = game.asks
    if asks == "flip":
        return open_screen("games.spirit_island.menu_items.BlightCard", app)
    if asks == "lost":
        return open_screen("games.spirit_island.menu_items.ask_lost", app)
    if asks == "last":
        return open_screen("games.spirit_island.menu_items.LastFear", app)
    if asks == "card":
        return open_screen("games.spirit_island.menu_items.CardEffect", app)
    if asks:
        return open_screen("games.spirit_island.menu_items.Answers", app)
    return Table(app)


def open_named(app, word):
    """Return the screen for a word that a screen returned: "blight", "towns", "calculator", "otherwise" or
    "rulings"; None for "keep_lands".
    """
    if word == "blight":
        return open_screen("games.spirit_island.menu_items.ask_blight", app)
    if word == "towns":
        return open_screen("games.spirit_island.menu_items.ask_towns", app)
    if word == "keep_lands":
        app.soon(_keep_lands)
        return None
    if word in ("calculator", "otherwise"):
        # the menu, or the question from which it opens, would take memory that it needs
        app.screen.to_game()
        app.screen.unload_turn("table", "words")
        if word == "otherwise":
            return open_screen("games.spirit_island.otherwise.cards_now", app)
        return open_screen("games.spirit_island.calculator.Calculator", app)
    return open_screen("games.spirit_island.menu_items.rulings_now", app)


def _keep_lands(app):
    # it is in memory still, and the rules of the events may need the room
    modules.unload("companion.games.spirit_island.calculator")
    # not by `open_screen`, which would unload the rules that it brings into memory
    from companion.games.spirit_island import lands

    lands.keep_lands(app)
    modules.unload(lands.__name__)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: lines that every turn may need, and all others."""
    from companion.games.spirit_island import menu_items

    return menu_items.menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings: it is empty."""
    return []


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    from companion.games.spirit_island import result

    return result.describe(game, event)


def draw_table(canvas, screen):
    """Draw the table below a question that belongs to no game."""
    from companion.games.spirit_island.table import Table

    Table(screen.app).draw_body(canvas)


def draw_title(canvas):
    """Draw the name of the game over an island, above the menu of the title."""
    middle = canvas.width // 2
    canvas.text(text("title"), middle, 8, MEDIUM, BLACK, CENTRE)
    line = canvas.frame.line
    for x, width, height in ((-62, 40, 9), (-30, 60, 17), (24, 44, 11)):
        line(middle + x, 40, middle + x + width // 2, 40 - height, BLACK)
        line(middle + x + width // 2, 40 - height, middle + x + width, 40, BLACK)
    canvas.rule(41, middle - 90, 180)
    canvas.rule(44, middle - 60, 120)
