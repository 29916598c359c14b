"""The errors that the rules of any game raise."""


class RuleError(ValueError):
    """An event, a record or a text that is refused; its message is a sentence a player understands."""


class NotInstalled(RuleError):
    """A game whose rules are not installed. args: the name of its folder in `shared_rules`."""

    def __str__(self) -> str:
        return "The game %s is not installed here." % self.args[0]


class Refusal(RuleError):
    """A RuleError that can be translated. args: the key of its sentence, then the values in the sentence.

    `str` returns the English sentence, from the module `sentences` of the game. game: the name of the game's
    folder in `shared_rules`, "" for that folder itself.
    """

    game = ""

    def __str__(self) -> str:
        # imported only when somebody reads the sentence
        path = "shared_rules.%s.sentences" % self.game
        return __import__(path, None, None, ("sentence",)).sentence(*self.args)
