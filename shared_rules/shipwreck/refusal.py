"""The refusal of an event: the key of a sentence and the values in it.

The sentences are in `sentences.py`, which is imported only when one is shown: a menu checks whether many
events are legal, and hardly ever needs to say why one is not.
"""

from shared_rules import errors

if False:  # for the type checker only
    from shared_rules.shipwreck.game import Game


class Refusal(errors.Refusal):
    """An event that the rules of The Shipwreck Arcana do not allow now.

    >>> str(Refusal("no-card", 3))
    'No card lies at place 3.'
    """

    game = "shipwreck"


def no_card(game: "Game", place: int) -> "Refusal | None":
    """Return a Refusal if there is no card at a place 1-4, else None."""
    return None if game.card_at(place) else Refusal("no-card", place)


def no_fate(game: "Game", fate: int, place: int) -> "Refusal | None":
    """Return a Refusal if a fate does not lie in front of a place 1-4, else None."""
    return None if fate in game.fates_at(place) else Refusal("no-fate", fate, place)
