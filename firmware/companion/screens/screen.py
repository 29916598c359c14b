"""The base classes of all screens, where a press can lead, and how a screen is opened.

All screens together are larger than a Pico's memory, so most of them are imported when they are opened, by
`open_screen`, and dropped when they are left.
"""

import sys

from companion.platform import forget

BACK = "back"
"""To the screen below."""

GAME = "game"
"""To the game on the table, whatever screens are above it."""

HOME = "home"
"""To the title."""

TO_MENU = "menu"
"""To the menu of the running game. Any other word goes to the game's own `open_screen`."""

KEY = "key"
"""The name of a press on a keyboard; its kind is the letter."""


def open_screen(name, app, *params):
    """Import and return a screen; the stack drops what that imported when the screen is left.

    name: of its class, or of a function that returns it or another place to go, below `companion`, such as
    "screens.menu.Help". params: what it gets besides the App.
    """
    before = set(sys.modules)
    module, _, maker = ("companion." + name).rpartition(".")
    screen = getattr(__import__(module, None, None, (maker,)), maker)(app, *params)
    imported = [name for name in sys.modules if name not in before]
    if isinstance(screen, Screen):
        screen.modules += imported
    else:
        drop(imported)
    return screen


def drop(modules):
    """Free the memory of modules, given by their names; the next import reads their files again."""
    for name in modules:
        forget(name)


class Screen:
    """One picture, and what the buttons do while it is shown.

    app: the App. repeats: the buttons that repeat while they are held. cached_area: the area of the Canvas
    whose parts are drawn only when they change (see `Canvas.clear`), None for none. typed_text: the text that
    is being typed, to which `write(letter)` adds a letter from a keyboard; None if nothing can be typed.
    modules: the names of those that were imported to open it. takes_back: whether a long press on B leads to
    it.
    """

    repeats = ("up", "down")
    cached_area = None
    typed_text = None
    takes_back = False

    def __init__(self, app):
        self.app = app
        self.modules = []

    def draw(self, canvas):
        """Draw the whole screen on a Canvas that has been cleared."""
        raise NotImplementedError

    def press(self, name, kind):
        """Handle a press of a button.

        name: "up", "down", "a", "b" or "c". kind: "press", "repeat" or "long".
        Returns None, or where to go: a Screen, BACK, GAME, HOME, TO_MENU or a word of the game's own.
        Raises RuleError or JournalError with a sentence for the players, and then changes nothing.
        """
        raise NotImplementedError

    def outdated(self):
        """Return whether the game has gone on without this screen, so that it must be closed."""
        return False


class GameScreen(Screen):
    """A screen about one moment of the game."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self.game = app.session.game
        self._events = len(self.game.events)

    def outdated(self):
        """Return whether the game, or the number of its events, is not the same as when the screen opened."""
        return self.app.session.game is not self.game or len(self.game.events) != self._events


def item_after(items, item, steps):
    """Return the item that is `steps` after another one; the first item follows the last."""
    return items[(items.index(item) + steps) % len(items)]


def central_item(items, weights):
    """Return the item of a ring from which the others are the fewest steps away, None if there are no items.

    weights: how likely each item is to be wanted. Among equals it is the one in the middle.
    """
    count = len(items)
    best = least = None
    for turn in range(count):
        start = count // 2 + (-(turn + 1) // 2 if turn % 2 else turn // 2)
        steps = 0 if count % 2 else count // 2 * weights[start - count // 2]
        for away in range(1, (count + 1) // 2):
            steps += away * (weights[start - away] + weights[start + away - count])
        if least is None or steps < least:
            best, least = items[start], steps
    return best
