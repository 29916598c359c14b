"""The Shipwreck Arcana on the device: its screens, its texts, and the creatures that the players enter."""

from companion.canvas import WAVES, WHITE
from companion.fonts import Font
from companion.screens import open_screen
from shared_rules.games import load

SETTINGS = {
    "players": 2,
    "first": 0,
    "doom": 2,
    "sets": "base",
    "mode": "standard",
    "assist": "keeper",
    "adventurers": "",
    "note": False,
    "remind": True,
}
"""The remembered settings of the last game: the number of players and who begins, the doom, the sets, the
mode, the level of assistance, the adventurers. Besides: whether the group notes the values it predicts, and
whether faded powers are marked that could help now."""

DRAWS_TABLE = ("large", "number_lines", "deep")
"""The modules that are unloaded while another screen hides the table."""


def notes(settings, game):
    """Return whether the players may still note which fate it was, so that nothing follows by itself."""
    return (
        settings.get("note") and game.phase == "after-predict" and game.outcome == "miss" and not game.shown
    )


def accepts(key, value):
    """Return whether a setting can have a value of its type."""
    if key in ("players", "first", "note", "remind"):
        return True
    # only the form reads the others
    from companion.games.shipwreck import setup_form

    return setup_form.accepts(key, value)


def new_game(app):
    """Return the screen that sets up a game."""
    return open_screen("games.shipwreck.setup_form.NewGame", app)


def stage(app):
    """Return the screen that the game asks for now: a play, an answer, a prediction, a card, the result."""
    # the turn's own screens stay in memory, and screens of other installed games must not be loaded
    from companion.games.shipwreck.play import NewCard, Play, Predict

    game = app.session.game
    if game.assist == "oracle":
        if game.phase in ("deal", "over"):
            # their screens show no number line, which asks for it
            game.possible()
        if game.doubted:
            return open_screen("games.shipwreck.menu_items.Contradiction", app)
    if game.phase == "before-play" and not game.owed:
        return Play(app)
    if game.phase == "after-play" and not (game.owed or game.fall_answer_open):
        return Predict(app)
    if game.phase == "deal":
        return NewCard(app)
    if game.phase == "over":
        return open_screen("games.shipwreck.result.Result", app)
    if game.owed or game.fall_answer_open:
        return open_screen("games.shipwreck.questions.answer", app)
    return open_screen("games.shipwreck.prediction.AfterPrediction", app)


def open_named(app, word):
    """Return the screen for a word, None after a message that there are no powers.

    word: "lines"; "powers", which a card or an adventurer may follow for the cursor; "use" and a faded card,
    or "ability" and an adventurer, for the first question.
    """
    if word == "lines":
        return open_screen("games.shipwreck.all_lines.NumberLines", app)
    if word.startswith("powers"):
        word = open_screen("games.shipwreck.powers.list_or_question", app, word[7:])
        if not isinstance(word, str):
            return word
    word, _, id = word.partition(" ")
    if app.canvas.large:
        # beside a small canvas there is memory for a quick way back
        app.screen.unload_turn("play")
    if word == "use":
        return open_screen("games.shipwreck.power_questions.use", app, id)
    return open_screen("games.shipwreck.power_questions.use_ability", app, id)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: lines that every turn may need, and all others."""
    from companion.games.shipwreck import menu_items

    return menu_items.menu_rows(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings."""
    # the rules on their own first: imports within these imports would take all of a Pico's stack
    load("shipwreck")
    from companion.games.shipwreck import menu_items

    return menu_items.settings_rows(app)


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    from companion.games.shipwreck import menu_items

    return menu_items.describe(game, event)


def draw_table(canvas, screen):
    """Draw the table below a question."""
    from companion.games.shipwreck import table

    table.draw_asked(canvas, screen)


def draw_title(canvas):
    """Draw the name of the game and the waves below it, above the menu of the title."""
    logo = Font("LOGO")
    logo.draw(canvas.frame, "0", canvas.width // 2 - logo.width("0") // 2, 6, WHITE, None)
    for row in (0, 1):
        for x in range(-6 * row, canvas.width, 24):
            canvas.symbol(WAVES, x, 31 + 7 * row)


def host_methods():
    """Return the module with the methods of the link that only this game has."""
    from companion.games.shipwreck import creatures

    return creatures
