"""What each card allows, hand by hand: examples worked out from the card's text."""

import pytest

from shared_rules.shipwreck import CARDS, RuleError, can_play

# card: hands that may be played, hands that may not; a hand is (played, kept), visible fates, fates in front
NOTHING = ((), ())
EXAMPLES = {
    "dawn": ([(5, 3), (7, 6)], [(4, 4), (3, 5)]),
    "midnight": ([(3, 5), (1, 2)], [(4, 4), (5, 3)]),
    "the-deep": ([(2, 3), (1, 1), (4, 1)], [(3, 3), (5, 1)]),
    "the-servant": ([(1, 4), (3, 7)], [(1, 2), (4, 1), (3, 3)]),
    "the-stranger": ([(1, 2), (6, 7)], [(1, 3), (2, 2)]),
    "the-key": ([(3, 4), (7, 2), (4, 4)], [(3, 3), (5, 5)]),
    "leviathan": ([(5, 6), (7, 7)], [(5, 5), (3, 7)]),
    "the-belltower": ([(1, 2), (6, 6), (7, 5)], [(1, 1), (7, 7)]),
    "the-shore": ([(1, 5), (7, 2)], [(4, 7), (2, 5)]),
    "the-blind-man": ([(1, 1), (7, 3)], []),
    "the-chalice": ([(1, 1), (7, 3)], []),
    "the-beast": ([(3, 4), (7, 6)], [(3, 3), (3, 5)]),
    "the-huntress": ([(3, 5), (7, 5)], [(3, 4), (3, 6)]),
    "the-mirror": ([(3, 3), (7, 7)], [(3, 4)]),
    "the-prophet": ([((6, 3), (3, 5), ())], [((3, 6), (3, 5), ()), ((3, 3), (), ())]),
    "the-rider": ([((1, 2), (3, 4), ())], [((1, 1), (), ()), ((1, 2), (2,), ()), ((1, 2), (1,), ())]),
    "the-judge": ([(1, 3), (2, 2)], [(1, 2), (6, 7)]),
    "the-noble": ([(4, 6), (3, 1)], [(4, 5), (6, 4)]),
    "the-engine": ([(2, 1), (2, 6), (6, 3)], [(2, 3), (1, 4), (5, 5)]),
    "the-lord": ([(5, 4), (7, 1)], [(5, 6), (4, 5)]),
    "asunder": ([((6, 2), (4,), ())], [((2, 6), (4,), ()), ((6, 2), (3,), ()), ((3, 3), (), ())]),
    "fortune": ([(5, 3), (1, 2), (2, 3)], [(3, 5), (3, 3), (2, 1), (2, 4), (4, 2)]),
    "iron": ([(1, 1), ((1, 6), (5, 7), (5,))], [((7, 5), (5,), (5,)), ((7, 4), (2, 5), (2, 5))]),
    "the-captain": ([(1, 2), (4, 6), (7, 3)], [(1, 4), (2, 1)]),
    "the-feast": ([(1, 1), (7, 3)], []),
    "the-ghost": ([(3, 4), ((3, 7), (3, 5), ())], [((3, 7), (4,), ()), ((3, 6), (7,), ())]),
    "the-lantern": ([(1, 3), ((1, 2), (5,), ())], [(1, 2), ((1, 3), (5,), ())]),
    "the-pallbearers": ([(3, 4), (3, 5)], [(3, 3), (3, 6)]),
    "the-passage": (
        [((2, 5), (3,), ()), ((5, 2), (4, 4, 7), ())],
        [((2, 5), (3, 4), ()), ((2, 5), (2, 5), ()), ((3, 4), (3,), ())],
    ),
    "the-wish": ([(1, 1), (7, 3)], []),
    "the-imago": ([(1, 1), (7, 3)], []),
    "the-ash": ([(7, 1), (7, 7)], [(6, 7), (1, 2)]),
    "the-fall": ([(1, 1), (7, 3)], []),
    "the-musicians": ([(5, 6), ((2, 3), (6, 1), ())], [(5, 5), ((2, 3), (5,), ())]),
    "the-north-wind": ([(3, 4), (6, 7), (4, 1)], [(1, 3), (1, 7), (5, 6)]),
    "the-thief": ([], [(1, 1), (7, 3)]),
}


def hands(examples):
    for example in examples:
        yield example if isinstance(example[0], tuple) else (example, *NOTHING)


def test_every_example_is_of_a_card():
    assert set(EXAMPLES) <= set(CARDS)
    for allowed, refused in EXAMPLES.values():
        assert allowed or refused


@pytest.mark.parametrize("card", EXAMPLES)
def test_hands_on(card):
    allowed, refused = EXAMPLES[card]
    for (played, kept), visible, in_front in hands(allowed):
        assert can_play(card, played, kept, visible, in_front), (played, kept)
    for (played, kept), visible, in_front in hands(refused):
        assert not can_play(card, played, kept, visible, in_front), (played, kept)


def test_shadows_raises_only_the_fate_that_is_kept():
    # the examples of the faded-power FAQ
    assert can_play("the-mirror", 5, 4, [], shadows=True)
    assert not can_play("dawn", 4, 4, [], shadows=True)
    assert not can_play("the-noble", 6, 2, [], shadows=True)
    assert not can_play("the-noble", 2, 6, [], shadows=True)
    assert can_play("leviathan", 4, 6, [], shadows=True)


def test_shadows_makes_an_eight_of_a_seven():
    assert can_play("the-shore", 4, 7, [], shadows=True)
    assert not can_play("the-mirror", 7, 7, [], shadows=True)


def test_shadows_leaves_the_pips_as_printed():
    assert not can_play("the-north-wind", 3, 3, [], shadows=True)
    assert can_play("the-north-wind", 4, 3, [], shadows=True)


@pytest.mark.parametrize("hand", [("the-hours", 3, 4), ("dawn", 0, 4), ("dawn", 3, 8)])
def test_what_is_no_card_or_fate_is_refused(hand):
    with pytest.raises(RuleError):
        can_play(*hand, [])
