"""Twelve generic creatures, so that Creatures from the Deep can be played without entering any.

They are made up for this companion and are NOT the cards of the game. Level 1 takes at least two fates,
level 2 three, level 3 four; with random fates, one or two more.
"""

from shared_rules.shipwreck.creature import Creature

if False:  # for the type checker only
    from collections.abc import Iterator

# One text, which takes the least memory on a Pico.
_GENERIC = """
1:Shrimp:sum>=9
1:Jellyfish:pips=4
1:Crab:odd2
1:Eel:run2
2:Ray:odd2&even1
2:Turtle:run2&odd2
2:Octopus:sum>=15
2:Swordfish:sum=15
3:Squid:odd2&even2
3:Shark:sum>=22
3:Whale:pips>=10
3:Sea_Serpent:run3&kind2
"""


def generic_creatures() -> "Iterator[Creature]":
    """Yield the generic Creatures, from level 1 to level 3.

    >>> next(generic_creatures()).title
    'Shrimp'
    """
    for text in _GENERIC.strip().split("\n"):
        yield Creature.from_text(text)
