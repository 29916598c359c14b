"""How many plays each card allows: the figures of counts.md, counted again.

The page also has each card's condition a second time, from the card's formal text alone. It must not look at
`cards.py`.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.shipwreck import CARDS, can_play

PAGE = Path(__file__).with_name("counts.md").read_text(encoding="utf-8")
VALUES = range(1, 8)
HANDS = [(played, kept) for played in VALUES for kept in VALUES]
PIPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}


def letters(played, kept, visible, in_front, shadows):
    """Return what the names in a condition stand for; the page says what they mean."""
    p, k = played, kept + 1 if shadows else kept
    low, high = min(p, k), max(p, k)
    return {
        "p": p,
        "k": k,
        "V": visible,
        "F": in_front,
        "low": low,
        "high": high,
        "apart": high - low,
        "pips": (PIPS[played], PIPS[kept]),
        "only_p_in": lambda *group: p in group and k not in group,
    }


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
CONDITIONS = {card: compile(row["condition"].strip("`"), card, "eval") for card, row in COUNTS.items()}


def fits(card, *hand):
    """Return whether the page allows a hand on a card. hand: as `letters` takes it."""
    return bool(eval(CONDITIONS[card], letters(*hand)))


def test_the_page_has_every_card_on_every_table():
    assert list(COUNTS) == list(CARDS), "counts.md needs a row for every card, in the order of cards.py"
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
    assert sum(fits(card, *hand, visible, in_front, shadows) for hand in HANDS) == counted


BAG = [value for value in VALUES for _ in range(3)]


@given(st.permutations(BAG), st.integers(0, 12), st.integers(0, 12), st.booleans())
def test_every_card_agrees_on_every_hand_whatever_lies_on_the_table(drawn, lying, before_it, shadows):
    visible = drawn[:lying]
    in_front = visible[:before_it]
    for card in CONDITIONS:
        for hand in HANDS:
            wanted = fits(card, *hand, visible, in_front, shadows)
            assert can_play(card, *hand, visible, in_front, shadows) == wanted, (card, hand)
