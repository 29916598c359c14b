"""What an app does once, when it starts: the game that goes on, the link, and what is to be reported.

It is forgotten afterwards.
"""

import sys

from companion import games
from companion.journal_errors import JournalError
from shared_rules.games import name_of


def bring_back_game(app):
    """Put the game that goes on on an App's table, and play its game, else the one that was chosen."""
    try:
        app.session.resume()
    except JournalError as error:
        app.journal.trouble = app.tell(error)
    except Exception as error:
        app.failed("Resuming the game", error)
    game = app.session.game
    app.games = games.installed()
    name = name_of(game.events[0]) if game else app.settings.get("game")
    app.game_name = name if name in app.games else app.games[0]
    app.chosen = games.load(app.game_name)
    app.settings.learn(app.chosen.SETTINGS)


def open_link(app):
    """Open an App's link; where its code is missing, the companion before this one starts."""
    starter = sys.modules.get("starter")
    if starter:
        starter.done()
    try:
        from companion.link import Link
        from companion.methods import Methods
    except Exception as error:
        if starter:
            starter.fall_back(error)
        raise
    app.methods = Methods(app)
    app.link = Link(app.board.link, app.methods)


def report_troubles(app):
    """Say what is wrong with board, battery, games or settings."""
    if app.board.trouble:
        app.tell(app.board.trouble)
    app.look_at_battery()
    sentence = app.journal.trouble or app.settings.trouble
    if sentence:
        app.say(sentence)
