"""An action that is being resolved: what has happened in it, and what it has used up."""

from shared_rules.spirit_island.lands.conditions import Conditions
from shared_rules.spirit_island.lands.land import Land, Piece
from shared_rules.spirit_island.refusal import Refusal

if False:  # for the type checker only
    from typing import Any


class Place:
    """A land where something is resolved. name: such as "A8", "" if it is not known."""

    def __init__(self, name: str, land: Land, conditions: Conditions) -> None:
        self.name = name
        self.land = land
        self.conditions = conditions


class Action:
    """One action. What may happen once per action may happen again in an action nested in it.

    words: a description. steps: list of tuples, what has happened in it, as listed in `ravage.Outcome`.
    running: iterators that resolve parts of it; each yields how much blight comes off the card, before that
    is in the land. triggered: functions that return such an iterator, for what happens after it.
    is_strict: whether an impossible choice of the players is refused; otherwise another one is made for them.
    dreams: whether invaders cause fear instead of being destroyed, as with Bringer of Dreams and Nightmares.
    is_open: whether players enter what happens in it, until they enter that it is done. for_card: whether it
    is the immediate effect of a blight card.
    """

    def __init__(self, words: str = "", is_open: bool = False, for_card: bool = False) -> None:
        self.words = words
        self.is_open = is_open
        self.for_card = for_card
        self.is_strict = self.dreams = False
        self.steps = []  # type: list[tuple]
        self.running = []  # type: list[Any]
        self.triggered = []  # type: list[Any]
        self._reported = 0
        self._spent = {}  # type: dict[Any, int]
        self._destroyed = []  # type: list[tuple[str, Piece]]
        self._counted = []  # type: list[tuple[Piece, str]]

    def note(self, *step: "Any") -> None:
        """Add a step: a word, then its values."""
        self.steps.append(step)

    def new_steps(self) -> list[tuple]:
        """Return the steps that were added since the last call."""
        start, self._reported = self._reported, len(self.steps)
        return self.steps[start:]

    def copy_spent(self, other: "Action") -> None:
        """Mark as used up what another action has used up."""
        self._spent = dict(other._spent)

    def spend(self, key: "Any", number: int, most: int | None = None) -> int:
        """Use up to `most` of `number` things that an action may use once each; return how many were left to
        use.

        key: what they are, such as ("dahan", "A8") for Badlands that add damage to dahan there. most: None
        for all of them.
        """
        spent = self._spent.get(key, 0)
        used = max(0, number - spent)
        if most is not None:
            used = min(used, most)
        self._spent[key] = spent + used
        return used

    def add_up(self, key: "Any", number: int) -> int:
        """Add a number to this action's sum for a key, and return the sum."""
        self._spent[key] = self._spent.get(key, 0) + number
        return self._spent[key]

    def mark_destroyed(self, piece: Piece, land: str) -> bool:
        """Mark a piece as destroyed in a land; return False if this action has destroyed it before."""
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

        Raises Refusal if it already counts as another kind. Source: FAQ, "Counts As".
        """
        for counted, as_kind in self._counted:
            if counted is piece and as_kind != kind:
                raise Refusal("counts-as")
        self._counted.append((piece, kind))

    def counting(self, land: Land, kinds: str) -> list[Piece]:
        """Return the pieces of a land that are, or count as, any of these kinds, each piece once."""
        also = [piece for piece, kind in self._counted if kind in kinds]
        return [piece for piece in land.pieces if piece.kind in kinds or piece in also]
