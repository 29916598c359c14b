"""What the game refuses, by a short key and the values that belong to it.

The sentence behind a key stands in `sentences.py`, which is read only when somebody wants to see it: a menu
asks for every event whether it may happen, and a device that shows menus hardly ever needs a sentence.
"""

from shared_rules.errors import RuleError


class Refusal(RuleError):
    """A RuleError that is made of the key of its sentence and the values in it.

    >>> str(Refusal("no-card", 3))
    'No card lies at place 3.'
    """

    def __str__(self) -> str:
        from shared_rules.shipwreck.sentences import sentence

        return sentence(*self.args)
