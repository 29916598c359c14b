"""What a game says when it refuses something."""


class RuleError(ValueError):
    """An event, a record or a text that is refused; its message is a sentence a player understands."""


class NotInstalled(RuleError):
    """A RuleError about a game whose rules are not here, made of the name of its folder."""

    def __str__(self) -> str:
        return "The game %s is not installed here." % self.args[0]


class Refusal(RuleError):
    """A RuleError that is made of the key of its sentence and the values in it, so that it can be translated.

    `str` returns the English one: `sentence(*args)` of the module `sentences` of the game. game: the name of
    the folder of the game whose rules refuse, "" where they are no game's.
    """

    game = ""

    def __str__(self) -> str:
        # read only when somebody wants to see it
        path = "shared_rules.%s.sentences" % self.game
        return __import__(path, None, None, ("sentence",)).sentence(*self.args)
