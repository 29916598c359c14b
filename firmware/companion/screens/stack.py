"""The stack of screens, and what all have in common: going back, taking back, freeing memory."""

import sys

from companion.platform import forget
from companion.screens import widgets
from companion.screens.screen import BACK, GAME, HOME, KEY, TO_MENU, Screen
from companion.texts import choose, forget_texts, text

_STAYS = ("screen", "stack", "widgets", "turn")
_SELDOM = (
    "companion.",
    "archive atomic_files game_folder host_methods journal_file link_events listing pack_search "
    "packing replaying scratch screen_reader sending stored_games watch",
    "shared_rules.",
    "game_files games packs player_names",
)
"""The modules of `companion.screens` that stay in memory, and those of other packages that don't: each
package and its modules, in one text, which takes less memory. A test derives both from the imports."""


class Stack(Screen):
    """The screens from the one that is shown down to the title or the game.

    game: whether to begin with the game on the table, if there is one, instead of the title.
    """

    def __init__(self, app, game=False):
        Screen.__init__(self, app)
        choose(app.settings.get("language"), app.game_name)
        widgets.set_chords(app.board.chords)
        self._screens = []
        self._modules = 0
        self._has_left = False
        if game:
            self._to_game()

    @property
    def top(self):
        """The screen that is shown and gets the presses."""
        if not self._screens:
            from companion.screens.title import Title

            self._screens.append(Title(self.app))
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
                self._screens.pop()
        elif where == HOME:
            self._screens = []
            self._has_left = True
        elif where == GAME:
            self._to_game()
        elif where is not None:
            screen = self._named(where) if isinstance(where, str) else where
            if screen is not None:
                self._screens.append(screen)

    def _named(self, word):
        """Return the screen that a word leads to, None if that only shows a message."""
        if word != TO_MENU:
            return self.app.game_package.open_screen(self.app, word)
        from companion.screens.game_menu import game_menu

        return game_menu(self.app)

    def _to_game(self):
        from companion.screens.turn import Turn

        self._screens = [Turn(self.app)] if self.app.session.game else []
        self._has_left = True

    def _take_back(self):
        """Return the screen that offers to take back or, if nothing can be, the help on the screen shown."""
        from companion.screens.help import Help
        from companion.screens.turn import Turn
        from companion.screens.undo import Undo

        if isinstance(self._screens[-1], (Undo, Help)):
            return None
        if isinstance(self._screens[0], Turn) and self.app.session.last_step():
            return Undo(self.app, self.shown)
        return Help(self.app, self.shown)

    def tidy_soon(self):
        """Have `tidy` do its work again: a game began, perhaps from a host, and its setup is over."""
        self._has_left = True

    def tidy(self):
        """Free the memory of modules and texts that turns seldom need; best while nobody waits."""
        if not self._has_left:
            return
        self._has_left = False
        forget_texts()
        if len(sys.modules) == self._modules:
            return
        game, chosen = self.app.game_name, self.app.game_package
        stays = {"companion.screens": _STAYS, "companion.games." + game: chosen.STAYS}
        for name in list(sys.modules):
            package, _, child = name.rpartition(".")
            if child not in stays.get(package, (child,)):
                forget(name)
        for number in range(0, len(_SELDOM), 2):
            for name in _SELDOM[number + 1].split(" "):
                forget(_SELDOM[number] + name)
        for child in chosen.SELDOM:
            forget("shared_rules.%s.%s" % (game, child))
        self._modules = len(sys.modules)
