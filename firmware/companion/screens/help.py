"""Short help: what a screen is for, and what its buttons do."""

from companion.canvas import SMALL, wrap
from companion.screens import widgets
from companion.screens.screen import BACK, Screen
from companion.texts import ENGLISH, find, forget_texts, text


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
