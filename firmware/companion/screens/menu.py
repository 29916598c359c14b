"""What all games ask with: a list to choose from, the menu of a running game, a question, taking back, help.

Taking back the last step is a question: what somebody entered, with the events that followed automatically.
"""

from companion.canvas import BLACK, CENTRE, WHITE, wrap
from companion.screens import BACK, GAME, HOME, GameScreen, Screen, open_screen, widgets
from companion.texts import ENGLISH, find, forget_texts, text


class Menu(Screen):
    """Lines to choose from: UP and DOWN move, B chooses the line, A goes back.

    title: the heading. rows: list of (label, action); a label is a text or a callable that returns one, an
    action a callable that returns where to go, as `Screen.press` does. number: the index of the line at the
    cursor.
    change_text: None in a list to choose from. In a list of things to change, C changes the line and B is
    done; then it is the key of C's label, and finish_text that of B's.
    """

    top = None
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
        top, pitch = self.top or canvas.top, canvas.line_height
        rows = (canvas.foot - top) // pitch
        first = max(0, min(self.number - rows // 2, len(self.rows) - rows))
        for line in range(first, min(first + rows, len(self.rows))):
            self._draw_row(canvas, line, top + (line - first) * pitch)
        if self.change_text:
            widgets.draw_keys(canvas, self.leave(), text(self.finish_text), text(self.change_text))
        else:
            widgets.draw_keys(canvas, self.leave(), text("choose"))
        if len(self.rows) > 1:
            widgets.draw_side(canvas, " ", " ", top + 2)

    def leave(self):
        """Return the label of A, "" if it does nothing."""
        return text("back")

    def _draw_row(self, canvas, number, y):
        chosen, pitch = number == self.number, canvas.line_height
        if chosen:
            canvas.fill(0, y, canvas.side - 4, pitch)
        self._draw_label(canvas, number, y + (pitch - canvas.normal.cap) // 2, WHITE if chosen else BLACK)

    def _draw_label(self, canvas, number, y, ink):
        label = self.rows[number][0]
        words = label if isinstance(label, str) else label()
        canvas.text(words, 6, y, canvas.normal, ink, width=canvas.side - 12)

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
        self.words = help_on(type(screen).__name__)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("explain"))
        font, y = canvas.note, canvas.head + 5
        lines = self._lines(font, canvas)
        while font.smaller and len(lines) * (font.cap + 5) > canvas.foot - y:
            font = font.smaller
            lines = self._lines(font, canvas)
        for line in lines:
            canvas.text(line, 4, y, font)
            y += font.cap + 5
        widgets.draw_keys(canvas, text("back"))

    def _lines(self, font, canvas):
        lines = []
        for words in self.words.split("|"):
            lines += wrap(words, font, canvas.width - 8)
        return lines

    def press(self, name, kind):
        return BACK if name == "a" else None


class TextPages(Screen):
    """Sentences on pages: UP and DOWN turn them, A goes back. words: list of sentences."""

    def __init__(self, app, title, words):
        Screen.__init__(self, app)
        self.title = title
        self.page = 0
        self._lines = []
        canvas = app.canvas
        self._pitch = canvas.note.cap + 5
        self._most = (canvas.foot - canvas.head - 5) // self._pitch
        for sentence in words:
            self._lines += wrap(sentence, canvas.note, canvas.side - 8)

    @property
    def pages(self):
        """The number of pages."""
        return max(1, (len(self._lines) + self._most - 1) // self._most)

    def draw(self, canvas):
        note = "%d/%d" % (self.page + 1, self.pages) if self.pages > 1 else ""
        widgets.draw_heading(canvas, self.title, note)
        for number, line in enumerate(self._lines[self.page * self._most :][: self._most]):
            canvas.text(line, 4, canvas.head + 5 + self._pitch * number, canvas.note)
        widgets.draw_keys(canvas, text("back"), self.offers())
        if self.pages > 1:
            widgets.draw_side(canvas, " ", " ")

    def offers(self):
        """Return the label of B, "" if it does nothing."""
        return ""

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name in ("up", "down"):
            self.page = (self.page + (1 if name == "down" else -1)) % self.pages
        return None


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


NUMBER = 0


class Question(GameScreen):
    """One question about the game.

    question: a callable(item) that returns the heading; a note may follow after "|".
    items: what UP and DOWN go through. kind: NUMBER shows the numbers before and after the item, None does
    not.
    answers: (label, event) for B and for C, both callables(item). Instead of an event's text, event may
    return the Screen with the next question. An answer that the rules refuse for an item is not offered with
    it.
    leave: (label, action) of A.
    """

    parts = widgets.TABLE

    def __init__(self, app, question, answers, items=(None,), kind=None, leave=None):
        GameScreen.__init__(self, app)
        self.question = question
        self.answers = answers
        self.items = items
        self.kind = kind
        self.leave = leave or (text("back"), lambda: BACK)
        self.number = 0
        self._open = None

    @property
    def item(self):
        """The item that the question is about now."""
        return self.items[self.number]

    def open(self, number):
        """Return whether an answer is possible for the item. number: 0 for B, 1 for C."""
        if self._open is None:
            self._open = [self._may(answer) for answer in self.answers]
        return number < len(self._open) and self._open[number]

    def _may(self, answer):
        event = answer[1](self.item)
        return not isinstance(event, str) or self.game.may(event)

    def draw(self, canvas):
        item = self.item
        heading, _, note = self.question(item).partition("|")
        widgets.draw_heading(canvas, heading, note, question=True)
        self.draw_body(canvas)
        labels = [answer[0](item) if self.open(number) else "" for number, answer in enumerate(self.answers)]
        widgets.draw_keys(canvas, self.leave[0], *labels)
        if len(self.items) > 1:
            widgets.draw_side(canvas, self._beside(1), self._beside(-1))

    def draw_body(self, canvas):
        """Draw what the question is about."""
        self.app.game_package.draw_table(canvas, self)

    def _beside(self, steps):
        if self.kind != NUMBER:
            return " "
        return str(self.items[(self.number + steps) % len(self.items)])

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "up" else -1)) % len(self.items)
            self._open = None
            return None
        if name == "a":
            return self.leave[1]()
        number = 0 if name == "b" else 1
        if not self.open(number):
            return None
        event = self.answers[number][1](self.item)
        if not isinstance(event, str):
            return event
        self.app.session.enter(event)
        return GAME


def confirm(app, question, event):
    """Return the screen that asks before it enters an event. question: the key of its text."""
    answer = (lambda item: text("yes"), lambda item: event)
    return Question(app, lambda item: text(question), (answer,))


def yes_no(event):
    """Return the answers yes (B) and no (C) for a Question. event: a callable(item, "yes" or "no")."""
    return (
        (lambda item: text("yes"), lambda item: event(item, "yes")),
        (lambda item: text("no"), lambda item: event(item, "no")),
    )


def lines_to_undo(app):
    """Return what an undo would take back in words, a line for each event; [] for nothing."""
    game = app.session.game
    return [app.game_package.describe(game, event) for event in app.session.last_step()]


def can_undo_end(app):
    """Return whether the game on the table is over and its end can be taken back: not once it is fetched."""
    game = app.session.game
    return game is not None and game.result is not None and app.journal.id == app.session.game_id


class Ending(GameScreen):
    """A game that is over: A takes the end back, B leads to the title, C shows the code for BG Stats."""

    repeats = ()

    def draw_end_keys(self, canvas):
        """Draw the labels of the buttons."""
        undo = text("undo") if can_undo_end(self.app) else ""
        widgets.draw_keys(canvas, undo, text("to_title"), text("show_code") if self._is_play() else "")

    def _is_play(self):
        return self.game.result != "abandoned"

    def press(self, name, kind):
        if name == "a" and can_undo_end(self.app):
            return Undo(self.app)
        if name == "c" and self._is_play():
            return open_screen("screens.qr_code.play_code", self.app)
        return HOME if name == "b" else None


class Undo(GameScreen):
    """Shows what would be taken back, and asks for confirmation.

    screen: the Screen that C explains, the one on which B was held; None for this one.
    """

    repeats = ()
    takes_back = True

    def __init__(self, app, screen=None):
        GameScreen.__init__(self, app)
        self.screen = screen or self
        self.lines = lines_to_undo(app)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("ask_undo"), question=True)
        width, pitch = canvas.width, canvas.normal.cap + 7
        lines = self.lines[-((canvas.foot - canvas.head) // pitch) :]
        y = (canvas.foot + canvas.head - pitch * len(lines)) // 2 - 4
        for line in lines:
            canvas.text(line, width // 2, y, canvas.normal, BLACK, CENTRE, width - 8)
            y += pitch
        widgets.draw_keys(canvas, text("no"), text("yes"), text("explain_it"))

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name == "c":
            return open_screen("screens.menu.Help", self.app, self.screen)
        if name != "b":
            return None
        self.app.session.undo()
        return GAME
