"""Shared by the tests of the rules."""

import pytest

from shared_rules.shipwreck import cards

SIX = ("the-imago", "the-ash", "the-fall", "the-musicians", "the-north-wind", "the-thief")


@pytest.fixture
def deck_of_two(monkeypatch):
    """Limit the sets "imago" and "stars" to six cards together.

    A row of four of them leaves a deck of two, which is soon empty.
    """
    rows = cards._CARDS.decode().splitlines(keepends=True)
    left = [row for row in rows if row.split("|")[0] in SIX or not {"imago", "stars"} & set(row.split("|"))]
    monkeypatch.setattr(cards, "_CARDS", "".join(left).encode())
