"""The Shipwreck Arcana on the device: its screens, its texts, and the creatures that the players enter.

No module here may have the name of one of these functions, as it would replace the function once it is
imported.
"""

SETTINGS = {
    "players": 2,
    "first": 0,
    "doom": 2,
    "sets": "base",
    "mode": "standard",
    "assist": "keeper",
    "adventurers": "",
    "note": False,
}
"""What is remembered of the last game: the number of players and who begins, the doom, the sets, the mode,
the level of assistance, the adventurers, and whether the group notes the values it predicts."""

NOTING = "note"
"""The setting for players who note more than the rules ask for."""

STAYS = ("table_view", "tokens", "play", "predict", "number_line_strip", "deep")
"""The modules that most turns need; the memory of all others is freed while the game goes on."""

SELDOM = ("actions", "powers", "sentences", "setup")
"""The modules of the rules that turns seldom need."""


def new_game(app):
    """Return the screen that sets up a game."""
    return _module("setup_form").NewGame(app)


def stage(app):
    """Return the screen that the game asks for now: a play, an answer, a prediction, a card, the result."""
    game = app.session.game
    if game.phase == "before-play" and not game.owed:
        return _module("play").Play(app)
    if game.phase == "after-play" and not (game.owed or game.fall_answer_open):
        return _module("predict").Predict(app)
    if game.phase == "deal":
        return _module("cards").NewCard(app)
    if game.phase == "over":
        return _module("result").Result(app)
    return _module("card_questions").answer(app)


def open_screen(app, word):
    """Return the screen to which a word leads that a screen of this game has returned."""
    return _module("routes").open_screen(app, word)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: what every turn may need, and all else."""
    return _module("menu_items").menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings."""
    return _module("menu_items").settings_rows(app)


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    return _module("event_words").describe(game, event)


def draw_table(canvas, screen):
    """Draw the table below a question that belongs to no game."""
    _module("table_view").draw_table(canvas, screen)


def say_table(*marked):
    """Return what is marked on the table in words; see `table_words`."""
    return _module("table_words").say_table(*marked)


def draw_title(canvas):
    """Draw the name of the game above the menu of the title."""
    _module("logo").draw_title(canvas)


def host_methods():
    """Return the module with the methods of the link that only this game has."""
    return _module("creatures")


def _module(name):
    # the name is composed, as a Pico would keep all full names in its table of interned names
    return globals().get(name) or __import__(__name__ + "." + name, None, None, ("",))
