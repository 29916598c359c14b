"""Where the cursor begins, so that the next press is the nearest, and what nobody is asked."""

import pytest
from arcana_portable.record import without_undos
from companion.games.shipwreck.play import Play, Predict, central_item
from companion.games.shipwreck.prediction import PredictedValue
from hypothesis import given
from hypothesis import strategies as st
from memory_app import MemoryApp, enter_all
from player import Player
from rules.random_games import random_game
from screens.scenes import BASE, at_table, press, row_of

LIKELY = st.lists(st.integers(0, 20), min_size=1, max_size=8)


def steps(count, one, other):
    return min((one - other) % count, (other - one) % count)


@given(LIKELY)
def test_no_other_beginning_takes_fewer_steps(weights):
    count = len(weights)
    taken = [
        sum(weight * steps(count, start, number) for number, weight in enumerate(weights))
        for start in range(count)
    ]
    assert taken[central_item(range(count), weights)] == min(taken)


def test_what_is_alike_begins_in_the_middle():
    assert central_item((1, 2, 3, 4, 5, 6, 7), [1] * 7) == 4
    assert central_item((), []) is None


@pytest.mark.parametrize("seed", range(3))
def test_the_fates_at_a_place_are_those_that_the_rules_allow(seed):
    app = MemoryApp()
    player = Player(app)
    for _ in player.play(without_undos(random_game(seed).events)):
        play = player.top
        if isinstance(play, Play):
            for place in [place for place in play.ring if isinstance(place, int)]:
                play.cursor = place
                fates = [fate for fate in range(1, 8) if app.session.game.may(f"play {fate} {place}")]
                assert play.allowed() == fates
                assert play.fate in fates or (play.fate is None and not fates)


def test_a_fate_that_was_chosen_goes_along_to_the_next_card():
    app = press(at_table(row_of("dawn", "midnight", "iron", "the-ash")), "a")
    while app.screen.top.stage.fate != 3:
        press(app, "up")
    assert press(app, "c").screen.top.stage.fate == 3


def test_that_a_play_was_illegal_takes_three_presses():
    app = press(at_table(BASE, "play 1 1"), "up", "b", "b")
    assert app.session.game.events[-2:] == ["illegal", "end"]


def test_the_only_value_that_can_have_hit_is_not_asked_for():
    # on The Mirror both fates are the same
    app = at_table(row_of("the-mirror", "dawn", "midnight", "iron"), "play 4 1", note=True)
    press(app, "b")
    assert app.session.game.events[-2:] == ["predict 4 hit", "end"]


@pytest.mark.parametrize(("button", "noted"), [("b", "predict 3 hit"), ("c", "predict +3 hit")])
def test_after_shadows_the_group_says_which_value_it_means(button, noted):
    # with a 5, Dawn allows a 1, 2 or 3, which counts 1 more
    app = at_table(row_of("dawn", "the-mirror", "the-judge", "the-key"), faded="iron", note=True)
    enter_all(app.session, ("use iron", "play 5 1"))
    press(app, "b")
    app.screen.top.value = 3
    press(app, "b", "a")
    assert isinstance(app.screen.top, PredictedValue)
    press(app, "b", button)
    assert app.session.game.events[-2:] == [noted, "end"]


def test_a_value_that_can_be_another_is_asked_for():
    app = press(at_table(BASE, "play 1 1", note=True), "b")
    assert isinstance(app.screen.top, PredictedValue)
    assert app.screen.top.value in app.session.game.kept


def test_with_one_more_prediction_the_value_tried_before_is_still_asked_for():
    row = row_of("the-mirror", "dawn", "midnight", "iron")
    app = at_table(row, "play 4 1", faded="the-mirror", note=True)
    assert isinstance(app.screen.top.stage, Predict)
    app.session.enter("use the-mirror")
    press(app, "b")
    assert isinstance(app.screen.top, PredictedValue) and app.screen.top.values == (4,)


def test_a_power_takes_two_presses_where_it_is_the_only_one_that_can_be_used():
    row = row_of("the-wish", "dawn", "midnight", "iron")
    app = press(at_table(row, "play 4 1", faded="the-judge the-rider"), "down", "b")
    assert app.session.game.events[-1] == "use the-judge yes"


def test_what_can_be_used_lies_together_around_the_cursor():
    faded = "the-judge the-rider the-lord fortune the-servant"
    app = press(at_table(row_of("the-wish", "dawn", "midnight", "iron"), "play 4 1", faded=faded), "down")
    powers = app.screen.top
    assert powers.cards == ["the-judge", "the-lord", "the-servant", "the-rider", "fortune"]
    assert powers.cards[powers.number] == "the-lord"


@pytest.mark.parametrize(("card", "use"), [("dawn", "4 yes"), ("the-north-wind", "2"), ("leviathan", "1 2")])
def test_a_power_begins_at_the_middle_of_what_is_kept_or_where_a_card_would_fade(card, use):
    events = ("play 2 1", "end", "play 1 2", "end", "play 6 2")
    app = at_table(row_of("the-imago", "the-wish", "midnight", "iron"), *events, faded=card)
    press(app, "down", "b")
    assert app.session.game.events[-1] == f"use {card} {use}"


def test_a_prediction_begins_at_a_value_that_the_group_has_not_ruled_out():
    events = ("play 4 1", "flip Ann 2,3,4,5,6,7")
    setup = row_of("the-wish", "dawn", "midnight", "iron") + " assist=number-line"
    app = press(at_table(setup, *events, note=True), "b")
    assert app.screen.top.value == 1
