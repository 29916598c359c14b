"""The title screen: resume the game, begin a game, settings; and the choices if the memory is full."""

from companion import files
from companion.journal_file import read_end, read_lines
from companion.screens import BACK, GAME, HOME, open_screen, widgets
from companion.screens.menu import Menu, take_back_row
from companion.texts import ENGLISH, JournalFull, find, text
from shared_rules.device_files import read_game_name
from shared_rules.errors import RuleError
from shared_rules.games import name_of


class Title(Menu):
    """The name of the game, and a menu for this game and the others."""

    top = 50

    def __init__(self, app):
        Menu.__init__(self, app, "", ())
        self._made_for = None
        self._make_rows()

    def _runs(self):
        game = self.app.session.game
        return game is not None and game.result is None

    def _make_rows(self):
        """Make the lines again if a game has begun, ended or been fetched since; reset the cursor."""
        journal, runs = self.app.journal, self._runs()
        made_for = (runs, journal.id, journal.last)
        if self._made_for == made_for:
            return
        self._made_for = made_for
        self.number = 0
        self.rows = [(self._resume_label, lambda: GAME)] if runs else []
        self.rows.append((text("new_game"), self._new_game))
        if self.app.session.game and not runs:
            self.rows += self._take_back()
        elif journal.last:
            self.rows.append((self._last_label(), self._last_game))
        self.rows.append((text("settings"), self._settings))
        self.rows += self._other_games() + [(text("explain"), self._explain)]

    def _take_back(self):
        return take_back_row(self.app) if self.app.session.can_undo_end() else []

    def _last_label(self):
        """Return the label for the last game, with its name if it is another game's."""
        name = _game_in(self.app.journal.path(self.app.journal.last))
        is_ours = name in (self.app.game_name, "")
        return text("last_game") if is_ours else "%s: %s" % (text("last_game"), title_of(name))

    def _last_game(self):
        # read only now, as it is seldom wanted
        self.app.session.reopen()
        return GAME

    def _resume_label(self):
        game = self.app.session.game
        if game.active is None:
            return text("resume_turn", game.turn)
        return text("resume", widgets.display_name(game.active), game.turn)

    def draw(self, canvas):
        self._make_rows()
        self.app.game_package.draw_title(canvas)
        Menu.draw(self, canvas)

    def leave(self):
        return ""

    def press(self, name, kind):
        self._make_rows()
        return Menu.press(self, name, kind)

    def _new_game(self):
        try:
            self.app.session.check_begin()
        except JournalFull:
            return memory_full_menu(self.app)
        return self._after(lambda: self.app.game_package.new_game(self.app))

    def _other_games(self):
        """Return a line for each game that can be played instead of this one."""
        others = [name for name in self.app.games if name != self.app.game_name]
        return [(self._game_label(name), self._choosing(name)) for name in others]

    def _game_label(self, name):
        return lambda: text("play_game", title_of(name))

    def _choosing(self, name):
        def choose():
            self.app.session.put_away()
            self.app.choose(name)

        return lambda: self._after(choose)

    def _after(self, action):
        """Return an action, which says where it leads, or a question first if it ends a running game."""
        if not self._runs():
            return action
        rows = ((text("resume_it"), lambda: GAME), (text("abandon_it"), action))
        return Menu(self.app, text("game_runs"), rows)

    def _explain(self):
        return open_screen("screens.menu.Help", self.app, self)

    def _settings(self):
        return open_screen("screens.settings.settings_menu", self.app, HOME)


def title_of(game):
    """Return the title of a game in the chosen language. game: one of `shared_rules.games.NAMES`."""
    return find("title", ("words",), None, game) or find("title", ("words",), ENGLISH, game) or game


def memory_full_menu(app):
    """Return the menu that is shown if players begin a game while the memory is full."""
    rows = ((text("by_sync"), lambda: app.say(JournalFull("no-room"))), (text("give_up"), lambda: _ask(app)))
    return Menu(app, text("no_room"), rows)


def _oldest(app):
    """Return (name of the file, date and players) of the oldest game except the game on the table, or None.

    Unreadable games are skipped, as a computer may still save parts of them.
    """
    for name in app.journal.names():
        if read_game_name(name)[1] != app.session.game_id:
            try:
                return name, _describe(app.journal.path(name))
            except (OSError, RuleError, UnicodeError):
                continue
    return None


def _game_in(path):
    """Return the name of the game in a file, "" if it can't be read."""
    try:
        return name_of(_head(path)[-1])
    except (OSError, RuleError, UnicodeError):
        return ""


def _describe(path):
    """Return the date and the players of a game. Raises OSError, RuleError, UnicodeError."""
    words = []
    for line in _head(path):
        if line.startswith("[Date "):
            words.append(line[7:-2])
        words += [word[8:].replace(",", ", ") for word in line.split(" ") if word.startswith("players=")]
    return " ".join(words)


def _head(path):
    """Return the lines of a finished game up to its setup. Raises OSError, RuleError, UnicodeError."""
    head = []
    with open(path, "rb") as stream:
        length = files.size(path)
        if not read_end(stream, length)[0]:
            raise RuleError("Its end is missing.")
        for line in read_lines(stream, length):
            head.append(line.decode())
            if line[0] not in b"[#":
                break
    return head


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
