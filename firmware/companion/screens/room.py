"""The memory is full: what the players can do about it, with a computer or without one."""

from companion.journal import JournalFull
from companion.screens.menu import Menu
from companion.screens.screen import BACK
from companion.texts import text


def no_room(app):
    """Return the menu of those who would begin a game and have no room for it."""
    rows = (
        (text("by_sync"), lambda: app.say(JournalFull("no-room"))),
        (text("give_up"), lambda: _ask(app)),
    )
    return Menu(app, text("no_room"), rows)


def _ask(app):
    oldest = app.journal.oldest()
    if oldest is None:
        app.say(text("none_to_give_up"))
        return None
    game, date, players = oldest

    def remove():
        app.journal.give_up(game)
        return BACK

    rows = ((text("keep_it"), lambda: BACK), (text("give_it_up"), remove))
    return Menu(app, "%s %s" % (date, players), rows)
