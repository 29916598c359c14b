"""How many plays each card allows: the figures of counts.md, counted again.

Each card's condition is written down here a second time, from the cards' formal text alone; it must not look
at `plays.py`.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.shipwreck import CARDS, can_play

PAGE = Path(__file__).with_name("counts.md").read_text(encoding="utf-8")
VALUES = range(1, 8)
HANDS = [(played, kept) for played in VALUES for kept in VALUES]
PIPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}


def always(hand):
    return True


# p and k: the values of the fate played and of the fate kept (one more under Shadows); V: the visible fates;
# F: those in front of the card; pips: those printed on the two tokens
CONDITIONS = {
    "dawn": lambda hand: hand.p > hand.k,
    "midnight": lambda hand: hand.p < hand.k,
    "the-deep": lambda hand: hand.p + hand.k <= 5,
    "the-servant": lambda hand: hand.only_played_is_in({1, 2, 3}),
    "the-stranger": lambda hand: (hand.p + hand.k) % 2 != 0,
    "the-key": lambda hand: 7 <= hand.p + hand.k <= 9,
    "leviathan": lambda hand: hand.p + hand.k >= 11,
    "the-belltower": lambda hand: hand.p + hand.k in (3, 6, 9, 12, 15),
    "the-shore": lambda hand: hand.apart >= 4,
    "the-blind-man": always,
    "the-chalice": always,
    "the-beast": lambda hand: hand.apart == 1,
    "the-huntress": lambda hand: hand.apart == 2,
    "the-mirror": lambda hand: hand.p == hand.k,
    "the-prophet": lambda hand: hand.k in hand.V,
    "the-rider": lambda hand: hand.p != hand.k and not {hand.p, hand.k} & set(hand.V),
    "the-judge": lambda hand: (hand.p + hand.k) % 2 == 0,
    "the-noble": lambda hand: hand.only_played_is_in({3, 4, 5}),
    "the-engine": lambda hand: hand.high in (2 * hand.low, 3 * hand.low),
    "the-lord": lambda hand: hand.only_played_is_in({5, 6, 7}),
    "asunder": lambda hand: hand.apart in hand.V and hand.p > hand.k,
    "fortune": lambda hand: {2: hand.p > hand.k, 1: hand.p < hand.k, 0: False}[hand.p % 2 + hand.k % 2],
    "iron": lambda hand: hand.k > max(hand.F, default=0),
    "the-captain": lambda hand: hand.only_played_is_in({1, 4, 7}),
    "the-feast": always,
    "the-ghost": lambda hand: not {hand.p - 1, hand.p + 1, hand.k - 1, hand.k + 1} & set(hand.V),
    "the-lantern": lambda hand: (hand.p + hand.k + sum(hand.V)) % 4 == 0,
    "the-pallbearers": lambda hand: hand.apart in (1, 2),
    "the-passage": lambda hand: len(set(hand.V) & set(range(hand.low + 1, hand.high))) == 1,
    "the-wish": always,
    "the-imago": always,
    "the-ash": lambda hand: hand.p == 7,
    "the-fall": always,
    "the-musicians": lambda hand: 11 in [hand.p + hand.k + v for v in (0, *hand.V)],
    "the-north-wind": lambda hand: abs(hand.pips[0] - hand.pips[1]) == 1,
    "the-thief": lambda hand: False,
}


class Hand:
    """Two fates and the table that they are played on, in the letters of the cards' formal text."""

    def __init__(self, played, kept, visible, in_front, shadows):
        self.p = played
        self.k = kept + 1 if shadows else kept
        self.V = visible
        self.F = in_front
        self.pips = PIPS[played], PIPS[kept]

    @property
    def low(self):
        return min(self.p, self.k)

    @property
    def high(self):
        return max(self.p, self.k)

    @property
    def apart(self):
        return self.high - self.low

    def only_played_is_in(self, group):
        return self.p in group and self.k not in group


def rows_under(heading):
    """Return the rows of the page's table that begins with this heading, as lists of texts."""
    lines = iter(PAGE.splitlines())
    for line in lines:
        if line.startswith(f"| {heading} |"):
            names = [cell.strip() for cell in line.split("|")[1:-1]]
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(names, [cell.strip() for cell in line.split("|")[1:-1]], strict=True)))
    return rows


def values_of(cell):
    return [int(value) for value in cell.split()]


TABLES = {
    row["table"]: (
        values_of(row["visible fates"]),
        values_of(row["of them in front of the card"]),
        row["Shadows"] == "yes",
    )
    for row in rows_under("table")
}
COUNTS = {row["card"]: row for row in rows_under("card")}


def test_the_page_has_every_card_on_every_table():
    assert list(COUNTS) == list(CARDS) == list(CONDITIONS)
    assert list(TABLES) == ["empty", "one", "several", "doubles", "crowd", "raised"]
    for visible, in_front, _ in TABLES.values():
        assert all(in_front.count(fate) <= visible.count(fate) <= 3 for fate in VALUES)
    assert all(row["counted by hand"] for row in COUNTS.values())


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("card", COUNTS)
def test_as_many_plays_are_legal_as_were_counted(card, table):
    visible, in_front, shadows = TABLES[table]
    counted = int(COUNTS[card][table])
    assert sum(can_play(card, *hand, visible, in_front, shadows) for hand in HANDS) == counted
    assert sum(CONDITIONS[card](Hand(*hand, visible, in_front, shadows)) for hand in HANDS) == counted


BAG = [value for value in VALUES for _ in range(3)]


@settings(deadline=None)
@given(st.permutations(BAG), st.integers(0, 12), st.integers(0, 12), st.booleans())
def test_every_card_agrees_on_every_hand_whatever_lies_on_the_table(drawn, lying, before_it, shadows):
    visible = drawn[:lying]
    in_front = visible[:before_it]
    for card, condition in CONDITIONS.items():
        for hand in HANDS:
            wanted = condition(Hand(*hand, visible, in_front, shadows))
            assert can_play(card, *hand, visible, in_front, shadows) == wanted, (card, hand)
