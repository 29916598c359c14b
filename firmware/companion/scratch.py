"""A game that a host plays to test the device; it is neither shown nor kept."""

from shared_rules import games, protocol
from shared_rules.protocol import LinkError

CLOSE = "close"


class Scratch:
    """A game whose events come one by one, each with its number.

    game: the Game, None before its setup and after `close`. Read only.
    """

    def __init__(self):
        self.game = None
        self._number = 0
        self._done = None

    def enter(self, number, text, state):
        """Return what the method `scratch` answers; the event before may be asked for again.

        number: of the event; 0 begins an empty game. text: the event, or "close". state: whether the answer
        has the state. Raises RuleError or, out of step, LinkError; nothing changed then.
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
