"""The screen of a game: it shows the one that the game asks for now."""

from companion.screens.screen import Screen


class Turn(Screen):
    """Shows the screen that the game's package returns for the current moment."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self._stage = None

    @property
    def stage(self):
        """The screen that the game asks for now."""
        if self._stage is None or self._stage.outdated():
            self._stage = None
            self._stage = self.app.game_package.stage(self.app)
        return self._stage

    @property
    def repeats(self):
        """The `repeats` of the screen that the game asks for."""
        return self.stage.repeats

    @property
    def cached_area(self):
        """The `cached_area` of the screen that the game asks for."""
        return self.stage.cached_area

    def draw(self, canvas):
        """Draw the screen that the game asks for now."""
        self.stage.draw(canvas)

    def press(self, name, kind):
        """Pass the press to the screen that the game asks for now."""
        return self.stage.press(name, kind)
