"""The stack of screens, and what all have in common: going back, taking back, the screen of the turn."""

from companion.screens import widgets
from companion.screens.screen import BACK, GAME, HOME, KEY, TO_MENU, Screen, drop, open_screen
from companion.texts import choose, forget_texts, text


class Stack(Screen):
    """The screens from the one that is shown down to the title or the game.

    game: whether to begin with the game on the table, if there is one, instead of the title.
    """

    def __init__(self, app, game=False):
        Screen.__init__(self, app)
        choose(app.settings.get("language"), app.game_name)
        widgets.set_chords(app.board.chords)
        self._screens = []
        self._has_left = False
        if game:
            self._to_game()

    @property
    def top(self):
        """The screen that is shown and gets the presses."""
        if not self._screens:
            self._screens.append(open_screen("screens.title.Title", self.app))
        elif self._screens[-1].outdated():
            self._to_game()
            return self.top
        return self._screens[-1]

    @property
    def shown(self):
        """The screen that the players see: the one on top or, in a game, the game's current one."""
        top = self.top
        return getattr(top, "stage", top)

    def draw(self, canvas):
        """Draw the screen on top."""
        choose(self.app.settings.get("language"))
        widgets.set_warning(text("not_kept") if self.app.journal.unsaved else "")
        top = self.top
        canvas.clear(top.cached_area)
        top.draw(canvas)

    def press(self, name, kind):
        """Pass a press to the screen on top; a long press on B takes back, or explains the screen."""
        self.tidy()
        top = self.top
        if name == KEY:
            where = top.write(kind) if top.typed_text is not None else None
        elif kind == "long" and name == "b":
            where = self._take_back()
        elif kind != "press" and name not in top.repeats:
            where = None
        else:
            where = top.press(name, kind)
        self._go(where)

    def _go(self, where):
        if where == BACK:
            if len(self._screens) > 1:
                self._leave(1)
        elif where == HOME:
            self._leave(len(self._screens))
        elif where == GAME:
            self._to_game()
        elif where is not None:
            screen = self._named(where) if isinstance(where, str) else where
            if screen is not None:
                self._screens.append(screen)

    def _named(self, word):
        """Return the screen that a word leads to, None if that only shows a message."""
        if word == TO_MENU:
            return open_screen("screens.menu.game_menu", self.app)
        return self.app.game_package.open_named(self.app, word)

    def _to_game(self):
        """Leave all screens for the turn of the game, or for the title if there is no game."""
        self._leave(len(self._screens))
        if self.app.session.game:
            self._screens.append(Turn(self.app))

    def _leave(self, count):
        """Close so many screens, the one on top first."""
        for _ in range(count):
            drop(self._screens.pop().modules)
            self._has_left = True

    def _take_back(self):
        """Return the screen that offers to take back or, if nothing can be, the help on the screen shown."""
        if self._screens[-1].takes_back:
            return None
        if isinstance(self._screens[0], Turn) and self.app.session.last_step():
            return open_screen("screens.question.Undo", self.app, self.shown)
        return open_screen("screens.menu.Help", self.app, self.shown)

    def tidy(self):
        """Free the memory of texts that turns seldom need; best while nobody waits."""
        if self._has_left:
            self._has_left = False
            forget_texts()


class Turn(Screen):
    """The screen of a game: it shows the one that the game asks for now."""

    def __init__(self, app):
        self.app = app
        self._stage = None

    @property
    def modules(self):
        """The names of those that were imported to open the screen that the game asks for now."""
        return self._stage.modules if self._stage else []

    @property
    def stage(self):
        """The screen that the game asks for now."""
        if self._stage is None or self._stage.outdated():
            if self._stage:
                drop(self._stage.modules)
            self._stage = None
            self._stage = self.app.game_package.stage(self.app)
        return self._stage

    @property
    def repeats(self):
        """The `repeats` of the screen that the game asks for."""
        return self.stage.repeats

    @property
    def cached_area(self):
        """The `cached_area` of the screen that the game asks for."""
        return self.stage.cached_area

    def draw(self, canvas):
        """Draw the screen that the game asks for now."""
        self.stage.draw(canvas)

    def press(self, name, kind):
        """Pass the press to the screen that the game asks for now."""
        return self.stage.press(name, kind)
