"""The game on the table: which screen the moment asks for, and how an event is entered from a screen."""

from companion.screens.screen import Screen


def enter(app, event):
    """Enter an event; where nothing is left to decide in a turn after it, the turn ends by itself.

    Raises RuleError or JournalError with a sentence; nothing changed then.
    """
    app.session.enter(event)
    game = app.session.game
    if game.phase == "after-predict" and not (game.owed or game.word_open or left_to_use(game)):
        app.session.enter("end")


def left_to_use(game):
    """Return whether an adventurer or Sails may be used now, after the prediction."""
    if game.deep:
        from companion.games.shipwreck.deep import usable as ready

        if ready(game):
            return True
    cards = [card for card in game.powers if game.power(card) == "sails"]
    if not cards or game.outcome != "hit" or game.used:
        return False
    from companion.games.shipwreck.powers import usable

    return True in [usable(game, card) for card in cards]


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
