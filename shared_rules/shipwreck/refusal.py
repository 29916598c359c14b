"""What the game refuses, by a short key and the values that belong to it.

The sentence behind a key stands in `sentences.py`, which is read only when somebody wants to see it: a menu
asks for every event whether it may happen, and a device that shows menus hardly ever needs a sentence.
"""

from shared_rules import errors


class Refusal(errors.Refusal):
    """What the rules of The Shipwreck Arcana refuse.

    >>> str(Refusal("no-card", 3))
    'No card lies at place 3.'
    """

    game = "shipwreck"
