"""A question: UP and DOWN change the item that it is about, B and C answer it, A goes back.

Taking back the last step is one: what somebody entered, with the events that followed automatically.
"""

from companion.canvas import BLACK, CENTRE, MEDIUM, WIDTH
from companion.screens import widgets
from companion.screens.screen import BACK, GAME, GameScreen, open_screen
from companion.texts import text

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

    cached_area = widgets.TABLE

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
        lines = self.lines[-5:]
        for number, line in enumerate(lines):
            canvas.text(line, WIDTH // 2, 60 - 9 * len(lines) + 18 * number, MEDIUM, BLACK, CENTRE, WIDTH - 8)
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
