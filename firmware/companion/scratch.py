"""A game that a host plays to test the rules on the device; it is neither shown nor stored."""

from shared_rules import games, protocol
from shared_rules.protocol import LinkError

CLOSE = "close"


class Scratch:
    """A game that receives numbered events one by one.

    game: the Game, None before its setup and after "close". Read only.
    """

    def __init__(self):
        self.game = None
        self._number = 0
        self._done = None

    def enter(self, number, text, state):
        """Apply an event unless it is a repeated request; return the result of the method `scratch`.

        number: of the event; 0 starts a new game. text: the event, or "close". state: whether the result
        includes the state. Raises RuleError, or LinkError for an unexpected number; then nothing has
        changed.
        """
        done = (number, text)
        if text == CLOSE:
            self._number, self.game = 0, None
        elif number == 0 and done != self._done:
            game = games.new_game(text)
            game.apply(text)
            self._number, self.game = 1, game
        elif number == self._number and self.game:
            self.game.apply(text)
            self._number += 1
        elif done != self._done:
            raise LinkError(protocol.OUT_OF_STEP, "The next event is number %d." % self._number)
        self._done = done
        game = self.game
        return {
            "number": self._number,
            "digest": game.digest() if game else None,
            "state": game.state() if game and state else None,
        }
