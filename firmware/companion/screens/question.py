"""Screens of all games: a question, the screen after the end of a game, and pages of sentences."""

from companion.canvas import wrap
from companion.screens import BACK, GAME, HOME, GameScreen, Screen, open_screen, widgets
from companion.texts import text

NUMBER = 0


class Question(GameScreen):
    """One question about the game.

    question: a callable(item) that returns the heading; a note may follow after "|".
    items: the items that UP and DOWN go through. kind: NUMBER shows the numbers before and after the item,
    None does not.
    answers: (label, event) for B and for C, both callables(item). Instead of an event's text, event may
    return a tuple of several events for one step, or the Screen with the next question. An answer that the
    rules refuse for an item is not offered with it.
    leave: (label, action) of A. proposed: a proposal that the game's table shows with the item, or None.
    """

    parts = widgets.TABLE

    def __init__(self, app, question, answers, items=(None,), kind=None, leave=None, proposed=None):
        GameScreen.__init__(self, app)
        self.question = question
        self.answers = answers
        self.items = items
        self.kind = kind
        self.proposed = proposed
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
        event = event[0] if isinstance(event, tuple) else event
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
        """Draw the object of the question."""
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
        if not isinstance(event, (str, tuple)):
            return event
        self.app.session.enter(*((event,) if isinstance(event, str) else event))
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


class Ending(GameScreen):
    """A game that is over: A takes the end back, B leads to the title, C shows the code for BG Stats."""

    repeats = ()

    def draw_end_keys(self, canvas):
        """Draw the labels of the buttons."""
        undo = text("undo") if self.app.session.can_undo_end() else ""
        widgets.draw_keys(canvas, undo, text("to_title"), text("show_code") if self._is_play() else "")

    def _is_play(self):
        return self.game.result != "abandoned"

    def press(self, name, kind):
        if name == "a" and self.app.session.can_undo_end():
            return open_screen("screens.menu.Undo", self.app)
        if name == "c" and self._is_play():
            return open_screen("screens.qr_code.play_code", self.app)
        return HOME if name == "b" else None


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
