"""What the game refuses, by a short key and the values that belong to it.

The sentence behind a key stands in `sentences.py`, which is read only when somebody wants to see it: a menu
asks for every event whether it may happen, and a device that shows menus hardly ever needs a sentence.
"""

from shared_rules import errors

if False:  # for the type checker alone
    from shared_rules.shipwreck.game import Game


class Refusal(errors.Refusal):
    """What the rules of The Shipwreck Arcana refuse.

    >>> str(Refusal("no-card", 3))
    'No card lies at place 3.'
    """

    game = "shipwreck"


def no_card(game: "Game", place: int) -> "Refusal | None":
    """Return the Refusal of what needs a card at a place 1-4 where none lies, None where one does."""
    return None if game.card_at(place) else Refusal("no-card", place)


def no_fate(game: "Game", fate: int, place: int) -> "Refusal | None":
    """Return the Refusal of what needs a fate in front of a place 1-4 where it does not lie, or None."""
    return None if fate in game.fates_at(place) else Refusal("no-fate", fate, place)
