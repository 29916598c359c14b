"""Short help: what a screen is for and what its buttons do."""

from companion.canvas import SMALL, wrap
from companion.screens import widgets
from companion.screens.screen import BACK, Screen
from companion.texts import ENGLISH, find, forget_texts, text


class Help(Screen):
    """What another screen is for; A goes back to where the players came from.

    screen: the Screen that is explained.
    """

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
    """Return what a screen is for and what its buttons do, its lines separated by "|".

    screen: the name of its class; one that has no help of its own is a list to choose from.
    """
    for key in (screen, "Menu"):
        words = find(key, ("help",)) or find(key, ("help",), ENGLISH)
        if words:
            break
    forget_texts("help")
    return words
