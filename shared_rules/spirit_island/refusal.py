"""What the game refuses, by the key of its sentence in `sentences.py`, which is read only to be seen."""

from shared_rules import errors


class Refusal(errors.Refusal):
    """What the rules of Spirit Island refuse.

    >>> str(Refusal("no-land", "B3"))
    'B3 is not a land of the boards in play.'
    """

    game = "spirit_island"
