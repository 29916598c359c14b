"""What may be used besides playing and predicting: the faded powers and, in the deep, the adventurers."""

from companion.texts import text


def choices(app):
    """Return the screen with all that can be chosen, or say that there is nothing."""
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
