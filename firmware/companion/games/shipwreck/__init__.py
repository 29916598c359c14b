"""The Shipwreck Arcana on the device: its screens, its words, and the creatures that the players enter.

No module here may be called like one of these functions, as it would take its place once it is imported.
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
"""What is remembered of the last game: how many play and which of them begins, the doom, the sets, the
mode, the level of assistance, the adventurers, and whether the group notes the values it predicts."""

STAYS = ("table_view", "play", "predict", "number_line_strip", "deep")
"""The modules that most turns need; all others are given back when a turn goes on."""

SELDOM = ("actions", "sentences", "setup")
"""The modules of the rules that few turns need."""


def new_game(app):
    """Return the screen on which a game is set up."""
    from companion.games.shipwreck.setup_form import NewGame

    return NewGame(app)


def stage(app):
    """Return the screen that the game asks for now: a play, an answer, a prediction, a card, the result."""
    game = app.session.game
    if game.phase == "before-play" and not game.owed:
        from companion.games.shipwreck.play import Play

        return Play(app)
    if game.phase == "after-play" and not (game.owed or game.word_open):
        from companion.games.shipwreck.predict import Predict

        return Predict(app)
    if game.phase == "deal":
        from companion.games.shipwreck.cards import Deal

        return Deal(app)
    if game.phase == "over":
        from companion.games.shipwreck.result import Result

        return Result(app)
    from companion.games.shipwreck.answers import answer

    return answer(app)


def open_screen(app, word):
    """Return the screen that a word leads to which a screen of this game returned."""
    if word == "lines":
        from companion.games.shipwreck.lines import Lines

        return Lines(app)
    from companion.games.shipwreck.choices import choices

    return choices(app)


def menu_rows(app):
    """Return two lists of (label, action) for the menu: what is looked at turn by turn, and all else."""
    from companion.games.shipwreck import rows

    return rows.looks(app), rows.others(app)


def settings_rows(app):
    """Return a list of (label, action) for the settings."""
    from companion.games.shipwreck.rows import creatures_row, note_row

    return [note_row(app), creatures_row(app)]


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    from companion.games.shipwreck.event_words import in_words

    return in_words(game, event)


def draw_table(canvas, screen):
    """Draw what lies on the table under a question that is no game's."""
    from companion.games.shipwreck.table_view import draw_table

    draw_table(canvas, screen)


def say_table(screen, cursor, shown, picked):
    """Return what is pointed at on the table, in words. The arguments are those of `draw_table`."""
    from companion.games.shipwreck.table_words import table_words

    return table_words(screen, cursor, shown, picked)


def draw_title(canvas):
    """Draw the name of the game over the sea, above the lines of the title."""
    from companion.games.shipwreck.logo import draw_logo

    draw_logo(canvas)


def host_methods():
    """Return the module with the methods of the link that only this game has."""
    from companion.games.shipwreck import creatures

    return creatures
