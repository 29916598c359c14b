"""Spirit Island on the device: its screens, its texts, the land calculator and the rulings.

No module here may have the name of one of these functions, as it would replace the function once it is
imported.
"""

SETTINGS = {
    "players": 2,
    "spirits": "",
    "boards": "",
    "adversary": "",
    "second": "",
    "scenario": "",
    "blight_card": True,
    "with_events": False,
    "boxes": "core",
}
"""What is remembered of the last game: the number of players, the ids of spirits, boards, adversaries and
scenario, whether a blight card and event cards are used, and the boxes that the group has."""

NOTING = ""
"""The setting for players who note more than the rules ask for; there is none."""

STAYS = ("table", "land_words", "text_lines")
"""The modules that most turns need; the memory of all others is freed while the game goes on."""

SELDOM = ("sentences", "setup", "tables") + (
    ("lands.ravage", "lands.action", "lands.land", "lands.adversaries", "lands")
)
"""The modules of the rules that turns seldom need."""


def new_game(app):
    """Return the screen that sets up a game."""
    return _module("setup_form").NewGame(app)


def stage(app):
    """Return the screen that the game asks for now: the table, the choice of a blight card, the result."""
    game = app.session.game
    if game.result:
        return _module("result").Result(app)
    if game.owed == "flip":
        return _module("blight_card").BlightCard(app)
    return _module("table").Table(app)


def open_screen(app, word):
    """Return the screen for a word that a screen returned: "blight", "calculator" or "rulings"."""
    if word == "blight":
        return _module("menu_items").ask_number(app, "blight")
    if word == "calculator":
        return _module("calculator").Calculator(app)
    return _module("rulings").rulings_now(app)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: what every turn may need, and all else."""
    return _module("menu_items").menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings: it has none."""
    return []


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    return _module("event_words").describe(game, event)


def draw_table(canvas, screen):
    """Draw the table below a question that belongs to no game."""
    _module("table").Table(screen.app).draw_body(canvas)


def draw_title(canvas):
    """Draw the name of the game above the menu of the title."""
    _module("logo").draw_title(canvas)


def _module(name):
    # the name is composed, as a Pico would keep all full names in its table of interned names
    return globals().get(name) or __import__(__name__ + "." + name, None, None, ("",))
