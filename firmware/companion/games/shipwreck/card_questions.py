"""The questions between play and end of turn: The Chalice, The Thief, The Fall, and those about creatures."""

from companion.games.shipwreck.question import LYING, Question, yes_no
from companion.games.shipwreck.table_view import short_name
from companion.screens.screen import TO_MENU
from companion.texts import text


def answer(app):
    """Return the screen for what has to be answered first, or for what is left to do after a prediction."""
    game = app.session.game
    if game.owed:
        return _ANSWERS[game.owed[0]](app)
    if game.fall_answer_open:
        return _inevitable(app)
    from companion.games.shipwreck.prediction_details import AfterPrediction

    return AfterPrediction(app)


def lying(game):
    """Return (fate, place) of every fate in front of a card, each value once per place."""
    found = []
    for place in (1, 2, 3, 4):
        for fate in game.fates_at(place):
            if (fate, place) not in found:
                found.append((fate, place))
    return found


def _menu():
    return (text("menu"), lambda: TO_MENU)


def _tell(app):
    fate = app.session.game.last_play[0]
    return Question(
        app,
        lambda item: text("tell", fate),
        (
            (lambda item: text("higher"), lambda item: "tell higher"),
            (lambda item: text("not_higher"), lambda item: "tell not-higher"),
        ),
        leave=_menu(),
    )


def _inevitable(app):
    question = text("inevitable_anew" if app.session.game.fall_answer else "inevitable")
    answers = yes_no(lambda item, word: "inevitable " + word)
    return Question(app, lambda item: question, answers, leave=_menu())


def _spoils(app):
    from companion.games.shipwreck.freed_fate import FreedFate

    return FreedFate(app)


def _meet(app):
    from companion.games.shipwreck.bestiary import CreatureChoice

    return CreatureChoice(app)


def _steal(app):
    game = app.session.game

    def event(item):
        return "steal %d %d" % item if item else "steal none"

    items = [item for item in lying(game) if game.may(event(item))]
    none = (lambda item: text("none"), lambda item: "steal none")
    return Question(
        app,
        lambda item: (
            text("steal", item[0], short_name(game.card_at(item[1]))) if item else text("steal_none")
        ),
        ((lambda item: text("steal_it"), event), none) if items else (none,),
        items or (None,),
        LYING,
        leave=_menu(),
    )


_ANSWERS = {"tell": _tell, "steal": _steal, "inevitable": _inevitable, "spoils": _spoils, "meet": _meet}
