"""A place in the row: an arcana card, the fates in front of it, and the powers attached to it."""

from shared_rules.shipwreck.cards import CARDS, pips

SCIONS = "the-north-wind"
SANDS = "the-fall"


class Place:
    """An arcana card in the row.

    card: its id. moons: its duration, None if its own text says when it fades.
    fates: the values in front of it, in the order in which they were played.
    attached: ids of the cards whose powers are attached to it (Sands, Scions).
    """

    def __init__(self, card: str) -> None:
        self.card = card
        self.moons = CARDS[card].moons
        self.fates = []  # type: list[int]
        self.attached = []  # type: list[str]

    @property
    def pips(self) -> int:
        """The hours in front of the card. Source: rulebook, "Fading"; the texts of Scions and The Imago."""
        if SCIONS in self.attached:
            return len(self.fates)
        hours = 0
        for fate in self.fates:
            hours += 1 if fate == 7 and self.card == "the-imago" else pips(fate)
        return hours

    def copy(self) -> "Place":
        """Return a copy."""
        place = Place(self.card)
        place.fates = list(self.fates)
        place.attached = list(self.attached)
        return place

    def __str__(self) -> str:
        fates = "".join([str(fate) for fate in self.fates])
        return ":".join([self.card, fates] + self.attached)
