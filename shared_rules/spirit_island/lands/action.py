"""An action that is being resolved: what has happened in it, and what has been used up in it."""

from shared_rules.spirit_island.lands.conditions import Conditions
from shared_rules.spirit_island.lands.land import Land, Piece
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker alone
    from typing import Any


class Place:
    """A land where something is resolved. name: such as "A8", "" where nobody has said."""

    def __init__(self, name: str, land: Land, conditions: Conditions) -> None:
        self.name = name
        self.land = land
        self.conditions = conditions


class Action:
    """One action. An action nested in it is another one, which may do once more what this one has done.

    words: what it is. steps: list of tuples, what has happened in it, as `Outcome` of `ravage` lists them.
    running: iterators over what is resolved in it; each yields how much blight comes off the card before
    that is in the land. triggered: functions that give such an iterator over what happens after it.
    is_strict: whether what players chose has to be right; else what can't be is chosen for them. dreams:
    whether fear comes instead of destroying invaders, as with Bringer of Dreams and Nightmares.
    is_open: whether players say what happens in it, until they say that it is done. for_card: whether it is
    what a blight card does at once.
    """

    def __init__(self, words: str = "", is_open: bool = False, for_card: bool = False) -> None:
        self.words = words
        self.is_open = is_open
        self.for_card = for_card
        self.is_strict = self.dreams = False
        self.steps = []  # type: list[tuple]
        self.running = []  # type: list[Any]
        self.triggered = []  # type: list[Any]
        self._told = 0
        self._spent = {}  # type: dict[Any, int]
        self._destroyed = []  # type: list[tuple[str, Piece]]
        self._counted = []  # type: list[tuple[Piece, str]]

    def note(self, *step: "Any") -> None:
        """Add a step: a word and the values that belong to it."""
        self.steps.append(step)

    def new_steps(self) -> list[tuple]:
        """Return the steps that were noted since the last time."""
        start, self._told = self._told, len(self.steps)
        return self.steps[start:]

    def take_spent(self, other: "Action") -> None:
        """Mark as used up what another action has used up."""
        self._spent = dict(other._spent)

    def spend(self, key: "Any", number: int, most: int | None = None) -> int:
        """Use what is left of `number` things that an action may use once, `most` at most; return how many.

        key: what they are, such as ("dahan", "A8") for Badlands that boost damage to dahan there.
        """
        spent = self._spent.get(key, 0)
        used = max(0, number - spent)
        if most is not None:
            used = min(used, most)
        self._spent[key] = spent + used
        return used

    def add_up(self, key: "Any", number: int) -> int:
        """Add a number to the sum of a key in this action, and return the sum."""
        self._spent[key] = self._spent.get(key, 0) + number
        return self._spent[key]

    def destroys(self, piece: Piece, land: str) -> bool:
        """Return whether a piece is destroyed for the first time in this action. land: its name."""
        # a piece that was saved is still there
        first = not [each for _, each in self._destroyed if each is piece]
        if first:
            self._destroyed.append((land, piece))
        return first

    def destroyed_in(self, land: str) -> list[Piece]:
        """Return the pieces that this action has destroyed in a land."""
        return [piece for name, piece in self._destroyed if name == land]

    def count_as(self, piece: Piece, kind: str) -> None:
        """Count a piece as one of another kind for the rest of this action.

        Raises Refusal where it counts as one of yet another kind already. Source: FAQ, "Counts As".
        """
        for counted, as_kind in self._counted:
            if counted is piece and as_kind != kind:
                raise Refusal("counts-as")
        self._counted.append((piece, kind))

    def counting(self, land: Land, kinds: str) -> list[Piece]:
        """Return the pieces of a land that are, or count as, any of these kinds, each of them once."""
        also = [piece for piece, kind in self._counted if kind in kinds]
        return [piece for piece in land.pieces if piece.kind in kinds or piece in also]
