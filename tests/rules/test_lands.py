"""Lands as texts, and a Ravage in one land."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.errors import RuleError
from shared_rules.spirit_island.lands.conditions import read_question
from shared_rules.spirit_island.lands.land import TOKENS, Land, Piece, read_land
from shared_rules.spirit_island.lands.ravage import ravage

INVADER = st.builds(Piece, st.sampled_from("ETC"), st.integers(0, 3), st.integers(0, 2))
OTHER = st.builds(Piece, st.sampled_from("D"), st.integers(0, 1)) | st.builds(Piece, st.just("P"))
TOKEN_COUNTS = st.dictionaries(st.sampled_from(TOKENS), st.integers(1, 4), max_size=4)
LANDS = st.builds(
    lambda pieces, tokens: Land(pieces, tokens.items()), st.lists(INVADER | OTHER, max_size=12), TOKEN_COUNTS
)


def resolve(text, *adversaries):
    return ravage(*read_question(text, adversaries)).as_json()


@given(LANDS)
def test_a_land_and_its_text_are_exact_inverses(land):
    again = read_land(str(land))
    assert str(again) == str(land)
    assert again.tokens == land.tokens and len(again.pieces) == len(land.pieces)


@pytest.mark.parametrize(
    "text", ["X1", "E", "E0", "E1s", "D1s1", "P1d1", "E1d1d1", "E100", "blight=", "fog=1", "E-1"]
)
def test_what_is_no_land_is_refused_by_its_word(text):
    with pytest.raises(RuleError, match=f"^'{text}' is neither pieces"):
        read_land("E1 " + text)


def test_the_ravage_of_the_game_record():
    assert resolve("E2 T1s1 C1 D3 blight=1 badlands=1 vitality=0 defend=2") == {
        "damage": 5,
        "to_land": 3,
        "to_dahan": 4,
        "blight": 1,
        "cascade": True,
        "dahan_destroyed": 2,
        "counter": 3,
        "destroyed": "C1",
        "fear": 2,
        "after": "E2 T1 D1 blight=2 badlands=1",
        "defend_for": {"no_blight": 4, "no_dahan_lost": 5},
    }
