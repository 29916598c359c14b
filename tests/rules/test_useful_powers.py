"""Which faded powers could help now; the device marks them."""

import pytest
from rules.test_game import table
from rules.vectors import vectors

from shared_rules.shipwreck import Game
from shared_rules.shipwreck.powers import helping, opening, relieving

CYCLE, ONE_MORE, RELOCATE = "the-rider", "the-ghost", "the-lantern"
DISCARD, SLOW, OLD, TWICE = "leviathan", "the-north-wind", "the-key", "the-mirror"


def with_faded(row, *events, faded, players="Ann,Bo"):
    """A game with these faded cards, put there without the game's leave."""
    game = table(row, players=players)
    game.powers.extend(faded)
    for event in events:
        game.apply(event)
    return game


# --- a card is closed


QUIET = "the-prophet,dawn,midnight,the-deep"
"""With no visible fate, The Prophet takes no hand."""


@pytest.mark.parametrize(
    ("row", "lying", "faded", "opens"),
    [
        (QUIET, {}, [CYCLE, "dawn"], [CYCLE]),
        # every card is open
        ("the-shore,dawn,midnight,the-deep", {}, [CYCLE], []),
        # The Ash takes sevens alone, and all of them lie there: no card with fates is replaced
        ("the-ash,dawn,midnight,the-deep", {0: [7, 7, 7]}, [CYCLE], []),
        # The Thief is not called closed
        ("the-thief,dawn,midnight,the-deep", {}, [CYCLE], []),
        # all of the 2s lie there, so that nobody can keep one, but a 1 counts as one
        (QUIET, {1: [2, 2, 2]}, [ONE_MORE], [ONE_MORE]),
        # without the seven, a higher fate can be played on Iron
        ("iron,dawn,midnight,the-lord", {0: [7]}, [RELOCATE], [RELOCATE]),
        # there is no fate to move
        (QUIET, {}, [RELOCATE], []),
    ],
)
def test_which_powers_open_a_closed_card(row, lying, faded, opens):
    game = with_faded(row, faded=faded)
    for place, fates in lying.items():
        game.row[place].fates[:] = fates
    assert opening(game) == opens


def test_nothing_opens_a_card_after_the_play_or_after_another_power():
    game = with_faded("the-prophet,dawn,midnight,the-deep", faded=[CYCLE, ONE_MORE])
    game.apply("play 6 2")
    assert opening(game) == []
    again = with_faded("the-prophet,dawn,midnight,the-deep", f"use {ONE_MORE}", faded=[CYCLE, ONE_MORE])
    assert opening(again) == []


# --- a card fades


def test_relocate_keeps_a_card_from_fading_by_the_play():
    game = with_faded("the-judge,dawn,midnight,the-deep", faded=[RELOCATE])
    game.row[0].fates[:] = [4]
    assert relieving(game, 2, 1) == [RELOCATE]
    assert relieving(game, 7, 1) == []  # three moons by itself
    assert relieving(game, 2, 2) == []  # does not fade
    assert relieving(game, 2, 0) == []  # The Hours never fade


def test_relocate_does_not_help_where_every_other_card_would_fade():
    game = with_faded("the-judge,the-mirror,the-beast,the-huntress", faded=[RELOCATE])
    game.row[0].fates[:] = [4]
    assert relieving(game, 2, 1) == []


@pytest.mark.parametrize(
    "card, words", [(DISCARD, "4 1"), (SLOW, "1")], ids=["discard lower", "count fates instead of pips"]
)
def test_a_fade_is_averted_before_the_prediction(card, words):
    game = with_faded("the-judge,dawn,midnight,the-deep", faded=[card, "dawn"])
    game.row[0].fates[:] = [4]
    game.apply("play 2 1")
    assert game.fading() == [1]
    assert helping(game) == [card]
    game.apply(f"use {card} {words}")
    assert game.fading() == []
    assert helping(game) == []


def test_a_fate_is_not_discarded_where_the_one_kept_cannot_be_higher():
    # on The Deep the fate kept is 1, and no fate is lower
    game = with_faded("the-deep,dawn,midnight,the-judge", faded=[DISCARD])
    game.row[0].fates[:] = [2]
    game.apply("play 4 1")
    assert game.fading() == [1]
    assert game.kept == [1]
    assert helping(game) == []


def test_slow_does_not_help_where_as_many_fates_as_moons_lie():
    game = with_faded("the-judge,dawn,midnight,the-deep", faded=[SLOW])
    game.row[0].fates[:] = [1, 2]
    game.apply("play 2 1")
    assert game.fading() == [1]
    assert helping(game) == []


def test_nothing_is_marked_where_no_card_fades_and_the_group_is_not_to_know_the_values():
    game = with_faded(
        "dawn,midnight,the-judge,the-deep", "play 5 1", faded=[DISCARD, SLOW, TWICE, "the-servant"]
    )
    assert helping(game) == []


# --- what the answers would say


@pytest.mark.parametrize(
    "card, values, helps",
    [
        ("the-servant", (3, 4), True),  # 1-2-3?
        ("the-servant", (1, 3), False),
        ("the-servant", (4, 7), False),
        ("the-captain", (4, 5), True),  # 1-4-7?
        ("the-noble", (2, 3), True),  # 3-4-5?
        ("the-lord", (4, 5), True),  # 5-6-7?
        ("dawn", (6, 7), True),  # Higher than?
        ("dawn", (6,), False),
        ("asunder", (5, 6), True),  # Same?, as a visible fate
        ("asunder", (3, 4), False),
        ("the-pallbearers", (3, 2), True),  # Within 2? of the 5 played
        ("the-pallbearers", (3, 4), False),
        ("the-thief", (2, 3), True),  # 2 or 6?, for another power
        ("the-thief", (2, 6), False),
        (TWICE, (2, 6), True),
        (TWICE, (2, 4, 6), False),
        ("the-ghost", (2, 6), False),
    ],
)
def test_a_question_helps_where_each_answer_leaves_fewer_values(card, values, helps):
    game = with_faded("dawn,midnight,the-judge,the-deep", "play 5 1", faded=[card, "the-wish"])
    assert (card in helping(game, values)) is helps


def test_2_or_6_needs_another_power_to_spend():
    game = with_faded("dawn,midnight,the-judge,the-deep", "play 5 1", faded=["the-thief"])
    assert helping(game, (2, 3)) == []


def test_a_question_about_the_fate_that_shadows_raises():
    row, faded = "dawn,midnight,the-judge,the-deep", [ONE_MORE, "the-servant"]
    game = with_faded(row, f"use {ONE_MORE}", "play 5 1", faded=faded)
    assert helping(game, (2, 3)) == []  # one power a turn
    game.used = None
    # they count as 3 and 4
    assert helping(game, (2, 3)) == ["the-servant"]
    assert helping(game, (3, 4)) == []


def test_the_age_of_the_fate_helps_where_either_answer_says_something():
    game = with_faded("the-deep,dawn,midnight,the-wish", "play 4 1", "end", "play 5 2", "end", faded=[OLD])
    assert game.possible()["Ann"] == [1]
    game.apply("play 1 4")
    # she may have played the older 1, and kept any fate, or a newer one
    assert game.kept_by_age() == ([1, 2, 3, 4, 5, 6, 7], [1])
    assert helping(game, game.possible()["Ann"]) == []
    game = with_faded("dawn,midnight,the-deep,the-wish", "play 3 1", "end", "play 5 2", "end", faded=[OLD])
    assert game.possible()["Ann"] == [1, 2]
    game.apply("play 2 2")
    # she kept 3 to 7 if the 2 was the older fate, and nothing higher than 2 was older
    assert game.kept_by_age() == ([3, 4, 5, 6, 7], [])


def test_the_values_by_age_are_those_that_the_answers_leave():
    answered = 0
    for name, events, _ in vectors("shipwreck"):
        game = Game()
        for event in events:
            game.apply(event)
            if game.phase != "after-play" or game.owed or game.used:
                continue
            for answer, left in zip(("old", "new"), game.kept_by_age(), strict=True):
                asked = Game.replay(game.events)
                asked.powers.append(OLD)
                if left and asked.may(f"use {OLD} {answer}"):
                    asked.apply(f"use {OLD} {answer}")
                    assert asked.possible()[game.active] == left, (name, event, answer)
                    answered += answer == "old"
    assert answered > 10


def test_twice_is_for_one_value_more_than_may_be_predicted():
    # The Wish allows two values; Sorrows a third
    game = with_faded("the-wish,dawn,midnight,the-deep", "play 5 1", faded=[TWICE])
    assert helping(game, (1, 2, 3)) == [TWICE]
    assert helping(game, (1, 2)) == helping(game, (1, 2, 3, 4)) == []
