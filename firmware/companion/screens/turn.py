"""Chooses the screen for the current moment of the game."""

from companion.screens.screen import Screen


class Turn(Screen):
    """Shows the screen that the game asks for now; which one that is, the game says."""

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
        """The buttons that go on acting while they are held."""
        return self.stage.repeats

    @property
    def cached_area(self):
        """The `cached_area` of the screen that the game asks for."""
        return self.stage.cached_area

    def draw(self, canvas):
        """Draw the screen that the game asks for now."""
        self.stage.draw(canvas)

    def press(self, name, kind):
        """Hand the press to the screen that the game asks for now."""
        return self.stage.press(name, kind)
