"""The base classes of all screens, where a press can lead, and the stack of the screens that are open.

All screens together are larger than a Pico's memory, so most of them are imported when they are opened, by
`open_screen`, and dropped when they are left.
"""

import sys

from companion import modules
from companion.screens import widgets
from companion.texts import choose, forget_texts, text

BACK = "back"
"""To the screen below."""

BACK_TWO = "back two"
"""To the screen two below, as the screen below has been answered, too."""

GAME = "game"
"""To the game on the table, past all screens above it."""

HOME = "home"
"""To the title."""

TO_MENU = "menu"
"""To the menu of the running game. Any other word goes to the game's own `open_named`."""

KEY = "key"
"""The name of a press on a keyboard; its kind is the letter."""


def open_screen(name, app, *params):
    """Import and return a screen; the stack unloads its imports when the screen is left.

    name: of its class, or of a function that returns it or another place to go, below `companion`, such as
    "screens.menu.Help". params: its arguments after the App.
    """
    before = set(sys.modules)
    module, _, maker = ("companion." + name).rpartition(".")
    screen = None
    try:
        screen = getattr(__import__(module, None, None, (maker,)), maker)(app, *params)
    finally:
        imported = [name for name in sys.modules if name not in before]
        if isinstance(screen, Screen):
            screen.modules += imported
        else:
            # also if it failed, perhaps for want of memory
            modules.unload_imported(imported, app.session.game)
    return screen


class Screen:
    """A picture, and the effects of the buttons while it is shown.

    app: the App. repeats: the buttons that repeat while they are held. parts: the parts of the picture kept
    between screens with the same name for it (see `Canvas.clear`), or None. typed_text: the text that is
    being typed, to which `write(letter)` adds a letter from a keyboard; None if typing is impossible.
    cursor_keys: which of A and C only move the cursor, as UP and DOWN do: "", "a", "c" or "ac". is_bare:
    whether no message is shown over it. modules: the names of the modules that were imported to open it.
    takes_back: whether a long press on B leads to it. serial: the unique number of this screen.
    """

    opened = 0

    repeats = ("up", "down")
    parts = None
    typed_text = None
    cursor_keys = ""
    is_bare = False
    takes_back = False

    def __init__(self, app):
        self.app = app
        self.modules = []
        Screen.opened += 1
        self.serial = Screen.opened

    def draw(self, canvas):
        """Draw the whole screen on a Canvas that has been cleared."""
        raise NotImplementedError

    def press(self, name, kind):
        """Handle a press of a button.

        name: "up", "down", "a", "b" or "c". kind: "press", "repeat" or "long".
        Returns None, or the next place: a Screen, BACK, BACK_TWO, GAME, HOME, TO_MENU, a word of the game's
        own, or a callable that returns one of these, which is called with more of the stack free.
        Raises RuleError or DeviceError with a sentence for the players, and then changes nothing.
        """
        raise NotImplementedError

    def look_again(self):
        """Do slow work while the panel refreshes; return whether its result changes the picture."""
        return False

    def outdated(self):
        """Return whether the game has gone on without this screen, so that it must be closed."""
        return False


class GameScreen(Screen):
    """A screen about a single moment of the game."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self.game = app.session.game
        self._opened_at = app.session.changes

    def outdated(self):
        """Return whether the game has changed since the screen opened."""
        return self.app.session.changes != self._opened_at

    def expire(self):
        """Let the game choose the next screen, as if it had gone on."""
        self._opened_at = None
        self.app.redraw()


def item_after(items, item, steps):
    """Return the item `steps` after another; the first item follows the last."""
    return items[(items.index(item) + steps) % len(items)]


class Stack(Screen):
    """The screens from the shown screen down to the title or the game.

    game: whether to begin with any game on the table, instead of the title. first: the screen to begin with,
    if any.

    dropped: whether the last press did not count, as the screen could not be seen yet; the App sets it.
    """

    dropped = False

    def __init__(self, app, game=False, first=None):
        Screen.__init__(self, app)
        choose(app.settings.get("language"), app.game_name)
        widgets.set_chords(app.board.chords)
        self._screens = [first] if first else []
        self._has_left = False
        if game:
            self.to_game()

    @property
    def top(self):
        """The screen that is shown and gets the presses."""
        if not self._screens:
            if self.app.settings.is_set("language"):
                self._screens.append(open_screen("screens.title.Title", self.app))
            else:
                self._screens.append(open_screen("screens.settings.Language", self.app))
        elif self._screens[-1].outdated():
            self.to_game()
            return self.top
        return self._screens[-1]

    @property
    def shown(self):
        """The screen that the players see: the top screen or, in a game, the game's current screen."""
        top = self.top
        return getattr(top, "stage", top)

    def draw(self, canvas):
        """Draw the screen on top."""
        if choose(self.app.settings.get("language")):
            # a host has changed it; open screens have texts, and places in files, of the old language
            if self._screens and isinstance(self._screens[0], Turn):
                self.to_game()
            else:
                self.leave_all()
        power = self.app.board.power
        warning = "not_kept" if self.app.journal.unsaved else "battery" if power and power.low else ""
        widgets.set_warning(warning and text(warning))
        top = self.top
        canvas.clear(top.parts)
        top.draw(canvas)
        if self.dropped:
            widgets.draw_dropped(canvas)

    def look_again(self):
        """Let the shown screen do slow work; return whether its result changes the picture."""
        return self.shown.look_again()

    def press(self, name, kind):
        """Pass a press to the screen on top; a long press on B takes back, or explains the screen."""
        self.tidy()
        self.dropped = False
        # the screen that leads on must not be referred to here, or its modules stay in memory
        self._go(self._where(name, kind))

    def _where(self, name, kind):
        """Return the place or Screen to which a press leads, or None."""
        top = self.top
        if name == KEY:
            return top.write(kind) if top.typed_text is not None else None
        if kind == "long" and name == "b":
            return self._take_back()
        if kind != "press" and name not in top.repeats:
            return None
        where = top.press(name, kind)
        # called from here, as the imports of another screen may need all of a Pico's stack
        while callable(where):
            where = where()
        return where

    def _go(self, where):
        if where in (BACK, BACK_TWO):
            self._leave(min(1 if where == BACK else 2, len(self._screens) - 1))
        elif where == HOME:
            self.leave_all()
        elif where == GAME:
            self.to_game()
        elif where is not None:
            screen = where
            # opened from here, as opening a menu may need all of a Pico's stack
            if where == TO_MENU:
                self._hide_table()
                screen = open_screen("screens.menu.game_menu", self.app)
            elif isinstance(where, str):
                # it opens over the table; beside a small canvas there is memory to keep the screens that led
                # there, which then open again at once
                large = self.app.canvas.large
                self._leave(len(self._screens) - 1, not large)
                if large:
                    self._hide_table()
                screen = self.app.game_package.open_named(self.app, where)
            if screen is not None:
                self._screens.append(screen)

    def to_game(self):
        """Leave all screens for the turn of the game, or for the title if there is no game."""
        self.leave_all()
        if self.app.session.game:
            self._screens.append(Turn(self.app))

    def leave_all(self):
        """Leave all screens, and free their modules."""
        self._leave(len(self._screens))

    def _leave(self, count, keep=False):
        """Close a number of screens, the top screen first.

        keep: whether their modules stay in memory until others are closed, or hide the table.
        """
        for _ in range(count):
            self.modules += self._screens.pop().modules
            self._has_left = True
        if not keep:
            self._unload_kept()

    def _unload_kept(self):
        """Free the modules of closed screens."""
        if self.modules:
            modules.unload_imported(self.modules, self.app.session.game)
            self.modules = []

    def _take_back(self):
        """Return the screen that offers to take back or, if nothing can be, the help on the screen shown."""
        if self._screens[-1].takes_back:
            return None
        session, shown = self.app.session, self.shown
        # the form for changing the setup is a screen about no game
        unplayed = session.is_unplayed and hasattr(shown, "game")
        if isinstance(self._screens[0], Turn) and (session.last_step() or unplayed):
            self._hide_table()
            return open_screen("screens.menu.Undo", self.app, shown)
        self._unload_kept()
        return open_screen("screens.menu.Help", self.app, shown)

    def _hide_table(self):
        """Free the modules that only draw the table, and kept modules, for a screen that hides it."""
        self._unload_kept()
        turn, package, game = self._screens[0], self.app.game_package, self.app.session.game
        modules.unload_imported(turn.modules, game)
        turn.modules = []
        modules.unload_idle(game, hidden=True)
        modules.unload(*[package.__name__ + "." + name for name in getattr(package, "DRAWS_TABLE", ())])
        forget_texts()

    def unload_turn(self, *names):
        """Free the screen that the game asks for, which is made anew when the screens above it are left.

        names: of its modules in the game's package.
        """
        self._screens[0].close()
        modules.unload_idle(self.app.session.game, hidden=True)
        package = self.app.game_package.__name__
        modules.unload(*["%s.%s" % (package, name) for name in names])

    def tidy(self):
        """Free the memory of texts that turns seldom need; best while nobody waits."""
        if self._has_left:
            self._has_left = False
            forget_texts()


class Turn(Screen):
    """The screen of a game: it shows the screen that the game asks for now.

    modules: those of all its stages, kept until the table is hidden, as most turns need them.
    """

    def __init__(self, app):
        Screen.__init__(self, app)
        self._stage = None

    @property
    def stage(self):
        """The screen that the game asks for now."""
        if self._stage is None or self._stage.outdated():
            self._stage = None
            self._stage = self.app.game_package.stage(self.app)
            self.modules += self._stage.modules
        return self._stage

    def close(self):
        """Forget that screen."""
        self._stage = None

    @property
    def repeats(self):
        """The `repeats` of the screen that the game asks for."""
        return self.stage.repeats

    @property
    def parts(self):
        """The `parts` of the screen that the game asks for."""
        return self.stage.parts

    def draw(self, canvas):
        """Draw the screen that the game asks for now."""
        self.stage.draw(canvas)

    def press(self, name, kind):
        """Pass the press to the screen that the game asks for now."""
        return self.stage.press(name, kind)
