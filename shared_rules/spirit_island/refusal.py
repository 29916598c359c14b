"""The refusal of an event, by the key of its sentence; the sentences are imported only when one is shown."""

from shared_rules import errors


class Refusal(errors.Refusal):
    """An event that the rules of Spirit Island do not allow now.

    >>> str(Refusal("no-land", "B3"))
    'B3 is not a land on the boards in play.'
    """

    game = "spirit_island"
