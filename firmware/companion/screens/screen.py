"""What a screen is, and the places a press can lead to."""

BACK = "back"
"""To the screen below."""

GAME = "game"
"""To the game on the table, whatever lies above it."""

HOME = "home"
"""To the title."""

TO_MENU = "menu"
"""To the menu of the running game. Any other word leads where the game's own `open_screen` says."""

KEY = "key"
"""The name of a press that comes from a keyboard; its kind is the letter."""


class Screen:
    """One picture and what the buttons do while it is shown.

    app: the App. repeats: the buttons that go on acting while they are held. cached_area: the area of the
    Canvas whose parts are drawn only when they change (see `Canvas.clear`), None for none. typed_text: the
    text that is being typed here, for which `write(letter)` takes the letters of a keyboard; None for none.
    """

    repeats = ("up", "down")
    cached_area = None
    typed_text = None

    def __init__(self, app):
        self.app = app

    def draw(self, canvas):
        """Draw the whole screen on a Canvas that was cleared for it."""
        raise NotImplementedError

    def press(self, name, kind):
        """Do what a button means here.

        name: "up", "down", "a", "b" or "c". kind: "press", "repeat" or "long".
        Returns None, or where to go: a Screen, BACK, GAME, HOME, TO_MENU or a word of the game's own.
        Raises RuleError or JournalError with a sentence for the players; nothing changed then.
        """
        raise NotImplementedError

    def outdated(self):
        """Return whether the game went on without this screen, so that it has to be left."""
        return False


class GameScreen(Screen):
    """A screen about one moment of the game."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self.game = app.session.game
        self._events = len(self.game.events)

    def outdated(self):
        """Return whether it is another game, or another event, than when the screen came up."""
        return self.app.session.game is not self.game or len(self.game.events) != self._events


def item_after(items, item, steps):
    """Return the item that is `steps` after another one; after the last item comes the first."""
    return items[(items.index(item) + steps) % len(items)]


def central_item(items, weights):
    """Return the item of a ring from which one reaches the others in the fewest steps, None for no items.

    weights: how likely each item is to be the one that is wanted. Among equals, the one in the middle.
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
