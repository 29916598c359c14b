"""Creatures: what their conditions ask, held against counting it out token by token."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.record import MAX_LINE
from shared_rules.shipwreck import RuleError
from shared_rules.shipwreck.deep import MAX_NAME, Creature, generic_creatures

TOKENS = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7]
PIPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}
ASKED = {"kind": 3, "run": 7, "odd": 12, "even": 9, "sum>=": 84, "sum=": 84, "pips>=": 36, "pips=": 36}
"""The most of each that the 21 tokens give; `test_a_need_asks_for_no_more_than_the_tokens_give` counts it."""


def subsets(fates):
    """Return every choice of some of the fates, none and all included."""
    return [chosen for size in range(len(fates) + 1) for chosen in combinations(fates, size)]


def choice_that_meets(written, number, chosen):
    """Whether exactly these fates meet the need, as a person would lay them out on the card."""
    if written == "kind":
        return len(chosen) == number and len(set(chosen)) == 1
    if written == "run":
        return len(chosen) == number and sorted(chosen) == list(range(min(chosen), min(chosen) + number))
    if written in ("odd", "even"):
        return len(chosen) == number and all(
            fate in {"odd": (1, 3, 5, 7), "even": (2, 4, 6)}[written] for fate in chosen
        )
    total = sum(PIPS[fate] if "pips" in written else fate for fate in chosen)
    return total == number if written in ("sum=", "pips=") else total >= number


needs = st.one_of(
    st.builds("{}x{}".format, st.integers(1, 3), st.integers(1, 7)),
    *[
        st.integers(2 if written in ("kind", "run") else 1, most).map(f"{written}{{}}".format)
        for written, most in ASKED.items()
    ],
)
conditions = (
    st.lists(needs, min_size=1, max_size=4, unique=True).map("&".join).filter(lambda text: len(text) <= 24)
)
names = st.text("ABCXYZabcxyz0189_-", min_size=1, max_size=16).filter(lambda name: name.strip("_-"))
creatures = st.builds("{}:{}:{}".format, st.integers(1, 3), names, conditions)
fates = st.permutations(TOKENS).flatmap(lambda bag: st.integers(0, 7).map(lambda count: bag[:count]))


def of(condition):
    return Creature(1, "Crab", condition)


# reading


@given(creatures)
def test_a_creature_is_its_text(text):
    creature = Creature.from_text(text)
    assert str(creature) == text and Creature.from_text(str(creature)) == creature
    assert text == f"{creature.level}:{creature.name}:{creature.condition}"
    assert len(text) <= 43 < MAX_LINE and " " not in text and "," not in text


def test_the_longest_creature():
    longest = "3:" + "C" * MAX_NAME + ":1x1&1x2&1x3&1x4&1x5&odd3"
    assert str(Creature.from_text(longest)) == longest and len(longest) == 43


def test_a_creature_says_what_it_is():
    creature = Creature.from_text("3:Sea_Serpent-2:2x7&run4&sum=9")
    assert (creature.level, creature.name, creature.title) == (3, "Sea_Serpent-2", "Sea Serpent-2")
    assert creature.needs == [("value", 2, 7), ("run", 4, None), ("sum-exactly", 9, None)]
    assert creature != Creature.from_text("2:Sea_Serpent-2:2x7&run4&sum=9")


NONE = {
    "reads level:name:condition": ["", "Crab", "1:Crab", "1:Crab:3x7:"],
    "level of a creature is 1, 2 or 3": "0:Crab:3x7 4:Crab:3x7 01:Crab:3x7 one:Crab:3x7 :Crab:3x7".split(),
    "1 to 16 characters": [
        *("1::3x7", "1:__:3x7", "1:Giant Crab:3x7", "1:Krabbenkönig:3x7", "1:Crab[:3x7"),
        "1:" + "C" * (MAX_NAME + 1) + ":3x7",
    ],
    "plain ASCII": ["1:Crab:3x7\n"],
    "at most 120 bytes": ["1:Crab:" + "1x1&" * 40],
    "'' is no condition": ["1:Crab:", "1:Crab:3x7&"],
    **{
        f"'{need}' is no condition": [f"1:Crab:{need}"]
        for need in "many x7 3x 3x7x1 03x7 0x7 run04 run odd0 sum>15 sum15 sum=-3 3X7".split()
    },
    "'4x7' is never met: there are three tokens each of 1 to 7": ["1:Crab:4x7"],
    "'3x8' is never met": ["1:Crab:3x8"],
    "After 'kind' comes 2 to 3: there are three tokens each of 1 to 7": ["1:Crab:kind1"],
    "After 'run' comes 2 to 7": ["1:Crab:run8"],
    "'3x7' is in the condition twice": ["1:Crab:3x7&3x7"],
    "at most 24 characters": ["1:Crab:1x1&1x2&1x3&1x4&1x5&odd10"],
}


@pytest.mark.parametrize(("sentence", "text"), [(key, each) for key, texts in NONE.items() for each in texts])
def test_what_is_no_creature_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(RuleError, match=sentence) as refused:
        Creature.from_text(text)
    assert str(refused.value).endswith(".")


@given(st.text(max_size=60) | st.text("12x37:&sum>=kindruopve", max_size=20).map("1:Crab:{}".format))
def test_no_text_does_more_than_be_refused(text):
    try:
        assert str(Creature.from_text(text)) == text
    except RuleError:
        pass


@pytest.mark.parametrize("written", ASKED)
def test_a_need_asks_for_no_more_than_the_tokens_give(written):
    # the last that is taken is met by all tokens together, and the next is refused
    assert of(f"{written}{ASKED[written]}").beaten(TOKENS)
    with pytest.raises(RuleError, match=f"{ASKED[written]}: there are three tokens"):
        of(f"{written}{ASKED[written] + 1}")
    counted = {
        "kind": max(Counter(TOKENS).values()),
        "run": len(set(TOKENS)),
        "odd": len([fate for fate in TOKENS if fate in (1, 3, 5, 7)]),
        "even": len([fate for fate in TOKENS if fate in (2, 4, 6)]),
    }
    total = sum(PIPS[fate] if "pips" in written else fate for fate in TOKENS)
    assert ASKED[written] == counted.get(written, total)


@given(conditions)
def test_all_tokens_together_beat_every_creature(condition):
    assert of(condition).beaten(TOKENS) and not of(condition).beaten([])


# beating


@given(st.sampled_from(sorted(ASKED)), st.data())
def test_a_need_is_met_when_some_of_the_fates_lay_it_out(written, data):
    number = data.draw(st.integers(2 if written in ("kind", "run") else 1, min(ASKED[written], 30)))
    lying = data.draw(fates)
    expected = any(choice_that_meets(written, number, chosen) for chosen in subsets(lying) if chosen)
    assert of(f"{written}{number}").beaten(lying) == expected


@given(st.integers(1, 3), st.integers(1, 7), fates)
def test_a_number_of_fates_of_one_value(number, value, lying):
    assert of(f"{number}x{value}").beaten(lying) == any(
        chosen == (value,) * number for chosen in subsets(lying)
    )


@given(conditions, fates)
def test_of_several_needs_each_is_met_and_a_fate_may_serve_for_all(condition, lying):
    assert of(condition).beaten(lying) == all(of(need).beaten(lying) for need in condition.split("&"))


@given(conditions, fates, st.integers(1, 7))
def test_more_fates_never_take_a_victory_back(condition, lying, fate):
    creature = of(condition)
    before, after = creature.progress(lying), creature.progress([*lying, fate])
    assert [less for less, more in zip(before, after, strict=True) if less > more] == []
    assert creature.beaten([*lying, fate]) or not creature.beaten(lying)


@given(conditions, fates, st.randoms())
def test_the_order_in_which_fates_came_does_not_matter(condition, lying, dice):
    shuffled = list(lying)
    dice.shuffle(shuffled)
    assert of(condition).progress(lying) == of(condition).progress(shuffled)


def test_fates_that_do_not_fit_an_exact_sum_are_left_aside():
    eel = of("sum=9")
    assert [eel.beaten(lying) for lying in ([5, 7], [5, 7, 3], [5, 7, 4])] == [False, False, True]
    assert [eel.progress(lying) for lying in ([5, 7], [5, 7, 3], [5, 7, 4])] == [[7], [8], [9]]


def test_progress_says_how_far_each_need_is_met():
    assert of("2x7&run3&even1&pips>=4").progress([7, 7, 7, 5]) == [2, 1, 0, 4]


# the generic ones


def least(creature):
    for count in range(1, 8):
        for lying in combinations_with_replacement(range(1, 8), count):
            if max(Counter(lying).values()) <= 3 and creature.beaten(list(lying)):
                return count
    return None


def test_four_generic_creatures_a_level_take_two_three_and_four_fates_at_the_least():
    shipped = list(generic_creatures())
    assert [creature.level for creature in shipped] == [1] * 4 + [2] * 4 + [3] * 4
    assert (
        len({creature.name for creature in shipped})
        == len({creature.condition for creature in shipped})
        == 12
    )
    assert [least(creature) for creature in shipped] == [2] * 4 + [3] * 4 + [4] * 4
