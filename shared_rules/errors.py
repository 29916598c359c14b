"""The errors that the rules of any game raise."""


class RuleError(ValueError):
    """An event, a record or a text was refused; the message is a sentence that a player understands."""


class NotInstalled(RuleError):
    """The rules of a game are not installed. args: the name of its folder in `shared_rules`."""

    def __str__(self) -> str:
        return "The game %s is not installed here." % self.args[0]


class Refusal(RuleError):
    """A RuleError that can be translated. args: the key of its sentence, then the values in the sentence.

    `str` returns the English sentence, from the module `sentences` of the game. game: the name of the game's
    folder in `shared_rules`; "" if it belongs to no game.
    """

    game = ""

    def __str__(self) -> str:
        # imported only when somebody reads the sentence
        path = "shared_rules.%s.sentences" % self.game
        return __import__(path, None, None, ("sentence",)).sentence(*self.args)
