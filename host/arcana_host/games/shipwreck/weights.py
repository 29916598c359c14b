"""Counts the ways to each value of the kept fate, hand by hand and draw by draw.

`shared_rules/shipwreck/hands.py` finds out what is possible; this counts how often, which only reviews need.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from shared_rules.shipwreck import Game
from shared_rules.shipwreck.hands import Note

Ways = dict[tuple[int, int], int]
Drawn = Ways | Any

# Which fate was held before this turn: the one kept, the one played, or neither.
_OLD, _PLAYED, _NEW = 1, 2, 4


def weights(game: Game) -> list[int] | None:
    """Return how many ways lead to each value 1-7 of the fate that the active player kept, or None.

    A way is a hand of all who held a fate when the turn began, as `Game.possible` allows it, together with
    the tokens drawn this turn, one after the other, that leave the value in the active player's hand. All
    hands have equal weight, whatever was drawn in earlier turns, and so have all plays: it does not matter
    what else the player could have played. None if nothing was played this turn.
    """
    if game.last_play is None:
        return None
    seats, hands, notes = game.turn_so_far()
    if not [note for note in notes if note.what == "play"]:
        return None
    total = [0] * 7
    for held in _each(seats, hands):
        for (kept, _), ways in _draws(held, notes).items():
            total[kept - 1] += ways
    return total if any(total) else None


def _each(seats: "Sequence[int]", hands: int) -> "Iterator[dict[int, int]]":
    """Yield each hand as {seat: value}."""
    for at, byte in enumerate(hands.to_bytes(7 ** len(seats) // 8 + 1, "little")):
        for bit in range(8):
            if byte >> bit & 1:
                rest = 8 * at + bit
                held = {}
                for seat in seats:
                    if seat is not None:
                        held[seat] = rest % 7 + 1
                    rest //= 7
                yield held


def _draws(held: dict[int, int], notes: "Iterable[Note]") -> "Ways":
    """Return {(fate kept, which is old): ways} for one hand of those who held a fate."""
    # {seat: value} of all fates that are held, but for the active player's
    others = dict(held)
    drawn: Drawn = None
    for note in notes:
        if note.what == "play":
            if drawn is None:
                drawn = (
                    {(others.pop(note.seat), _OLD): 1} if note.seat in others else _first(others, note.seen)
                )
            drawn = _play(others, drawn, note)
        elif note.what == "kept":
            drawn = {way: count for way, count in drawn.items() if way[0] in note.values}
        elif note.what in ("old", "new"):
            drawn = _say(drawn, _PLAYED if note.what == "old" else _OLD | _NEW)
        elif note.what == "leave":
            others.pop(note.seat, None)
        elif note.what == "holds":
            if others[note.seat] != note.fate:
                return {}
        elif others.pop(note.seat) != note.fate:  # reveal
            return {}
    return drawn


def _left(others: dict[int, int], seen: list[int], value: int) -> int:
    """Return how many tokens of a value are in the bag."""
    return 3 - seen[value - 1] - list(others.values()).count(value)


def _first(others: dict[int, int], seen: list[int]) -> "Ways":
    return {(value, _NEW): _left(others, seen, value) for value in range(1, 8)}


def _play(others: dict[int, int], drawn: "Ways", note: "Note") -> "Ways":
    """One more token is drawn, and one of the two is played."""
    after: Ways = {}

    def add(kept: int, old: int, ways: int) -> None:
        if old and ways > 0:
            after[kept, old] = after.get((kept, old), 0) + ways

    for (hand, old), ways in drawn.items():
        keeps = (_OLD if old & _OLD else 0) | (_NEW if old & ~_OLD else 0)
        plays = (_PLAYED if old & _OLD else 0) | (_NEW if old & ~_OLD else 0)
        for value in range(1, 8):
            count = ways * (_left(others, note.seen, value) - (value == hand))
            # nobody can tell which of two equal fates is played, so they count as one draw and not two
            if value == note.fate and hand == note.fate:
                if hand in note.values:
                    add(hand, keeps | plays, count)
            elif value == note.fate and hand in note.values:
                add(hand, keeps, count)
            elif hand == note.fate and value in note.values:
                add(value, plays, count)
    return after


def _say(drawn: "Ways", which: int) -> "Ways":
    after: Ways = {}
    for (kept, old), ways in drawn.items():
        if old & which:
            after[kept, old & which] = after.get((kept, old & which), 0) + ways
    return after
