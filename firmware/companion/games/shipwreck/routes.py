"""Opens the screen for a word that a screen of this game has returned."""

from companion.texts import text


def open_screen(app, word):
    """Return the screen for "lines" or "powers", None after a message that there are no powers."""
    if word == "lines":
        from companion.games.shipwreck.number_lines import NumberLines

        return NumberLines(app)
    game = app.session.game
    if not game.deep:
        from companion.games.shipwreck.powers import Powers

        return Powers(app)
    if not (game.deep.adventurers or game.powers):
        # all adventurers may have left the table
        app.say(text("no_powers") + ".")
        return None
    from companion.games.shipwreck.abilities import Abilities

    return Abilities(app)
