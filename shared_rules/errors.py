"""The errors that the rules of any game raise."""

if False:  # for the type checker only
    from collections.abc import Callable


class RuleError(ValueError):
    """An event, a record or a text was refused; the message is a sentence that a player understands."""


class NotInstalled(RuleError):
    """The rules of a game are not installed. args: the name of its folder in `shared_rules`."""

    def __str__(self) -> str:
        return "The game %s is not installed here." % self.args[0]


class Refusal(RuleError):
    """A RuleError that can be translated. args: the key of its sentence, then the values in the sentence.

    `str` returns the English sentence, from `SENTENCES` in the module `sentences` of the game. If that has a
    function `values_in_words`, it makes the values of a key readable first. game: the name of the game's
    folder in `shared_rules`; "" for what belongs to no game, with its sentences in `player_names`. Raises
    KeyError for an unknown key.

    >>> str(Refusal("same-name", "ann", "Ann"))
    "'ann' and 'Ann' differ only in capital letters."
    """

    game = ""

    def __str__(self) -> str:
        return self.sentence(str)

    def sentence(self, translate: "Callable[[str], str]") -> str:
        """Return the sentence. translate: returns the translation of an English text."""
        # imported only when somebody reads the sentence
        module = self.game + ".sentences" if self.game else "player_names"
        sentences = __import__("shared_rules." + module, None, None, ("SENTENCES",))
        key, values = self.args[0], self.args[1:]
        if hasattr(sentences, "values_in_words"):
            values = sentences.values_in_words(key, values, translate)
        return translate(find_line(sentences.SENTENCES, key)) % values


def find_line(table: str, key: str) -> str:
    """Return the text of a key. Raises KeyError for an unknown key.

    table: a key, "=" and its text on each line, each with a line end before and after it.

    >>> find_line("\\nover=The game is over.\\n", "over")
    'The game is over.'
    """
    start = table.find("\n%s=" % key)
    if start < 0:
        raise KeyError(key)
    start += len(key) + 2
    return table[start : table.find("\n", start)]
