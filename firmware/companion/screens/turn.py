"""The game on the table: which screen the moment asks for."""

from companion.screens.screen import Screen


class Turn(Screen):
    """Shows the screen that the game asks for now: a play, an answer, a prediction, a card, the result."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self._stage = None

    @property
    def stage(self):
        """The screen that the game asks for now."""
        if self._stage is None or self._stage.outdated():
            self._stage = None
            self._stage = _stage(self.app)
        return self._stage

    @property
    def repeats(self):
        """The buttons that go on acting while they are held."""
        return self.stage.repeats

    @property
    def kept(self):
        """The area that the screen which the game asks for draws by parts."""
        return self.stage.kept

    def draw(self, canvas):
        """Draw the screen that the game asks for now."""
        self.stage.draw(canvas)

    def press(self, name, kind):
        """Hand the press to the screen that the game asks for now."""
        return self.stage.press(name, kind)


def _stage(app):
    game = app.session.game
    if game.phase == "before-play" and not game.owed:
        from companion.games.shipwreck.play import Play

        return Play(app)
    if game.phase == "after-play" and not (game.owed or game.word_open):
        from companion.games.shipwreck.predict import Predict

        return Predict(app)
    if game.phase == "deal":
        from companion.games.shipwreck.cards import Deal

        return Deal(app)
    if game.phase == "over":
        from companion.games.shipwreck.result import Result

        return Result(app)
    from companion.games.shipwreck.answers import answer

    return answer(app)
