"""Spirit Island on the device: the table's keeper, its words and the rulings.

No module here may be called like one of these functions, as it would take its place once it is imported.
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
"""What is remembered of the last game: how many play, the ids of spirits, boards, adversaries and scenario,
whether a blight card and event cards are played, and the boxes that the group has."""

NOTING = ""
"""The setting that says whether the players note more than the rules ask for; it has none."""

STAYS = ("table", "land_words", "text_lines")
"""The modules that most turns need; all others are given back when a turn goes on."""

SELDOM = ("adversaries", "deck_setup", "scenarios", "score", "sentences", "setup", "spirits") + (
    ("lands.adversaries.base", "lands.adversaries.england", "lands.adversaries.france")
    + ("lands.adversaries.habsburg_livestock", "lands.adversaries.habsburg_mining")
    + ("lands.adversaries.russia", "lands.adversaries.scotland", "lands.adversaries.sweden")
    + ("lands.adversaries", "lands.ravage", "lands.blight", "lands.damage", "lands.action")
    + ("lands.conditions", "lands.land", "lands")
)
"""The modules of the rules that few turns need."""


def new_game(app):
    """Return the screen on which a game is set up."""
    return _module("setup_form").NewGame(app)


def stage(app):
    """Return the screen that the game asks for now: the table, a blight card's name, the result."""
    game = app.session.game
    if game.result:
        return _module("result").Result(app)
    if game.owed == "flip":
        return _module("blight_card").BlightCard(app)
    return _module("table").Table(app)


def open_screen(app, word):
    """Return the screen for a word that one of this game's returned: "blight", "calculator" or "rulings"."""
    if word == "blight":
        return _module("menu_items").ask_number(app, "blight")
    if word == "calculator":
        return _module("calculator").Calculator(app)
    return _module("rulings").rulings_now(app)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: what is looked at turn by turn, and all else."""
    return _module("menu_items").menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings: it has none."""
    return []


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    return _module("event_words").describe(game, event)


def draw_table(canvas, screen):
    """Draw what lies on the table under a question that is no game's."""
    _module("table").Table(screen.app).draw_body(canvas)


def draw_title(canvas):
    """Draw the name of the game over the sea, above the lines of the title."""
    _module("logo").draw_title(canvas)


def _module(name):
    # imported by a name that is put together, as a Pico would keep all of them in its table of names
    return globals().get(name) or __import__(__name__ + "." + name, None, None, ("",))
