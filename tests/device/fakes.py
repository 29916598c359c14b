"""A screen that is easy to recognise on the panel, and a message that is easy to tell from it."""

from companion.canvas import BLACK


class Counter:
    """A screen that shows how often it was pressed as black columns, and does what a test tells it."""

    typed_text, cursor_keys, is_bare, serial = None, "", False, None

    def __init__(self):
        self.top = self.shown = self
        self.pressed = []
        self.drawn = 0
        self.failure = None
        self.drawing_fails = False
        self.found = []

    def press(self, name, kind):
        self.pressed.append((name, kind))
        if self.failure:
            raise self.failure

    def tidy(self):
        """Do nothing."""

    leave_all = tidy

    def look_again(self):
        found, self.found = self.found, []
        if isinstance(found, Exception):
            raise found
        self.pressed += found
        return bool(found)

    def draw(self, canvas):
        canvas.clear()
        self.drawn += 1
        if self.drawing_fails:
            raise ZeroDivisionError("a fault in a screen")
        canvas.frame.fill_rect(0, 0, len(self.pressed), 128, BLACK)


def message(canvas, text):
    canvas.frame.fill_rect(200, 0, 96, 128, BLACK)
    message.shown = text
