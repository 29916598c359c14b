"""The memory is full: what the players can do about it, with a computer or without one."""

from companion.journal_errors import JournalFull
from companion.screens.menu import Menu
from companion.screens.screen import BACK
from companion.texts import text


def memory_full_menu(app):
    """Return the menu for players who want to begin a game while the memory is full."""
    rows = (
        (text("by_sync"), lambda: app.say(JournalFull("no-room"))),
        (text("give_up"), lambda: _ask(app)),
    )
    return Menu(app, text("no_room"), rows)


def _oldest(app):
    """Return (id, events, what the players know it by) of the oldest game but that on the table, or None."""
    for game_id, events, finished in app.journal.games():
        if finished and game_id != app.session.game_id:
            date = [value for name, value in app.journal.tags(game_id) if name == "Date"]
            setup = app.journal.read(game_id, 0, 1)[0].split(" ")
            players = [word[8:].replace(",", ", ") for word in setup if word.startswith("players=")]
            return game_id, events, " ".join(date + players)
    return None


def _ask(app):
    oldest = _oldest(app)
    if oldest is None:
        app.say(text("none_to_give_up"))
        return None
    game_id, events, words = oldest

    def remove():
        # as if a host had stored it
        app.journal.confirm(game_id, events)
        return BACK

    rows = ((text("keep_it"), lambda: BACK), (text("give_it_up"), remove))
    return Menu(app, words, rows)
