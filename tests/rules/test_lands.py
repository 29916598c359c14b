"""Lands as texts, a Ravage in one land, and the laws that it keeps."""

import pytest
from arcana_portable.games.spirit_island.question import outcome_as_json, read_question
from hypothesis import assume, given
from hypothesis import strategies as st

from shared_rules.errors import RuleError
from shared_rules.spirit_island.lands.land import NUMBERS, TOKENS, TWO, Conditions, Land, Piece, read_land
from shared_rules.spirit_island.lands.ravage import ravage

INVADER = st.builds(Piece, st.sampled_from("ETC"), st.just(0), st.integers(0, 2))
HURT = st.sampled_from(("T1d1", "C1d1", "C1d2s1", "D1d1")).map(lambda word: read_land(word).pieces[0])
OTHER = st.builds(Piece, st.sampled_from("DDP"))
TOKEN_COUNTS = st.dictionaries(st.sampled_from(TOKENS), st.integers(1, 3), max_size=4)
LANDS = st.builds(
    lambda pieces, tokens: Land(pieces, tokens.items()),
    st.lists(INVADER | HURT | OTHER, max_size=10),
    TOKEN_COUNTS,
)
ADVERSARIES = st.sampled_from(
    (
        [],
        ["sweden:3"],
        ["england:5"],
        ["russia:1"],
        ["russia:2"],
        ["habsburg-livestock:6"],
        ["habsburg-mining:1"],
        ["scotland:5"],
    )
)


def is_stopped(land, adversaries):
    """Whether a disease stops the Ravage of a mine."""
    return adversaries == ["habsburg-mining:1"] and len(land.of("ETC")) >= 3 and land.count("disease") > 0


def resolve(text, *adversaries):
    return outcome_as_json(ravage(*read_question(text, adversaries)))


@given(LANDS)
def test_a_land_and_its_text_are_exact_inverses(land):
    again = read_land(str(land))
    assert str(again) == str(land)
    assert again.tokens == land.tokens and len(again.pieces) == len(land.pieces)


@pytest.mark.parametrize(
    "text", ["X1", "E", "E0", "E1s", "D1s1", "P1d1", "E1d1d1", "E100", "blight=", "fog=1", "E-1"]
)
def test_the_refusal_of_a_land_quotes_the_invalid_word(text):
    with pytest.raises(RuleError, match=f"^'{text}' is neither pieces"):
        read_land("E1 " + text)


@pytest.mark.parametrize(
    ("land", "damage"), [("E1", 1), ("T1", 2), ("C1", 3)], ids=["explorer", "town", "city"]
)
def test_in_a_ravage_an_explorer_deals_1_damage_a_town_2_and_a_city_3(land, damage):
    """Source: rulebook of Spirit Island, "Ravage"."""
    assert resolve(land)["damage"] == damage


def test_the_numbers_that_are_two_unless_an_effect_changes_them():
    assert {name for name in NUMBERS if getattr(Conditions(), name) == 2} == set(TWO)


def test_the_ravage_of_the_game_record():
    text = "E2 T1s1 C1 D3 blight=1 badlands=1 vitality=0 defend=2"
    assert ("defend", 2, 3) in ravage(*read_question(text, ())).steps
    assert resolve(text) == {
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


def test_dahan_that_strike_before_the_ravage_do_not_strike_back():
    found = resolve("C1 D1 before=1 defend=9")
    assert (found["destroyed"], found["after"]) == ("", "C1d2 D1")


@pytest.mark.parametrize(
    ("text", "adversary", "expected"),
    [
        # nothing is dealt: nothing raises it, and the dahan strike all the same
        ("T1s1 D1 badlands=1", "", {"damage": 0, "to_dahan": 0, "counter": 3, "after": "D1 badlands=1"}),
        ("E2 D2 weaker=1", "", {"destroyed": "E2"}),
        # who strikes first leaves less to strike
        ("C1 D2 before=2", "", {"damage": 0, "destroyed": "C1", "dahan_destroyed": 0, "fear": 2}),
        ("T1 D1 together=1", "", {"dahan_destroyed": 1, "destroyed": "T1", "fear": 1}),
        ("T1 D1", "", {"dahan_destroyed": 1, "destroyed": "", "counter": 0}),
        # who takes no part is not hit and grants no Defend
        ("T1 D2 out=1 defend_each=1", "", {"to_land": 1, "dahan_destroyed": 0, "after": "D1 D1d1"}),
        ("T1 D2 defend_each=1", "", {"to_land": 0, "after": "D2"}),
        # the most damaged dahan first, and each destroyed before the next is hurt
        ("T1 E1 D2 D1d1", "", {"dahan_destroyed": 2, "after": "E1 D1 blight=1"}),
        # each Vitality stops one blight if the land has none
        ("C2 P1 vitality=2", "sweden:1", {"blight": 0, "after": "C2 P1"}),
        ("C2 P1", "sweden:1", {"blight": 2, "after": "C2 blight=2"}),
        (
            "C2 blight=1 vitality=2",
            "sweden:1",
            {"blight": 2, "cascade": True, "after": "C2 blight=3 vitality=2"},
        ),
        # adversaries
        ("T1 C1", "sweden:3", {"damage": 8}),
        ("T1 D2 defend=9", "england:5", {"destroyed": "T1"}),
        ("C1 D2 defend=9", "england:5", {"destroyed": "C1"}),
        ("C1 D2 defend=9", "england:4", {"destroyed": "C1", "after": "D2"}),
        ("E2", "russia:1", {"damage": 4}),
        ("E2 beasts=1", "russia:1", {"after": "E2 blight=1"}),
        ("T2 D2 defend=9", "habsburg-livestock:4", {"destroyed": "T1", "after": "T1 D2"}),
        ("T2 D2 defend=2", "habsburg-livestock:4", {"destroyed": "T1", "after": "T1 D1 blight=1"}),
        ("T1 next_to_town=1", "habsburg-livestock:6", {"damage": 4}),
        ("T1 E1 blight=1", "habsburg-mining:1", {"cascade": False, "after": "T2 blight=2"}),
        (
            "E1 T2 D2 disease=2",
            "habsburg-mining:1",
            {"damage": 0, "counter": 0, "after": "E1 T2 D2 disease=1"},
        ),
        ("E1 T1 disease=1", "habsburg-mining:1", {"damage": 3, "after": "E1 T1 blight=1 disease=1"}),
        ("E3 disease=1", "habsburg-mining:0", {"damage": 3}),
        # the choice: most fear, most pieces, cities first; what is left stays on the one with most health
        ("E1 T2 C1 D2 defend=9", "", {"destroyed": "E1 C1", "fear": 2, "after": "T2 D2"}),
        ("C2 D2 defend=9", "", {"destroyed": "C1", "after": "C1d1 D2"}),
        ("T1 C1d1 D1 defend=9", "", {"destroyed": "C1", "after": "T1 D1"}),
    ],
)
def test_what_a_ravage_comes_to(text, adversary, expected):
    found = resolve(text, *([adversary] if adversary else []))
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "level", "pushed", "destroyed", "fear", "after"),
    [
        ("E2 D3", 2, "E1", "E1", 1, "D1 blight=1"),
        ("E2 D3", 1, None, "E2", 0, "D1 blight=1"),
        ("E1 D1 defend=9", 6, "E1", "", 1, "D1"),
        # where no push is possible
        ("E2 D3 push=none", 2, None, "E2", 0, "D1 blight=1"),
        # the fear of the push counts for the choice: an explorer and a town, not a city
        ("E1 T1 C1 D3 defend=9", 2, "E1", "T1 C1", 4, "D3"),
        ("E1 C1 D2 defend=9", 2, "E1", "C1", 3, "D2"),
        ("T1 D1 defend=9", 2, None, "T1", 1, "D1"),
        # dahan that strike first save nobody twice
        ("E3 D3 before=2 defend=9", 2, "E1", "E2", 1, "D3"),
        ("E1 E1s1 D1 defend=9", 2, "E1", "E1", 1, "D1"),
    ],
)
def test_russia_pushes_the_first_explorer_that_would_be_destroyed(
    text, level, pushed, destroyed, fear, after
):
    found = resolve(text, f"russia:{level}")
    assert found.get("pushed") == pushed
    assert (found["destroyed"], found["fear"], found["after"]) == (destroyed, fear, after)


@given(LANDS, ADVERSARIES, st.integers(0, 12))
def test_more_defend_never_hurts(land, adversaries, defend):
    less = resolve(f"{land} defend={defend}", *adversaries)
    more = resolve(f"{land} defend={defend + 1}", *adversaries)
    for what in ("to_land", "to_dahan", "blight", "cascade", "dahan_destroyed"):
        assert more[what] <= less[what]
    assert more["counter"] >= less["counter"]
    # blight ends Durable, and has the Mining Expedition upgrade what would be destroyed for less fear
    assert more["fear"] >= less["fear"] or adversaries[0].startswith("habsburg")


@given(LANDS, ADVERSARIES)
def test_the_defend_for_an_aim_is_the_least_that_reaches_it(land, adversaries):
    aims = {"no_blight": "blight", "no_dahan_lost": "dahan_destroyed"}
    for aim, what in aims.items():
        needed = resolve(str(land), *adversaries)["defend_for"][aim]
        assert resolve(f"{land} defend={needed}", *adversaries)[what] == 0
        if needed:
            assert resolve(f"{land} defend={needed - 1}", *adversaries)[what] > 0


@given(LANDS, ADVERSARIES)
def test_vitality_that_is_enough_leaves_the_land_as_it_was(land, adversaries):
    assume(not land.count("blight") and not is_stopped(land, adversaries))
    land.tokens["vitality"] = 2
    found = resolve(str(land), *adversaries)
    after = read_land(found["after"])
    assert found["blight"] == 0 and not found["cascade"] and not after.count("blight")
    for name in TOKENS:
        assert after.count(name) == land.count(name) or name == "vitality"
    assert len(after.of("P")) == len(land.of("P"))


@given(LANDS, ADVERSARIES)
def test_a_ravage_changes_nothing_that_it_has_no_business_with(land, adversaries):
    assume(not is_stopped(land, adversaries))
    found = resolve(str(land), *adversaries)
    after = read_land(found["after"])
    for name in ("badlands", "disease", "wilds"):
        assert after.count(name) == land.count(name)
    assert len(land.of("D")) - len(after.of("D")) == found["dahan_destroyed"]
    lost = sum(int(word[1:]) for word in found["destroyed"].split())
    assert len(land.of("ETC")) - len(after.of("ETC")) == lost + len(found.get("pushed", "")[:1])
