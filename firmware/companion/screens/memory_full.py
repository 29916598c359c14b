"""The menu for a full memory: fetch the games with a computer, or delete the oldest one."""

from companion.journal_errors import JournalFull
from companion.screens.menu import Menu
from companion.screens.screen import BACK
from companion.texts import text


def memory_full_menu(app):
    """Return the menu that is shown if players begin a game while the memory is full."""
    rows = (
        (text("by_sync"), lambda: app.say(JournalFull("no-room"))),
        (text("give_up"), lambda: _ask(app)),
    )
    return Menu(app, text("no_room"), rows)


def _oldest(app, stored_games):
    """Return (id, events, date and players) of the oldest finished game but the one on the table, or None."""
    for game_id, events, finished in app.journal.games():
        if finished and game_id != app.session.game_id:
            date = [value for name, value in stored_games.tags(app.journal, game_id) if name == "Date"]
            setup = app.journal.read(game_id, 0, 1)[0].split(" ")
            players = [word[8:].replace(",", ", ") for word in setup if word.startswith("players=")]
            return game_id, events, " ".join(date + players)
    return None


def _ask(app):
    # not at the top: a game does without this module in memory
    from companion import stored_games

    oldest = _oldest(app, stored_games)
    if oldest is None:
        app.say(text("none_to_give_up"))
        return None
    game_id, events, words = oldest

    def remove():
        # as if a host had stored it
        stored_games.confirm(app.journal, game_id, events)
        return BACK

    rows = ((text("keep_it"), lambda: BACK), (text("give_it_up"), remove))
    return Menu(app, words, rows)
