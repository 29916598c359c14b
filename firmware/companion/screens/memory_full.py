"""The menu for a full memory: fetch the games with a computer, or delete the oldest one."""

from companion import files
from companion.journal_errors import JournalFull
from companion.journal_file import read_end, read_lines
from companion.screens.menu import Menu
from companion.screens.screen import BACK
from companion.texts import text
from shared_rules.errors import RuleError
from shared_rules.record_lines import read_tag


def memory_full_menu(app):
    """Return the menu that is shown if players begin a game while the memory is full."""
    rows = (
        (text("by_sync"), lambda: app.say(JournalFull("no-room"))),
        (text("give_up"), lambda: _ask(app)),
    )
    return Menu(app, text("no_room"), rows)


def _oldest(app):
    """Return (name of the file, date and players) of the oldest game but the one on the table, or None.

    Games that can't be read are passed over, as a computer may still save what is left of them.
    """
    for name in app.journal.names():
        if name != app.journal.name:
            try:
                return name, _describe(app.journal.path(name))
            except (OSError, RuleError, UnicodeError):
                continue
    return None


def _describe(path):
    """Return the date and the players of a game. Raises OSError, RuleError, UnicodeError."""
    words = []
    with open(path, "rb") as stream:
        length = files.size(path)
        if not read_end(stream, length)[0]:
            raise RuleError("Its end is missing.")
        for line in read_lines(stream, length):
            line = line.decode()
            if line.startswith("[Date "):
                words.append(read_tag(line)[1])
            elif line[0] not in "[#":
                setup = line.split(" ")
                words += [word[8:].replace(",", ", ") for word in setup if word.startswith("players=")]
                break
    return " ".join(words)


def _ask(app):
    oldest = _oldest(app)
    if oldest is None:
        app.say(text("none_to_give_up"))
        return None
    name, words = oldest

    def remove():
        # as if a host had stored it
        app.journal.remove(name)
        return BACK

    rows = ((text("keep_it"), lambda: BACK), (text("give_it_up"), remove))
    return Menu(app, words, rows)
