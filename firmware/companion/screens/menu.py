"""A list to choose from, and the menu of a running game."""

from companion.canvas import BLACK, MEDIUM, SMALL, WHITE, wrap
from companion.screens import widgets
from companion.screens.question import Undo, confirm, lines_to_undo
from companion.screens.screen import BACK, GAME, HOME, GameScreen, Screen, open_screen
from companion.texts import ENGLISH, find, forget_texts, text

_PITCH = 16


class Menu(Screen):
    """Lines to choose from: UP and DOWN move, B chooses the line, A goes back.

    title: the heading. rows: list of (label, action); a label is a text or a callable that returns one, an
    action a callable that returns where to go, as `Screen.press` does. number: the index of the line at the
    cursor.
    change_text: None in a list to choose from. In a list of things to change, C changes the line and B is
    done; then it is the key of C's label, and finish_text that of B's.
    """

    top = widgets.HEAD + 2
    change_text = None
    finish_text = "done"

    def __init__(self, app, title, rows):
        Screen.__init__(self, app)
        self.title = title
        self.rows = rows
        self.number = 0

    def draw(self, canvas):
        if self.title:
            widgets.draw_heading(canvas, self.title)
        rows = (widgets.FOOT - self.top) // _PITCH
        first = max(0, min(self.number - rows // 2, len(self.rows) - rows))
        for line in range(first, min(first + rows, len(self.rows))):
            self._draw_row(canvas, line, self.top + (line - first) * _PITCH)
        if self.change_text:
            widgets.draw_keys(canvas, self.leave(), text(self.finish_text), text(self.change_text))
        else:
            widgets.draw_keys(canvas, self.leave(), text("choose"))
        if len(self.rows) > 1:
            widgets.draw_side(canvas, " ", " ", self.top + 2)

    def leave(self):
        """Return the label of A, "" if it does nothing."""
        return text("back")

    def _draw_row(self, canvas, number, y):
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, widgets.SIDE - 4, _PITCH)
        self._draw_label(canvas, number, y + 2, WHITE if chosen else BLACK)

    def _draw_label(self, canvas, number, y, ink):
        label = self.rows[number][0]
        words = label if isinstance(label, str) else label()
        canvas.text(words, 6, y, MEDIUM, ink, width=widgets.SIDE - 12)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "down" else -1)) % len(self.rows)
        elif name == "a":
            return BACK if self.leave() else None
        elif name == ("c" if self.change_text else "b"):
            return self.rows[self.number][1]()
        elif name == "b":
            return BACK
        return None


class GameMenu(Menu):
    """A menu that is only valid at one moment of the game. number: the index of the line at the cursor."""

    outdated = GameScreen.outdated

    def __init__(self, app, title, rows, number=0):
        GameScreen.__init__(self, app)
        Menu.__init__(self, app, title, rows)
        self.number = number


def game_menu(app):
    """Return the menu: taking back, the lines of the game, settings, and abandoning the game."""
    rows = take_back_row(app)
    frequent, others = app.game_package.menu_rows(app)
    # the cursor starts at the lines that are used every turn
    number = len(rows) if frequent else 0
    shown = app.screen.shown
    rows += frequent + [(text("explain"), lambda: open_screen("screens.menu.Help", app, shown))] + others
    rows += [
        (text("settings"), lambda: open_screen("screens.settings.settings_menu", app, GAME)),
        (text("to_title"), lambda: HOME),
        (text("abandon"), lambda: confirm(app, "ask_abandon", "abandon")),
    ]
    return GameMenu(app, text("game_menu"), rows, number)


def take_back_row(app):
    """Return a list with the line for taking back the last step, [] if there is no step."""
    if not app.session.last_step():
        return []
    return [(text("take_back", lines_to_undo(app)[0]), lambda: Undo(app))]


class Help(Screen):
    """Explains another screen; A goes back.

    screen: the Screen to explain.
    """

    takes_back = True

    def __init__(self, app, screen):
        Screen.__init__(self, app)
        self.lines = []
        for words in help_on(type(screen).__name__).split("|"):
            self.lines += wrap(words, SMALL, widgets.SIDE + 8)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("explain"))
        for number, line in enumerate(self.lines):
            canvas.text(line, 4, widgets.HEAD + 5 + 13 * number)
        widgets.draw_keys(canvas, text("back"))

    def press(self, name, kind):
        return BACK if name == "a" else None


def help_on(screen):
    """Return what a screen is for and what its buttons do, in lines separated by "|".

    screen: the name of its class. A class without a text of its own gets that of a menu.
    """
    for key in (screen, "Menu"):
        words = find(key, ("help",)) or find(key, ("help",), ENGLISH)
        if words:
            break
    forget_texts("help")
    return words
